import { useQuery } from '@connectrpc/connect-query'
import { Link } from 'react-router'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { paths } from '@/lib/paths'
import { isOpen, jobWords } from '@/modules/jobWords'
import { useWatch } from '@/modules/useWatch'
import { Dot } from '@/ui/Badge'
import { Progress } from '@/ui/Progress'

/** Most jobs shown; the rest stands on the page of jobs. */
const shown = 3

/** One's own jobs that are still worked on, live. Nothing is shown while there are none. */
export function OpenJobs() {
  const jobs = useQuery(JobService.method.listJobs, { limit: 20 })
  useWatch('jobs', { on: jobs.isSuccess })
  const open = (jobs.data?.jobs ?? []).filter(isOpen).slice(0, shown)
  if (open.length === 0) return null
  return (
    <section aria-label="Jobs in progress">
      <ul className="open-jobs">
        {open.map(job => {
          const { label, tone } = jobWords(job)
          return (
            <li key={job.id}>
              <Link className="clamp-2" to={paths.job(String(job.id))}>{job.title || job.input || `Job ${job.id}`}</Link>
              <span className="small"><Dot tone={tone}>{label}</Dot></span>
              <span className="small muted">{job.stateText}</span>
              {job.itemsTotal > 1 && <Progress value={job.itemsDone + job.itemsFailed} max={job.itemsTotal} label={`Job ${job.id}`} />}
            </li>
          )
        })}
      </ul>
      <Link className="section-more small" to={paths.jobs()}>All jobs</Link>
    </section>
  )
}
