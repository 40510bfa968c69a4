import { Link } from 'react-router'
import type { RecentJob } from '@/gen/mentionary/v1/admin_pb'
import { paths } from '@/lib/paths'
import { Panel } from '@/modules/admin/AdminPage'
import { StateDot } from '@/modules/JobState'
import { jobType } from '@/modules/jobTypes'
import { statusWords } from '@/modules/stateWords'
import { Icon } from '@/ui/Icon'

const shown = 5

/** The latest jobs, whoever's they are. */
export function RecentJobs({ jobs }: { jobs: readonly RecentJob[] }) {
  return (
    <Panel title="Recent Jobs" actions={<Link to={`${paths.jobs()}?all=1`}>All jobs</Link>}>
      {jobs.length === 0 && <p className="muted">Nothing has been submitted yet.</p>}
      <ol className="ruled ruled-icons" aria-label="Recent jobs">
        {jobs.slice(0, shown).map(job => {
          const { label, icon } = jobType(job.type)
          return (
            <li key={job.id}>
              <span className="ruled-mark" aria-hidden="true">
                <Icon name={icon} />
              </span>
              <span className="lines">
                <span className="small muted">{label}</span>
                <Link className="clamp-1" to={paths.job(String(job.id))} title={job.input}>
                  {job.input}
                </Link>
              </span>
              <StateDot words={statusWords(job.status)} />
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
