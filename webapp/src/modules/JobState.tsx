import type { Job } from '@/gen/mentionary/v1/job_pb'
import { count } from '@/lib/format'
import { Dot } from '@/ui/Badge'
import { Progress } from '@/ui/Progress'
import { isOpen, jobWords } from './jobWords'
import './JobState.css'

/** "2 of 5 episodes", with those that did not work. */
export function progressWords(job: Pick<Job, 'itemsTotal' | 'itemsDone' | 'itemsFailed'>): string {
  const failed = job.itemsFailed > 0 ? `, ${count(job.itemsFailed)} failed` : ''
  return `${count(job.itemsDone)} of ${count(job.itemsTotal)} ${job.itemsTotal === 1 ? 'episode' : 'episodes'}${failed}`
}

const tones = { good: 'good', warn: 'warn', bad: 'bad' } as const

/** The state of a job: a word, and of a collection how many episodes are done. */
export function JobState({ job }: { job: Job }) {
  const { label, tone, live } = jobWords(job)
  const open = isOpen(job)
  const settled = job.itemsDone + job.itemsFailed
  return (
    <>
      <span className={live ? 'job-live' : undefined}><Dot tone={tone}>{label}</Dot></span>
      {job.itemsTotal > 1
        ? (
          <>
            <span className="small muted figures">{progressWords(job)}</span>
            <Progress value={settled} max={job.itemsTotal} label="Episodes done" {...(!open && tone !== 'calm' && { tone: tones[tone] })} />
          </>
        )
        : job.state === 'running' && !job.paused && <Progress label="Working" />}
    </>
  )
}
