import type { WorkFilter } from '@/modules/watch'

/** The filters as they stand in the address, by name. */
export const filterKeys = ['kind', 'state', 'stage', 'channel', 'error', 'by', 'q'] as const
export type FilterKey = (typeof filterKeys)[number]

const list = (text: string) => (text ? text.split(',') : [])

/** What the address asks for. */
export function filterOf(read: (key: string) => string): WorkFilter {
  const filter: WorkFilter = {}
  const kinds = list(read('kind'))
  const states = list(read('state'))
  if (kinds.length > 0) filter.kinds = kinds
  if (states.length > 0) filter.states = states
  if (read('stage')) filter.stage = read('stage')
  if (read('channel')) filter.channelId = read('channel')
  if (read('error')) filter.errorClass = read('error')
  if (read('by')) filter.submitterId = read('by')
  if (read('q')) filter.search = read('q')
  return filter
}

/** A set of filters with a name; `query` is what stands in the address. */
export type View = { name: string; query: string; own?: boolean }

/** The views that are always there. */
export const views: readonly View[] = [
  { name: 'Everything', query: '' },
  { name: 'At work', query: 'state=queued,running,waiting,paused' },
  { name: 'Waiting', query: 'state=waiting,paused' },
  { name: 'Needs somebody', query: 'state=needs_transcript,failed,partial' },
  { name: 'No budget left', query: 'error=budget&state=waiting' },
]

/** The filters of an address in one form, so that two of them can be compared. */
export function queryOf(params: URLSearchParams): string {
  const out = new URLSearchParams()
  for (const key of [...filterKeys].sort()) {
    const value = params.get(key)
    if (value) out.set(key, key === 'kind' || key === 'state' ? list(value).sort().join(',') : value)
  }
  return out.toString()
}

const storage = (person: string) => `work-views/${person}`

const isView = (kept: unknown): kept is View => {
  const { name, query } = (kept ?? {}) as Partial<Record<keyof View, unknown>>
  return typeof name === 'string' && typeof query === 'string'
}

/** The views that a person has saved in this browser. */
export function savedViews(person: string): View[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storage(person)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isView) : []
  } catch {
    return []
  }
}

/** Saves the views of a person in this browser; one that cannot be saved is gone with the page. */
export function saveViews(person: string, all: readonly View[]) {
  try {
    localStorage.setItem(storage(person), JSON.stringify(all))
  } catch {
    // A browser that keeps nothing.
  }
}
