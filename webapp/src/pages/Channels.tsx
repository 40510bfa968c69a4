import { useQuery } from '@/lib/query'
import { ChannelService, type ChannelStats } from '@/gen/mentionary/v1/channel_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { paths } from '@/lib/paths'
import { useAddress } from '@/modules/address'
import { EpisodeCard } from '@/modules/EpisodeCard'
import { Failed } from '@/modules/Failed'
import { NoMatch } from '@/modules/NoMatch'
import { SearchBox } from '@/modules/SearchBox'
import { Page, PageHead, Section } from '@/ui/Page'
import { SkeletonCards } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { Tabs } from '@/ui/Tabs'
import { ChannelCard, TopChannel } from './parts/channels/ChannelCard'

/** Each tab shows the first channels of an order of the whole directory. */
const tabs = [
  { id: 'featured', label: 'Featured Channels', asked: { sort: 'entities', limit: 6 } },
  { id: 'active', label: 'Most Active', asked: { sort: 'episodes', limit: 8 } },
  { id: 'recent', label: 'Recently Updated', asked: { sort: 'recent', limit: 8 } },
] as const

const latestFetched = 12
const latestShown = 6

function Cards({ channels }: { channels: readonly ChannelStats[] }) {
  return (
    <ul className="grid channel-cards">
      {channels.map(c => (
        <li key={c.id}>
          <ChannelCard channel={c} />
        </li>
      ))}
    </ul>
  )
}

function Featured({ channels }: { channels: readonly ChannelStats[] }) {
  const [top, ...more] = channels
  if (!top) return null
  return (
    <>
      <TopChannel channel={top} />
      {more.length > 0 && (
        <>
          <h2 className="channels-more">More Featured Channels</h2>
          <Cards channels={more} />
        </>
      )}
    </>
  )
}

/** Shows and what is mentioned in them. */
export function Component() {
  const { read, readSearch, choose, write } = useAddress()
  const search = readSearch('search')
  const { id: tab, label, asked } = tabs.find(t => t.id === read('tab')) ?? tabs[0]
  const query = useQuery(ChannelService.method.listChannelStats, { search, ...asked })
  const latest = useQuery(EpisodeService.method.listEpisodes, { limit: latestFetched, sort: 'published' })
  const channels = query.data?.channels ?? []
  return (
    <Page title="Channels">
      <PageHead
        kicker="Channels"
        title="The shows we listen to"
        lead="Podcasts and video channels, by how much is mentioned in them."
      />
      <div className="channels-search">
        <SearchBox label="Search channels" value={read('search')} onSearch={text => write({ search: text })} />
      </div>
      <Tabs label="Channels" value={tab} onChange={v => choose({ tab: v === 'featured' ? undefined : v })} tabs={tabs}>
        {tab !== 'featured' && <h2 className="visually-hidden">{label}</h2>}
        {query.isPending && <SkeletonCards cover="" />}
        {query.isError && <Failed query={query} />}
        {query.isSuccess &&
          channels.length === 0 &&
          (search ? (
            <NoMatch icon="episode" title="No channels found" />
          ) : (
            <Empty
              icon="episode"
              title="No channels found"
              text="Channels appear here when their first episode is analyzed."
            />
          ))}
        {tab === 'featured' && <Featured channels={channels} />}
        {tab === 'active' && <Cards channels={channels} />}
        {tab === 'recent' && <Cards channels={channels.filter(c => c.recentEpisodes.length > 0)} />}
      </Tabs>
      <Section title="Latest Episodes Across All Channels" more={{ label: 'View All', to: paths.directory() }}>
        {latest.isPending && <SkeletonCards />}
        {latest.isError && <Failed query={latest} />}
        {latest.data?.episodes.length === 0 && <Empty icon="episode" title="No episodes found" />}
        <div className="grid">
          {latest.data?.episodes.slice(0, latestShown).map(e => (
            <EpisodeCard key={e.id} episode={e} />
          ))}
        </div>
      </Section>
    </Page>
  )
}
