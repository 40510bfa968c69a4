import { useQuery } from '@connectrpc/connect-query'
import { Tabs } from 'antd'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { AdminPage } from '@/modules/admin/AdminPage'
import { useAddress } from '@/modules/address'
import { Failed } from '@/modules/Failed'
import { SkeletonRows } from '@/ui/Skeleton'
import { Overview } from './parts/trends/Overview'
import { RecentActivity } from './parts/trends/RecentActivity'
import './parts/trends/trends.css'

/** What happened on the platform, over a chosen period. */
export function Component() {
  const { read, choose } = useAddress()
  const stats = useQuery(AdminService.method.getAdminStats, {}, { refetchOnMount: 'always' })
  return (
    <AdminPage title="Trends and Analytics" lead="What was submitted, what was mentioned, and what is on the rise.">
      {stats.isPending && <SkeletonRows rows={3} height={160} />}
      {stats.isError && !stats.data && <Failed query={stats} />}
      {stats.data && (
        <Tabs
          activeKey={read('tab') === 'activity' ? 'activity' : 'overview'}
          destroyOnHidden
          onChange={tab => choose({ tab: tab === 'activity' ? tab : undefined })}
          items={[
            { key: 'overview', label: 'Overview', children: <Overview stats={stats.data} /> },
            { key: 'activity', label: 'Recent Activity', children: <RecentActivity stats={stats.data} /> },
          ]}
        />
      )}
    </AdminPage>
  )
}
