import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useMutation, useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ReviewService, type GlossaryLine } from '@/gen/mentionary/v1/review_pb'
import { date } from '@/lib/format'
import { paths } from '@/lib/paths'
import { typeWords } from '@/lib/types'
import { useAddress } from '@/modules/address'
import { FilterBar } from '@/modules/admin/AdminPage'
import { AskButton } from '@/modules/admin/AskButton'
import { PagedTable } from '@/modules/admin/PagedTable'
import { SearchField } from '@/modules/admin/SearchField'
import { usePage } from '@/modules/admin/usePage'
import { channelName } from '@/modules/channelName'
import { Badge } from '@/ui/Badge'
import { Empty } from '@/ui/States'
import { toastError } from '@/ui/toasts'
import { ChannelSelect } from './ChannelSelect'
import { LineForm } from './LineForm'

/** What each channel's reviewers taught: what is heard there and what it means, or that it means nothing. */
export function Glossary() {
  const { read, readSearch, choose } = useAddress()
  const channel = Number(read('channel')) || undefined
  const search = readSearch('search')
  const at = usePage(50)
  const [form, setForm] = useState<'new' | GlossaryLine>()
  const query = useQuery(
    ReviewService.method.listGlossary,
    { channel: channel ?? 0, search, limit: at.limit, offset: at.offset },
    { placeholderData: keepPreviousData },
  )
  const deleting = useMutation(ReviewService.method.deleteGlossaryLine)
  const forget = (line: GlossaryLine) =>
    deleting.mutate(
      { id: line.id },
      { onSuccess: () => void query.refetch(), onError: error => toastError('Error', error.rawMessage) },
    )
  return (
    <>
      <FilterBar label="Filters">
        <ChannelSelect
          all
          value={channel}
          onChange={to => choose({ channel: to ? String(to) : undefined, page: undefined })}
        />
        <SearchField name="search" label="Search the glossary" placeholder="Search" />
        <Button type="primary" onClick={() => setForm('new')}>
          Add Lines
        </Button>
      </FilterBar>
      <PagedTable<GlossaryLine>
        query={query}
        rows={query.data?.lines}
        at={at}
        empty={
          <Empty
            icon="book"
            title={search || channel ? 'Nothing found' : 'No glossary yet'}
            text="What is decided in the queue is remembered here, and you can add lines."
          />
        }
        rowKey="id"
        width={820}
        columns={[
          {
            title: 'Heard',
            key: 'heard',
            render: (_, l) => (
              <>
                <b dir="auto">{l.heard}</b>
                {l.sentence && <span className="muted small"> · in one sentence</span>}
              </>
            ),
          },
          { title: 'Means', key: 'means', render: (_, l) => <Meaning line={l} /> },
          {
            title: 'Channel',
            key: 'channel',
            render: (_, l) =>
              l.channel && <Link to={paths.channel(l.channel.channelId)}>{channelName(l.channel.name)}</Link>,
          },
          {
            title: 'Changed',
            key: 'changed',
            render: (_, l) => l.updatedAt && <span className="figures">{date(timestampDate(l.updatedAt))}</span>,
          },
          {
            title: '',
            key: 'do',
            align: 'right',
            render: (_, l) => (
              <span className="row">
                <Button size="small" onClick={() => setForm(l)} aria-label={`Change ${l.heard}`}>
                  Change
                </Button>
                <AskButton
                  size="small"
                  danger
                  aria-label={`Forget ${l.heard}`}
                  title="Forget this line?"
                  text="The next analysis will not use it."
                  yes="Forget"
                  no="Keep it"
                  onYes={() => forget(l)}
                >
                  Forget
                </AskButton>
              </span>
            ),
          },
        ]}
      />
      {form && (
        <LineForm
          line={form === 'new' ? undefined : form}
          channel={channel}
          onClose={() => setForm(undefined)}
          onSaved={() => void query.refetch()}
        />
      )}
    </>
  )
}

function Meaning({ line }: { line: GlossaryLine }) {
  if (line.blocked) return <Badge tone="bad">Nothing</Badge>
  return (
    <>
      <Badge type={line.meantType}>{typeWords(line.meantType).singular}</Badge>{' '}
      {line.entityId > 0 ? (
        <Link to={paths.entity({ id: line.entityId, name: line.meant })}>{line.meant}</Link>
      ) : (
        <span dir="auto">{line.meant}</span>
      )}
    </>
  )
}
