import { useQuery } from '@connectrpc/connect-query'
import { ChannelService } from '@/gen/mentionary/v1/channel_pb'
import { entityType, entityTypes } from '@/lib/types'
import { useAddress } from '@/modules/address'
import { SearchBox } from '@/modules/SearchBox'
import { RemovableChip } from '@/ui/Chip'
import { Field, Select } from '@/ui/Field'
import { Page, PageHead } from '@/ui/Page'
import { Empty } from '@/ui/States'
import { BestHits, FilteredHits } from './parts/search/Hits'
import './parts/search/search.css'

function ChannelChip({ channelId, onRemove }: { channelId: string; onRemove: () => void }) {
  const { data, isError } = useQuery(ChannelService.method.getChannel, { channelId })
  return (
    <p>
      <RemovableChip label={data?.channel?.name ?? (isError ? channelId : '…')} onRemove={onRemove} />
    </p>
  )
}

/** One search over everything; a type or a channel in the address narrows it. */
export function Component() {
  const { read, readSearch, choose, write } = useAddress()
  const q = readSearch('q')
  const type = entityType(read('type')) ?? ''
  const channel = read('channel')
  return (
    <Page title={q ? `${q} · Search` : 'Search'}>
      <PageHead kicker="Search" title="What was mentioned?" />
      <div className="search-head">
        <SearchBox
          label="Search mentions, episodes and channels"
          value={read('q')}
          onSearch={text => write({ q: text })}
          large
        />
        <Field label="Category" hideLabel>
          <Select
            value={type}
            onChange={v => choose({ type: v })}
            options={[
              { value: '', label: 'All Categories' },
              ...entityTypes.map(t => ({ value: t.type, label: t.label })),
            ]}
          />
        </Field>
      </div>
      {channel && <ChannelChip channelId={channel} onRemove={() => choose({ channel: undefined })} />}
      {type || channel ? (
        <FilteredHits search={q} type={type} channel={channel} />
      ) : q === '' ? (
        <Empty
          title="Type a name, a title or a few words"
          text="This searches books, products, people, companies, places, ideas, episodes and channels at once."
        />
      ) : (
        <BestHits query={q} />
      )}
    </Page>
  )
}
