import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useInfiniteQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Input, Select, Space, Table, type InputRef, type TableRef } from 'antd'
import { useRef, useState, type UIEvent } from 'react'
import { QualityService, type CuratedEntity } from '@/gen/mentionary/v1/quality_pb'
import { count, date } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { entityType, typeWords } from '@/lib/types'
import { Panel } from '@/modules/admin/AdminPage'
import { useShortcuts } from '@/modules/admin/shortcuts'
import { useAddress } from '@/modules/address'
import { Failed } from '@/modules/Failed'
import { byOffset } from '@/modules/paged'
import { Dot } from '@/ui/Badge'
import { Icon } from '@/ui/Icon'
import { EntityName } from './EntityName'
import { MergeDialog } from './MergeDialog'
import { TypeChooser } from './TypeChooser'
import { useCuration } from './useCuration'

const pageSize = 200
/** How many one call changes. */
const atOnce = 100
const rowHeight = 52

const shows = [
  { value: '', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'unpublished', label: 'Unpublished' },
  { value: 'all', label: 'All' },
]
const havings = [
  { value: '', label: 'Any links' },
  { value: 'broken_links', label: 'Broken links' },
  { value: 'no_links', label: 'No links' },
  { value: 'locked', label: 'Locked' },
]
const sorts = [
  { value: '', label: 'Most mentioned' },
  { value: 'fewest', label: 'Fewest mentions' },
  { value: 'name', label: 'By name' },
  { value: 'newest', label: 'Newest' },
]

const idOf = (row: CuratedEntity) => row.entity?.id ?? 0
const known = (list: readonly { value: string }[], value: string) => list.find(o => o.value === value)?.value ?? ''

/** All entities of a type, to clean up many at once: everything can be done by keyboard. */
export function AllEntities({ type }: { type: string }) {
  const address = useAddress()
  const curation = useCuration()
  const table = useRef<TableRef>(null)
  const search = useRef<InputRef>(null)
  const [cursor, setCursor] = useState(0)
  const [selected, setSelected] = useState<readonly number[]>([])
  const [choosing, setChoosing] = useState(false)
  const [merging, setMerging] = useState(false)
  const filter = {
    type,
    search: address.readSearch('q'),
    show: known(shows, address.read('show')),
    having: known(havings, address.read('having')),
    sort: known(sorts, address.read('sort')),
  }
  const query = useInfiniteQuery(
    QualityService.method.listCuratedEntities,
    { ...filter, limit: pageSize, offset: 0 },
    { ...byOffset(page => page.entities.length), placeholderData: keepPreviousData },
  )
  const rows = query.data?.pages.flatMap(page => page.entities) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  const at = Math.min(cursor, Math.max(0, rows.length - 1))
  const current = rows[at]
  const here = new Set(rows.map(idOf))
  const chosen = selected.filter(id => here.has(id))
  /** What an action is about: the selected ones, else the one at the cursor. */
  const targets = (chosen.length > 0 ? chosen : current ? [idOf(current)] : []).slice(0, atOnce)
  const pair = rows.filter(row => chosen.includes(idOf(row))).flatMap(row => (row.entity ? [row.entity] : []))

  const go = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setCursor(next)
    const row = rows[next]
    if (row) table.current?.scrollTo({ key: idOf(row) })
    if (next > rows.length - 20) more()
  }
  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  }
  const toggle = () => {
    if (!current) return
    const id = idOf(current)
    setSelected(chosen.includes(id) ? chosen.filter(c => c !== id) : [...chosen, id])
    go(at + 1)
  }
  const retype = async (to: string) => {
    setChoosing(false)
    if (await curation.retype(targets, to)) setSelected([])
  }
  const hidden = filter.show === 'hidden'
  const hide = async () => {
    if (await curation.hide(targets, !(hidden || (targets.length === 1 && current?.hidden)))) setSelected([])
  }
  const none = rows.length === 0
  const help = useShortcuts([
    { key: 'j', does: 'Next entity', act: () => go(at + 1), off: none },
    { key: 'k', does: 'Entity before', act: () => go(at - 1), off: none },
    { key: 'x', does: 'Select it', act: toggle, off: none },
    { key: 'a', does: 'Select all that are loaded', act: () => setSelected(rows.map(idOf)), off: none },
    { key: 'Escape', does: 'Select none', act: () => setSelected([]) },
    { key: 't', does: 'Change the type, then its letter', act: () => setChoosing(true), off: none },
    { key: 'h', does: 'Hide, or show again', act: () => void hide(), off: none },
    { key: 'm', does: 'Merge the two that are selected', act: () => setMerging(true), off: pair.length !== 2 },
    { key: 'e', does: 'Edit', act: () => current && address.choose({ edit: String(idOf(current)) }), off: none },
    {
      key: 'f',
      does: 'Find similar',
      act: () => current && address.choose({ similar: String(idOf(current)) }),
      off: none,
    },
    { key: 'u', does: 'Undo the last change', act: () => void curation.undo() },
    { key: '/', does: 'Search', act: () => search.current?.focus() },
  ])
  const nearEnd = (event: UIEvent<HTMLDivElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget
    if (scrollHeight - scrollTop - clientHeight < 20 * rowHeight) more()
  }
  return (
    <Panel title={`All ${typeWords(type).label}`} actions={help}>
      <div className="quality-filters">
        <Input
          ref={search}
          aria-label="Search entities"
          placeholder="Search names and fields"
          prefix={<Icon name="search" />}
          maxLength={200}
          value={address.read('q')}
          onChange={e => address.write({ q: e.target.value })}
        />
        <Select aria-label="Which" options={shows} value={filter.show} onChange={show => address.choose({ show })} />
        <Select
          aria-label="With"
          options={havings}
          value={filter.having}
          onChange={having => address.choose({ having })}
        />
        <Select aria-label="Sort" options={sorts} value={filter.sort} onChange={sort => address.choose({ sort })} />
      </div>
      <div className="quality-bar" role="toolbar" aria-label="What to do">
        <span className="small figures" aria-live="polite">
          {chosen.length > 0 ? `${count(chosen.length)} of ${count(total)} selected` : counted(total, 'entity')}
          {chosen.length > atOnce && `, the first ${atOnce} at once`}
        </span>
        <Space wrap size={6}>
          <Button size="small" disabled={targets.length === 0} onClick={() => setChoosing(true)}>
            Change Type <kbd>t</kbd>
          </Button>
          <Button size="small" disabled={targets.length === 0} loading={curation.busy} onClick={() => void hide()}>
            {hidden ? 'Show Again' : 'Hide'} <kbd>h</kbd>
          </Button>
          <Button size="small" disabled={pair.length !== 2} onClick={() => setMerging(true)}>
            Merge <kbd>m</kbd>
          </Button>
          <Button size="small" onClick={() => void curation.undo()}>
            Undo <kbd>u</kbd>
          </Button>
        </Space>
      </div>
      {query.error ? (
        <Failed query={query} />
      ) : (
        <Table<CuratedEntity>
          ref={table}
          virtual
          className="quality-table quality-all"
          size="middle"
          rowKey={idOf}
          loading={query.isPending}
          dataSource={rows}
          pagination={false}
          scroll={{ x: 860, y: 560 }}
          onScroll={nearEnd}
          locale={{ emptyText: 'There is none of these.' }}
          rowClassName={(_, i) => (i === at ? 'quality-cursor' : '')}
          onRow={(_, i) => ({ onClick: () => setCursor(i ?? 0) })}
          rowSelection={{
            selectedRowKeys: [...chosen],
            onChange: keys => setSelected(keys.map(Number)),
            columnWidth: 44,
            getCheckboxProps: row => ({ 'aria-label': `Select ${row.entity?.name}` }),
          }}
          columns={[
            {
              title: 'Name',
              key: 'name',
              width: 360,
              render: (_, row) => row.entity && <EntityName entity={row.entity} badge={false} />,
            },
            {
              title: 'Mentions',
              key: 'mentions',
              width: 100,
              align: 'right',
              render: (_, r) => count(r.entity?.mentionCount ?? 0),
            },
            {
              title: 'Episodes',
              key: 'episodes',
              width: 100,
              align: 'right',
              render: (_, r) => count(r.entity?.episodeCount ?? 0),
            },
            {
              title: 'Links',
              key: 'links',
              width: 140,
              render: (_, r) => (
                <span className="figures quality-links">
                  <span>{r.linkCount}</span>
                  {r.brokenCount > 0 && <span className="quality-bad">{r.brokenCount} broken</span>}
                </span>
              ),
            },
            {
              title: 'State',
              key: 'state',
              width: 130,
              render: (_, r) => (
                <>
                  {r.hidden && <Dot tone="warn">Hidden</Dot>} {r.locks.length > 0 && <Dot tone="calm">Locked</Dot>}
                </>
              ),
            },
            {
              title: 'Since',
              key: 'since',
              width: 120,
              render: (_, r) => <span className="small muted">{r.createdAt && date(timestampDate(r.createdAt))}</span>,
            },
            {
              title: '',
              key: 'edit',
              width: 84,
              render: (_, r) => (
                <Button
                  size="small"
                  aria-label={`Edit ${r.entity?.name}`}
                  onClick={() => address.choose({ edit: String(idOf(r)) })}
                >
                  Edit
                </Button>
              ),
            },
          ]}
        />
      )}
      {choosing && (
        <TypeChooser
          count={targets.length}
          without={entityType(type)}
          onChoose={to => void retype(to)}
          onClose={() => setChoosing(false)}
        />
      )}
      {merging && pair[0] && pair[1] && (
        <MergeDialog
          first={pair[0]}
          second={pair[1]}
          onClose={merged => {
            setMerging(false)
            if (merged) setSelected([])
          }}
        />
      )}
    </Panel>
  )
}
