import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import type { Job } from '@/gen/mentionary/v1/job_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { safeExternalUrl } from '@/lib/url'
import { JobProgress, NextAttempt, StateDot } from '@/modules/JobState'
import { jobType } from '@/modules/jobTypes'
import { isOpen, jobWords } from '@/modules/stateWords'
import { Badge } from '@/ui/Badge'
import { ExternalLink } from '@/ui/ExternalLink'
import { Icon } from '@/ui/Icon'
import { Progress } from '@/ui/Progress'
import { JobActions } from './JobActions'

/** What was submitted, its state in a sentence, how far it is, and what can be done with the whole job. */
export function JobHead({ job }: { job: Job }) {
  return (
    <header className="job-head">
      <p className="small">
        <Link className="job-back" to={paths.jobs()}>
          <Icon name="arrow-left" /> My Jobs
        </Link>
      </p>
      <div className="job-head-line">
        <h1>{job.title || `Job ${job.id}`}</h1>
        <JobActions job={job} />
      </div>
      <Submission job={job} />
      <Status job={job} />
    </header>
  )
}

/** What was handed in, when and by whom. */
function Submission({ job }: { job: Job }) {
  const { label, icon } = jobType(job.type)
  const created = job.createdAt && timestampDate(job.createdAt)
  return (
    <>
      <div className="row small muted">
        <Badge icon={icon}>{label}</Badge>
        <span className="figures">Job {job.id}</span>
        {created && <time dateTime={created.toISOString()}>{dateTime(created)}</time>}
        {job.submitter && <span>by {job.submitter}</span>}
      </div>
      {job.input && (
        <p className="small job-input">
          {safeExternalUrl(job.input) ? (
            <ExternalLink href={job.input} quiet>
              {job.input}
            </ExternalLink>
          ) : (
            job.input
          )}
        </p>
      )}
    </>
  )
}

/** The state in a word and a sentence, live. */
function Status({ job }: { job: Job }) {
  const words = jobWords(job)
  const open = isOpen(job)
  const finished = job.finishedAt && timestampDate(job.finishedAt)
  return (
    <div className={`job-state job-state-${words.tone}`} role="status">
      <p className="job-state-word">
        <StateDot words={words} />
      </p>
      {job.stateText && <p>{job.stateText}</p>}
      {open && job.nextAttemptAt && (
        <p>
          <NextAttempt at={job.nextAttemptAt} />
        </p>
      )}
      {job.itemsTotal > 1 && <JobProgress job={job} />}
      {job.itemsTotal === 0 && job.state === 'running' && <Progress label="Looking for the episodes" />}
      {finished && !open && (
        <p className="small muted">
          Finished <time dateTime={finished.toISOString()}>{dateTime(finished)}</time>.
        </p>
      )}
    </div>
  )
}
