import { create } from '@bufbuild/protobuf'
import { createConnectQueryKey } from '@connectrpc/connect-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { WorkNews } from '@/gen/mentionary/v1/watch_pb'
import {
  ListWorkResponseSchema,
  WorkService,
  type GetQueuesResponse,
  type ListWorkResponse,
  type Work,
} from '@/gen/mentionary/v1/work_pb'

const lists = createConnectQueryKey({ schema: WorkService.method.listWork, cardinality: 'infinite' })
const stories = createConnectQueryKey({ schema: WorkService.method.getWork, cardinality: undefined })
const queues = createConnectQueryKey({ schema: WorkService.method.getQueues, input: {}, cardinality: 'finite' })

type Pages = InfiniteData<ListWorkResponse>

const time = (work: Work) => Number(work.createdAt?.seconds ?? 0) + (work.createdAt?.nanos ?? 0) / 1e9

/** Lays news over the pages of a list: what is known is changed where it stands, what is new and fits is put before the rest. */
export function withNews(list: Pages, news: readonly WorkNews[]): Pages {
  const fresh = new Map(news.flatMap(({ work, matches }) => (work ? [[work.key, { work, matches }] as const] : [])))
  const pages = list.pages.map(page => {
    const work = page.work.map(known => {
      const found = fresh.get(known.key)
      if (!found) return known
      fresh.delete(known.key)
      if (found.work.version < known.version) return known
      return found.work
    })
    const changed = work.some((row, i) => row !== page.work[i])
    return changed ? create(ListWorkResponseSchema, { ...page, work }) : page
  })
  const [first, ...rest] = pages
  if (!first) return list
  const newest = first.work[0] ? time(first.work[0]) : -Infinity
  const added = [...fresh.values()]
    .filter(({ work, matches }) => matches && time(work) >= newest)
    .map(({ work }) => work)
  if (added.length === 0) return { ...list, pages }
  added.sort((a, b) => time(b) - time(a))
  const head = create(ListWorkResponseSchema, {
    ...first,
    work: [...added, ...first.work],
    total: first.total + added.length,
  })
  return { ...list, pages: [head, ...rest] }
}

/** How often at most a story is read again while its work changes. */
const storyMs = 1_000

const due = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/** Writes work that changed into the lists that are shown, and has the story that is shown read again. */
export function putWork(queries: QueryClient, news: readonly WorkNews[]) {
  queries.setQueriesData<Pages>({ queryKey: lists, type: 'active' }, known => known && withNews(known, news))
  if (due.has(queries)) return
  due.set(
    queries,
    setTimeout(() => {
      due.delete(queries)
      void queries.invalidateQueries({ queryKey: stories })
    }, storyMs),
  )
}

/** Writes what an action answered into the lists. */
export function putOutcome(queries: QueryClient, work: readonly Work[]) {
  const news = work.map(one => ({ work: one, matches: false }) as WorkNews)
  queries.setQueriesData<Pages>({ queryKey: lists }, known => known && withNews(known, news))
  void queries.invalidateQueries({ queryKey: stories })
}

/** The lists and stories that are shown are read again. */
export function refreshWork(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: lists })
  void queries.invalidateQueries({ queryKey: stories })
}

/** Writes the task queues where they are shown. */
export function putQueues(queries: QueryClient, answer: GetQueuesResponse) {
  queries.setQueryData(queues, answer)
}
