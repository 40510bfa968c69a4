import { useState } from 'react'
import { Link } from 'react-router'
import type { ChannelStats } from '@/gen/mentionary/v1/channel_pb'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { Failed } from '@/modules/Failed'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Cover } from '@/ui/Cover'
import { Section } from '@/ui/Page'
import { Loading, Skeleton } from '@/ui/Skeleton'
import { useTopChannels } from './topChannels'

/** Ranks shown at first. */
const shortList = 10

function Rank({ rank, channel }: { rank: number; channel: ChannelStats }) {
  return (
    <li className="rank">
      <span className="rank-number figures" role="img" aria-label={`Number ${rank}`}>
        {rank}
      </span>
      <span>
        <Cover name={channel.name} type="channel" src={channel.thumbnailUrl} />
      </span>
      <span className="rank-words">
        <Link className="rank-name" to={paths.channel(channel.channelId)}>
          {channel.name}
        </Link>
        <span className="small muted">
          {counted(channel.totalMentions, 'mention')} in {counted(channel.episodeCount, 'episode')}
        </span>
        {channel.topEntityTypes.length > 0 && (
          <span className="rank-types">
            {channel.topEntityTypes.slice(0, 3).map(t => (
              <Badge key={t.type} type={t.type}>
                {counted(t.count, typeWords(t.type).singular)}
              </Badge>
            ))}
          </span>
        )}
      </span>
    </li>
  )
}

/** The channels with the most mentions, at most a hundred. */
export function TopPodcasts() {
  const channels = useTopChannels()
  const [all, setAll] = useState(false)
  const ranked = channels.data?.channels ?? []
  return (
    <Section title="Top 100 Podcasts" kicker="By mentions" more={{ label: 'All channels', to: paths.channels() }}>
      {channels.isPending && (
        <Loading>
          <div className="ranks">
            {[1, 2, 3, 4].map(i => (
              <div key={i} className="rank">
                <Skeleton width="1.4ch" height={40} />
                <span>
                  <Skeleton height={64} />
                </span>
                <span className="rank-words">
                  <Skeleton width="70%" />
                  <Skeleton width="45%" height={14} />
                </span>
              </div>
            ))}
          </div>
        </Loading>
      )}
      {channels.isError && <Failed query={channels} />}
      {channels.data && (
        <ol className="ranks">
          {ranked.length === 0 ? (
            <li className="rank">
              <span className="rank-number figures" role="img" aria-label="Number 1">
                1
              </span>
              <span>
                <Cover name="Your favorite podcast" type="channel" />
              </span>
              <span className="rank-words">
                <span className="rank-name">Available for analysis</span>
                <span className="small muted">Ready to process</span>
              </span>
            </li>
          ) : (
            (all ? ranked : ranked.slice(0, shortList)).map((c, i) => <Rank key={c.id} rank={i + 1} channel={c} />)
          )}
        </ol>
      )}
      {!all && ranked.length > shortList && (
        <div className="rank-more">
          <Button onClick={() => setAll(true)}>Show all {ranked.length}</Button>
        </div>
      )}
    </Section>
  )
}
