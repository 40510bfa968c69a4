import type { Entity } from '@/gen/mentionary/v1/common_pb'

/** What stands below the name: who wrote, made or employs it, or where it is. Nothing that only says the name again. */
export function byline(entity: Pick<Entity, 'type' | 'name' | 'metadata'>): string | undefined {
  const { title, author, company, country } = entity.metadata ?? {}
  const other = (value: string | undefined) =>
    value && value.toLocaleLowerCase('en') !== entity.name.toLocaleLowerCase('en') ? value : undefined
  const by = (who: string | undefined, word: string) => other(who) && `${word} ${who}`
  switch (entity.type) {
    case 'book':
      return by(author, 'by')
    case 'product':
      return by(company, 'by')
    case 'person':
      return other(title) ?? by(company, 'at')
    case 'location':
      return other(country)
    default:
      return undefined
  }
}
