import { useQuery } from '@connectrpc/connect-query'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { AdminPage } from '@/modules/admin/AdminPage'
import { useAddress } from '@/modules/address'
import { Answered } from '@/modules/Answered'
import { Tabs } from '@/ui/Tabs'
import { Overview } from './parts/trends/Overview'
import { RecentActivity } from './parts/trends/RecentActivity'
import './parts/trends/trends.css'

/** What happened on the platform, over a chosen period. */
export function Component() {
  const { read, choose } = useAddress()
  const tab = read('tab') === 'activity' ? 'activity' : 'overview'
  const stats = useQuery(AdminService.method.getAdminStats, {}, { refetchOnMount: 'always' })
  return (
    <AdminPage title="Trends and Analytics" lead="What was submitted, what was mentioned, and what is on the rise.">
      <Answered query={stats} height={160}>
        {data => (
          <Tabs
            label="Trends and analytics"
            value={tab}
            onChange={id => choose({ tab: id === 'activity' ? id : undefined })}
            tabs={[
              { id: 'overview', label: 'Overview' },
              { id: 'activity', label: 'Recent Activity' },
            ]}
          >
            {tab === 'activity' ? <RecentActivity stats={data} /> : <Overview stats={data} />}
          </Tabs>
        )}
      </Answered>
    </AdminPage>
  )
}
