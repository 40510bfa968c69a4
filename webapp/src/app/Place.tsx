import { use, useLayoutEffect } from 'react'
import { ScrollRestoration, UNSAFE_DataRouterStateContext as RouterState, type Location } from 'react-router'
import { holdPlace } from '@/lib/scroll'

// An address that was typed has no key of its own in the history, so the page counts too.
const placeKey = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>) =>
  `${key} ${pathname}${search}`
const storageKey = 'places'

/** Opened by a link or typed, an address begins at its start, also when the tab was there before. Called before the router is made. */
export function forgetPlaceOfNewVisit() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type !== 'navigate') return
  try {
    const places = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
    const own = placeKey({ key: 'default', pathname: location.pathname, search: location.search })
    sessionStorage.setItem(
      storageKey,
      JSON.stringify(Object.fromEntries(Object.entries(places).filter(([key]) => key !== own))),
    )
  } catch {
    // Storage is switched off, or holds what is not ours.
  }
}

/**
 * Reload and the way back lead to the place where the reader was. The router knows the place and goes there once; what stood
 * there comes later, so the place is held until it is there.
 */
export function KeepPlace() {
  const state = use(RouterState)
  const y = state?.restoreScrollPosition
  const key = state?.location.key
  useLayoutEffect(() => (typeof y === 'number' ? holdPlace(y) : undefined), [y, key])
  return <ScrollRestoration getKey={placeKey} storageKey={storageKey} />
}
