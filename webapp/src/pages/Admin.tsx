import { useQuery } from '@connectrpc/connect-query'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { AdminPage } from '@/modules/admin/AdminPage'
import { may, useSession } from '@/modules/session'
import { Dashboard } from './parts/admin/Dashboard'
import { DashboardLoading } from './parts/admin/DashboardLoading'
import { Failed } from '@/modules/Failed'
import './parts/admin/admin.css'

/** What is looked at anew whenever somebody opens the page. */
const now = { refetchOnMount: 'always' } as const

/** The dashboard: figures, health, what happened last, people, and the ways to the other pages, by the role of the person. */
export function Component() {
  const admin = may(useSession(), 'admin')
  const stats = useQuery(AdminService.method.getAdminStats, {}, now)
  const analytics = useQuery(AdminService.method.getAnalytics, {}, now)
  const health = useQuery(AdminService.method.getHealth, {}, now)
  const failed = [stats, analytics, health].find(query => query.isError && !query.data)
  return (
    <AdminPage
      title="Admin Dashboard"
      lead="Recent activity, the state of the system, and everything else you can manage."
    >
      {failed ? (
        <Failed query={failed} />
      ) : stats.data && analytics.data && health.data ? (
        <Dashboard admin={admin} stats={stats.data} analytics={analytics.data} health={health.data} look={health} />
      ) : (
        <DashboardLoading />
      )}
    </AdminPage>
  )
}
