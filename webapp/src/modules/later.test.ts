import { create } from '@bufbuild/protobuf'
import { createConnectQueryKey } from '@connectrpc/connect-query'
import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import {
  BatchSchema,
  BatchService,
  GetBatchResponseSchema,
  ListBatchesResponseSchema,
} from '@/gen/mentionary/v1/batch_pb'
import { GetJobResponseSchema, JobSchema, JobService, ListJobsResponseSchema } from '@/gen/mentionary/v1/job_pb'
import { WorkNewsSchema } from '@/gen/mentionary/v1/watch_pb'
import { GetQueuesResponseSchema, ListWorkResponseSchema, WorkSchema, WorkService } from '@/gen/mentionary/v1/work_pb'
import { putBatch } from './batchCache'
import { putJob } from './jobCache'
import { keepLater } from './later'
import { putQueues, putWork } from './work/workCache'

const work = (version: number) => create(WorkSchema, { key: 'run-3', state: `told ${version}`, version })
const job = (version: number) =>
  create(JobSchema, { id: 3, state: `told ${version}`, version, items: [{ id: 7, state: `item ${version}`, version }] })
const batch = (version: number) =>
  create(BatchSchema, {
    id: 3,
    state: `told ${version}`,
    version,
    items: [{ index: 1, status: version > 1 ? 'success' : 'pending', job: { id: 9, version } }],
  })
const queues = (version: number) =>
  create(GetQueuesResponseSchema, { problem: `told ${version}`, askedAt: { seconds: BigInt(version), nanos: 0 } })
const pages = (page: unknown) => ({ pages: [page], pageParams: [''] })

type Case = [name: string, key: QueryKey, answer: (version: number) => unknown, put: (q: QueryClient) => void]

const cases: Case[] = [
  [
    'the list of workflows',
    createConnectQueryKey({ schema: WorkService.method.listWork, cardinality: 'infinite' }),
    version => pages(create(ListWorkResponseSchema, { work: [work(version)], total: 1 })),
    queries => putWork(queries, [create(WorkNewsSchema, { work: work(3), matches: true })]),
  ],
  [
    'a list of jobs',
    createConnectQueryKey({ schema: JobService.method.listJobs, input: { limit: 25 }, cardinality: 'infinite' }),
    version => pages(create(ListJobsResponseSchema, { jobs: [job(version)], total: 1 })),
    queries => putJob(queries, job(3)),
  ],
  [
    'a job',
    createConnectQueryKey({ schema: JobService.method.getJob, input: { id: 3 }, cardinality: 'finite' }),
    version => create(GetJobResponseSchema, { job: job(version) }),
    queries => putJob(queries, job(3)),
  ],
  [
    'a list of batches',
    createConnectQueryKey({ schema: BatchService.method.listBatches, input: { limit: 10 }, cardinality: 'finite' }),
    version => create(ListBatchesResponseSchema, { batches: [{ ...batch(version), items: [] }], total: 1 }),
    queries => putBatch(queries, batch(3)),
  ],
  [
    'a batch',
    createConnectQueryKey({ schema: BatchService.method.getBatch, input: { id: 3 }, cardinality: 'finite' }),
    version => create(GetBatchResponseSchema, { batch: batch(version) }),
    queries => putBatch(queries, batch(3)),
  ],
  [
    'the queues',
    createConnectQueryKey({ schema: WorkService.method.getQueues, input: {}, cardinality: 'finite' }),
    version => queues(version),
    queries => putQueues(queries, queues(3)),
  ],
]

test.each(cases)(
  'of %s an answer that is older than what the stream told meanwhile does not take it back',
  async (_, queryKey, answer, put) => {
    const queries = new QueryClient()
    let arrive: (version: number) => void = () => undefined
    const shown = new QueryObserver(queries, {
      queryKey,
      queryFn: () => new Promise<unknown>(done => (arrive = version => done(answer(version)))),
      structuralSharing: keepLater,
    })
    const leave = shown.subscribe(() => undefined)
    const seen = () =>
      JSON.stringify(shown.getCurrentResult().data, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v))
    arrive(1)
    await vi.waitFor(() => expect(seen()).toContain('told 1'))
    void shown.refetch()
    put(queries)
    expect(seen()).toContain('told 3')
    arrive(2)
    await vi.waitFor(() => expect(shown.getCurrentResult().isFetching).toBe(false))
    expect(seen()).toContain('told 3')
    expect(seen()).not.toMatch(/told 2|item 2|"version":2/)
    void shown.refetch()
    arrive(4)
    await vi.waitFor(() => expect(seen()).toContain('told 4'))
    leave()
  },
)

test('news of the queues that come after a later answer are old', () => {
  const queries = new QueryClient()
  const key = createConnectQueryKey({ schema: WorkService.method.getQueues, input: {}, cardinality: 'finite' })
  queries.setQueryData(key, queries.getQueryData(key) ?? queues(4))
  putQueues(queries, queues(3))
  expect(queries.getQueryData(key)).toMatchObject({ problem: 'told 4' })
})

test('of a job that is told anew an item that is known in a later version stays', () => {
  const known = create(GetJobResponseSchema, {
    job: { id: 3, version: 1, items: [{ id: 7, state: 'done', version: 9 }] },
  })
  const kept = keepLater(known, create(GetJobResponseSchema, { job: job(2) })) as typeof known
  expect(kept.job).toMatchObject({ state: 'told 2', items: [{ id: 7, state: 'done' }] })
})

test('a line that was tried is not taken back by a later head of its batch', () => {
  const known = create(GetBatchResponseSchema, { batch: batch(2) })
  const answer = create(GetBatchResponseSchema, {
    batch: { id: 3, state: 'told 5', version: 5, items: [{ index: 1, status: 'pending' }, { index: 2 }] },
  })
  const kept = keepLater(known, answer) as typeof known
  expect(kept.batch?.state).toBe('told 5')
  expect(kept.batch?.items.map(line => line.status)).toEqual(['success', ''])
})

test('what an answer no longer holds goes; an answer that says nothing new is what is known', () => {
  const list = (...versions: number[]) =>
    pages(create(ListWorkResponseSchema, { work: versions.map(v => ({ ...work(v), key: `run-${v}` })), total: 2 }))
  const known = list(3, 1)
  expect(keepLater(known, list(3, 1))).toBe(known)
  expect(keepLater(known, known)).toBe(known)
  expect(keepLater(known, list(3))).toEqual(list(3))
  expect(keepLater(undefined, known)).toBe(known)
})
