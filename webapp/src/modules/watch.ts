import { Code, ConnectError } from '@connectrpc/connect'

/** Which work of everybody's is looked at. */
export type WorkFilter = {
  kinds?: string[]
  states?: string[]
  stage?: string
  channelId?: string
  errorClass?: string
  submitterId?: string
  search?: string
}

/** What a component wants to hear about. */
export type Topic =
  | { kind: 'jobs' }
  | { kind: 'job'; id: number }
  | { kind: 'catalogue' }
  | { kind: 'batches' }
  | { kind: 'batch'; id: number }
  | { kind: 'passes' }
  | { kind: 'work'; filter: WorkFilter }
  | { kind: 'queues' }
  | { kind: 'schedules' }

/** All topics together, as the server is asked. One stream follows one job, one batch and one filter of work: those asked for last. */
export type Wanted = {
  jobs: boolean
  jobId: number
  catalogue: boolean
  passes: boolean
  batches?: boolean
  batchId?: number
  work?: WorkFilter
  queues?: boolean
  schedules?: boolean
}

type WatchOptions<Message> = {
  /** Opens the stream; it ends when the signal is aborted. */
  open: (wanted: Wanted, signal: AbortSignal) => AsyncIterable<Message>
  /** Every message, heartbeats too. */
  onMessage: (message: Message) => void
  /** The session is over; the stream is not opened again until topics change. */
  onSignedOut: () => void
  /** 0 to 1; spreads the reconnects of many tabs. */
  random?: () => number
}

/** The server sends a heartbeat every 15 s; after three missing ones the connection counts as dead. */
export const silenceMs = 45_000
const firstDelayMs = 1_000
const longestDelayMs = 30_000

// Asking again would be answered the same way.
const final = new Set([Code.InvalidArgument, Code.NotFound, Code.PermissionDenied, Code.Unimplemented])

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

function together(topics: Iterable<Topic>): Wanted {
  const wanted: Wanted = { jobs: false, jobId: 0, catalogue: false, passes: false }
  for (const topic of topics) {
    if (topic.kind === 'job') wanted.jobId = topic.id
    else if (topic.kind === 'batch') wanted.batchId = topic.id
    else if (topic.kind === 'work') wanted.work = topic.filter
    else wanted[topic.kind] = true
  }
  return wanted
}

/**
 * One stream for all components of a tab. It is open while somebody listens and the tab is seen, and comes back by itself
 * after interruptions: 1 s, 2 s, 4 s … at most 30 s apart.
 */
export function createWatch<Message>({ open, onMessage, onSignedOut, random = Math.random }: WatchOptions<Message>) {
  const topics = new Map<symbol, Topic>()
  let running: { stop: () => void; wanted: string } | undefined
  let planned = false

  /** One connection, until it ends or falls silent. True when it brought anything. */
  async function listen(wanted: Wanted, signal: AbortSignal): Promise<boolean> {
    const attempt = new AbortController()
    const stop = () => attempt.abort()
    signal.addEventListener('abort', stop)
    let heard = false
    let silence = setTimeout(stop, silenceMs)
    try {
      for await (const message of open(wanted, attempt.signal)) {
        if (signal.aborted) break
        heard = true
        clearTimeout(silence)
        silence = setTimeout(stop, silenceMs)
        onMessage(message)
      }
    } catch (error) {
      const { code } = ConnectError.from(error)
      // A connection that brought something before it failed is a good one that was interrupted.
      if (!heard || final.has(code) || code === Code.Unauthenticated) throw error
    } finally {
      clearTimeout(silence)
      signal.removeEventListener('abort', stop)
    }
    return heard
  }

  async function run(wanted: Wanted, signal: AbortSignal) {
    let failures = 0
    const stopped = () => signal.aborted
    while (!stopped()) {
      try {
        failures = (await listen(wanted, signal)) ? 0 : failures + 1
      } catch (error) {
        if (stopped()) return
        const { code } = ConnectError.from(error)
        if (code === Code.Unauthenticated) onSignedOut()
        if (code === Code.Unauthenticated || final.has(code)) return
        failures++
      }
      const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1))
      await sleep(delay * (0.75 + random() / 2), signal)
    }
  }

  function settle() {
    planned = false
    const wanted = together(topics.values())
    const key = topics.size > 0 && document.visibilityState !== 'hidden' ? JSON.stringify(wanted) : ''
    if (key === (running?.wanted ?? '')) return
    running?.stop()
    running = undefined
    if (!key) return
    const controller = new AbortController()
    running = { stop: () => controller.abort(), wanted: key }
    void run(wanted, controller.signal)
  }

  /** A page that goes and one that comes change the topics several times in one breath: that is one reconnect. */
  function plan() {
    if (planned) return
    planned = true
    queueMicrotask(settle)
  }

  return {
    /** Starts hearing about a topic; returns what stops it. */
    subscribe(topic: Topic): () => void {
      const key = Symbol(topic.kind)
      if (topics.size === 0) document.addEventListener('visibilitychange', plan)
      topics.set(key, topic)
      plan()
      return () => {
        topics.delete(key)
        if (topics.size === 0) document.removeEventListener('visibilitychange', plan)
        plan()
      }
    },
  }
}
