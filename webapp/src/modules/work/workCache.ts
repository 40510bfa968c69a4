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
import { keepLater, later } from '@/modules/later'
import { overlay } from '@/modules/overlay'
import { asked, readAgain } from '@/modules/readAgain'

const lists = createConnectQueryKey({ schema: WorkService.method.listWork, cardinality: 'infinite' })
const stories = asked(WorkService.method.getWork)
const queues = createConnectQueryKey({ schema: WorkService.method.getQueues, input: {}, cardinality: 'finite' })

type Pages = InfiniteData<ListWorkResponse>

const time = (work: Work) => Number(work.createdAt?.seconds ?? 0) + (work.createdAt?.nanos ?? 0) / 1e9

const keyOf = (work: Work) => work.key

/** Lays news over the pages of a list: what is known is changed where it stands, what is new and fits is put before the rest. */
export function withNews(list: Pages, news: readonly WorkNews[]): Pages {
  let fresh = news.flatMap(({ work }) => work ?? [])
  const pages = list.pages.map(page => {
    const { list: work, added } = overlay(page.work, fresh, keyOf, (known, news) => later(news, known))
    fresh = added
    return work.some((row, i) => row !== page.work[i]) ? create(ListWorkResponseSchema, { ...page, work }) : page
  })
  const [first, ...rest] = pages
  if (!first) return list
  const newest = first.work[0] ? time(first.work[0]) : -Infinity
  const fits = new Set(news.flatMap(({ work, matches }) => (work && matches ? [work.key] : [])))
  const added = fresh.filter(work => fits.has(work.key) && time(work) >= newest)
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
  if (!due.has(queries)) readStorySoon(queries)
}

/** One that is on its way comes first: while work changes all the time, a slow one would never come. */
function readStorySoon(queries: QueryClient) {
  const read = () => {
    if (queries.isFetching({ queryKey: stories }) > 0) {
      readStorySoon(queries)
    } else {
      due.delete(queries)
      void readAgain(queries, [stories])
    }
  }
  due.set(queries, setTimeout(read, storyMs))
}

/** Writes what an action answered into the lists. */
export function putOutcome(queries: QueryClient, work: readonly Work[]) {
  const news = work.map(one => ({ work: one, matches: false }) as WorkNews)
  queries.setQueriesData<Pages>({ queryKey: lists }, known => known && withNews(known, news))
  void readAgain(queries, [stories])
}

/** The lists and stories that are shown are read again. */
export function refreshWork(queries: QueryClient) {
  void readAgain(queries, [lists, stories])
}

/** Writes the task queues where they are shown. */
export function putQueues(queries: QueryClient, answer: GetQueuesResponse) {
  queries.setQueryData(queues, known => keepLater(known, answer) as GetQueuesResponse)
}
