import { useEffect } from 'react'
import type { DescMethodUnary } from '@bufbuild/protobuf'
import { createClient, type Transport } from '@connectrpc/connect'
import { useTransport } from '@connectrpc/connect-query'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { QualityService } from '@/gen/mentionary/v1/quality_pb'
import { ScheduleService } from '@/gen/mentionary/v1/schedule_pb'
import { StatsService } from '@/gen/mentionary/v1/stats_pb'
import { WatchService, type WatchResponse } from '@/gen/mentionary/v1/watch_pb'
import { heardVersion } from '@/lib/catalogueVersion'
import { putBatch } from './batchCache'
import { putJob } from './jobCache'
import { asked } from './readAgain'
import { signInAgain } from './SignIn'
import { useSession } from './session'
import { createWatch, type Topic, type WorkFilter } from './watch'
import { putQueues, putWork, refreshWork } from './work/workCache'

type Watch = ReturnType<typeof createWatch>

// One stream belongs to one cache, which in the browser is one a tab.
const watches = new WeakMap<QueryClient, Watch>()

/** What is shown of the answers of these methods is read again. */
function outOfDate(queries: QueryClient, ...methods: DescMethodUnary[]) {
  for (const method of methods) void queries.invalidateQueries({ queryKey: asked(method) })
}

/** Episodes and counts are read again at once. Long lists are not pulled away from under a reader: they follow at the next visit. */
function catalogueChanged(queries: QueryClient) {
  outOfDate(queries, EpisodeService.method.listEpisodes, StatsService.method.getStats, StatsService.method.getTypeStats)
  void queries.invalidateQueries({ queryKey: asked(EntityService.method.listEntities), refetchType: 'none' })
}

function watchOf(queries: QueryClient, transport: Transport): Watch {
  const known = watches.get(queries)
  if (known) return known
  const client = createClient(WatchService, transport)
  let version: number | undefined
  let schedules = ''
  let workOf = ''
  const watch = createWatch<WatchResponse>({
    open: (wanted, signal) => {
      // The stream tells what changes from now on: what passed while it was interrupted is read again.
      const work = JSON.stringify(wanted.work ?? '')
      if (wanted.work && work === workOf) refreshWork(queries)
      workOf = work
      return client.watch(wanted, { signal })
    },
    onMessage: message => {
      for (const job of message.jobs) putJob(queries, job)
      for (const batch of message.batches) putBatch(queries, batch)
      if (message.passes.length > 0)
        outOfDate(queries, QualityService.method.listPasses, QualityService.method.listPassResults)
      if (message.work.length > 0) putWork(queries, message.work)
      if (message.queues) putQueues(queries, message.queues)
      if (message.schedulesVersion) {
        if (schedules && message.schedulesVersion !== schedules)
          outOfDate(queries, ScheduleService.method.listSchedules)
        schedules = message.schedulesVersion
      }
      if (message.catalogueVersion === undefined) return
      heardVersion.hear(message.catalogueVersion) // before anything is read again: another process may answer it
      if (version !== undefined && message.catalogueVersion > version) catalogueChanged(queries)
      version = message.catalogueVersion
    },
    onSignedOut: () => signInAgain(queries),
  })
  watches.set(queries, watch)
  return watch
}

/**
 * Keeps what the topic is about up to date while the component is shown; the news arrive through the query cache.
 * Signed out, or with `on` false, nothing is watched. `job` and `batch` need an id.
 */
export function useWatch(
  kind: Exclude<Topic['kind'], 'work'>,
  { id = 0, on = true }: { id?: number; on?: boolean } = {},
) {
  const transport = useTransport()
  const queries = useQueryClient()
  const signedIn = useSession().state === 'in'
  useEffect(() => {
    if (!signedIn || !on) return
    return watchOf(queries, transport).subscribe(kind === 'job' || kind === 'batch' ? { kind, id } : { kind })
  }, [queries, transport, signedIn, on, kind, id])
}

/** Keeps everybody's work that a filter lets in up to date while the component is shown, if `on`. */
export function useWorkWatch(filter: WorkFilter, on: boolean) {
  const transport = useTransport()
  const queries = useQueryClient()
  const wanted = JSON.stringify(filter)
  useEffect(() => {
    if (!on) return
    return watchOf(queries, transport).subscribe({ kind: 'work', filter: JSON.parse(wanted) as WorkFilter })
  }, [queries, transport, on, wanted])
}
