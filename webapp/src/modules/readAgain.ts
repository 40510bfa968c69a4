import type { QueryClient, QueryKey } from '@tanstack/react-query'

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
