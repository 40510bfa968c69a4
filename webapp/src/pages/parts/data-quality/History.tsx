import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Segmented, Table } from 'antd'
import { Link } from 'react-router'
import { MergeService, type Merge } from '@/gen/mentionary/v1/merge_pb'
import { QualityService, type Change } from '@/gen/mentionary/v1/quality_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Panel } from '@/modules/admin/AdminPage'
import { useShortcuts } from '@/modules/admin/shortcuts'
import { useAddress } from '@/modules/address'
import { Failed } from '@/modules/Failed'
import { useCuration, type Curation } from './useCuration'
import { fieldWords } from './words'

const pageSize = 20

/** Everything that was done to entities, newest first, each with its way back. */
export function History() {
  const address = useAddress()
  const curation = useCuration()
  const help = useShortcuts([{ key: 'u', does: 'Undo the last change', act: () => void curation.undo() }])
  const what = address.read('of') === 'merges' ? 'merges' : 'changes'
  const page = Math.max(1, Number(address.read('page')) || 1)
  const turn = (next: number) => address.choose({ page: next === 1 ? '' : String(next) })
  return (
    <Panel title="History" actions={help}>
      <Segmented
        aria-label="What was done"
        className="quality-filter"
        value={what}
        onChange={value => address.choose({ of: value === 'merges' ? value : '', page: '' })}
        options={[
          { value: 'changes', label: 'Changes' },
          { value: 'merges', label: 'Merges' },
        ]}
      />
      {what === 'merges' ? (
        <Merges page={page} turn={turn} curation={curation} />
      ) : (
        <Changes page={page} turn={turn} curation={curation} />
      )}
    </Panel>
  )
}

type Turned = { page: number; turn: (page: number) => void; curation: Curation }

function Changes({ page, turn, curation }: Turned) {
  const input = { limit: pageSize, offset: (page - 1) * pageSize }
  const query = useQuery(QualityService.method.listChanges, input, { placeholderData: keepPreviousData })
  if (query.error) return <Failed query={query} />
  return (
    <Table<Change>
      className="quality-table"
      rowKey="id"
      loading={query.isPending}
      dataSource={query.data?.changes ?? []}
      scroll={{ x: 760 }}
      locale={{ emptyText: 'Nothing was changed by hand yet.' }}
      pagination={paged(page, query.data?.total ?? 0, turn)}
      columns={[
        { title: 'When', key: 'when', width: 170, render: (_, c) => <Moment at={c.createdAt} /> },
        { title: 'What', key: 'what', width: 110, render: (_, c) => kinds[c.kind] ?? c.kind },
        { title: 'Entity', key: 'entity', render: (_, c) => <Name id={c.entityId} name={c.entityName} /> },
        { title: 'Change', key: 'change', render: (_, c) => <Fields change={c} /> },
        { title: 'By', key: 'by', width: 120, render: (_, c) => c.actorName || '—' },
        {
          title: '',
          key: 'undo',
          width: 110,
          render: (_, c) => (
            <UndoButton
              undone={c.undoneAt}
              can={c.canUndo}
              label={`Undo change ${c.id}`}
              undo={() => curation.undoChange(c.id)}
            />
          ),
        },
      ]}
    />
  )
}

function Merges({ page, turn, curation }: Turned) {
  const input = { limit: pageSize, offset: (page - 1) * pageSize }
  const query = useQuery(MergeService.method.listMerges, input, { placeholderData: keepPreviousData })
  if (query.error) return <Failed query={query} />
  return (
    <Table<Merge>
      className="quality-table"
      rowKey="id"
      loading={query.isPending}
      dataSource={query.data?.merges ?? []}
      scroll={{ x: 760 }}
      locale={{ emptyText: 'Nothing was merged yet.' }}
      pagination={paged(page, query.data?.total ?? 0, turn)}
      columns={[
        { title: 'When', key: 'when', width: 170, render: (_, m) => <Moment at={m.createdAt} /> },
        { title: 'Stays', key: 'stays', render: (_, m) => <Name id={m.survivorId} name={m.survivorName} /> },
        { title: 'Became part of it', key: 'merged', render: (_, m) => m.mergedName },
        { title: 'Why', key: 'why', render: (_, m) => <span className="small">{m.reasons.join(' ')}</span> },
        { title: 'By', key: 'by', width: 120, render: (_, m) => (m.automatic ? 'A pass' : 'A moderator') },
        {
          title: '',
          key: 'undo',
          width: 110,
          render: (_, m) => (
            <UndoButton
              undone={m.undoneAt}
              can={m.canUndo}
              label={`Undo merge ${m.id}`}
              undo={() => curation.undoMerge(m.id)}
            />
          ),
        },
      ]}
    />
  )
}

const paged = (current: number, total: number, turn: (page: number) => void) => ({
  current,
  pageSize,
  total,
  hideOnSinglePage: true,
  showSizeChanger: false,
  onChange: turn,
})

const kinds: Record<string, string> = { edit: 'Edit', links: 'Link', hide: 'Hidden', retype: 'Type', split: 'Split' }

function Moment({ at }: { at: Timestamp | undefined }) {
  return <span className="small figures">{at && dateTime(timestampDate(at))}</span>
}

function Name({ id, name }: { id: number; name: string }) {
  return name ? <Link to={paths.entity({ id, name })}>{name}</Link> : <span className="muted">Entry {id}, gone</span>
}

/** What was different, before and after. */
function Fields({ change }: { change: Change }) {
  return (
    <ul className="quality-changes small">
      {change.fields.map(f => (
        <li key={f.field}>
          {fieldWords(f.field)}: {f.before && <del>{f.before}</del>} {f.after && <ins>{f.after}</ins>}
        </li>
      ))}
    </ul>
  )
}

function UndoButton({
  undone,
  can,
  label,
  undo,
}: {
  undone: Timestamp | undefined
  can: boolean
  label: string
  undo: () => Promise<unknown>
}) {
  if (undone) return <span className="small muted">Undone</span>
  return (
    <Button
      size="small"
      aria-label={label}
      disabled={!can}
      title={can ? undefined : 'Something later stands in the way'}
      onClick={() => void undo()}
    >
      Undo
    </Button>
  )
}
