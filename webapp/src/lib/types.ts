// The one table of entity types: how each is written in an address, in a badge and in a sentence.
import type { ColoredType } from './tokens.ts'

export type EntityType = ColoredType

/** One entity type: `label` names a tab or filter, `singular` and `plural` stand inside sentences. */
export type TypeWords = { type: EntityType; label: string; singular: string; plural: string }

/** In the order of the product's tabs. */
export const entityTypes: readonly TypeWords[] = [
  { type: 'book', label: 'Books', singular: 'book', plural: 'books' },
  { type: 'product', label: 'Products', singular: 'product', plural: 'products' },
  { type: 'person', label: 'People', singular: 'person', plural: 'people' },
  { type: 'company', label: 'Companies', singular: 'company', plural: 'companies' },
  { type: 'location', label: 'Locations', singular: 'location', plural: 'locations' },
  { type: 'concept', label: 'Concepts', singular: 'concept', plural: 'concepts' },
  { type: 'sponsor', label: 'Sponsors', singular: 'sponsor', plural: 'sponsors' },
]

/** Reads a type from an address or an answer; `organization` is another name of company. Unknown: undefined. */
export function entityType(text: string | null | undefined): EntityType | undefined {
  if (text === 'organization') return 'company'
  return entityTypes.find(t => t.type === text)?.type
}

/** The words of a type; an unknown one is shown as it was sent. */
export function typeWords(type: string): { label: string; singular: string; plural: string } {
  const known = entityType(type)
  return entityTypes.find(t => t.type === known) ?? { label: type, singular: type, plural: type }
}
