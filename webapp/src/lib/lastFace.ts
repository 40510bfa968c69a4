const key = 'account'

/** Which of the two faces the pages showed last in this browser: what stands there until the server says who looks is as wide. */
export function lastFace(): 'in' | 'out' {
  try {
    return localStorage.getItem(key) === 'in' ? 'in' : 'out'
  } catch {
    return 'out' // storage may be forbidden
  }
}

/** Keeps the face for the next visit. It says nothing about who was signed in. */
export function rememberFace(face: 'in' | 'out') {
  try {
    localStorage.setItem(key, face)
  } catch {
    // then the next visit begins as one of somebody signed out
  }
}
