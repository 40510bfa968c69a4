import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import type { Job } from '@/gen/mentionary/v1/job_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { JobProgress, NextAttempt, StateDot } from '@/modules/JobState'
import { jobType } from '@/modules/jobTypes'
import { jobName, jobWords } from '@/modules/stateWords'
import { Badge } from '@/ui/Badge'
import { Progress } from '@/ui/Progress'
import { Loading, Skeleton } from '@/ui/Skeleton'

/** One submission: what, when, by whom, and how far it is. */
export function JobRow({ job, submitter }: { job: Job; /** names who handed it in */ submitter: boolean }) {
  const { label, icon } = jobType(job.type)
  const created = job.createdAt && timestampDate(job.createdAt)
  return (
    <li className="job-row">
      <div className="job-row-words">
        <Link className="job-row-title clamp-2" to={paths.job(String(job.id))}>
          {jobName(job)}
        </Link>
        {job.title && job.input && job.title !== job.input && (
          <span className="small muted job-row-input">{job.input}</span>
        )}
        <span className="small muted job-row-facts">
          <Badge icon={icon}>{label}</Badge>
          <span className="figures">Job {job.id}</span>
          {created && <time dateTime={created.toISOString()}>{dateTime(created)}</time>}
          {submitter && job.submitter && <span>by {job.submitter}</span>}
        </span>
      </div>
      <div className="job-row-state">
        <StateDot words={jobWords(job)} />
        {job.itemsTotal > 1 ? (
          <JobProgress job={job} />
        ) : (
          job.state === 'running' && !job.paused && <Progress label="Working" />
        )}
        {job.stateText && <span className="small muted">{job.stateText}</span>}
        <NextAttempt at={job.nextAttemptAt} />
      </div>
    </li>
  )
}

/** Places of rows that load: six, as everywhere. */
export function JobRowsLoading() {
  return (
    <Loading>
      <div className="job-rows">
        {[1, 2, 3, 4, 5, 6].map(i => (
          <div key={i} className="job-row">
            <div className="job-row-words">
              <Skeleton width="55%" height={24} />
              <Skeleton width="75%" height={14} />
              <Skeleton width="35%" height={14} />
            </div>
            <div className="job-row-state">
              <Skeleton width="60%" />
              <Skeleton height={6} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
