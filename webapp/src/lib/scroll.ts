let settling: AbortController | undefined

/** Brings an element into sight, slides there when the person likes motion, and lets the keyboard go on from it. */
export function showElement(id: string, block: ScrollLogicalPosition = 'center') {
  const element = document.getElementById(id)
  if (!element) return
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  const go = () => element.scrollIntoView({ block, behavior })
  settling?.abort()
  settling = whenScrolled(go)
  go()
  if (element.tabIndex === -1) element.focus({ preventScroll: true })
}

/**
 * What was passed on the way was drawn for the first time and got its true height, so the end of the way was not the right
 * one: goes on from there, until it is, somebody scrolls, or it took too long.
 */
function whenScrolled(goOn: () => void): AbortController {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(4_000)])
  addEventListener('scrollend', goOn, { signal })
  for (const own of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(own, () => stop.abort(), { signal, passive: true })
  return stop
}
