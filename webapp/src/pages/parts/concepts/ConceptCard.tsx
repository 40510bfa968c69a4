import { Link } from 'react-router'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { topicOf } from '@/lib/topics'
import { safeExternalUrl } from '@/lib/url'
import { CardQuote } from '@/modules/CardQuote'
import { channelName } from '@/modules/channelName'
import { FavoriteButton } from '@/modules/FavoriteButton'
import { tellingDescription } from '@/modules/tellingDescription'
import { Badge } from '@/ui/Badge'
import { Card } from '@/ui/Card'
import { ExternalLink } from '@/ui/ExternalLink'
import './ConceptCard.css'

/** An idea, and where it was talked about. */
export function ConceptCard({ entity }: { entity: Entity }) {
  const url = safeExternalUrl(entity.metadata?.wikipediaUrl) ?? safeExternalUrl(entity.metadata?.websiteUrl)
  const description = tellingDescription(entity)
  const featured = entity.episodes.slice(0, 2)
  const own = paths.entity(entity)
  return (
    <Card type="concept" className="concept-card">
      <div className="concept-head">
        <h3>
          {url ? (
            <ExternalLink href={url} quiet>
              {entity.name}
            </ExternalLink>
          ) : (
            <Link className="concept-own" to={own}>
              {entity.name}
            </Link>
          )}
        </h3>
        <FavoriteButton itemType="entity" itemId={entity.id} name={entity.name} />
      </div>
      <p className="row">
        <Badge type="concept">{topicOf(entity)}</Badge>
        <Link className="small muted" to={own}>
          {counted(entity.episodeCount, 'episode')}
        </Link>
        {entity.recommenderCount > 0 && (
          <Badge tone="good" icon="star">
            Recommended by {entity.recommenderCount}
          </Badge>
        )}
      </p>
      {description && <p className="small clamp-3">{description}</p>}
      <CardQuote entity={entity} />
      {featured.length > 0 && (
        <div className="concept-featured">
          <p className="kicker">Featured In</p>
          <ul>
            {featured.map(e => (
              <li key={e.id}>
                <Link className="clamp-2" to={paths.episode(e.videoId)}>
                  {e.title}
                </Link>
                <span className="tiny muted">
                  {channelName(e.channel?.name)} · {counted(e.mentionCount, 'mention')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {entity.episodeCount > featured.length && (
        <p className="card-foot small">
          <Link to={paths.directory({ type: 'concept', entity: entity.id })}>
            View all {counted(entity.episodeCount, 'episode')}
          </Link>
        </p>
      )}
    </Card>
  )
}
