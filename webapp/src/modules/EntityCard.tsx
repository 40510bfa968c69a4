import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { Badge } from '@/ui/Badge'
import { Card } from '@/ui/Card'
import { byline } from './byline'
import { CardQuote } from './CardQuote'
import { EntityCover } from './EntityCover'
import { EntityLinkSlots } from './EntityLinkSlots'
import { takesPart } from './takesPart'
import { tellingDescription } from './tellingDescription'
import './EntityCard.css'

/** An entity in a list: cover, name, what it is, what was said about it, how often it was mentioned, and its links. */
export function EntityCard({
  entity,
  action,
  unlinked,
  inChannel = false,
  children,
}: {
  entity: Entity
  /** for example the favorite button, at the upper right */ action?: ReactNode
  /** stands where the links would, when there are none */ unlinked?: ReactNode
  /** on the page of one show */ inChannel?: boolean
  /** more below the description */ children?: ReactNode
}) {
  const below = byline(entity)
  const description = tellingDescription(entity)
  return (
    <Card type={entity.type} className="entity-card">
      <div>
        <EntityCover entity={entity} large />
      </div>
      <div className="entity-card-words">
        <div className="entity-card-head">
          <h3 className="clamp-3">
            <Link className="card-link" to={paths.entity(entity)}>
              {entity.name}
            </Link>
          </h3>
          {action}
        </div>
        {below && <p className="small muted clamp-2">{below}</p>}
        {description && <p className="small clamp-3">{description}</p>}
        <CardQuote entity={entity} inChannel={inChannel} />
        {children}
        <div className="stack stack-tight card-foot">
          <p className="row">
            {entity.mentionCount > 0 && <Badge type={entity.type}>{counted(entity.mentionCount, 'mention')}</Badge>}
            {entity.recommenderCount > 0 && (
              <Badge tone="good" icon="star">
                Recommended by {entity.recommenderCount}
              </Badge>
            )}
            {takesPart(entity) && <Badge icon="episode">Host or guest</Badge>}
          </p>
          <EntityLinkSlots entity={entity} none={unlinked} />
        </div>
      </div>
    </Card>
  )
}
