import { useQuery } from '@/lib/query'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { paths } from '@/lib/paths'
import { Section } from '@/ui/Page'
import { SkeletonCards } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { EpisodeCard } from './EpisodeCard'
import { Failed } from './Failed'

/** The newest analyses, as the landing page and home show them. */
export function RecentEpisodes({
  limit,
  empty,
}: {
  limit: number
  /** what is said while there are none */ empty: string
}) {
  const episodes = useQuery(EpisodeService.method.listEpisodes, { limit })
  return (
    <Section title="Recently Analyzed Episodes" kicker="New" more={{ label: 'View All', to: paths.directory() }}>
      {episodes.isPending && <SkeletonCards />}
      {episodes.isError && <Failed query={episodes} />}
      {episodes.data &&
        (episodes.data.episodes.length > 0 ? (
          <div className="grid">
            {episodes.data.episodes.map(e => (
              <EpisodeCard key={e.id} episode={e} analyzed />
            ))}
          </div>
        ) : (
          <Empty icon="episode" title={empty} />
        ))}
    </Section>
  )
}
