import { lazy } from 'react'

// What few visits need, and only after a press: the first route does not load it.
export const ShowFinder = lazy(async () => ({ default: (await import('./ShowFinder')).ShowFinder }))
export const ShowImport = lazy(async () => ({ default: (await import('./ShowImport')).ShowImport }))
