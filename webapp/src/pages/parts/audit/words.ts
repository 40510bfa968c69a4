import { paths } from '@/lib/paths'

const operations: Record<string, string> = {
  'user.role': 'Role changed',
  'user.status': 'Status changed',
  'budget.set': 'Cap set',
  'entity.merge': 'Entities merged',
  'entity.distinct': 'Marked as not the same',
  'merge.undo': 'Merge undone',
  'episode.publish': 'Episode published',
  'episode.refuse': 'Episode left private',
}

/** What was done, in words; an operation without words is shown as it is written down. */
export const operationWords = (operation: string) => operations[operation] ?? operation

/** What the objects of a kind are called together, as the log begins them. */
export const objectKinds = [
  { value: 'user/', label: 'People' },
  { value: 'budget/', label: 'Caps' },
  { value: 'entity/', label: 'Entities' },
  { value: 'episode/', label: 'Episodes' },
]

/** The page about an object; undefined where it has none. */
export function objectPath(object: string, name: string): string | undefined {
  const [kind, id = ''] = object.split('/')
  switch (kind) {
    case 'user':
      return `${paths.admin('users')}${name ? `&q=${encodeURIComponent(name)}` : ''}`
    case 'budget':
      return paths.adminCosts()
    case 'entity':
      return Number(id) > 0 ? paths.entity({ id: Number(id), name: name || 'entity' }) : undefined
    case 'episode':
      return paths.episode(id)
    case 'job':
      return paths.job(id)
    default:
      return undefined
  }
}
