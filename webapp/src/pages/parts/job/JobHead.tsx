import { useState } from 'react'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import type { Job } from '@/gen/mentionary/v1/job_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { safeExternalUrl } from '@/lib/url'
import { jobType } from '@/modules/jobTypes'
import { isOpen, jobWords, moment } from '@/modules/jobWords'
import { useJobActions } from '@/modules/useJobActions'
import { Badge, Dot } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { ExternalLink } from '@/ui/ExternalLink'
import { Icon } from '@/ui/Icon'
import { Progress } from '@/ui/Progress'

/** What was submitted, its state in a sentence, how far it is, and what can be done with the whole job. */
export function JobHead({ job }: { job: Job }) {
  const [asking, setAsking] = useState(false)
  const actions = useJobActions(job.id)
  const { label, icon } = jobType(job.type)
  const { label: state, tone, live } = jobWords(job)
  const open = isOpen(job)
  const created = job.createdAt && timestampDate(job.createdAt)
  const finished = job.finishedAt && timestampDate(job.finishedAt)
  const next = open ? moment(job.nextAttemptAt) : undefined
  const settled = job.itemsDone + job.itemsFailed
  return (
    <header className="job-head">
      <p className="small">
        <Link className="job-back" to={paths.jobs()}>
          <Icon name="arrow-left" /> My Jobs
        </Link>
      </p>
      <div className="job-head-line">
        <h1>{job.title || `Job ${job.id}`}</h1>
        <div className="row">
          {job.canPause &&
            (job.paused ? (
              <Button icon="play" disabled={actions.busy} onClick={() => actions.pause(false)}>
                Resume
              </Button>
            ) : (
              <Button icon="pause" disabled={actions.busy} onClick={() => actions.pause(true)}>
                Pause
              </Button>
            ))}
          {job.canRetry && (
            <Button icon="retry" disabled={actions.busy} onClick={() => actions.retry()}>
              {job.itemsTotal > 1 ? 'Retry all' : 'Retry'}
            </Button>
          )}
          {job.canCancel && (
            <Button look="danger" disabled={actions.busy} onClick={() => setAsking(true)}>
              Cancel job
            </Button>
          )}
        </div>
      </div>
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

      <div className={`job-state job-state-${tone}`} role="status">
        <p className={live ? 'job-state-word job-live' : 'job-state-word'}>
          <Dot tone={tone}>{state}</Dot>
        </p>
        {job.stateText && <p>{job.stateText}</p>}
        {next && <p className="small muted figures">Next attempt at {next}.</p>}
        {job.itemsTotal > 1 && (
          <Progress
            value={settled}
            max={job.itemsTotal}
            label="Episodes analyzed"
            {...(!open && tone !== 'calm' && { tone })}
          />
        )}
        {job.itemsTotal === 0 && job.state === 'running' && <Progress label="Looking for the episodes" />}
        {finished && !open && (
          <p className="small muted">
            Finished <time dateTime={finished.toISOString()}>{dateTime(finished)}</time>.
          </p>
        )}
      </div>

      <Dialog
        open={asking}
        title="Cancel this job?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button
              look="danger"
              onClick={() => {
                setAsking(false)
                actions.cancel()
              }}
            >
              Cancel job
            </Button>
          </>
        }
      >
        <p>
          Episodes that are not finished are stopped, unless another job wants them too. What is already analyzed stays.
        </p>
      </Dialog>
    </header>
  )
}
