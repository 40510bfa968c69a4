import { create } from '@bufbuild/protobuf'
import type { ConnectError } from '@connectrpc/connect'
import { createConnectQueryKey, useMutation, useTransport } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { CheckFollowResponseSchema, FollowService, ListFollowsResponseSchema } from '@/gen/mentionary/v1/follow_pb'
import { toast, toastError } from '@/ui/toasts'

type TakeBack = () => void

/** Follows a channel, or no longer: shown at once wherever it is asked, and taken back with the server's sentence on failure. */
export function useFollowing({ channelId, name }: { channelId: string; name: string }) {
  const transport = useTransport()
  const queries = useQueryClient()
  const checkKey = createConnectQueryKey({
    schema: FollowService.method.checkFollow,
    transport,
    input: { channelId },
    cardinality: 'finite',
  })
  const listKey = createConnectQueryKey({
    schema: FollowService.method.listFollows,
    transport,
    input: {},
    cardinality: 'finite',
  })
  const limitsKey = createConnectQueryKey({
    schema: AccountService.method.getLimits,
    transport,
    cardinality: undefined,
  })
  const allFollows = createConnectQueryKey({ schema: FollowService, transport, cardinality: undefined })

  const show = async (isFollowing: boolean): Promise<TakeBack> => {
    await queries.cancelQueries({ queryKey: allFollows })
    const check = queries.getQueryData(checkKey)
    const list = queries.getQueryData(listKey)
    queries.setQueryData(checkKey, create(CheckFollowResponseSchema, { isFollowing }))
    if (list && !isFollowing)
      queries.setQueryData(
        listKey,
        create(ListFollowsResponseSchema, { follows: list.follows.filter(f => f.channel?.channelId !== channelId) }),
      )
    return () => {
      queries.setQueryData(checkKey, check)
      queries.setQueryData(listKey, list)
    }
  }
  // Given to the mutation and not to its call: a line that leaves a list at once must still hear the answer.
  const announced = (isFollowing: boolean, title: string, text: string) => ({
    onMutate: () => show(isFollowing),
    onSuccess: () => toast(title, text),
    onError: (error: ConnectError, _: unknown, takeBack: TakeBack | undefined) => {
      takeBack?.()
      toastError('Error', error.rawMessage)
    },
    onSettled: () => {
      for (const queryKey of [allFollows, limitsKey]) void queries.invalidateQueries({ queryKey })
    },
  })
  const follow = useMutation(
    FollowService.method.followChannel,
    announced(true, 'Channel Followed', `New episodes of ${name} are analyzed every six hours`),
  )
  const unfollow = useMutation(
    FollowService.method.unfollowChannel,
    announced(false, 'Channel Unfollowed', `New episodes of ${name} are no longer analyzed for you`),
  )
  return (isFollowing: boolean) => {
    if (follow.isPending || unfollow.isPending) return
    if (isFollowing) follow.mutate({ channelId })
    else unfollow.mutate({ channelId })
  }
}
