import { useMemo, useRef, useState, type Key } from 'react'
import { useInfiniteQuery } from '@connectrpc/connect-query'
import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { WorkService, type Work } from '@/gen/mentionary/v1/work_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { useAddress } from '@/modules/address'
import { AdminPage } from '@/modules/admin/AdminPage'
import { useShortcuts } from '@/modules/admin/shortcuts'
import { Failed } from '@/modules/Failed'
import { byToken } from '@/modules/paged'
import { may, useSession } from '@/modules/session'
import { useWorkWatch } from '@/modules/useWatch'
import { filterKeys, filterOf, queryOf } from '@/modules/work/filters'
import { WorkActions } from '@/modules/work/WorkActions'
import { Empty } from '@/ui/States'
import { SkeletonRows } from '@/ui/Skeleton'
import { Filters } from './parts/workflows/Filters'
import { Views } from './parts/workflows/Views'
import { WorkTable, type TableHandle } from './parts/workflows/WorkTable'

const pageSize = 500

/** Everything that runs or ran, live, with what can be done about it. */
export function Component() {
  const session = useSession()
  const { read, choose, write } = useAddress()
  const [params] = useSearchParams()
  const go = useNavigate()
  const query = queryOf(params)
  const filter = useMemo(() => filterOf(read), [query]) // eslint-disable-line react-hooks/exhaustive-deps -- read is of the address
  const list = useInfiniteQuery(
    WorkService.method.listWork,
    { ...filter, limit: pageSize, pageToken: '' },
    { ...byToken, placeholderData: known => known },
  )
  useWorkWatch(filter, list.isSuccess && !list.isPlaceholderData)
  const rows = useMemo(() => list.data?.pages.flatMap(page => page.work) ?? [], [list.data])
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set())
  const [at, setAt] = useState<string>()
  const table = useRef<TableHandle>(null)
  const total = list.data?.pages[0]?.total ?? 0

  const selected = useMemo(() => rows.filter(row => chosen.has(row.key)), [rows, chosen])
  const subject = selected.length > 0 ? selected : rows.filter(row => row.key === at)
  const [asked, setAsked] = useState<{ action: string; rows: readonly Work[] }>()
  const move = (by: number) => {
    const index = rows.findIndex(row => row.key === at)
    const next = rows[Math.max(0, Math.min(rows.length - 1, index + by))]
    if (!next) return
    setAt(next.key)
    table.current?.show(next.key)
  }
  const toggle = () => {
    if (at === undefined) return
    const next = new Set(chosen)
    if (!next.delete(at)) next.add(at)
    setChosen(next)
  }
  const ask = (action: string) => {
    if (subject.some(row => row.actions.includes(action))) setAsked({ action, rows: subject })
  }
  const help = useShortcuts([
    { key: 'j', does: 'Next row', act: () => move(1) },
    { key: 'k', does: 'Row before', act: () => move(-1) },
    { key: 'x', does: 'Select the row, or not', act: toggle },
    { key: 'a', does: 'Select all rows that are loaded', act: () => setChosen(new Set(rows.map(row => row.key))) },
    { key: 'Escape', does: 'Select nothing', act: () => setChosen(new Set()) },
    { key: 'o', does: 'Open the row', act: () => at !== undefined && void go(paths.adminWorkflow(at)) },
    { key: 'c', does: 'Cancel', act: () => ask('cancel') },
    { key: 'p', does: 'Pause', act: () => ask('pause') },
    { key: 'u', does: 'Resume', act: () => ask('resume') },
    { key: 'r', does: 'Retry', act: () => ask('retry') },
    { key: '/', does: 'Search', act: () => document.getElementById('work-search')?.focus() },
  ])

  return (
    <AdminPage
      title="Workflows"
      lead="Everything that runs or ran: jobs, looks at followed channels, episode runs, batches and passes. It changes as they do."
      actions={help}
    >
      <div className="work-tools">
        <Views person={session.state === 'in' ? session.user.id : ''} query={query} onChoose={choose} />
        <Filters rows={rows} read={read} onChoose={choose} onWrite={write} />
      </div>
      {list.isPending && <SkeletonRows rows={8} height={52} label="Loading workflows…" />}
      {list.isError && !list.data && <Failed query={list} heading="h2" />}
      {list.data && rows.length === 0 && (
        <Empty
          icon="list"
          heading="h2"
          title={query ? 'Nothing matches' : 'Nothing has run yet'}
          text={
            query
              ? 'No work has all of these properties.'
              : 'What people submit, and what schedules start, is listed here.'
          }
        >
          {query && (
            <Button onClick={() => choose(Object.fromEntries(filterKeys.map(key => [key, undefined])))}>
              Clear filters
            </Button>
          )}
        </Empty>
      )}
      {rows.length > 0 && (
        <div className="work-list">
          <WorkActions
            rows={subject}
            selected={selected.length}
            admin={may(session, 'admin')}
            asked={asked}
            onAsk={action => setAsked({ action, rows: subject })}
            onClose={() => setAsked(undefined)}
            onClear={() => setChosen(new Set())}
            text={`${count(total)} in all${rows.length < total ? `, ${count(rows.length)} loaded` : ''}`}
          />
          <WorkTable
            ref={table}
            rows={rows}
            chosen={chosen}
            at={at}
            busy={list.isPlaceholderData}
            onAt={setAt}
            onChosen={setChosen}
            onFilter={choose}
            onEnd={() => {
              if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
            }}
          />
          {list.hasNextPage && (
            <div className="row">
              <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Load more
              </Button>
            </div>
          )}
        </div>
      )}
    </AdminPage>
  )
}
