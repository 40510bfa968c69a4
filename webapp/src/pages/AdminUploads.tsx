import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { PublicationService, type UnpublishedEpisode } from '@/gen/mentionary/v1/publication_pb'
import { count, date } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { AdminPage } from '@/modules/admin/AdminPage'
import { PagedTable } from '@/modules/admin/PagedTable'
import { usePage } from '@/modules/admin/usePage'
import { useAddress } from '@/modules/address'
import { channelName } from '@/modules/channelName'
import { Empty } from '@/ui/States'
import { EditUpload } from './parts/uploads/EditUpload'
import { Preview } from './parts/uploads/Preview'
import { Outcome } from './parts/uploads/Outcome'
import { usePublication, type Deed } from './parts/uploads/usePublication'
import './parts/uploads/uploads.css'

const states = [
  { value: 'waiting', label: 'Waiting', none: 'Nothing is waiting for you.' },
  { value: 'refused', label: 'Not published', none: 'No upload was left unpublished.' },
  { value: 'published', label: 'Published', none: 'No upload has been published yet.' },
] as const

/** Uploads and given transcripts: a moderator reads them, publishes them or does not, and corrects what they say of themselves. */
export function Component() {
  const { read, choose } = useAddress()
  const state = states.find(s => s.value === read('tab')) ?? states[0]
  const at = usePage(50)
  const query = useQuery(
    PublicationService.method.listUnpublished,
    { limit: at.limit, offset: at.offset, state: state.value },
    { placeholderData: keepPreviousData },
  )
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [looking, setLooking] = useState<UnpublishedEpisode>()
  const [editing, setEditing] = useState<UnpublishedEpisode>()
  const publication = usePublication(() => void query.refetch())
  const rows = query.data?.waiting ?? []
  const selected = rows.filter(r => r.episode && chosen.includes(r.episode.id))
  const act = (deed: Deed, which: readonly UnpublishedEpisode[]) => {
    setChosen([])
    void publication.run(deed, which)
  }
  const deeds: readonly { deed: Deed; label: string }[] =
    state.value === 'published'
      ? [{ deed: 'unpublish', label: 'Unpublish' }]
      : state.value === 'refused'
        ? [{ deed: 'publish', label: 'Publish' }]
        : [
            { deed: 'publish', label: 'Publish' },
            { deed: 'refuse', label: 'Do Not Publish' },
          ]
  return (
    <AdminPage
      title="Uploads"
      lead="What people uploaded, and transcripts that they gave to public episodes. Until you publish it, only they and moderators see it."
      actions={
        <Segmented
          aria-label="State"
          value={state.value}
          options={states.map(s => ({ value: s.value, label: s.label }))}
          onChange={to => {
            setChosen([])
            publication.forget()
            choose({ tab: to === 'waiting' ? undefined : to, page: undefined })
          }}
        />
      }
    >
      <div className="row" role="group" aria-label="For the selected ones">
        <span className="muted" role="status">
          {selected.length > 0
            ? `${counted(selected.length, 'episode')} selected`
            : query.data
              ? counted(query.data.total, 'episode')
              : query.isPending && 'Loading …'}
        </span>
        <Button
          disabled={rows.length === 0 || publication.busy}
          onClick={() => setChosen(selected.length === rows.length ? [] : rows.flatMap(r => r.episode?.id ?? []))}
        >
          {rows.length > 0 && selected.length === rows.length ? 'Select None' : 'Select All'}
        </Button>
        {deeds.map(({ deed, label }, i) => (
          <Button
            key={deed}
            type={i === 0 && selected.length > 0 ? 'primary' : 'default'}
            disabled={selected.length === 0 || publication.busy}
            onClick={() => act(deed, selected)}
          >
            {label}
            {selected.length > 1 && ` ${count(selected.length)}`}
          </Button>
        ))}
      </div>
      <PagedTable<UnpublishedEpisode>
        query={query}
        rows={query.data?.waiting}
        at={{
          ...at,
          turn: to => {
            setChosen([])
            at.turn(to)
          },
        }}
        empty={<Empty icon="upload" title="Nothing here" text={state.none} />}
        rowKey={r => r.episode?.id ?? 0}
        size="middle"
        width={980}
        rowSelection={{
          selectedRowKeys: [...chosen],
          // antd measures columns with a hidden copy of the head, where a checkbox could be focused: all are selected above.
          columnTitle: ' ',
          onChange: keys => setChosen(keys.map(Number)),
          getCheckboxProps: r => ({ 'aria-label': `Select ${r.episode?.title ?? ''}` }),
        }}
        columns={[
          {
            title: 'Episode',
            key: 'title',
            render: (_, r) => (
              <div className="lines">
                <button type="button" className="uploads-open" onClick={() => setLooking(r)}>
                  {r.episode?.title}
                </button>
                <span className="small muted">
                  {r.givenTo
                    ? `Transcript given to “${r.givenTo.title}”, ${channelName(r.givenTo.channel?.name)}`
                    : channelName(r.episode?.channel?.name)}
                </span>
              </div>
            ),
          },
          { title: 'Sent by', key: 'sender', render: (_, r) => r.sender || <span className="muted">Unknown</span> },
          {
            title: 'Words',
            key: 'words',
            align: 'right',
            render: (_, r) => <span className="figures">{count(r.words)}</span>,
          },
          {
            title: 'Date',
            key: 'date',
            render: (_, r) => (
              <span className="figures">
                {r.episode?.publishedAt ? date(timestampDate(r.episode.publishedAt)) : '–'}
              </span>
            ),
          },
          {
            title: state.value === 'waiting' ? 'Waiting since' : 'Analyzed',
            key: 'since',
            render: (_, r) => <span className="figures">{r.waitingSince && date(timestampDate(r.waitingSince))}</span>,
          },
          {
            title: '',
            key: 'do',
            render: (_, r) => (
              <div className="row uploads-do">
                <Outcome result={publication.results.get(r.episode?.id ?? 0)} />
                {!r.givenTo && (
                  <Button size="small" onClick={() => setEditing(r)} aria-label={`Edit ${r.episode?.title ?? ''}`}>
                    Edit
                  </Button>
                )}
                <Button size="small" onClick={() => setLooking(r)} aria-label={`Read ${r.episode?.title ?? ''}`}>
                  Read
                </Button>
              </div>
            ),
          },
        ]}
      />
      {publication.failed > 0 && (
        <p className="field-error" role="alert">
          {counted(publication.failed, 'episode')} could not be changed: see their rows.
        </p>
      )}
      <Preview row={looking} onClose={() => setLooking(undefined)}>
        {looking &&
          deeds.map(({ deed, label }, i) => (
            <Button
              key={deed}
              type={i === 0 ? 'primary' : 'default'}
              disabled={publication.busy}
              onClick={() => {
                act(deed, [looking])
                setLooking(undefined)
              }}
            >
              {label}
            </Button>
          ))}
      </Preview>
      {editing?.episode && (
        <EditUpload
          episode={editing.episode}
          onClose={() => setEditing(undefined)}
          onSaved={() => void query.refetch()}
        />
      )}
    </AdminPage>
  )
}
