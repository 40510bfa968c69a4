/** Each page has two faces: one for people who are signed in, one for all others. */
export type Face = 'in' | 'out'

let said: Face | undefined

/** The face that the server has sent the page with. It says nothing about who is signed in, and may be wrong by now. */
export const saidFace = (): Face | undefined => said

/** Notes the face; called before anything is drawn. */
export function sayFace(face: string | undefined) {
  said = face === 'in' || face === 'out' ? face : undefined
}
