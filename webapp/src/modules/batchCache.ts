import { create } from '@bufbuild/protobuf'
import { createConnectQueryKey } from '@connectrpc/connect-query'
import type { QueryClient } from '@tanstack/react-query'
import {
  BatchSchema,
  BatchService,
  GetBatchResponseSchema,
  ListBatchesResponseSchema,
  type Batch,
  type GetBatchResponse,
  type ListBatchesResponse,
} from '@/gen/mentionary/v1/batch_pb'
import { laterLine } from './later'
import { overlay } from './overlay'
import { asked, readAgain } from './readAgain'

const lists = asked(BatchService.method.listBatches)
const single = (id: number) =>
  createConnectQueryKey({ schema: BatchService.method.getBatch, input: { id }, cardinality: 'finite' })

/** Lays news about a batch over what is known. Older news changes nothing but lines; lines that are not told stay. */
export function mergeBatch(known: Batch, news: Batch): Batch {
  const { list, added } = overlay(
    known.items,
    news.items,
    item => item.index,
    (line, fresh) => laterLine(fresh, line),
  )
  const head = news.version < known.version ? known : news
  return create(BatchSchema, { ...head, items: [...list, ...added] })
}

/** Writes a batch that was answered or streamed into the page and the lists that show it; a new one is put before a first page. */
export function putBatch(queries: QueryClient, batch: Batch) {
  queries.setQueriesData<GetBatchResponse>(
    { queryKey: single(batch.id) },
    known => known?.batch && create(GetBatchResponseSchema, { batch: mergeBatch(known.batch, batch) }),
  )
  queries.setQueriesData<ListBatchesResponse>({ queryKey: lists }, known => {
    if (!known) return undefined
    if (!known.batches.some(b => b.id === batch.id)) {
      // Where it belongs is known to the server: on the first page, unless the list is a filtered one.
      if (known.batches.every(b => b.id < batch.id)) void readAgain(queries, [lists])
      return known
    }
    const batches = known.batches.map(b => (b.id === batch.id ? mergeBatch(b, { ...batch, items: [] }) : b))
    return create(ListBatchesResponseSchema, { ...known, batches })
  })
}
