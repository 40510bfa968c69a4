import { Code, ConnectError } from '@connectrpc/connect'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { signInAgain } from '@/modules/SignIn'

const onError = (error: unknown) => {
  if (error instanceof ConnectError && error.code === Code.Unauthenticated) signInAgain()
}

/** What was read stays fresh until a change says otherwise; nothing is asked twice on its own. */
export function newQueries(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false, refetchInterval: false },
      mutations: { retry: false },
    },
  })
}
