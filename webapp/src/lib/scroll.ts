/** Brings an element into sight, slides there when the person likes motion, and lets the keyboard go on from it. */
export function showElement(id: string, block: ScrollLogicalPosition = 'center') {
  const element = document.getElementById(id)
  if (!element) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block, behavior: still ? 'auto' : 'smooth' })
  if (element.tabIndex === -1) element.focus({ preventScroll: true })
}
