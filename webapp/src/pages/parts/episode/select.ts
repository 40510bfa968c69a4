import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { entityType, entityTypes, type EntityType, type TypeRow } from '@/lib/types'

/** What of the list is shown. */
export type Choice = { type: EntityType | 'all'; search: string }

/** Entities whose name or description holds the searched words, whatever their case, and that are of the chosen type. */
export function chosen(entities: readonly Entity[], { type, search }: Choice): Entity[] {
  const wanted = search.trim().toLocaleLowerCase()
  return entities.filter(
    e =>
      (type === 'all' || entityType(e.type) === type) &&
      (wanted === '' || [e.name, e.description].some(text => text?.toLocaleLowerCase().includes(wanted))),
  )
}

const sponsors = entityTypes.filter(t => t.type === 'sponsor')

/** The filters, sponsors first; types that the episode does not have are left out. */
export function filtersOf(entities: readonly Entity[]): (TypeRow & { count: number })[] {
  return [...sponsors, ...entityTypes.filter(t => t.type !== 'sponsor')]
    .map(t => ({ ...t, count: entities.filter(e => entityType(e.type) === t.type).length }))
    .filter(t => t.count > 0)
}

/** The chapters of the list, in the order of the types; what has a type this version does not know comes last. */
export function groupsOf(entities: readonly Entity[]): { type: string; label: string; entities: Entity[] }[] {
  const known: { type: string; label: string; entities: Entity[] }[] = entityTypes.flatMap(({ type, label }) => {
    const all = entities.filter(e => entityType(e.type) === type)
    // Who takes part is no answer to what the episode mentions.
    const participants = { type, label: 'Hosts and guests', entities: all.filter(e => e.part !== '') }
    return [{ type, label, entities: all.filter(e => e.part === '') }, participants]
  })
  const rest = { type: '', label: 'More', entities: entities.filter(e => entityType(e.type) === undefined) }
  return [...known, rest].filter(g => g.entities.length > 0)
}

/** The name an address asks for by its part after "#". */
export function anchorName(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1)) || undefined
  } catch {
    return undefined // somebody cut the address in the middle of a character
  }
}
