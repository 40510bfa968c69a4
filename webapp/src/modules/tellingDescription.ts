import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { typeWords } from '@/lib/types'
import { byline } from './byline'

// Words that tie names together, and kinds of places and works that the page names already.
const fillers = new Set(['a', 'an', 'and', 'at', 'by', 'from', 'in', 'is', 'of', 'the', 'to', 'place', 'company'])

const wordsOf = (text: string) => text.toLocaleLowerCase('en').match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * The description of an entity, if it tells more than what stands above it: its name, its type and the line below the name.
 * "Book by Cal Newport" below "by Cal Newport" does not: undefined. Of "Search engine by Google" below "by Google" the first half does.
 */
export function tellingDescription(
  entity: Pick<Entity, 'type' | 'name' | 'metadata' | 'description'>,
): string | undefined {
  const below = byline(entity)
  const above = [entity.name, typeWords(entity.type).singular, below ?? '']
  const description = entity.description ?? ''
  if (!tellsMore(description, above)) return undefined
  return below?.startsWith('by ') && description.endsWith(` ${below}`)
    ? description.slice(0, -below.length).trimEnd()
    : description
}

/** Whether a line says a word that none of the lines above it says. */
export function tellsMore(line: string, above: readonly string[]): boolean {
  const said = new Set(wordsOf(above.join(' ')))
  return wordsOf(line).some(word => !said.has(word) && !fillers.has(word))
}
