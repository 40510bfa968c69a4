let settling: AbortController | undefined

/** Brings an element into sight, slides there when the person likes motion, and lets the keyboard go on from it. */
export function showElement(id: string, block: ScrollLogicalPosition = 'center') {
  const element = document.getElementById(id)
  if (!element) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  settle(element, block)
  element.scrollIntoView({ block, behavior: still ? 'auto' : 'smooth' })
  if (element.tabIndex === -1) element.focus({ preventScroll: true })
}

/**
 * What was passed on the way was drawn for the first time and got its true height, so the end of the way was not the right
 * one: goes on from there until it is, somebody scrolls, or it took too long.
 */
function settle(element: Element, block: ScrollLogicalPosition) {
  settling?.abort()
  const stop = new AbortController()
  settling = stop
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(4_000)])
  addEventListener('scrollend', () => {
    const before = scrollY
    element.scrollIntoView({ block, behavior: 'instant' })
    if (scrollY === before) stop.abort()
  }, { signal })
  for (const own of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(own, () => stop.abort(), { signal, passive: true })
}
