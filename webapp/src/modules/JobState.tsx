import type { Job } from '@/gen/mentionary/v1/job_pb'
import { Dot } from '@/ui/Badge'
import { Progress } from '@/ui/Progress'
import { isOpen, jobWords } from './jobWords'
import './JobState.css'

/** The state of a job: a word, of a collection the share that is done. The sentence says the numbers. */
export function JobState({ job }: { job: Job }) {
  const { label, tone, live } = jobWords(job)
  return (
    <>
      <span className={live ? 'job-live' : undefined}>
        <Dot tone={tone}>{label}</Dot>
      </span>
      {job.itemsTotal > 1 ? (
        <Progress
          value={job.itemsDone + job.itemsFailed}
          max={job.itemsTotal}
          label="Episodes analyzed"
          {...(!isOpen(job) && tone !== 'calm' && { tone })}
        />
      ) : (
        job.state === 'running' && !job.paused && <Progress label="Working" />
      )}
    </>
  )
}
