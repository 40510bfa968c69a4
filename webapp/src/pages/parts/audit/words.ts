import { paths } from '@/lib/paths'

const operations: Record<string, string> = {
  'user.role': 'Role changed',
  'user.status': 'Status changed',
  'budget.set': 'Cap set',
  'entity.merge': 'Entities merged',
  'entity.distinct': 'Marked as not the same',
  'entity.distinct.undo': 'No longer marked as not the same',
  'merge.undo': 'Merge undone',
  'entity.edit': 'Entity edited',
  'entity.edit.undo': 'Edit undone',
  'entity.links': 'Link decided',
  'entity.links.undo': 'Link decision undone',
  'entity.editions': 'Edition decided',
  'entity.editions.undo': 'Edition decision undone',
  'entity.hide': 'Entity hidden',
  'entity.hide.undo': 'Entity shown again',
  'entity.retype': 'Type changed',
  'entity.retype.undo': 'Type changed back',
  'entity.split': 'Entity split',
  'entity.split.undo': 'Split undone',
  'episode.edit': 'Episode edited',
  'episode.publish': 'Episode published',
  'episode.refuse': 'Episode left private',
  'episode.unpublish': 'Episode made private again',
  'review.decide': 'Doubt decided',
  'review.undo': 'Decision undone',
  'report.answer': 'Report answered',
  'glossary.add': 'Glossary line added',
  'glossary.edit': 'Glossary line changed',
  'glossary.delete': 'Glossary line forgotten',
  'pass.start': 'Pass started',
  'pass.cancel': 'Pass canceled',
  'batch.hold': 'Batch stopped by itself',
  'batch.start': 'Batch started',
  'batch.pause': 'Batch paused or resumed',
  'batch.cancel': 'Batch canceled',
  'recurring.create': 'Recurring batch made',
  'recurring.edit': 'Recurring batch changed',
  'recurring.run': 'Recurring batch run',
  'recurring.pause': 'Recurring batch paused or resumed',
  'recurring.end': 'Recurring batch ended',
  'follow.run': 'Followed channel checked',
  'follow.pause': 'Followed channel paused or resumed',
  'follow.end': 'Following ended',
  'queue.pause': 'Queue paused',
  'queue.resume': 'Queue resumed',
  'work.analyze': 'Analyzed again',
  'work.cancel': 'Work canceled',
  'work.pause': 'Work paused',
  'work.resume': 'Work resumed',
  'work.retry': 'Work retried',
  'work.transcript': 'Transcript provided',
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
