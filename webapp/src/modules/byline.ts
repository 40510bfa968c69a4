import type { Entity } from '@/gen/mentionary/v1/common_pb'

/** What stands below the name: who wrote, made or employs it, or where it is. */
export function byline(entity: Pick<Entity, 'type' | 'metadata'>): string | undefined {
  const m = entity.metadata
  switch (entity.type) {
    case 'book':
      return m?.author && `by ${m.author}`
    case 'product':
      return m?.company && `by ${m.company}`
    case 'person':
      return m?.title ?? (m?.company && `at ${m.company}`)
    case 'location':
      return m?.country
    default:
      return undefined
  }
}
