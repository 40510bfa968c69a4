import { useEffect } from 'react'
import { create } from '@bufbuild/protobuf'
import { callUnaryMethod, createConnectQueryKey, createQueryOptions, useTransport } from '@connectrpc/connect-query'
import { partialMatchKey, useQuery, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { AuthService, GetCurrentUserResponseSchema, type CurrentUser } from '@/gen/mentionary/v1/auth_pb'
import { graphemes } from '@/lib/text'
import { writtenAnswer } from '@/lib/written'

/** What the signed-in person may do, as the server says; `moderate` opens the admin dashboard, `admin` all of it. */
export type Permission = 'submit' | 'moderate' | 'admin'

/** Who looks at the page. While it is loading, pages show neither of the two faces. */
export type Session = { state: 'loading' } | { state: 'out' } | { state: 'in'; user: CurrentUser }

const method = AuthService.method.getCurrentUser

/** The question who is signed in, whatever connection it is asked over. */
export const sessionKey = createConnectQueryKey({ schema: method, cardinality: undefined })

/** An answer that takes longer is none. */
const patienceMs = 8_000
/** How soon it is asked again after the first failure, each time twice as late, and at the latest. */
const firstWaitMs = 5_000
const longestWaitMs = 60_000

// Asked once a visit: what mounts later takes the answer that is there, also when it is a failure. A question asked again
// counts as loading, pages that show another face for that would mount and ask, and so on without end.
function useQuestion() {
  const transport = useTransport()
  return {
    ...createQueryOptions(method, {}, { transport }),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callUnaryMethod(transport, method, {}, { signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) }),
    retryOnMount: false,
    initialData: () => writtenAnswer(method, {}),
  }
}

/** Whether a query failed and has nothing to show. */
export const unanswered = ({ state }: { state: { data: unknown; status: string } }): boolean =>
  state.data === undefined && state.status === 'error'

/** An answer without a user and a failed call both mean signed out; a later answer counts as soon as it is there. */
export function useSession(): Session {
  const { data, errorUpdateCount } = useQuery(useQuestion())
  if (data?.user) return { state: 'in', user: data.user }
  return data || errorUpdateCount > 0 ? { state: 'out' } : { state: 'loading' }
}

/**
 * While the question who is signed in has no answer it is asked again: when the connection or the reader comes back, and now
 * and then. With the answer, what else had failed on the page is asked again too. For one place of the application.
 */
export function useSessionRecovery() {
  const queries = useQueryClient()
  const { data, errorUpdateCount } = useQuery({
    ...useQuestion(),
    refetchOnReconnect: unanswered,
    refetchOnWindowFocus: unanswered,
    refetchInterval: query =>
      unanswered(query) && Math.min(longestWaitMs, firstWaitMs * 2 ** (query.state.errorUpdateCount - 1)),
  })
  const back = data !== undefined && errorUpdateCount > 0
  useEffect(() => {
    if (back) void queries.refetchQueries({ type: 'active', predicate: unanswered })
  }, [back, queries])
}

/** Whether a query is the question who is signed in. */
export const isSessionQuery = ({ queryKey }: { queryKey: QueryKey }): boolean => partialMatchKey(queryKey, sessionKey)

/** Nobody is signed in any more: what was read for the person is forgotten, and what stays on the screen is read as a visitor. */
export function forgetPerson(queries: QueryClient) {
  queries.removeQueries({ predicate: query => !isSessionQuery(query) })
  queries.setQueriesData({ queryKey: sessionKey }, create(GetCurrentUserResponseSchema))
}

/** Whether the session has the permission; nobody has one while it loads. */
export function may(session: Session, permission: Permission): boolean {
  return session.state === 'in' && session.user.permissions.includes(permission)
}

/** The letter of a person without a picture: of the first name, else of the e-mail, else "U". */
export function letterOf(user: Pick<CurrentUser, 'firstName' | 'email'>): string {
  const text = [user.firstName, user.email].find(t => t?.trim())?.trim() ?? 'U'
  return graphemes(text)[0]!.toLocaleUpperCase()
}
