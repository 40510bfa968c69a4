import { useQuery } from '@/lib/query'
import { StatsService } from '@/gen/mentionary/v1/stats_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Failed } from '@/modules/Failed'
import { Stats } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'

/** How much the directory holds; each number leads to its list. */
export function CatalogueStats() {
  const stats = useQuery(StatsService.method.getStats)
  if (stats.isError) return <Failed query={stats} title="Failed to fetch stats" />
  const shown = (n: number | undefined) => (n === undefined ? <Skeleton width="2.4ch" /> : count(n))
  return (
    <section className="landing-stats" aria-label="The directory in numbers" aria-busy={stats.isPending}>
      <Stats
        stats={[
          { label: 'Episodes analyzed', value: shown(stats.data?.totalEpisodes), to: paths.directory() },
          { label: 'Books', value: shown(stats.data?.totalBooks), type: 'book', to: paths.books() },
          { label: 'Products', value: shown(stats.data?.totalProducts), type: 'product', to: paths.products() },
          { label: 'People', value: shown(stats.data?.totalPeople), type: 'person', to: paths.people() },
        ]}
      />
    </section>
  )
}
