import { create } from '@bufbuild/protobuf'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { createConnectQueryKey } from '@connectrpc/connect-query'
import { afterEach, expect, test, vi } from 'vitest'
import { WorkNewsSchema } from '@/gen/mentionary/v1/watch_pb'
import { ListWorkResponseSchema, WorkSchema, WorkService } from '@/gen/mentionary/v1/work_pb'
import { filterOf, queryOf, saveViews, savedViews } from './filters'
import { putWork, withNews } from './workCache'

afterEach(() => void vi.useRealTimers())

const work = (key: string, seconds: number, version = 1, state = 'running') =>
  create(WorkSchema, { key, state, version, createdAt: { seconds: BigInt(seconds), nanos: 0 } })
const news = (one: ReturnType<typeof work>, matches = true) => create(WorkNewsSchema, { work: one, matches })
const list = (...pages: ReturnType<typeof work>[][]) => ({
  pages: pages.map(rows => create(ListWorkResponseSchema, { work: rows, total: 9 })),
  pageParams: pages.map(() => ''),
})
const keys = (of: { pages: ReturnType<typeof list>['pages'] }) =>
  of.pages.map(page => page.work.map(row => `${row.key} ${row.state}`))

test('what is known changes where it stands, also when it no longer fits the filters', () => {
  const after = withNews(list([work('run-3', 30)], [work('run-1', 10)]), [news(work('run-1', 10, 2, 'failed'), false)])
  expect(keys(after)).toEqual([['run-3 running'], ['run-1 failed']])
})

test('older news changes nothing', () => {
  const after = withNews(list([work('run-3', 30, 5)]), [news(work('run-3', 30, 4, 'failed'))])
  expect(keys(after)).toEqual([['run-3 running']])
})

test('what is new and fits is put before the rest and counted; what does not fit, or is old, is left out', () => {
  const after = withNews(list([work('run-3', 30)]), [
    news(work('run-4', 40)),
    news(work('run-5', 50)),
    news(work('run-6', 60), false),
    news(work('run-2', 20)),
  ])
  expect(keys(after)).toEqual([['run-5 running', 'run-4 running', 'run-3 running']])
  expect(after.pages[0]?.total).toBe(11)
})

test('a story that is slow to come is not asked for again before it is there', async () => {
  vi.useFakeTimers()
  const queries = new QueryClient()
  const takes = 3_500
  let asked = 0
  const story = new QueryObserver(queries, {
    queryKey: createConnectQueryKey({
      schema: WorkService.method.getWork,
      input: { key: 'run-1' },
      cardinality: 'finite',
    }),
    queryFn: () => new Promise<number>(done => setTimeout(() => done(++asked), takes)),
  })
  const leave = story.subscribe(() => undefined)
  for (let version = 1; version <= 40; version++) {
    putWork(queries, [news(work('run-1', 10, version))])
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(story.getCurrentResult().data).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(story.getCurrentResult().data).toBe(2)
  leave()
})

test('filters are read from the address, and two addresses of the same filters are the same view', () => {
  const params = new URLSearchParams('state=waiting,failed&q=bread&by=ada&other=1')
  expect(filterOf(key => params.get(key) ?? '')).toEqual({
    states: ['waiting', 'failed'],
    search: 'bread',
    submitterId: 'ada',
  })
  expect(queryOf(params)).toBe(queryOf(new URLSearchParams('by=ada&q=bread&state=failed,waiting')))
})

test('views are kept by person', () => {
  saveViews('ada', [{ name: 'Mine', query: 'kind=run', own: true }])
  expect(savedViews('ada')).toEqual([{ name: 'Mine', query: 'kind=run', own: true }])
  expect(savedViews('otto')).toEqual([])
  localStorage.setItem('work-views/otto', 'nonsense')
  expect(savedViews('otto')).toEqual([])
})
