import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import type { Episode } from '@/gen/mentionary/v1/common_pb'
import { ago, date, dateTime, duration } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { Badge } from '@/ui/Badge'
import { LinkButton } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Cover } from '@/ui/Cover'
import { ExternalButton } from '@/ui/ExternalLink'
import { Icon } from '@/ui/Icon'
import { channelName } from './channelName'
import { processedWords } from './stateWords'
import './EpisodeCard.css'

/** An episode in a list, the same on every page. */
export function EpisodeCard({
  episode,
  analyzed = false,
}: {
  episode: Episode
  /** says when it was analyzed, where the list is about that */ analyzed?: boolean
}) {
  const published = episode.publishedAt && timestampDate(episode.publishedAt)
  const read = analyzed && episode.analyzedAt ? timestampDate(episode.analyzedAt) : undefined
  const processed = processedWords(episode)
  const length = duration(episode.duration)
  const count = (type: string) => episode.counts.find(c => c.type === type)?.count ?? 0
  return (
    <Card className="episode-card">
      <Cover name={episode.title} type="episode" src={episode.thumbnailUrl} />
      <div className="episode-card-line small">
        <Badge>{channelName(episode.channel?.name)}</Badge>
        {published && (
          <time className="muted" dateTime={published.toISOString()}>
            {date(published)}
          </time>
        )}
      </div>
      <h3 className="clamp-2">
        <Link className="card-link" to={paths.episode(episode.id)}>
          {episode.title}
        </Link>
      </h3>
      {episode.description && <p className="small muted clamp-3">{episode.description}</p>}
      <div className="row small muted figures">
        {length && (
          <span>
            <Icon name="clock" /> {length}
          </span>
        )}
        <span className="type-book">
          <Icon name="book" /> {counted(count('book'), 'book')}
        </span>
        <span className="type-person">
          <Icon name="people" /> {counted(count('person'), 'person')}
        </span>
        {read && (
          <span>
            <Icon name="check" /> Analyzed{' '}
            <time className="episode-card-read" dateTime={read.toISOString()} title={dateTime(read)}>
              {ago(read)}
            </time>
          </span>
        )}
        {!episode.isProcessed && <Badge tone={processed.tone}>{processed.label}</Badge>}
      </div>
      <div className="row row-between card-foot">
        <LinkButton size="small" to={paths.episode(episode.id)}>
          View Details
        </LinkButton>
        <ExternalButton href={episode.pageUrl} icon="play">
          Watch
        </ExternalButton>
      </div>
    </Card>
  )
}
