import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import type { GetAdminStatsResponse, RecentJob } from '@/gen/mentionary/v1/admin_pb'
import { dateTime, fullDay } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { graphemes } from '@/lib/text'
import { Panel } from '@/modules/admin/AdminPage'
import { jobType } from '@/modules/jobTypes'
import { statusWords } from '@/modules/stateWords'
import { Badge } from '@/ui/Badge'
import { Icon, type IconName } from '@/ui/Icon'

const latestJobs = 10
const growthDays = 7
const inputLength = 50

/** At most fifty characters, with a mark where something was cut. */
function cut(input: string): string {
  const letters = graphemes(input)
  return letters.length > inputLength ? `${letters.slice(0, inputLength).join('')}…` : input
}

/** The latest jobs, and for admins who came in the last days. */
export function RecentActivity({ stats }: { stats: GetAdminStatsResponse }) {
  return (
    <div className="admin-pair">
      <Panel title="Recent Activity">
        {stats.recentJobs.length === 0 && <p className="muted">Nothing has been submitted yet.</p>}
        <ol className="ruled ruled-icons" aria-label="Latest jobs">
          {stats.recentJobs.slice(0, latestJobs).map(job => (
            <Job key={job.id} job={job} />
          ))}
        </ol>
      </Panel>
      {stats.userGrowth.length > 0 && (
        <Panel title="User Growth">
          <ol className="ruled" aria-label="User growth">
            {stats.userGrowth.slice(0, growthDays).map(({ date, newUsers }) => (
              <li key={date}>
                <time dateTime={date}>{fullDay(date)}</time>
                <span className="figures">{counted(newUsers, 'new user')}</span>
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </div>
  )
}

const icons: Record<string, IconName> = { completed: 'check', failed: 'warning' }

function Job({ job }: { job: RecentJob }) {
  const { label, tone } = statusWords(job.status)
  const at = job.createdAt && timestampDate(job.createdAt)
  return (
    <li>
      <span className={`ruled-mark ruled-${job.status}`} aria-hidden="true">
        <Icon name={icons[job.status] ?? 'clock'} />
      </span>
      <span className="lines">
        <span className="row">
          <strong>{jobType(job.type).label}</strong>
          <Badge {...(tone !== 'calm' && { tone })}>{label}</Badge>
        </span>
        <Link to={paths.job(String(job.id))} title={job.input}>
          {cut(job.input)}
        </Link>
      </span>
      {at && (
        <time className="small muted figures" dateTime={at.toISOString()}>
          {dateTime(at)}
        </time>
      )}
    </li>
  )
}
