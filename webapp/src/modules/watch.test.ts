import { Code, ConnectError } from '@connectrpc/connect'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWatch, silenceMs, type Wanted } from './watch'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => see('visible'))

function see(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** One opened stream, as the test holds it. */
type Stream = {
  wanted: Wanted
  signal: AbortSignal
  send: (message: string) => void
  end: () => void
  fail: (code: Code) => void
}

function watching() {
  const streams: Stream[] = []
  const heard: string[] = []
  const onSignedOut = vi.fn()
  const watch = createWatch<string>({
    open(wanted, signal) {
      const waiting: (() => void)[] = []
      const queue: (string | ConnectError | undefined)[] = []
      const put = (what: string | ConnectError | undefined) => {
        queue.push(what)
        waiting.shift()?.()
      }
      signal.addEventListener('abort', () => put(new ConnectError('aborted', Code.Canceled)))
      streams.push({
        wanted,
        signal,
        send: put,
        end: () => put(undefined),
        fail: code => put(new ConnectError('broken', code)),
      })
      return (async function* () {
        for (;;) {
          if (queue.length === 0) await new Promise<void>(resolve => waiting.push(resolve))
          const next = queue.shift()
          if (next === undefined) return
          if (next instanceof ConnectError) throw next
          yield next
        }
      })()
    },
    onMessage: message => heard.push(message),
    onSignedOut,
    random: () => 0.5,
  })
  return { watch, streams, heard, onSignedOut }
}
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

test('all topics of a tab share one stream', async () => {
  const { watch, streams, heard } = watching()
  watch.subscribe({ kind: 'jobs' })
  watch.subscribe({ kind: 'job', id: 7 })
  watch.subscribe({ kind: 'catalogue' })
  watch.subscribe({ kind: 'jobs' })
  await pass()
  expect(streams.map(s => s.wanted)).toEqual([{ jobs: true, jobId: 7, catalogue: true, passes: false }])
  streams[0]?.send('news')
  await pass()
  expect(heard).toEqual(['news'])
})
test('from page to page it is opened anew once, and not at all when the topics stay', async () => {
  const { watch, streams } = watching()
  const leave = watch.subscribe({ kind: 'jobs' })
  await pass()
  leave()
  watch.subscribe({ kind: 'jobs' })
  await pass()
  expect(streams).toHaveLength(1)
  watch.subscribe({ kind: 'job', id: 3 })
  await pass()
  expect(streams[0]?.signal.aborted).toBe(true)
  expect(streams[1]?.wanted).toEqual({ jobs: true, jobId: 3, catalogue: false, passes: false })
})
test('it closes with its last listener', async () => {
  const { watch, streams } = watching()
  const leave = watch.subscribe({ kind: 'jobs' })
  await pass()
  leave()
  await pass(60_000)
  expect(streams).toHaveLength(1)
  expect(streams[0]?.signal.aborted).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})
test('it is closed while the tab is hidden', async () => {
  const { watch, streams } = watching()
  watch.subscribe({ kind: 'jobs' })
  await pass()
  see('hidden')
  await pass(60_000)
  expect(streams).toHaveLength(1)
  expect(streams[0]?.signal.aborted).toBe(true)
  see('visible')
  await pass()
  expect(streams).toHaveLength(2)
})
test('a tab that is hidden from the start opens nothing', async () => {
  see('hidden')
  const { watch, streams } = watching()
  watch.subscribe({ kind: 'jobs' })
  await pass(60_000)
  expect(streams).toHaveLength(0)
})
test('failures are tried again, ever later, at most 30 s apart', async () => {
  const { watch, streams } = watching()
  watch.subscribe({ kind: 'jobs' })
  await pass()
  for (const wait of [1, 2, 4, 8, 16, 30, 30]) {
    const before = streams.length
    streams.at(-1)?.fail(Code.Unavailable)
    await pass(wait * 1000 - 1)
    expect(streams).toHaveLength(before)
    await pass(1)
    expect(streams).toHaveLength(before + 1)
  }
})
test('a stream that brought something starts the count again, however it ends', async () => {
  const { watch, streams } = watching()
  watch.subscribe({ kind: 'jobs' })
  await pass()
  for (const end of ['end', 'fail'] as const) {
    streams.at(-1)?.fail(Code.Unavailable)
    await pass(1000)
    streams.at(-1)?.fail(Code.Unavailable)
    await pass(2000)
    const before = streams.length
    streams.at(-1)?.send('news')
    await pass()
    if (end === 'end') streams.at(-1)?.end()
    else streams.at(-1)?.fail(Code.Unavailable)
    await pass(1000)
    expect(streams).toHaveLength(before + 1)
  }
})
test('a silent connection is given up', async () => {
  const { watch, streams } = watching()
  watch.subscribe({ kind: 'jobs' })
  await pass()
  streams[0]?.send('heartbeat')
  await pass(silenceMs - 1)
  expect(streams[0]?.signal.aborted).toBe(false)
  await pass(1)
  expect(streams[0]?.signal.aborted).toBe(true)
  await pass(1000)
  expect(streams).toHaveLength(2)
})
test('leaving while it waits to reconnect leaves nothing behind', async () => {
  const { watch, streams } = watching()
  const leave = watch.subscribe({ kind: 'jobs' })
  await pass()
  streams[0]?.fail(Code.Unavailable)
  await pass(500)
  leave()
  await pass()
  expect(vi.getTimerCount()).toBe(0)
  await pass(60_000)
  expect(streams).toHaveLength(1)
})
test.each([[Code.PermissionDenied], [Code.NotFound], [Code.InvalidArgument], [Code.Unimplemented]])(
  'code %d is final',
  async code => {
    const { watch, streams, onSignedOut } = watching()
    watch.subscribe({ kind: 'job', id: 1 })
    await pass()
    streams[0]?.fail(code)
    await pass(60_000)
    expect(streams).toHaveLength(1)
    expect(onSignedOut).not.toHaveBeenCalled()
  },
)
test('a session that ended is said, and ends it', async () => {
  const { watch, streams, onSignedOut } = watching()
  watch.subscribe({ kind: 'jobs' })
  await pass()
  streams[0]?.send('news')
  streams[0]?.fail(Code.Unauthenticated)
  await pass(60_000)
  expect(onSignedOut).toHaveBeenCalledOnce()
  expect(streams).toHaveLength(1)
})
