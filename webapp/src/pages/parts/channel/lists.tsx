import type { ReactNode } from 'react'
import { useInfiniteQuery } from '@/lib/query'
import { ChannelService } from '@/gen/mentionary/v1/channel_pb'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { typeWords, type EntityType } from '@/lib/types'
import { EntityCard } from '@/modules/EntityCard'
import { EpisodeCard } from '@/modules/EpisodeCard'
import { Failed } from '@/modules/Failed'
import { FavoriteButton } from '@/modules/FavoriteButton'
import { ListEnd, type PagedQuery } from '@/modules/ListEnd'
import { NoMatch } from '@/modules/NoMatch'
import { byOffset, byToken } from '@/modules/paged'
import { SkeletonCards } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'

const pageSize = 24

/** The channel's episodes, also those that are still processed. */
export function ChannelEpisodes({ channelId, search }: { channelId: string; search: string }) {
  const query = useInfiniteQuery(
    ChannelService.method.listChannelEpisodes,
    { channelId, search, limit: pageSize, offset: 0 },
    byOffset(p => p.episodes.length),
  )
  const episodes = query.data?.pages.flatMap(p => p.episodes) ?? []
  return (
    <>
      <h2 className="visually-hidden">Episodes</h2>
      {query.isPending && <SkeletonCards />}
      {query.isError && !query.isFetchNextPageError && <Failed query={query} />}
      {query.isSuccess &&
        episodes.length === 0 &&
        (search ? (
          <NoMatch title="No episodes found" />
        ) : (
          <Empty icon="episode" title="No episodes found yet. Try processing more content!" />
        ))}
      <div className="grid">
        {episodes.map(e => (
          <EpisodeCard key={e.id} episode={e} />
        ))}
      </div>
      <ListEnd query={query} />
    </>
  )
}

/** What of a type is mentioned in the channel: with words the directory is searched, without them the channel's own order counts. */
export function ChannelEntities({ channelId, type, search }: { channelId: string; type: EntityType; search: string }) {
  return search ? (
    <Found channelId={channelId} type={type} search={search} />
  ) : (
    <MostMentioned channelId={channelId} type={type} />
  )
}

function MostMentioned({ channelId, type }: { channelId: string; type: EntityType }) {
  const query = useInfiniteQuery(
    ChannelService.method.listChannelEntities,
    { channelId, type, limit: pageSize, offset: 0, withQuotes: true },
    byOffset(p => p.entities.length),
  )
  const empty = <Empty title={`No ${typeWords(type).plural} found yet. Try processing more episodes!`} />
  return <Entities type={type} query={query} entities={query.data?.pages.flatMap(p => p.entities)} empty={empty} />
}

function Found({ channelId, type, search }: { channelId: string; type: EntityType; search: string }) {
  const query = useInfiniteQuery(
    EntityService.method.listEntities,
    { channel: channelId, type, search, limit: pageSize, pageToken: '', withQuotes: true },
    byToken,
  )
  const empty = <NoMatch title={`No ${typeWords(type).plural} found`} />
  return <Entities type={type} query={query} entities={query.data?.pages.flatMap(p => p.entities)} empty={empty} />
}

type EntitiesProps = { type: EntityType; query: PagedQuery; entities: readonly Entity[] | undefined; empty: ReactNode }

function Entities({ type, query, entities, empty }: EntitiesProps) {
  return (
    <>
      <h2 className="visually-hidden">{typeWords(type).label}</h2>
      {query.error && !query.isFetchNextPageError ? <Failed query={query} /> : !entities && <SkeletonCards cover="" />}
      {entities?.length === 0 && empty}
      <div className="grid channel-entities">
        {entities?.map(e => (
          <EntityCard
            key={e.id}
            entity={e}
            inChannel
            action={<FavoriteButton itemType="entity" itemId={e.id} name={e.name} />}
          />
        ))}
      </div>
      <ListEnd query={query} />
    </>
  )
}
