/** What a token may do, from the least on. Each includes those before, and moderators alone may choose the last. */
export const reaches = [
  { id: 'read', label: 'Read', hint: 'Everything you can read; it changes nothing.', scopes: ['read'] },
  {
    id: 'write',
    label: 'Read and write',
    hint: 'Also your own jobs, uploads, favorites and follows.',
    scopes: ['read', 'write'],
  },
  {
    id: 'manage',
    label: 'Read, write and manage',
    hint: 'Also what your role allows, except managing people, roles and budgets.',
    scopes: ['read', 'write', 'manage'],
  },
] as const

export type Reach = (typeof reaches)[number]
