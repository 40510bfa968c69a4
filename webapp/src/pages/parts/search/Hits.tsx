import { useQuery } from '@/lib/query'
import { Link } from 'react-router'
import type { Channel } from '@/gen/mentionary/v1/channel_pb'
import type { Entity, Episode } from '@/gen/mentionary/v1/common_pb'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { SearchService, type PassageHit } from '@/gen/mentionary/v1/search_pb'
import { clock } from '@/lib/format'
import { here, paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { EntityCard } from '@/modules/EntityCard'
import { EpisodeCard } from '@/modules/EpisodeCard'
import { Failed } from '@/modules/Failed'
import { FavoriteButton } from '@/modules/FavoriteButton'
import { GivenByReader } from '@/modules/GivenByReader'
import { NoMatch } from '@/modules/NoMatch'
import { useSession } from '@/modules/session'
import { Cover } from '@/ui/Cover'
import { Found } from '@/ui/Mark'
import { Section } from '@/ui/Page'
import { SkeletonCards } from '@/ui/Skeleton'

const most = 12

const nothing = <NoMatch title="Nothing found" />

function Entities({ entities }: { entities: readonly Entity[] }) {
  if (entities.length === 0) return null
  return (
    <Section title="Mentions">
      <div className="grid search-entities">
        {entities.map(e => (
          <EntityCard key={e.id} entity={e} action={<FavoriteButton itemType="entity" itemId={e.id} name={e.name} />} />
        ))}
      </div>
    </Section>
  )
}

function Episodes({ episodes, more }: { episodes: readonly Episode[]; more?: { label: string; to: string } }) {
  if (episodes.length === 0) return null
  return (
    <Section title="Episodes" {...(more && { more })}>
      <div className="grid">
        {episodes.map(e => (
          <EpisodeCard key={e.id} episode={e} />
        ))}
      </div>
    </Section>
  )
}

function Channels({ channels }: { channels: readonly Channel[] }) {
  if (channels.length === 0) return null
  return (
    <Section title="Channels">
      <ul className="grid">
        {channels.map(c => (
          <li key={c.id} className="search-channel">
            <span>
              <Cover name={c.name} type="channel" src={c.thumbnailUrl} round />
            </span>
            <span>
              <Link to={paths.channel(c.channelId)}>{c.name}</Link>
              <span className="small muted">{counted(c.episodeCount, 'episode')}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Passages({ passages, query }: { passages: readonly PassageHit[]; query: string }) {
  if (passages.length === 0) return null
  return (
    <Section title="In transcripts">
      <ol className="search-passages">
        {passages.map(p => (
          <li key={`${p.videoId} ${p.start}`}>
            <p className="search-passage">
              <Found text={p.text} query={query} />
            </p>
            <p className="small muted">
              <Link to={`${paths.transcript(p.videoId)}#t=${Math.floor(p.start)}`}>
                {p.episodeTitle}, {clock(p.start)}
              </Link>{' '}
              {p.givenByReader && <GivenByReader />}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** The best of everything. */
export function BestHits({ query }: { query: string }) {
  const session = useSession()
  const answer = useQuery(SearchService.method.search, { query, limit: most, withQuotes: true })
  if (answer.isPending) return <SkeletonCards cover="" />
  if (answer.isError) return <Failed query={answer} />
  const { entities, episodes, channels, passages } = answer.data
  return (
    <>
      {entities.length + episodes.length + channels.length + passages.length === 0 && nothing}
      <Entities entities={entities} />
      <Channels channels={channels} />
      <Episodes
        episodes={episodes}
        more={{ label: 'View All', to: paths.directory({ search: query, tab: 'episodes' }) }}
      />
      <Passages passages={passages} query={query} />
      {session.state === 'out' && (
        <p className="search-note muted">
          <a href={paths.login(here())}>Sign In</a> to search in transcripts too.
        </p>
      )}
    </>
  )
}

/** What is of a type, or in a channel. */
export function FilteredHits({ search, type, channel }: { search: string; type: string; channel: string }) {
  const entities = useQuery(EntityService.method.listEntities, {
    search,
    type,
    channel,
    limit: most * 2,
    withQuotes: true,
  })
  const episodes = useQuery(EpisodeService.method.listEpisodes, { search, type, channel, limit: most })
  if (entities.isPending || episodes.isPending) return <SkeletonCards cover="" />
  return (
    <>
      {entities.isError && <Failed query={entities} />}
      {entities.data?.entities.length === 0 && episodes.data?.episodes.length === 0 && nothing}
      <Entities entities={entities.data?.entities ?? []} />
      {episodes.isError && <Failed query={episodes} />}
      <Episodes episodes={episodes.data?.episodes ?? []} />
    </>
  )
}
