// Every state that people read about is put into words here and nowhere else: jobs, their episodes, the stages of these, and who
// sees an episode. What the server knows better (how far, why, what can be done) it says itself in `stateText`.

import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt'
import type { Batch, BatchItem } from '@/gen/mentionary/v1/batch_pb'
import type { Episode } from '@/gen/mentionary/v1/common_pb'
import type { Job, JobItem, Step } from '@/gen/mentionary/v1/job_pb'
import type { ScheduleRun } from '@/gen/mentionary/v1/schedule_pb'
import { date, dateTime, timeOfDay } from '@/lib/format'
import type { Stage, StageState } from '@/ui/Stages'

type Tone = 'good' | 'warn' | 'bad' | 'calm'

/** A state in a word or two. `live`: work goes on by itself. */
export type Words = { label: string; tone: Tone; live: boolean }

const words = (label: string, tone: Tone, live = false): Words => ({ label, tone, live })

// What jobs and their episodes have in common.
const running = words('Running', 'good', true)
const waiting = words('Waiting', 'warn', true)
const paused = words('Paused', 'warn')
const needsTranscript = words('Needs a transcript', 'warn')
const failed = words('Failed', 'bad')
const canceled = words('Canceled', 'calm')

/** What a job is called. */
export const jobName = (job: Job) => job.title || job.input || `Job ${job.id}`

/** Whether the job can still change by itself or by its owner. */
export const isOpen = (job: Pick<Job, 'state'>) =>
  job.state === 'queued' || job.state === 'running' || job.state === 'waiting'

/** The state of a job. One that waits waits for a next attempt, or for transcripts: lists carry no items. */
export function jobWords(job: Pick<Job, 'state' | 'status' | 'paused' | 'nextAttemptAt'>): Words {
  if (job.paused && isOpen(job)) return paused
  switch (job.state) {
    case 'queued':
      return words('Queued', 'calm', true)
    case 'running':
      return running
    case 'waiting':
      return job.nextAttemptAt ? waiting : needsTranscript
    case 'completed':
      return words('Completed', 'good')
    case 'partial':
      return words('Partly completed', 'warn')
    case 'failed':
      return failed
    case 'cancelled':
      return canceled
    default:
      return words(job.state || job.status, 'calm')
  }
}

/** The state of a job where only the public word of it is known, as on the dashboard. */
export function statusWords(status: string): Words {
  switch (status) {
    case 'pending':
      return words('Pending', 'calm', true)
    case 'running':
      return running
    case 'waiting':
      return waiting
    case 'completed':
      return words('Completed', 'good')
    case 'failed':
      return failed
    case 'cancelled':
      return canceled
    default:
      return words(status, 'calm')
  }
}

/** How a part of the product is, or the worst of all parts. */
export function healthWords(state: string): Words {
  switch (state) {
    case 'ok':
      return words('Healthy', 'good')
    case 'degraded':
      return words('Degraded', 'warn')
    case 'down':
      return words('Down', 'bad')
    case 'off':
      return words('Off', 'calm')
    default:
      return words(state, 'calm')
  }
}

/** The state of one episode of a job. */
export function itemWords(item: Pick<JobItem, 'state' | 'steps'>, job: Pick<Job, 'paused'>): Words {
  switch (item.state) {
    case 'pending':
      return job.paused ? paused : words('Waiting for its turn', 'calm', true)
    case 'running':
      return nextAttempt(item) ? waiting : running
    case 'parked':
      return waiting
    case 'needs_transcript':
      return needsTranscript
    case 'done':
      return words('Analyzed', 'good')
    case 'already':
      return words('Already analyzed', 'good')
    case 'partial':
      return words('Analyzed in part', 'warn')
    case 'failed':
      return failed
    case 'cancelled':
      return canceled
    default:
      return words(item.state, 'calm')
  }
}

/** The state of a batch, as one that submits its lines. */
export function batchWords(batch: Pick<Batch, 'state' | 'paused'>): Words {
  if (batch.paused) return paused
  switch (batch.state) {
    case 'queued':
      return words('Queued', 'calm', true)
    case 'running':
      return words('Processing', 'good', true)
    case 'completed':
      return words('Completed', 'good')
    case 'cancelled':
      return canceled
    default:
      return words(batch.state, 'calm')
  }
}

/** What became of one line of a batch: success means that a job was made of it. */
export function lineWords(item: Pick<BatchItem, 'status'>, batch: Pick<Batch, 'paused'>): Words {
  switch (item.status) {
    case 'success':
      return words('Success', 'good')
    case 'error':
      return failed
    case 'cancelled':
      return canceled
    default:
      return batch.paused ? paused : words('Waiting for its turn', 'calm', true)
  }
}

/** The state of a run of a schedule: that of its batch, or of its job. */
export function runWords(run: Pick<ScheduleRun, 'state' | 'batchId'>): Words {
  return run.batchId === undefined
    ? jobWords({ state: run.state, status: '', paused: false, nextAttemptAt: undefined })
    : batchWords({ state: run.state, paused: false })
}

/** The states of everything that runs or ran, of whatever kind. */
export const workStates: Record<string, Words> = {
  queued: words('Queued', 'calm', true),
  running,
  waiting,
  paused,
  needs_transcript: needsTranscript,
  completed: words('Completed', 'good'),
  partial: words('Partly completed', 'warn'),
  failed,
  cancelled: canceled,
}

/** The state of a piece of work. */
export const workWords = (state: string): Words => workStates[state] ?? words(state, 'calm')

/** Whether a piece of work may still go on. */
export const workIsOpen = (state: string) =>
  state === 'queued' || state === 'running' || state === 'waiting' || state === 'paused'

/** Kinds of failures, by the server's word. */
export const failureKinds: Record<string, string> = {
  unavailable: 'Unreachable',
  rate_limited: 'Asked to slow down',
  blocked: 'Turned away',
  budget: 'No budget left',
  no_transcript: 'No transcript',
  private: 'Private',
  not_found: 'Not found',
  unsupported: 'Not supported',
  too_large: 'Too large',
  bad_input: 'Wrong input',
  conflict: 'Ended by an operator',
  internal: 'Our own mistake',
  canceled: 'Stopped',
}

/** The state of one part of a transcript. */
export const chunkWords: Record<string, string> = {
  waiting: 'Waiting',
  reading: 'Being read',
  retrying: 'Will be tried again',
  read: 'Read',
  missing: 'Could not be read',
}

/** A filter of a long list of episodes, by the words that stand in its lines. `id` is written into addresses. */
export type ItemFilter = { id: string; label: string; labels: readonly string[] }

export const itemFilters: readonly ItemFilter[] = [
  { id: 'running', label: running.label, labels: [running.label] },
  { id: 'pending', label: waiting.label, labels: [waiting.label, 'Waiting for its turn', paused.label] },
  { id: 'needs', label: needsTranscript.label, labels: [needsTranscript.label] },
  { id: 'failed', label: failed.label, labels: [failed.label] },
  { id: 'canceled', label: canceled.label, labels: [canceled.label] },
  { id: 'done', label: 'Analyzed', labels: ['Analyzed', 'Already analyzed', 'Analyzed in part'] },
]

/** "14:05" for a moment of today, with the date otherwise; in the browser's zone. */
export function moment(at: Timestamp | undefined, now = new Date()): string | undefined {
  if (!at) return undefined
  const when = timestampDate(at)
  return date(when) === date(now) ? timeOfDay(when) : dateTime(when)
}

/** When it is tried again, as a sentence; undefined when that is not what is waited for. */
export function nextAttemptText(at: Timestamp | undefined): string | undefined {
  const when = moment(at)
  return when && `Next attempt at ${when}.`
}

/** When an episode is tried again, if that is all it waits for. */
export function nextAttempt(item: Pick<JobItem, 'steps'>): Timestamp | undefined {
  if (item.steps.some(s => s.state === 'running')) return undefined
  return item.steps.find(s => s.state === 'retrying')?.nextAttemptAt
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

/** The state of a stage. */
export const stageWords: Record<StageState, string> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  retrying: 'Will be tried again',
  skipped: 'Not needed',
  cancelled: 'Canceled',
  unreached: 'Not reached',
}

function stageTime(step: Step): string | undefined {
  if (step.state === 'retrying') {
    const next = moment(step.nextAttemptAt)
    return next && `Next attempt at ${next}`
  }
  const time = moment(step.finishedAt ?? step.startedAt)
  return step.state === 'cancelled' ? time && `Canceled at ${time}` : time
}

/**
 * What the stages show. Those that have not begun wait while the episode is worked on, and were not reached afterwards. What
 * the sentence about the episode says is not said again.
 */
export function stagesOf(item: Pick<JobItem, 'state' | 'stateText' | 'steps'>): Stage[] {
  const open = item.state === 'pending' || item.state === 'running' || item.state === 'parked'
  return Object.entries(stageNames).flatMap(([id, name]): Stage[] => {
    const step = item.steps.find(s => s.stage === id)
    if (!step) return open ? [{ id, name, state: 'waiting', word: stageWords.waiting }] : []
    const known = Object.hasOwn(stageWords, step.state) ? (step.state as StageState) : 'waiting'
    const state = known === 'waiting' && !open ? 'unreached' : known
    const tried = state === 'retrying' && step.attempt > 1 ? `Tried ${step.attempt} times.` : ''
    const detail = [item.stateText.includes(step.text) ? '' : step.text, tried].filter(Boolean).join(' ')
    return [
      {
        id,
        name,
        state,
        word: stageWords[state],
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

/** Whether an episode, or its transcript, is still worked on. */
export const processedWords = ({ isProcessed }: { isProcessed: boolean }) =>
  isProcessed ? ({ label: 'Processed', tone: 'good' } as const) : ({ label: 'Processing', tone: 'warn' } as const)

/** Who sees what is private, in a word for badges. */
export const privateWord = 'Only you and moderators see this'

/** What a private episode waits for; undefined for public ones. */
export function reviewText({ review }: Pick<Episode, 'review'>): string | undefined {
  if (!review) return undefined
  return review === 'refused'
    ? 'A moderator looked at it and did not publish it.'
    : 'Waiting for a moderator to publish it.'
}

/** What is told to people before they upload transcripts. */
export const uploadsArePrivate = 'Only you and moderators see what you upload, until a moderator publishes it.'
