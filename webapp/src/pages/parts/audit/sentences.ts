import type { AuditEntry } from '@/gen/mentionary/v1/admin_pb'
import { counted } from '@/lib/plurals'

/** What an entry says of a field, before or after. */
const valueOf = (entry: AuditEntry, field: string) => {
  const change = entry.changes.find(c => c.field === field)
  return change?.before || change?.after || ''
}

/** How many ids a value holds: one, or a list of them. */
const idsIn = (value: string) => (value.startsWith('[') ? value.split(',').length : value ? 1 : 0)

/** Names that belong together, or how many things they would be; older entries keep ids only. */
function parts(entry: AuditEntry): string {
  const names = valueOf(entry, 'mergedName')
  return names ? `“${names}”` : counted(idsIn(valueOf(entry, 'merged')), 'entity')
}

const other = (entry: AuditEntry) => {
  const name = valueOf(entry, 'distinctName')
  return name ? `“${name}”` : `entity ${valueOf(entry, 'distinctFrom')}`
}

const sentences: Record<string, (entry: AuditEntry) => string> = {
  'entity.merge': entry => `${parts(entry)} became part of it (merge ${valueOf(entry, 'merge')}).`,
  'merge.undo': entry => `No longer part of it: ${parts(entry)} (merge ${valueOf(entry, 'merge')}).`,
  'entity.distinct': entry => `Not the same as ${other(entry)}.`,
  'entity.distinct.undo': entry => `May be the same as ${other(entry)} again.`,
  'pass.start': entry => `${counted(Number(valueOf(entry, 'entities')), 'entity')} to go through.`,
  'pass.cancel': entry => `After ${valueOf(entry, 'done')} of ${valueOf(entry, 'total')}.`,
  'follow.run': entry => `It is job ${valueOf(entry, 'job')}.`,
  'follow.end': entry => `${counted(Number(valueOf(entry, 'followers')), 'person')} followed it.`,
  'recurring.run': entry => `It is batch ${valueOf(entry, 'batch')}.`,
}

/** The sentence that says what an entry's ids and numbers mean; undefined where the fields before and after say it themselves. */
export const sentenceOf = (entry: AuditEntry) =>
  entry.changes.length > 0 ? sentences[entry.operation]?.(entry) : undefined
