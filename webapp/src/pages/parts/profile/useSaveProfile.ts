import { create } from '@bufbuild/protobuf'
import { createConnectQueryKey, useMutation, useTransport } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { AuthService, GetCurrentUserResponseSchema } from '@/gen/mentionary/v1/auth_pb'
import { UserService } from '@/gen/mentionary/v1/user_pb'

/** Saves one's own profile; the whole application then shows the new one, and public profiles are read again. */
export function useSaveProfile() {
  const transport = useTransport()
  const client = useQueryClient()
  return useMutation(UserService.method.saveProfile, {
    onSuccess: ({ user }) => {
      const session = createConnectQueryKey({
        schema: AuthService.method.getCurrentUser,
        transport,
        cardinality: 'finite',
      })
      if (user) client.setQueriesData({ queryKey: session }, create(GetCurrentUserResponseSchema, { user }))
      client.removeQueries({
        queryKey: createConnectQueryKey({ schema: UserService, transport, cardinality: undefined }),
      })
    },
  })
}
