import type { ReactNode } from 'react'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { entityType, type EntityType } from '@/lib/types'
import { ExternalButton } from '@/ui/ExternalLink'
import { entityLinks, type EntityLink } from './entityLinks'
import './EntityLinkSlots.css'

/** The two links that have a place of their own, by type. The first is the one that most have, so that few places are empty before it. */
const places: Partial<Record<EntityType, readonly EntityLink['kind'][]>> = {
  book: ['wikipedia', 'amazon'],
  product: ['wikipedia', 'amazon'],
  person: ['wikipedia', 'linkedin'],
  location: ['maps', 'wikipedia'],
}
const others: readonly EntityLink['kind'][] = ['wikipedia', 'website']

/**
 * The links of an entity in a list: in the last line Wiki and Buy, each at its place whether or not the other is there, further
 * ones above. `none` stands there when there are none.
 */
export function EntityLinkSlots({ entity, none }: { entity: Pick<Entity, 'type' | 'metadata'>; none?: ReactNode }) {
  const links = entityLinks(entity.metadata)
  if (links.length === 0) return none
  const type = entityType(entity.type)
  const place = (type && places[type]) ?? others
  const further = links.filter(l => !place.includes(l.kind))
  return (
    <div className="link-slots">
      {further.length > 0 && <p className="row">{further.map(button)}</p>}
      {further.length < links.length && (
        <div className="link-places">
          {place.map(kind => (
            <span key={kind}>{links.filter(l => l.kind === kind).map(button)}</span>
          ))}
        </div>
      )}
    </div>
  )
}

const button = (link: EntityLink) => (
  <ExternalButton key={link.kind} href={link.url} icon={link.icon}>
    {link.label}
  </ExternalButton>
)
