import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { ChannelService } from '@/gen/mentionary/v1/channel_pb'
import { channelName } from '@/modules/channelName'

/** A channel of the directory, found by its name. */
export function ChannelSelect({
  value,
  onChange,
  all = false,
  id,
}: {
  value: number | undefined
  onChange: (channel: number | undefined) => void
  /** offers all channels as well */ all?: boolean
  id?: string
}) {
  const [words, setWords] = useState('')
  const search = useDeferredValue(words.trim()).slice(0, 200)
  const found = useQuery(
    ChannelService.method.listChannelStats,
    { search, limit: 100 },
    { placeholderData: keepPreviousData },
  )
  const channels = (found.data?.channels ?? []).map(c => ({ value: c.id, label: channelName(c.name) }))
  const known = value === undefined || value === 0 || channels.some(c => c.value === value)
  return (
    <Select
      {...(id ? { id } : { 'aria-label': 'Channel' })}
      placeholder="Choose a channel"
      value={value ?? (all ? 0 : null)}
      showSearch={{ filterOption: false, onSearch: setWords }}
      onChange={(to: number | null) => onChange(to ?? undefined)}
      options={[
        ...(all ? [{ value: 0, label: 'All channels' }] : []),
        ...(known ? [] : [{ value, label: `Channel ${value}` }]),
        ...channels,
      ]}
    />
  )
}
