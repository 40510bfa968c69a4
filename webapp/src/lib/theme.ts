import { useSyncExternalStore } from 'react'

type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const read = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light')

/**
 * Switches the page and remembers the choice in this browser. Nothing fades meanwhile: the shadow of every card would be painted again for
 * each step, and one part after the other would turn dark.
 */
export function setTheme(theme: Theme) {
  const root = document.documentElement
  root.dataset['switching'] = ''
  root.dataset['theme'] = theme
  requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset['switching']))
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The theme shown now; the first one is set by /theme.js before the first paint. The build, which draws pages for both, knows none. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore<Theme | undefined>(subscribe, read, () => undefined)
}
