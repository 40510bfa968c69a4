import { create } from '@bufbuild/protobuf'
import { createConnectQueryKey } from '@connectrpc/connect-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import {
  GetJobResponseSchema,
  JobSchema,
  JobService,
  ListJobsResponseSchema,
  type GetJobResponse,
  type Job,
  type ListJobsResponse,
} from '@/gen/mentionary/v1/job_pb'
import { later } from './later'
import { overlay } from './overlay'
import { asked } from './readAgain'

const lists = asked(JobService.method.listJobs)
const single = (id: number) =>
  createConnectQueryKey({ schema: JobService.method.getJob, input: { id }, cardinality: 'finite' })

/**
 * Lays news about a job over what is known. Older news changes nothing. News without items, or with only the items that
 * changed, keep the others; each item has a version of its own.
 */
export function mergeJob(known: Job, news: Job): Job {
  if (news.version < known.version) return known
  const { list, added } = overlay(
    known.items,
    news.items,
    item => item.id,
    (item, fresh) => later(fresh, item),
  )
  return create(JobSchema, { ...news, items: [...list, ...added] })
}

function inPage(page: ListJobsResponse, job: Job): ListJobsResponse {
  return create(ListJobsResponseSchema, {
    ...page,
    jobs: page.jobs.map(known => (known.id === job.id ? mergeJob(known, job) : known)),
  })
}

/** Changes the job where the list has it; a job newer than the whole list is put before it. */
function inPages(pages: ListJobsResponse[], job: Job): ListJobsResponse[] {
  const jobs = pages.flatMap(page => page.jobs)
  if (jobs.some(known => known.id === job.id)) return pages.map(page => inPage(page, job))
  const [first, ...rest] = pages
  if (!first || jobs.some(known => known.id > job.id)) return pages
  return [
    create(ListJobsResponseSchema, { jobs: [job, ...first.jobs], total: first.total + 1 }),
    ...rest.map(page => create(ListJobsResponseSchema, { ...page, total: page.total + 1 })),
  ]
}

type Listed = ListJobsResponse | InfiniteData<ListJobsResponse>

/** Writes a job that was answered or streamed into every list and page that shows it. */
export function putJob(queries: QueryClient, job: Job) {
  queries.setQueriesData<GetJobResponse>(
    { queryKey: single(job.id) },
    known => known && create(GetJobResponseSchema, { job: known.job ? mergeJob(known.job, job) : job }),
  )
  queries.setQueriesData<Listed>({ queryKey: lists }, known => {
    if (!known) return undefined
    return 'pages' in known ? { ...known, pages: inPages(known.pages, job) } : inPages([known], job)[0]
  })
}
