import { create } from '@bufbuild/protobuf'
import { createConnectQueryKey, useTransport } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { AuthService, GetCurrentUserResponseSchema } from '@/gen/mentionary/v1/auth_pb'
import { paths } from '@/lib/paths'

/** After the server ended this session: goes to the first page as a visitor and forgets what only the person could read. */
export function useSignedOut() {
  const transport = useTransport()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    // Before the way: pages for signed-in people would ask what is refused now.
    const visitor = create(GetCurrentUserResponseSchema)
    queries.setQueriesData({ queryKey: createConnectQueryKey({ schema: AuthService.method.getCurrentUser, transport, cardinality: 'finite' }) }, visitor)
    await navigate(paths.home(), { replace: true })
    const others = { predicate: (q: { state: { data: unknown } }) => q.state.data !== visitor }
    queries.removeQueries({ ...others, type: 'inactive' })
    await queries.resetQueries(others)
  }
}
