import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { ReviewService } from '@/gen/mentionary/v1/review_pb'
import { count } from '@/lib/format'
import { entityTypes } from '@/lib/types'
import { useAddress } from '@/modules/address'
import { FilterBar } from '@/modules/admin/AdminPage'
import { channelName } from '@/modules/channelName'
import { Doubts } from './Doubts'
import { Reports } from './Reports'
import { kinds, type Kind } from './words'

/** The queue: which kind, type and channel, how much of each, and one thing after the other. */
export function Queue() {
  const { read, choose } = useAddress()
  const kind: Kind = kinds.find(k => k.kind === read('kind'))?.kind ?? 'low'
  const type = read('type')
  const channel = Number(read('channel')) || 0
  const asked = kind === 'reported' ? 'low' : kind
  const counts = useQuery(
    ReviewService.method.countReviewItems,
    { kind: asked, type, channel },
    { placeholderData: keepPreviousData },
  )
  const known = counts.data
  const filtered = kind !== 'reported'
  return (
    <>
      <FilterBar label="Filters">
        <Segmented
          aria-label="Kind"
          className="wide-choice"
          value={kind}
          onChange={to => choose({ kind: to === 'low' ? undefined : to })}
          options={kinds.map(k => ({
            value: k.kind,
            label: (
              <span>
                {k.label} <span className="figures muted">{known ? count(known[k.kind]) : '–'}</span>
              </span>
            ),
          }))}
        />
        {filtered && (
          <Select
            aria-label="Type"
            value={type || ''}
            onChange={to => choose({ type: to || undefined })}
            options={[{ value: '', label: 'All types' }, ...entityTypes.map(t => ({ value: t.type, label: t.label }))]}
          />
        )}
        {filtered && (
          <Select
            aria-label="Channel"
            showSearch={{ optionFilterProp: 'label' }}
            value={channel}
            onChange={(to: number) => choose({ channel: to ? String(to) : undefined })}
            options={[
              { value: 0, label: 'All channels' },
              ...(known?.channels ?? []).map(c => ({
                value: c.channel?.id ?? -1,
                label: `${channelName(c.channel?.name)} (${count(c.count)})`,
              })),
            ]}
          />
        )}
      </FilterBar>
      {kind === 'reported' ? (
        <Reports settled={() => void counts.refetch()} />
      ) : (
        <Doubts
          key={`${kind} ${type} ${channel}`}
          kind={kind}
          type={type}
          channel={channel}
          settled={() => void counts.refetch()}
        />
      )}
    </>
  )
}
