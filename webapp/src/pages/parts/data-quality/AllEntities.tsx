import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useInfiniteQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Select, Space, type InputRef } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { QualityService, type CuratedEntity } from '@/gen/mentionary/v1/quality_pb'
import { count, date } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { entityType, typeWords } from '@/lib/types'
import { FilterBar, Panel } from '@/modules/admin/AdminPage'
import { LongTable } from '@/modules/admin/LongTable'
import { SearchField } from '@/modules/admin/SearchField'
import { useShortcuts } from '@/modules/admin/shortcuts'
import { useRows } from '@/modules/admin/useRows'
import { useAddress } from '@/modules/address'
import { Answered } from '@/modules/Answered'
import { byOffset } from '@/modules/paged'
import { Dot } from '@/ui/Badge'
import { Empty } from '@/ui/States'
import { EntityName } from './EntityName'
import { MergeDialog, mergedAtOnce } from './MergeDialog'
import { TypeChooser } from './TypeChooser'
import { useCuration } from './useCuration'

const pageSize = 200
/** How many one call changes. */
const atOnce = 100
const rowHeight = 60

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
  const search = useRef<InputRef>(null)
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
  const rows = useMemo(() => query.data?.pages.flatMap(page => page.entities) ?? [], [query.data])
  const total = query.data?.pages[0]?.total ?? 0
  const list = useRows(
    rows,
    idOf,
    () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    0,
  )
  const { current, selected } = list
  const targets = list.subject.slice(0, atOnce).map(idOf)
  const those = selected.flatMap(row => row.entity ?? [])
  const mergeable = those.length >= 2 && those.length <= mergedAtOnce
  const open = (what: 'edit' | 'similar') => current && address.choose({ [what]: String(idOf(current)) })
  const retype = async (to: string) => {
    setChoosing(false)
    if (await curation.retype(targets, to)) list.select([])
  }
  const hidden = filter.show === 'hidden'
  const hide = async () => {
    if (await curation.hide(targets, !(hidden || (targets.length === 1 && current?.hidden)))) list.select([])
  }
  const help = useShortcuts([
    ...list.shortcuts,
    { key: 't', does: 'Change the type, then its letter', act: () => setChoosing(true), off: !current },
    { key: 'h', does: 'Hide, or show again', act: () => void hide(), off: !current },
    { key: 'm', does: 'Merge those that are selected', act: () => setMerging(true), off: !mergeable },
    { key: 'e', does: 'Edit', act: () => open('edit'), off: !current },
    { key: 'f', does: 'Find similar', act: () => open('similar'), off: !current },
    { key: 'u', does: 'Undo the last change', act: () => void curation.undo() },
    { key: '/', does: 'Search', act: () => search.current?.focus() },
  ])
  return (
    <Panel title={`All ${typeWords(type).label}`} actions={help}>
      <FilterBar label="Filters">
        <SearchField ref={search} label="Search entities" placeholder="Search names and fields" />
        <Select aria-label="Which" options={shows} value={filter.show} onChange={show => address.choose({ show })} />
        <Select
          aria-label="With"
          options={havings}
          value={filter.having}
          onChange={having => address.choose({ having })}
        />
        <Select
          className="quality-sort"
          aria-label="Sort"
          options={sorts}
          value={filter.sort}
          onChange={sort => address.choose({ sort })}
        />
      </FilterBar>
      <div className="row row-between" role="toolbar" aria-label="What to do">
        <span className="small figures" aria-live="polite">
          {selected.length > 0
            ? `${count(selected.length)} of ${count(total)} selected`
            : query.data && counted(total, 'entity')}
          {selected.length > atOnce && `, the first ${atOnce} at once`}
        </span>
        <Space wrap size={6}>
          <Button size="small" disabled={targets.length === 0} onClick={() => setChoosing(true)}>
            Change Type <kbd>t</kbd>
          </Button>
          <Button size="small" disabled={targets.length === 0} loading={curation.busy} onClick={() => void hide()}>
            {hidden ? 'Show Again' : 'Hide'} <kbd>h</kbd>
          </Button>
          <Button
            size="small"
            disabled={!mergeable}
            title={mergeable ? undefined : `Select two to ${mergedAtOnce} entities`}
            onClick={() => setMerging(true)}
          >
            Merge <kbd>m</kbd>
          </Button>
          <Button size="small" onClick={() => void curation.undo()}>
            Undo <kbd>u</kbd>
          </Button>
        </Space>
      </div>
      <Answered query={query} rows={8} height={rowHeight}>
        {() =>
          rows.length === 0 ? (
            <Empty icon="list" title="There is none of these." />
          ) : (
            <LongTable<CuratedEntity>
              list={list}
              className="quality-all"
              rowHeight={rowHeight}
              nameOf={row => row.entity?.name ?? ''}
              busy={query.isPlaceholderData}
              columns={[
                {
                  title: 'Name',
                  key: 'name',
                  width: 360,
                  render: row => row.entity && <EntityName entity={row.entity} badge={false} />,
                },
                {
                  title: 'Mentions',
                  key: 'mentions',
                  width: 100,
                  align: 'end',
                  render: r => count(r.entity?.mentionCount ?? 0),
                },
                {
                  title: 'Episodes',
                  key: 'episodes',
                  width: 100,
                  align: 'end',
                  render: r => count(r.entity?.episodeCount ?? 0),
                },
                {
                  title: 'Links',
                  key: 'links',
                  width: 140,
                  render: r => (
                    <span className="figures row">
                      <span>{r.linkCount}</span>
                      {r.brokenCount > 0 && <span className="quality-bad">{r.brokenCount} broken</span>}
                    </span>
                  ),
                },
                {
                  title: 'State',
                  key: 'state',
                  width: 130,
                  render: r => (
                    <>
                      {r.hidden && <Dot tone="warn">Hidden</Dot>} {r.locks.length > 0 && <Dot tone="calm">Locked</Dot>}
                    </>
                  ),
                },
                {
                  title: 'Since',
                  key: 'since',
                  width: 120,
                  render: r => <span className="small muted">{r.createdAt && date(timestampDate(r.createdAt))}</span>,
                },
                {
                  title: '',
                  key: 'edit',
                  width: 84,
                  render: r => (
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
          )
        }
      </Answered>
      {choosing && (
        <TypeChooser
          count={targets.length}
          without={entityType(type)}
          onChoose={to => void retype(to)}
          onClose={() => setChoosing(false)}
        />
      )}
      {merging && mergeable && (
        <MergeDialog
          entities={those}
          onClose={merged => {
            setMerging(false)
            if (merged) list.select([])
          }}
        />
      )}
    </Panel>
  )
}
