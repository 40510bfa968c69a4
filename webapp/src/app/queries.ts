import { Code, ConnectError } from '@connectrpc/connect'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { unanswered } from '@/modules/session'
import { signInAgain } from '@/modules/SignIn'

/** How long what was read is kept for a reader who comes back to it: an hour. */
const keptMs = 60 * 60_000

/**
 * What was read stays fresh until a change says otherwise; nothing is asked twice on its own, except what failed when the
 * connection comes back. Without a connection calls fail at once, so that the page can say so.
 */
export function newQueries(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ConnectError && error.code === Code.Unauthenticated) signInAgain(queries)
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: unanswered,
        refetchInterval: false,
        gcTime: keptMs,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return queries
}
