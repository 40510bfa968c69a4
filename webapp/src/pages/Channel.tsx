import type { ReactNode } from 'react'
import { useQuery } from '@/lib/query'
import { useParams } from 'react-router'
import { ChannelService, type Channel } from '@/gen/mentionary/v1/channel_pb'
import { subscribers } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { entityTypes, type EntityType } from '@/lib/types'
import { useAddress } from '@/modules/address'
import { Failed, isNotFound } from '@/modules/Failed'
import { FollowButton } from '@/modules/FollowButton'
import { SearchBox } from '@/modules/SearchBox'
import { Badge } from '@/ui/Badge'
import { LinkButton } from '@/ui/Button'
import { Cover } from '@/ui/Cover'
import { ExternalButton } from '@/ui/ExternalLink'
import { Page } from '@/ui/Page'
import { SkeletonPage } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { Tabs, type Tab } from '@/ui/Tabs'
import { KnownChannel, knownChannel, KnownEpisodes } from './parts/channel/KnownChannel'
import { ChannelEntities, ChannelEpisodes } from './parts/channel/lists'
import './parts/channel/channel.css'

type TabName = 'episodes' | EntityType
const tabs: readonly Tab<TabName>[] = [
  { id: 'episodes', label: 'Episodes' },
  ...entityTypes.map(t => ({ id: t.type, label: t.label, type: t.type })),
]

function ChannelHead({ channel }: { channel: Channel }) {
  const followed = subscribers(channel.subscriberCount)
  return (
    <header className="channel-head">
      <div className="channel-head-cover">
        <Cover name={channel.name} type="channel" src={channel.thumbnailUrl} round first />
      </div>
      <div className="channel-head-words">
        <p className="row">
          <span className="kicker">Channel</span>
          {channel.featured && (
            <Badge tone="good" icon="star">
              Featured
            </Badge>
          )}
        </p>
        <h1>{channel.name}</h1>
        {channel.description && <p className="lead channel-description">{channel.description}</p>}
        <p className="row muted figures">
          <span>{counted(channel.episodeCount, 'episode')}</span>
          <span>{counted(channel.totalMentions, 'mention')}</span>
          {followed && <span>{followed} subscribers</span>}
        </p>
        <div className="row">
          <FollowButton channel={channel} />
          <ExternalButton href={channel.url} icon="arrow-up-right">
            Visit
          </ExternalButton>
        </div>
      </div>
    </header>
  )
}

/** One show: its episodes, and what is mentioned in them. */
export function Component() {
  const { channelId = '' } = useParams()
  const { read, readSearch, choose, write } = useAddress()
  const search = readSearch('search')
  const tab: TabName = tabs.find(t => t.id === read('tab'))?.id ?? 'episodes'
  const query = useQuery(ChannelService.method.getChannel, { channelId })
  const channel = query.data?.channel
  const below = (list: ReactNode) => (
    <>
      <div className="channel-search">
        <SearchBox label="Search this channel" value={read('search')} onSearch={text => write({ search: text })} />
      </div>
      <Tabs label="Channel" tabs={tabs} value={tab} onChange={v => choose({ tab: v === 'episodes' ? undefined : v })}>
        {list}
      </Tabs>
    </>
  )

  if (query.isPending) {
    const drawn = knownChannel()
    return drawn ? (
      <KnownChannel channel={drawn}>{below(<KnownEpisodes />)}</KnownChannel>
    ) : (
      <SkeletonPage picture="round" />
    )
  }
  if (isNotFound(query.error) || (query.isSuccess && !channel))
    return (
      <Page title="Channel not found">
        <Empty icon="episode" heading="h1" title="Channel not found">
          <LinkButton look="primary" to={paths.channels()}>
            All channels
          </LinkButton>
        </Empty>
      </Page>
    )
  if (!channel)
    return (
      <Page title="Channel">
        <Failed query={query} heading="h1" />
      </Page>
    )
  return (
    <Page title={channel.name}>
      <ChannelHead channel={channel} />
      {below(
        tab === 'episodes' ? (
          <ChannelEpisodes channelId={channel.channelId} search={search} />
        ) : (
          <ChannelEntities key={tab} channelId={channel.channelId} type={tab} search={search} />
        ),
      )}
    </Page>
  )
}
