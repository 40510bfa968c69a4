// Every address of the application, built in one place.

import { graphemes } from './text.ts'

type Values = Record<string, string | number | null | undefined>

function withQuery(path: string, values: Values): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== '') query.set(key, String(value))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

const seg = encodeURIComponent

/** A readable end of an address: letters and digits of every script, joined by "-", at most 60 characters; never empty. */
export function slug(name: string): string {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return graphemes(words.join('-')).slice(0, 60).join('').replace(/-+$/, '') || 'entity'
}

export const paths = {
  home: () => '/',
  episode: (id: string | number, anchor?: string) => `/episode/${seg(String(id))}${anchor ? `#${seg(anchor)}` : ''}`,
  /** `version` is an earlier transcript of the episode. */
  transcript: (videoId: string, version?: number) => withQuery(`/transcript/${seg(videoId)}`, { version }),
  directory: (filter: { type?: string; entity?: number; tab?: string; search?: string } = {}) =>
    withQuery('/directory', filter),
  channels: (tab?: string) => withQuery('/channels', { tab }),
  concepts: () => '/concepts',
  books: () => '/books',
  products: () => '/products',
  locations: () => '/locations',
  people: () => '/people',
  channel: (channelId: string, tab?: string) => withQuery(`/channel/${seg(channelId)}`, { tab }),
  /** `slug` is the server's own end of the address, where it is known. */
  entity: ({ id, name, slug: known }: { id: number; name: string; slug?: string }) =>
    `/entity/${id}/${seg(slug(known || name))}`,
  search: (filter: { q?: string; type?: string; channel?: string } = {}) => withQuery('/search', filter),
  profile: (userId: string) => `/profile/${seg(userId)}`,
  ownProfile: (tab?: 'overview' | 'activity' | 'favorites' | 'preferences') => withQuery('/profile', { tab }),
  jobs: () => '/jobs',
  job: (id: string) => `/jobs/${seg(id)}`,
  admin: (tab?: string) => withQuery('/admin', { tab }),
  adminBatch: (open: { batch?: number; tab?: string } = {}) => withQuery('/admin/batch', open),
  adminSchedules: (open: { new?: string } = {}) => withQuery('/admin/schedules', open),
  adminReview: (filter: { tab?: string; kind?: string; channel?: number } = {}) => withQuery('/admin/review', filter),
  adminUploads: (tab?: string) => withQuery('/admin/uploads', { tab }),
  adminTrends: () => '/admin/trends',
  adminCosts: () => '/admin/costs',
  adminEval: () => '/admin/eval',
  adminAudit: (filter: { object?: string; actor?: string } = {}) => withQuery('/admin/audit', filter),
  /** The audit log as a file, with the filters of the page. */
  auditExport: (filter: Values) => withQuery('/api/admin/audit/export', filter),
  adminDataQuality: (at: { tab?: string; type?: string; similar?: number; edit?: number } = {}) =>
    withQuery('/admin/data-quality', at),
  adminWorkflows: (filter: { channel?: string; by?: string } = {}) => withQuery('/admin/workflows', filter),
  adminWorkflow: (id: string) => `/admin/workflows/${seg(id)}`,
  adminQueues: () => '/admin/queues',
  about: () => '/about',
  privacy: () => '/privacy',
  terms: () => '/terms',
  /** Full-page navigations, answered by the server. */
  login: (returnTo?: string) => withQuery('/api/login', { returnTo }),
  /** Asks a person who is signed in to prove it once more. */
  confirmLogin: (returnTo: string) => withQuery('/api/login', { returnTo, confirm: 1 }),
  logout: () => '/api/logout',
  /** Everything of one's own, as a file. */
  ownExport: () => '/api/user/export',
  /** The followed channels as a subscription list for podcast apps. */
  followsExport: () => '/api/user/follows.opml',
}

/** The page being looked at, as the server's `returnTo`. */
export function here(): string {
  return location.pathname + location.search + location.hash
}
