import { useDeferredValue, useState } from 'react'
import { skipToken, useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { ChannelService } from '@/gen/mentionary/v1/channel_pb'

/** The channels that a select offers: those with most entities, or what its reader looks for by name. */
export function useFoundChannels() {
  const [words, setWords] = useState('')
  const search = useDeferredValue(words.trim()).slice(0, 200)
  const found = useQuery(
    ChannelService.method.listChannelStats,
    { search, limit: 100 },
    { placeholderData: keepPreviousData },
  )
  return {
    channels: found.data?.channels ?? [],
    loading: found.isPending,
    showSearch: { filterOption: false, onSearch: setWords } as const,
  }
}

/** The name of a channel that a select shows as chosen, also when it is not among those it offers. */
export function useChosenChannel(
  channelId: string | undefined,
  offered: readonly { channelId: string; name: string }[],
) {
  const near = offered.find(c => c.channelId === channelId)
  const asked = useQuery(ChannelService.method.getChannel, channelId && !near ? { channelId } : skipToken)
  return near?.name ?? asked.data?.channel?.name ?? channelId
}
