import { useCallback } from 'react'
import { useQuery } from '@/lib/query'
import { useParams } from 'react-router'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { paths } from '@/lib/paths'
import { Failed, isNotFound } from '@/modules/Failed'
import { useSession } from '@/modules/session'
import { LinkButton } from '@/ui/Button'
import { Page } from '@/ui/Page'
import { SkeletonPage } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { FullEpisode } from './parts/episode/FullEpisode'
import { KnownEpisode, knownEpisode } from './parts/episode/KnownEpisode'
import { Teaser } from './parts/episode/Teaser'
import { useProcessed } from './parts/episode/useProcessed'

/** One episode: everything for people with an account, a teaser for visitors. */
export function Component() {
  const { id = '' } = useParams()
  const session = useSession()
  const query = useQuery(EpisodeService.method.getEpisode, { id })
  // Asked for at the same time; the full page finds the answer by the same key.
  const entities = useQuery(EpisodeService.method.listEpisodeEntities, { id }, { enabled: session.state === 'in' })
  const episode = query.data?.episode
  const { refetch } = query
  const { refetch: refetchEntities } = entities
  const reread = useCallback(() => {
    void refetch().then(({ data }) => {
      if (data?.episode?.isProcessed) void refetchEntities()
    })
  }, [refetch, refetchEntities])
  useProcessed({
    waiting: session.state === 'in' && episode?.isProcessed === false,
    key: `${id} ${episode?.visibility}`,
    reread,
  })
  const goHome = (
    <LinkButton look="primary" to={paths.home()}>
      Go Home
    </LinkButton>
  )

  if (query.isPending || session.state === 'loading') {
    const drawn = knownEpisode()
    return drawn ? <KnownEpisode episode={drawn} /> : <SkeletonPage picture="wide" />
  }
  if (isNotFound(query.error) || (query.isSuccess && !episode))
    return (
      <Page title="Episode not found">
        <Empty icon="episode" heading="h1" title="Episode not found">
          {goHome}
        </Empty>
      </Page>
    )
  if (!episode)
    return (
      <Page title="Episode">
        <Failed query={query} heading="h1">
          {goHome}
        </Failed>
      </Page>
    )
  return session.state === 'in' ? (
    <FullEpisode key={episode.id} id={id} episode={episode} />
  ) : (
    <Teaser key={episode.id} episode={episode} />
  )
}
