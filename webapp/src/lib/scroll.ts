let settling: AbortController | undefined
let holding: AbortController | undefined

// What a person does who goes somewhere else.
const readerActs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
const whenReaderActs = (act: () => void, signal: AbortSignal) => {
  for (const event of readerActs) addEventListener(event, act, { signal, passive: true })
}

/** How long a page that keeps its height is waited for: when the place is not there yet, and when it is; in ms. */
const holdMs = 15_000
const calmMs = 2_000

/**
 * Holds a place of a page that was read before, in px from its top, while its content comes in: goes there again each time
 * the page grows, and as near as it gets until then, which makes long lists load on. Ends when the page is calm, when the
 * reader goes elsewhere, or by the returned function.
 */
export function holdPlace(y: number): () => void {
  holding?.abort()
  const stop = new AbortController()
  holding = stop
  const { signal } = stop
  const { classList } = document.documentElement
  // What is far from sight has an estimated height, and the place would be another one.
  classList.add('holding')
  let calm: ReturnType<typeof setTimeout> | undefined
  const go = () => {
    scrollTo({ top: y, behavior: 'instant' })
    clearTimeout(calm)
    calm = setTimeout(() => stop.abort(), scrollY >= y - 1 ? calmMs : holdMs)
  }
  const growing = new ResizeObserver(go)
  growing.observe(document.body)
  whenReaderActs(() => stop.abort(), signal)
  signal.addEventListener('abort', () => {
    growing.disconnect()
    clearTimeout(calm)
    classList.remove('holding')
    if (holding === stop) holding = undefined
  })
  return () => stop.abort()
}

/** Shows the element that the address asks for, unless the reader is being led back to where they were. */
export function showAddressed(id: string) {
  if (!holding) showElement(id, 'start')
}

/** Brings an element into sight, slides there when the person likes motion, and lets the keyboard go on from it. */
export function showElement(id: string, block: ScrollLogicalPosition = 'center') {
  const element = document.getElementById(id)
  if (!element) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  settle(element, block)
  element.scrollIntoView({ block, behavior: still ? 'auto' : 'smooth' })
  if (element.tabIndex === -1) element.focus({ preventScroll: true })
}

/** Brings an element into the middle when it is out of sight; the keyboard stays where it is. */
export function keepInSight(id: string) {
  const element = document.getElementById(id)
  if (!element) return
  const { top, bottom } = element.getBoundingClientRect()
  if (top >= innerHeight * 0.1 && bottom <= innerHeight * 0.75) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
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
  addEventListener(
    'scrollend',
    () => {
      const before = scrollY
      element.scrollIntoView({ block, behavior: 'instant' })
      if (scrollY === before) stop.abort()
    },
    { signal },
  )
  whenReaderActs(() => stop.abort(), signal)
}
