import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import type { ChannelStats } from '@/gen/mentionary/v1/channel_pb'
import { date, subscribers } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { Badge } from '@/ui/Badge'
import { Button, LinkButton } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Cover } from '@/ui/Cover'
import { ExternalButton } from '@/ui/ExternalLink'
import './channels.css'

function Figures({ channel }: { channel: ChannelStats }) {
  const followed = subscribers(channel.subscriberCount)
  return (
    <p className="row small muted figures">
      <span>{counted(channel.episodeCount, 'episode')}</span>
      <span>{counted(channel.totalMentions, 'mention')}</span>
      {followed && <span>{followed} subscribers</span>}
    </p>
  )
}

function Types({ channel }: { channel: ChannelStats }) {
  if (channel.topEntityTypes.length === 0) return null
  return (
    <p className="row channel-types">
      {channel.topEntityTypes.slice(0, 3).map(t => (
        <Badge key={t.type} type={t.type}>
          {counted(t.count, typeWords(t.type).singular)}
        </Badge>
      ))}
    </p>
  )
}

function Actions({ channel }: { channel: ChannelStats }) {
  return (
    <div className="row card-foot">
      {channel.channelId ? (
        <LinkButton size="small" to={paths.channel(channel.channelId)}>
          View Channel
        </LinkButton>
      ) : (
        <Button size="small" disabled>
          Channel Unavailable
        </Button>
      )}
      <ExternalButton href={channel.url} icon="arrow-up-right">
        Visit
      </ExternalButton>
    </div>
  )
}

/** A channel in a list. */
export function ChannelCard({ channel }: { channel: ChannelStats }) {
  return (
    <Card className="channel-card">
      <div className="channel-card-head">
        <div>
          <Cover name={channel.name} type="channel" src={channel.thumbnailUrl} round />
        </div>
        <div>
          <h3 className="clamp-2">{channel.name}</h3>
          <Figures channel={channel} />
        </div>
      </div>
      {channel.description && <p className="small clamp-2">{channel.description}</p>}
      <Types channel={channel} />
      <Actions channel={channel} />
    </Card>
  )
}

/** The channel with the most entities, with its three latest episodes. */
export function TopChannel({ channel }: { channel: ChannelStats }) {
  return (
    <Card className="channel-top" as="section">
      <div className="channel-top-cover">
        <Cover name={channel.name} type="channel" src={channel.thumbnailUrl} />
      </div>
      <div className="stack">
        <p className="kicker">Top Channel</p>
        <h2>{channel.name}</h2>
        <Figures channel={channel} />
        {channel.description && <p className="clamp-3">{channel.description}</p>}
        <Types channel={channel} />
        <Actions channel={channel} />
      </div>
      {channel.recentEpisodes.length > 0 && (
        <div className="channel-top-latest">
          <h3 className="kicker">Latest episodes</h3>
          <ol>
            {channel.recentEpisodes.slice(0, 3).map(e => (
              <li key={e.id}>
                <Link className="clamp-2" to={paths.episode(e.id)}>
                  {e.title}
                </Link>
                {e.publishedAt && (
                  <time className="tiny muted" dateTime={timestampDate(e.publishedAt).toISOString()}>
                    {date(timestampDate(e.publishedAt))}
                  </time>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Card>
  )
}
