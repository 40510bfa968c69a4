import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { Link } from 'react-router'
import { MergeService, type Merge } from '@/gen/mentionary/v1/merge_pb'
import { QualityService, type Change } from '@/gen/mentionary/v1/quality_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Panel } from '@/modules/admin/AdminPage'
import { PagedTable } from '@/modules/admin/PagedTable'
import { useShortcuts } from '@/modules/admin/shortcuts'
import { usePage, type ListPage } from '@/modules/admin/usePage'
import { useAddress } from '@/modules/address'
import { useCuration, type Curation } from './useCuration'
import { fieldWords } from './words'

/** Everything that was done to entities, newest first, each with its way back. */
export function History() {
  const address = useAddress()
  const curation = useCuration()
  const help = useShortcuts([{ key: 'u', does: 'Undo the last change', act: () => void curation.undo() }])
  const what = address.read('of') === 'merges' ? 'merges' : 'changes'
  const at = usePage(20)
  return (
    <Panel title="History" actions={help}>
      <Segmented
        aria-label="What was done"
        className="wide-choice"
        value={what}
        onChange={value => address.choose({ of: value === 'merges' ? value : '', page: '' })}
        options={[
          { value: 'changes', label: 'Changes' },
          { value: 'merges', label: 'Merges' },
        ]}
      />
      {what === 'merges' ? <Merges at={at} curation={curation} /> : <Changes at={at} curation={curation} />}
    </Panel>
  )
}

type Shown = { at: ListPage; curation: Curation }

function Changes({ at, curation }: Shown) {
  const input = { limit: at.limit, offset: at.offset }
  const query = useQuery(QualityService.method.listChanges, input, { placeholderData: keepPreviousData })
  return (
    <PagedTable<Change>
      query={query}
      rows={query.data?.changes}
      at={at}
      empty="Nothing has been changed by hand yet."
      className="quality-table"
      rowKey="id"
      width={760}
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

function Merges({ at, curation }: Shown) {
  const input = { limit: at.limit, offset: at.offset }
  const query = useQuery(MergeService.method.listMerges, input, { placeholderData: keepPreviousData })
  return (
    <PagedTable<Merge>
      query={query}
      rows={query.data?.merges}
      at={at}
      empty="Nothing has been merged yet."
      className="quality-table"
      rowKey="id"
      width={760}
      columns={[
        { title: 'When', key: 'when', width: 170, render: (_, m) => <Moment at={m.createdAt} /> },
        { title: 'Stays', key: 'stays', render: (_, m) => <Name id={m.survivorId} name={m.survivorName} /> },
        {
          title: 'Became part of it',
          key: 'merged',
          render: (_, m) => m.merged.map(part => part.name || `Entity ${part.id}, gone`).join(', '),
        },
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

const kinds: Record<string, string> = {
  edit: 'Edit',
  links: 'Link',
  editions: 'Edition',
  hide: 'Hidden',
  retype: 'Type',
  split: 'Split',
}

function Moment({ at }: { at: Timestamp | undefined }) {
  return <span className="small figures">{at && dateTime(timestampDate(at))}</span>
}

function Name({ id, name }: { id: number; name: string }) {
  return name ? <Link to={paths.entity({ id, name })}>{name}</Link> : <span className="muted">Entity {id}, gone</span>
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
      title={can ? undefined : 'A later change has to be undone first'}
      onClick={() => void undo()}
    >
      Undo
    </Button>
  )
}
