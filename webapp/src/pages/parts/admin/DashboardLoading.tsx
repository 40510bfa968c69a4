import { Loading, Skeleton } from '@/ui/Skeleton'

/** The places of the dashboard while its three sets of data load. */
export function DashboardLoading() {
  return (
    <Loading>
      <div className="stack">
        <div className="figure-cards">
          {[1, 2, 3, 4].map(i => (
            <Skeleton key={i} height={124} />
          ))}
        </div>
        <div className="admin-pair">
          <Skeleton height={300} />
          <Skeleton height={300} />
        </div>
        <Skeleton height={360} />
      </div>
    </Loading>
  )
}
