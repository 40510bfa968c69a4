import { Select } from 'antd'
import { useFoundChannels } from '@/modules/admin/useFoundChannels'
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
  const found = useFoundChannels()
  const channels = found.channels.map(c => ({ value: c.id, label: channelName(c.name) }))
  const known = value === undefined || value === 0 || channels.some(c => c.value === value)
  return (
    <Select
      {...(id ? { id } : { 'aria-label': 'Channel' })}
      placeholder="Choose a channel"
      value={value ?? (all ? 0 : null)}
      showSearch={found.showSearch}
      onChange={(to: number | null) => onChange(to ?? undefined)}
      options={[
        ...(all ? [{ value: 0, label: 'All channels' }] : []),
        ...(known ? [] : [{ value, label: `Channel ${value}` }]),
        ...channels,
      ]}
    />
  )
}
