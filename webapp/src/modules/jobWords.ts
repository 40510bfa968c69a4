import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt'
import type { Job, JobItem, Step } from '@/gen/mentionary/v1/job_pb'
import { date, dateTime, timeOfDay } from '@/lib/format'
import type { Stage, StageState } from '@/ui/Stages'

type Tone = 'good' | 'warn' | 'bad' | 'calm'
type Words = { label: string; tone: Tone; /** work goes on by itself */ live: boolean }

const words = (label: string, tone: Tone, live = false): Words => ({ label, tone, live })

/** Whether the job can still change by itself or by its owner. */
export const isOpen = (job: Pick<Job, 'state'>) =>
  job.state === 'queued' || job.state === 'running' || job.state === 'waiting'

/** The state of a job in a word or two. One that waits waits for a next attempt, or for transcripts: lists carry no items. */
export function jobWords(job: Job): Words {
  if (job.paused && isOpen(job)) return words('Paused', 'warn')
  switch (job.state) {
    case 'queued':
      return words('Queued', 'calm', true)
    case 'running':
      return words('Running', 'good', true)
    case 'waiting':
      return job.nextAttemptAt ? words('Waiting', 'warn', true) : words('Needs a transcript', 'warn')
    case 'completed':
      return words('Completed', 'good')
    case 'partial':
      return words('Partly completed', 'warn')
    case 'failed':
      return words('Failed', 'bad')
    case 'cancelled':
      return words('Canceled', 'calm')
    default:
      return words(job.state || job.status, 'calm')
  }
}

/** The state of one episode of a job in a word or two. */
export function itemWords(item: Pick<JobItem, 'state' | 'steps'>, job: Pick<Job, 'paused'>): Words {
  switch (item.state) {
    case 'pending':
      return job.paused ? words('Paused', 'warn') : words('Waiting for its turn', 'calm', true)
    case 'running':
      return nextAttempt(item) ? words('Waiting', 'warn', true) : words('Running', 'good', true)
    case 'parked':
      return words('Waiting', 'warn', true)
    case 'needs_transcript':
      return words('Needs a transcript', 'warn')
    case 'done':
      return words('Analyzed', 'good')
    case 'already':
      return words('Already analyzed', 'good')
    case 'partial':
      return words('Analyzed in part', 'warn')
    case 'failed':
      return words('Failed', 'bad')
    case 'cancelled':
      return words('Canceled', 'calm')
    default:
      return words(item.state, 'calm')
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

const states = new Set<string>([
  'waiting',
  'running',
  'done',
  'failed',
  'retrying',
  'skipped',
  'cancelled',
] satisfies StageState[])
const asState = (text: string): StageState => (states.has(text) ? (text as StageState) : 'waiting')
const isOpenItem = (item: Pick<JobItem, 'state'>) =>
  item.state === 'pending' || item.state === 'running' || item.state === 'parked'

/** When the episode is tried again, if that is all it waits for. */
export function nextAttempt(item: Pick<JobItem, 'steps'>): string | undefined {
  if (item.steps.some(s => s.state === 'running')) return undefined
  return moment(item.steps.find(s => s.state === 'retrying')?.nextAttemptAt)
}

function stageTime(step: Step): string | undefined {
  if (step.state === 'retrying') {
    const next = moment(step.nextAttemptAt)
    return next && `retries at ${next}`
  }
  const time = moment(step.finishedAt ?? step.startedAt)
  return step.state === 'cancelled' ? time && `canceled at ${time}` : time
}

/**
 * What the stages show. Those that have not begun wait while the episode is worked on, and were not reached afterwards. What
 * the sentence about the episode says is not said again.
 */
export function stagesOf(item: Pick<JobItem, 'state' | 'stateText' | 'steps'>): Stage[] {
  const open = isOpenItem(item)
  return Object.entries(stageNames).flatMap(([id, name]): Stage[] => {
    const step = item.steps.find(s => s.stage === id)
    if (!step) return open ? [{ id, name, state: 'waiting' }] : []
    const tried = step.state === 'retrying' && step.attempt > 1 ? `Tried ${step.attempt} times.` : ''
    const detail = [item.stateText.includes(step.text) ? '' : step.text, tried].filter(Boolean).join(' ')
    const state = asState(step.state)
    const shown = state === 'waiting' && !open ? 'unreached' : state
    return [
      {
        id,
        name,
        state: shown,
        time: stageTime(step),
        ...(detail && { detail }),
        ...(step.total > 0 && { done: step.done, total: step.total }),
      },
    ]
  })
}

/** The stage at which the episode stopped; undefined when it got through, or never began. */
export function stoppedAt(item: Pick<JobItem, 'steps'>): string | undefined {
  return Object.keys(stageNames).find(id =>
    item.steps.some(s => s.stage === id && (s.state === 'failed' || s.state === 'cancelled' || s.state === 'retrying')),
  )
}
