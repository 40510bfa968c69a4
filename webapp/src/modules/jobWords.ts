import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt'
import type { Job, JobItem, Step } from '@/gen/mentionary/v1/job_pb'
import { date, dateTime, timeOfDay } from '@/lib/format'
import type { Stage, StageState } from '@/ui/Stages'

export type Tone = 'good' | 'warn' | 'bad' | 'calm'
export type Words = { label: string; tone: Tone; /** work goes on by itself */ live: boolean }

const words = (label: string, tone: Tone, live = false): Words => ({ label, tone, live })

/** Whether the job can still change by itself or by its owner. */
export const isOpen = (job: Pick<Job, 'state'>) => job.state === 'queued' || job.state === 'running' || job.state === 'waiting'

/** The state of a job in a word or two. */
export function jobWords(job: Job): Words {
  if (job.paused && isOpen(job)) return words('Paused', 'warn')
  switch (job.state) {
    case 'queued': return words('Queued', 'calm', true)
    case 'running': return words('Running', 'good', true)
    case 'waiting': return job.items.some(item => item.state === 'needs_transcript') ? words('Needs a transcript', 'warn') : words('Waiting', 'warn', true)
    case 'completed': return words('Completed', 'good')
    case 'partial': return words('Partly completed', 'warn')
    case 'failed': return words('Failed', 'bad')
    case 'cancelled': return words('Cancelled', 'calm')
    default: return words(job.state || job.status, 'calm')
  }
}

/** The state of one episode of a job. */
export function itemWords(item: Pick<JobItem, 'state'>): Words {
  switch (item.state) {
    case 'pending': return words('Waiting for its turn', 'calm', true)
    case 'running': return words('Running', 'good', true)
    case 'parked': return words('Source unreachable', 'warn', true)
    case 'needs_transcript': return words('Needs a transcript', 'warn')
    case 'done': return words('Published', 'good')
    case 'already': return words('Already analyzed', 'good')
    case 'partial': return words('Published in part', 'warn')
    case 'failed': return words('Failed', 'bad')
    case 'cancelled': return words('Cancelled', 'calm')
    default: return words(item.state, 'calm')
  }
}

/** The stages of a run in their order. */
export const stageNames = {
  episode: 'Fetch episode',
  transcript: 'Fetch transcript',
  extract: 'Find mentions',
  consolidate: 'Put mentions together',
  publish: 'Publish',
  links: 'Find links',
  check: 'Check links',
} as const

/** "14:05" for a moment of today, with the date otherwise; in the browser's zone. */
export function moment(at: Timestamp | undefined, now = new Date()): string | undefined {
  if (!at) return undefined
  const when = timestampDate(at)
  return date(when) === date(now) ? timeOfDay(when) : dateTime(when)
}

const states = new Set<string>(['waiting', 'running', 'done', 'failed', 'retrying', 'skipped'] satisfies StageState[])
const asState = (text: string): StageState => (states.has(text) ? (text as StageState) : 'waiting')

function stageTime(step: Step): string | undefined {
  if (step.state === 'retrying') {
    const next = moment(step.nextAttemptAt)
    return next && `retries at ${next}`
  }
  return moment(step.finishedAt ?? step.startedAt)
}

/** What the stages show; those not begun yet stand there as waiting while the episode is still worked on. */
export function stagesOf(item: Pick<JobItem, 'state' | 'steps'>): Stage[] {
  const open = item.state === 'pending' || item.state === 'running' || item.state === 'parked'
  return Object.entries(stageNames).flatMap(([id, name]): Stage[] => {
    const step = item.steps.find(s => s.stage === id)
    if (!step) return open ? [{ id, name, state: 'waiting' }] : []
    const tried = step.state === 'retrying' && step.attempt > 1 ? `Tried ${step.attempt} times.` : ''
    const detail = [step.text, tried].filter(Boolean).join(' ')
    return [{ id, name, state: asState(step.state), time: stageTime(step), ...(detail && { detail }), ...(step.total > 0 && { done: step.done, total: step.total }) }]
  })
}

/** The stage that is worked on, waited for or failed, for a line in a list. */
export function presentStage(item: Pick<JobItem, 'state' | 'steps'>): Stage | undefined {
  const stages = stagesOf(item)
  return stages.find(s => s.state === 'running') ?? stages.find(s => s.state === 'retrying') ?? stages.find(s => s.state === 'failed')
}
