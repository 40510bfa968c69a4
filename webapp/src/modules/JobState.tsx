import type { Timestamp } from '@bufbuild/protobuf/wkt'
import type { Job } from '@/gen/mentionary/v1/job_pb'
import { Dot } from '@/ui/Badge'
import { Progress } from '@/ui/Progress'
import { isOpen, jobWords, nextAttemptText, type Words } from './stateWords'
import './JobState.css'

/** The state of a job or of one of its episodes: a dot with a word, which beats while work goes on by itself. */
export function StateDot({ words: { label, tone, live } }: { words: Words }) {
  return (
    <span className={live ? 'job-live' : undefined}>
      <Dot tone={tone}>{label}</Dot>
    </span>
  )
}

/** The share of a collection's episodes that is settled. */
export function JobProgress({ job, label = 'Episodes analyzed' }: { job: Job; label?: string }) {
  const { tone } = jobWords(job)
  return (
    <Progress
      value={job.itemsDone + job.itemsFailed}
      max={job.itemsTotal}
      label={label}
      {...(!isOpen(job) && tone !== 'calm' && { tone })}
    />
  )
}

/** When it is tried again, where that is what is waited for. */
export function NextAttempt({ at }: { at: Timestamp | undefined }) {
  const text = nextAttemptText(at)
  return text && <span className="small muted figures">{text}</span>
}
