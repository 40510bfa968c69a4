import { useQuery } from '@connectrpc/connect-query'
import { Table } from 'antd'
import type { EventCount, GetAnalyticsResponse } from '@/gen/mentionary/v1/admin_pb'
import { InsightsService } from '@/gen/mentionary/v1/insights_pb'
import { count } from '@/lib/format'
import { Panel } from '@/modules/admin/AdminPage'
import { CostChart } from '@/modules/admin/CostChart'
import { Figure, Figures } from '@/modules/admin/Figure'
import { TrendCharts } from '@/modules/admin/TrendCharts'
import { Answered } from '@/modules/Answered'
import { Failed } from '@/modules/Failed'

const month = { days: 30 }
const now = { refetchOnMount: 'always' } as const

/** What people did, counted without knowing who they are, and the last 30 days as pictures. */
export function Analytics({ admin, analytics }: { admin: boolean; analytics: GetAnalyticsResponse }) {
  const trends = useQuery(InsightsService.method.getTrends, month, now)
  const costs = useQuery(InsightsService.method.getCosts, month, { ...now, enabled: admin })
  return (
    <div className="stack">
      <Figures label="Events">
        <Figure label="Total Events" value={count(analytics.totalEvents)} note="In the last 90 days" />
        {analytics.uniqueUsers !== undefined && (
          <Figure label="Unique Users" value={count(analytics.uniqueUsers)} note="The visitors of each day, added up" />
        )}
      </Figures>
      <Answered query={trends} rows={2} height={280}>
        {data => (
          <div className="admin-pair">
            <TrendCharts trends={data} />
            {costs.data && <CostChart costs={costs.data} />}
          </div>
        )}
      </Answered>
      {costs.isError && !costs.data && <Failed query={costs} />}
      <TopEvents events={analytics.topEvents} />
    </div>
  )
}

/** "episode_view" → "Episode view". */
const eventName = (type: string) => {
  const words = type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function TopEvents({ events }: { events: readonly EventCount[] }) {
  const most = Math.max(1, ...events.map(e => e.count))
  return (
    <Panel title="Top Events">
      <Table<EventCount>
        size="small"
        rowKey="eventType"
        dataSource={[...events]}
        pagination={false}
        locale={{ emptyText: <span className="muted">Nothing has been counted yet.</span> }}
        columns={[
          { key: 'event', title: 'Event', render: (_, { eventType }) => eventName(eventType) },
          {
            key: 'count',
            title: 'Count',
            width: '50%',
            render: (_, event) => (
              <span className="admin-bar">
                <span style={{ width: `${(100 * event.count) / most}%` }} />
                <strong className="figures">{count(event.count)}</strong>
              </span>
            ),
          },
        ]}
      />
    </Panel>
  )
}
