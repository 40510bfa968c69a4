import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import type { Episode } from '@/gen/mentionary/v1/common_pb'
import { date, durationMinutes } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { channelName } from '@/modules/channelName'
import { FavoriteButton } from '@/modules/FavoriteButton'
import { GivenByReader } from '@/modules/GivenByReader'
import { ListenButton } from '@/modules/player/ListenButton'
import { ReportButton } from '@/modules/ReportButton'
import { share } from '@/modules/share'
import { privateWord, processedWords } from '@/modules/stateWords'
import { Badge } from '@/ui/Badge'
import { Button, LinkButton } from '@/ui/Button'
import { Cover } from '@/ui/Cover'
import { ExternalButton } from '@/ui/ExternalLink'
import { Icon } from '@/ui/Icon'
import { Review } from './Review'

/** Picture, channel, title and figures; the same for visitors and readers. */
export function EpisodeFacts({ episode }: { episode: Episode }) {
  const published = episode.publishedAt && timestampDate(episode.publishedAt)
  const minutes = durationMinutes(episode.duration)
  const channel = episode.channel
  const processed = processedWords(episode)
  return (
    <>
      <p className="row">
        {channel?.channelId ? (
          <Link className="badge episode-channel" to={paths.channel(channel.channelId)}>
            {channelName(channel.name)}
          </Link>
        ) : (
          <Badge>{channelName(channel?.name)}</Badge>
        )}
        {!episode.isProcessed && <Badge tone={processed.tone}>{processed.label}</Badge>}
        {episode.visibility === 'private' && <Badge icon="eye">{privateWord}</Badge>}
        {episode.givenByReader && <GivenByReader />}
      </p>
      <h1 className="episode-title">{episode.title}</h1>
      <p className="row muted figures">
        {minutes && (
          <span>
            <Icon name="clock" /> {minutes}
          </span>
        )}
        {episode.viewCount !== undefined && (
          <span>
            <Icon name="eye" /> {counted(episode.viewCount, 'view')}
          </span>
        )}
        {published && (
          <span>
            <Icon name="calendar" /> <time dateTime={published.toISOString()}>{date(published)}</time>
          </span>
        )}
      </p>
    </>
  )
}

/** The head of a full episode, with everything that can be done with it. */
export function EpisodeHead({ episode }: { episode: Episode }) {
  const url = new URL(paths.episode(episode.id), location.origin).href
  return (
    <header className="episode-head">
      <div className="episode-cover">
        <Cover name={episode.title} type="episode" src={episode.thumbnailUrl} first />
        <ListenButton episode={episode} look="primary" />
      </div>
      <div className="episode-head-words">
        <EpisodeFacts episode={episode} />
        <Review episode={episode} />
        <div className="row episode-actions">
          <FavoriteButton itemType="episode" itemId={episode.id} name={episode.title} words />
          <Button icon="share" onClick={() => void share({ title: episode.title, url })}>
            Share
          </Button>
          <ExternalButton href={episode.pageUrl} icon="play">
            Watch
          </ExternalButton>
          {episode.hasTranscript && (
            <LinkButton icon="list" to={paths.transcript(episode.videoId)}>
              Transcript
            </LinkButton>
          )}
          <ReportButton itemType="episode" itemId={episode.id} name={episode.title} />
        </div>
      </div>
    </header>
  )
}
