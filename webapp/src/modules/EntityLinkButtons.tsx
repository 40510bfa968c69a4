import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { ExternalButton } from '@/ui/ExternalLink'
import { entityLinks } from './entityLinks'

/** A button for each link of an entity: Wiki, Buy, Profile, Maps, Website. */
export function EntityLinkButtons({ entity }: { entity: Pick<Entity, 'metadata'> }) {
  return entityLinks(entity.metadata).map(link => (
    <ExternalButton key={link.kind} href={link.url} icon={link.icon}>
      {link.label}
    </ExternalButton>
  ))
}
