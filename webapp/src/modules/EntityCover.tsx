import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { Cover } from '@/ui/Cover'

/** The cover of an entity: people are round, and with `large` a book carries its title. */
export function EntityCover({ entity, large = false }: { entity: Pick<Entity, 'name' | 'type'>; large?: boolean }) {
  const { name, type } = entity
  return (
    <Cover name={name} type={type} round={type === 'person'} text={large && type === 'book' ? 'title' : 'initials'} />
  )
}
