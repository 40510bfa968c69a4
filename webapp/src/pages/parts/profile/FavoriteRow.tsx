import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import { date } from '@/lib/format'
import { paths } from '@/lib/paths'
import { typeWords } from '@/lib/types'
import { byline } from '@/modules/byline'
import { channelName } from '@/modules/channelName'
import { EntityCover } from '@/modules/EntityCover'
import { FavoriteButton } from '@/modules/FavoriteButton'
import { tellingDescription } from '@/modules/tellingDescription'
import { Badge } from '@/ui/Badge'
import { Cover } from '@/ui/Cover'
import { ExternalButton } from '@/ui/ExternalLink'
import { isEpisode, type SavedEntity, type SavedEpisode } from './collection'

/** When it was saved. */
export function Added({ at }: { at: Timestamp | undefined }) {
  if (!at) return null
  const moment = timestampDate(at)
  return (
    <time className="small muted" dateTime={moment.toISOString()}>
      Added {date(moment)}
    </time>
  )
}

/** A saved episode: where it is from, when it was saved, and the way to it. */
export function EpisodeRow({ favorite: { episode, itemId, createdAt } }: { favorite: SavedEpisode }) {
  return (
    <li className="saved saved-episode">
      <span className="saved-cover">
        <Cover name={episode.title} type="episode" src={episode.thumbnailUrl} />
      </span>
      <div className="saved-words">
        <Link className="saved-name clamp-2" to={paths.episode(episode.id)}>
          {episode.title}
        </Link>
        <p className="row">
          <Badge icon="episode">{channelName(episode.channel?.name)}</Badge>
          <Added at={createdAt} />
        </p>
      </div>
      <div className="row saved-do">
        <ExternalButton href={episode.pageUrl} icon="play">
          Watch
        </ExternalButton>
        <FavoriteButton itemType="episode" itemId={itemId} name={episode.title} />
      </div>
    </li>
  )
}

/** A saved entity: what it is and when it was saved. */
export function EntityRow({ favorite: { entity, itemId, createdAt } }: { favorite: SavedEntity }) {
  const below = byline(entity)
  const description = tellingDescription(entity)
  const type = typeWords(entity.type).singular
  return (
    <li className={`saved type-${entity.type}`}>
      <span className="saved-cover">
        <EntityCover entity={entity} />
      </span>
      <div className="saved-words">
        <Link className="saved-name clamp-2" to={paths.entity(entity)}>
          {entity.name}
        </Link>
        {below && <p className="small muted clamp-2">{below}</p>}
        {description && <p className="small clamp-2">{description}</p>}
        <p className="row">
          <Badge type={entity.type}>
            <span className="saved-type">{type}</span>
          </Badge>
          <Added at={createdAt} />
        </p>
      </div>
      <div className="row saved-do">
        <FavoriteButton itemType="entity" itemId={itemId} name={entity.name} />
      </div>
    </li>
  )
}

/** Whatever was saved. */
export function FavoriteRow({ favorite }: { favorite: SavedEpisode | SavedEntity }) {
  return isEpisode(favorite) ? <EpisodeRow favorite={favorite} /> : <EntityRow favorite={favorite} />
}
