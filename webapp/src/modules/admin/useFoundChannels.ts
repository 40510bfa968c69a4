import { useDeferredValue, useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
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
