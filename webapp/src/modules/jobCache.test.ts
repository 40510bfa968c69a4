import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { createConnectQueryKey } from '@connectrpc/connect-query'
import { QueryClient, type InfiniteData } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import {
  GetJobResponseSchema,
  JobSchema,
  JobService,
  ListJobsResponseSchema,
  type GetJobResponse,
  type ListJobsResponse,
} from '@/gen/mentionary/v1/job_pb'
import { mergeJob, putJob } from './jobCache'

const job = (init: MessageInitShape<typeof JobSchema>) => create(JobSchema, init)
const states = (j: { items: { id: number; state: string }[] }) => j.items.map(i => `${i.id} ${i.state}`)

test('older news change nothing', () => {
  const known = job({ id: 1, version: 5, state: 'completed' })
  expect(mergeJob(known, job({ id: 1, version: 4, state: 'running' }))).toBe(known)
})
test('news without items keep them', () => {
  const merged = mergeJob(
    job({ id: 1, version: 1, items: [{ id: 1, state: 'running' }] }),
    job({ id: 1, version: 2, state: 'running', itemsDone: 1 }),
  )
  expect(states(merged)).toEqual(['1 running'])
  expect(merged.itemsDone).toBe(1)
})
test('single items are laid over the others by their own version, in their places', () => {
  const known = job({
    id: 1,
    version: 1,
    items: [
      { id: 1, state: 'done', version: 7 },
      { id: 2, state: 'running', version: 2 },
    ],
  })
  const merged = mergeJob(
    known,
    job({
      id: 1,
      version: 2,
      items: [
        { id: 2, state: 'done', version: 3 },
        { id: 1, state: 'running', version: 6 },
        { id: 3, state: 'pending', version: 1 },
      ],
    }),
  )
  expect(states(merged)).toEqual(['1 done', '2 done', '3 pending'])
})

const listKey = createConnectQueryKey({
  schema: JobService.method.listJobs,
  input: { limit: 20 },
  cardinality: 'finite',
})
const pagesKey = createConnectQueryKey({
  schema: JobService.method.listJobs,
  input: { limit: 2 },
  cardinality: 'infinite',
  pageParamKey: 'offset',
})
const jobKey = createConnectQueryKey({ schema: JobService.method.getJob, input: { id: 2 }, cardinality: 'finite' })

function filled() {
  const queries = new QueryClient()
  const page = (...ids: number[]) =>
    create(ListJobsResponseSchema, { jobs: ids.map(id => ({ id, version: 1, state: 'queued' })), total: 3 })
  queries.setQueryData(listKey, page(3, 2, 1))
  queries.setQueryData(pagesKey, { pages: [page(3, 2), page(1)], pageParams: [0, 2] })
  queries.setQueryData(jobKey, create(GetJobResponseSchema, { job: { id: 2, version: 1, state: 'queued' } }))
  return {
    queries,
    list: () => queries.getQueryData<ListJobsResponse>(listKey)!,
    pages: () => queries.getQueryData<InfiniteData<ListJobsResponse>>(pagesKey)!.pages,
    single: () => queries.getQueryData<GetJobResponse>(jobKey)!.job!,
  }
}
test('a job is renewed wherever it is shown', () => {
  const { queries, list, pages, single } = filled()
  putJob(queries, job({ id: 2, version: 2, state: 'running' }))
  expect(list().jobs.map(j => j.state)).toEqual(['queued', 'running', 'queued'])
  expect(pages().map(p => p.jobs.map(j => j.state))).toEqual([['queued', 'running'], ['queued']])
  expect(single().state).toBe('running')
})
test('a new job comes first, and only once', () => {
  const { queries, list, pages } = filled()
  for (const version of [1, 2]) putJob(queries, job({ id: 4, version, state: 'queued' }))
  expect(list().jobs.map(j => j.id)).toEqual([4, 3, 2, 1])
  expect(list().total).toBe(4)
  expect(pages().map(p => p.jobs.map(j => j.id))).toEqual([[4, 3, 2], [1]])
})
test('an old job that is not loaded yet is left for its own page', () => {
  const { queries, list } = filled()
  queries.setQueryData(listKey, create(ListJobsResponseSchema, { jobs: [{ id: 9 }], total: 9 }))
  putJob(queries, job({ id: 4, version: 1 }))
  expect(list().jobs.map(j => j.id)).toEqual([9])
})
test('what nobody looks at is not made up', () => {
  const queries = new QueryClient()
  putJob(queries, job({ id: 2, version: 2 }))
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(q => q.state.data),
  ).toEqual([])
})
