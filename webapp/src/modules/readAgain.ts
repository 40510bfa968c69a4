import type { DescMethodUnary, DescService } from '@bufbuild/protobuf'
import { createConnectQueryKey } from '@connectrpc/connect-query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The key of everything that was asked of a method, or of any method of a service. */
export const asked = (of: DescMethodUnary | DescService): QueryKey =>
  createConnectQueryKey({ schema: of as DescService, cardinality: undefined })

/**
 * Reads again what a change made out of date, also what is being read for the first time just now: its answer may be older than
 * the change, and the query client does not ask twice by itself while there is nothing to show.
 */
export async function readAgain(queries: QueryClient, keys: readonly QueryKey[]) {
  await Promise.all(
    keys.map(async queryKey => {
      await queries.cancelQueries({ queryKey })
      await queries.invalidateQueries({ queryKey })
    }),
  )
}
