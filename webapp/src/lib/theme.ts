import { useSyncExternalStore } from 'react'

type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const read = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light')

/** What somebody has chosen, until the page shows it. */
let chosen: Theme | undefined

const tell = () => {
  for (const listener of listeners) listener()
}

/**
 * Switches the page and remembers the choice in this browser. The switch itself answers first: a new theme gives every element of the page
 * another style, which takes as long as the page is large, so it is put on once that answer is painted.
 */
export function setTheme(theme: Theme) {
  chosen = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
  tell()
  // A frame is painted after its callbacks.
  requestAnimationFrame(() => setTimeout(show))
}

/**
 * Puts on what was chosen last. Nothing fades meanwhile: the shadow of every card would be painted again for each step, and one part after
 * the other would turn dark.
 */
function show() {
  if (!chosen) return
  const root = document.documentElement
  root.dataset['switching'] = ''
  root.dataset['theme'] = chosen
  requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset['switching']))
  chosen = undefined
  tell()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The theme shown now; the first one is set by index.html before the first paint. The build, which draws pages for both, knows none. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore<Theme | undefined>(subscribe, read, () => undefined)
}

/** The theme chosen last, a moment before the page shows it. */
export function useChosenTheme(): Theme | undefined {
  return useSyncExternalStore<Theme | undefined>(
    subscribe,
    () => chosen ?? read(),
    () => undefined,
  )
}
