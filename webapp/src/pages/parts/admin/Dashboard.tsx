import type { GetAdminStatsResponse, GetAnalyticsResponse, GetHealthResponse } from '@/gen/mentionary/v1/admin_pb'
import { Tabs } from 'antd'
import { count } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { useAddress } from '@/modules/address'
import { Figure, Figures } from '@/modules/admin/Figure'
import { StateDot } from '@/modules/JobState'
import { healthWords } from '@/modules/stateWords'
import { Analytics } from './Analytics'
import { Places } from './Places'
import { RecentJobs } from './RecentJobs'
import { SystemHealth, type Look } from './SystemHealth'
import { TopEntities, TopEntityList } from './TopEntities'
import { Users } from './Users'

type Data = { stats: GetAdminStatsResponse; analytics: GetAnalyticsResponse; health: GetHealthResponse }

/** The dashboard with its data. Nothing about people is there for moderators. */
export function Dashboard({ admin, look, ...data }: Data & { admin: boolean; look: Look }) {
  const { read, choose } = useAddress()
  const { stats, analytics, health } = data
  const tabs = [
    ...(admin ? [{ key: 'users', label: 'User Management', children: <Users /> }] : []),
    { key: 'analytics', label: 'Analytics', children: <Analytics admin={admin} analytics={analytics} /> },
    { key: 'entities', label: 'Top Entities', children: <TopEntities entities={stats.topEntities} /> },
  ]
  const tab = tabs.find(({ key }) => key === read('tab')) ?? tabs[0]!
  return (
    <>
      <Cards {...data} />
      <div className="admin-pair">
        <RecentJobs jobs={stats.recentJobs} />
        <TopEntityList entities={stats.topEntities} />
      </div>
      <SystemHealth health={health} look={look} />
      <Places />
      <Tabs
        className="admin-tabs"
        activeKey={tab.key}
        items={tabs}
        destroyOnHidden
        onChange={key => choose({ tab: key === tabs[0]!.key ? undefined : key, q: undefined, page: undefined })}
      />
    </>
  )
}

function Cards({ stats, analytics, health }: Data) {
  const off = health.checks.filter(check => check.state === 'degraded' || check.state === 'down').length
  return (
    <Figures label="Key figures">
      {stats.totalUsers !== undefined && (
        <Figure
          icon="people"
          label="Total Users"
          value={count(stats.totalUsers)}
          note={`${count(stats.activeUsers ?? 0)} active`}
        />
      )}
      <Figure
        icon="list"
        label="Processing Jobs"
        value={count(stats.totalProcessingJobs)}
        note={`${count(stats.recentJobs.length)} recent`}
      />
      <Figure
        icon="eye"
        label="Analytics Events"
        value={count(analytics.totalEvents)}
        note={
          analytics.uniqueUsers === undefined ? 'In the last 90 days' : counted(analytics.uniqueUsers, 'unique user')
        }
      />
      <Figure
        icon="shield"
        label="System Health"
        value={<StateDot words={healthWords(health.state)} />}
        note={off > 0 ? `${counted(off, 'check')} to look at` : `${counted(health.checks.length, 'check')} passed`}
      />
    </Figures>
  )
}
