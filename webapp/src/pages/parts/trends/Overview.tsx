import type { GetAdminStatsResponse } from '@/gen/mentionary/v1/admin_pb'
import { Link } from 'react-router'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { Panel } from '@/modules/admin/AdminPage'
import { Figure, Figures } from '@/modules/admin/Figure'
import { Badge } from '@/ui/Badge'
import { OverPeriod } from './OverPeriod'

const topEntities = 5

/** Everything that there is, and what happened in the chosen period. Figures about people are the admins'. */
export function Overview({ stats }: { stats: GetAdminStatsResponse }) {
  const people = stats.totalUsers !== undefined
  const figures = [
    ...(people
      ? [
          { label: 'Total Users', value: stats.totalUsers },
          { label: 'Active Users', value: stats.activeUsers ?? 0 },
        ]
      : []),
    { label: 'Processing Jobs', value: stats.totalProcessingJobs },
    { label: 'Batch Jobs', value: stats.totalBatchJobs },
  ]
  return (
    <div className="stack">
      <Figures label="Totals">
        {figures.map(({ label, value }) => (
          <Figure key={label} label={label} value={count(value ?? 0)} />
        ))}
      </Figures>
      <div className="admin-pair">
        <Panel title="Platform Overview">
          <dl className="ruled">
            {[...figures, { label: 'Scheduled Jobs', value: stats.totalScheduledJobs }].map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="figures">{count(value ?? 0)}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <Panel title="Top Entities">
          {stats.topEntities.length === 0 && <p className="muted">Nothing has been found yet.</p>}
          <ol className="ruled" aria-label="Top entities">
            {stats.topEntities.slice(0, topEntities).map(entity => (
              <li key={entity.id}>
                <span className="row">
                  <Link to={paths.entity(entity)}>{entity.name}</Link>
                  <Badge type={entity.type}>{typeWords(entity.type).singular}</Badge>
                </span>
                <span className="figures">{counted(entity.mentions, 'mention')}</span>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      <OverPeriod />
    </div>
  )
}
