import type { GetAdminStatsResponse, GetAnalyticsResponse, GetHealthResponse } from '@/gen/mentionary/v1/admin_pb'
import { count } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { useAddress } from '@/modules/address'
import { Figure, Figures } from '@/modules/admin/Figure'
import { StateDot } from '@/modules/JobState'
import { healthWords } from '@/modules/stateWords'
import { Tabs } from '@/ui/Tabs'
import { Analytics } from './Analytics'
import { Places } from './Places'
import { RecentJobs } from './RecentJobs'
import { SystemHealth, type Look } from './SystemHealth'
import { TopEntities, TopEntityList } from './TopEntities'
import { Users } from './Users'

/** The first one is the admins'. */
const allTabs = [
  { id: 'users', label: 'User Management' },
  { id: 'analytics', label: 'Analytics' },
  { id: 'entities', label: 'Top Entities' },
] as const

type Data = { stats: GetAdminStatsResponse; analytics: GetAnalyticsResponse; health: GetHealthResponse }

/** The dashboard with its data. Nothing about people is there for moderators. */
export function Dashboard({ admin, look, ...data }: Data & { admin: boolean; look: Look }) {
  const { read, choose } = useAddress()
  const { stats, analytics, health } = data
  const tabs = admin ? allTabs : allTabs.slice(1)
  const tab = tabs.find(({ id }) => id === read('tab'))?.id ?? tabs[0].id
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
        label="More"
        value={tab}
        tabs={tabs}
        onChange={id => choose({ tab: id === tabs[0].id ? undefined : id, q: undefined, page: undefined })}
      >
        {tab === 'users' && <Users />}
        {tab === 'analytics' && <Analytics admin={admin} analytics={analytics} />}
        {tab === 'entities' && <TopEntities entities={stats.topEntities} />}
      </Tabs>
    </>
  )
}

function Cards({ stats, analytics, health }: Data) {
  const of = (...states: string[]) => health.checks.filter(check => states.includes(check.state)).length
  const off = of('degraded', 'down')
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
        note={off > 0 ? `${counted(off, 'check')} to look at` : `${counted(of('ok'), 'check')} passed`}
      />
    </Figures>
  )
}
