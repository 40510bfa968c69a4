import { useLayoutEffect, type RefObject } from 'react'

/** The main part of the page (app/Shell.tsx). */
const main = '#content'
/** What holds the focus of a filter that is taken away: the search box of its list. */
export const searchBox = `${main} input[type=search]`

/**
 * When the element leaves the page while it holds the focus, the focus goes to the first element that `to` finds, else to the
 * main part of the page. Otherwise people who use the keyboard would begin at the top of the document again.
 */
export function useFocusHandover(element: RefObject<HTMLElement | null>, to = main) {
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      // By then the page has changed, and who takes the focus on purpose has it.
      queueMicrotask(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return
        const next = document.querySelector<HTMLElement>(to) ?? document.querySelector<HTMLElement>(main)
        next?.focus({ preventScroll: true })
      })
    }
  }, [element, to])
}
