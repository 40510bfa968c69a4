import { useMemo, useRef, useState } from 'react'
import { useInfiniteQuery } from '@connectrpc/connect-query'
import { Button, type InputRef } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { WorkService, type Work } from '@/gen/mentionary/v1/work_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { useAddress } from '@/modules/address'
import { AdminPage } from '@/modules/admin/AdminPage'
import { useShortcuts } from '@/modules/admin/shortcuts'
import { useRows } from '@/modules/admin/useRows'
import { Answered } from '@/modules/Answered'
import { keepLater } from '@/modules/later'
import { byToken } from '@/modules/paged'
import { may, useSession } from '@/modules/session'
import { useWorkWatch } from '@/modules/useWatch'
import { filterKeys, filterOf, queryOf } from '@/modules/work/filters'
import { useRaiseBudget } from '@/modules/work/useRaiseBudget'
import { WorkActions } from '@/modules/work/WorkActions'
import { Empty } from '@/ui/States'
import { Filters } from './parts/workflows/Filters'
import { Views } from './parts/workflows/Views'
import { WorkTable } from './parts/workflows/WorkTable'

const pageSize = 500
const keyOf = (work: Work) => work.key

/** Everything that runs or ran, live, with what can be done about it. */
export function Component() {
  const session = useSession()
  const { read, choose } = useAddress()
  const [params] = useSearchParams()
  const go = useNavigate()
  const query = queryOf(params)
  const filter = useMemo(() => filterOf(read), [query]) // eslint-disable-line react-hooks/exhaustive-deps -- read is of the address
  const list = useInfiniteQuery(
    WorkService.method.listWork,
    { ...filter, limit: pageSize, pageToken: '' },
    { ...byToken, placeholderData: known => known, structuralSharing: keepLater },
  )
  useWorkWatch(filter, list.isSuccess && !list.isPlaceholderData)
  const rows = useMemo(() => list.data?.pages.flatMap(page => page.work) ?? [], [list.data])
  const search = useRef<InputRef>(null)
  const all = useRows(rows, keyOf, () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  })
  const { current, selected, subject } = all
  const total = list.data?.pages[0]?.total ?? 0
  const raise = useRaiseBudget()
  const [asked, setAsked] = useState<{ action: string; rows: readonly Work[] }>()
  const ask = (action: string) => {
    if (subject.some(row => row.actions.includes(action))) setAsked({ action, rows: subject })
  }
  const help = useShortcuts([
    ...all.shortcuts,
    { key: 'o', does: 'Open the row', act: () => current && void go(paths.adminWorkflow(current.key)), off: !current },
    { key: 'c', does: 'Cancel', act: () => ask('cancel') },
    { key: 'p', does: 'Pause', act: () => ask('pause') },
    { key: 'u', does: 'Resume', act: () => ask('resume') },
    { key: 'r', does: 'Retry', act: () => ask('retry') },
    { key: '/', does: 'Search', act: () => search.current?.focus() },
  ])

  return (
    <AdminPage
      title="Workflows"
      lead="Everything that is running or has run: jobs, looks at followed channels, episode runs, batches and passes. The list is live."
      actions={help}
    >
      <div className="stack stack-tight">
        <Views person={session.state === 'in' ? session.user.id : ''} query={query} onChoose={choose} />
        <Filters read={read} onChoose={choose} search={search} />
      </div>
      <Answered query={list} rows={8} height={52} label="Loading workflows…" heading="h2">
        {() =>
          rows.length === 0 ? (
            <Nothing filtered={query !== ''} onClear={() => choose(noFilters)} />
          ) : (
            <div className="stack stack-tight">
              <WorkActions
                rows={subject}
                selected={selected.length}
                admin={may(session, 'admin')}
                asked={asked}
                onAsk={action => setAsked({ action, rows: subject })}
                onClose={() => setAsked(undefined)}
                onClear={() => all.select([])}
                raise={raise}
                text={`${count(total)} in all${rows.length < total ? `, ${count(rows.length)} loaded` : ''}`}
              />
              <WorkTable list={all} busy={list.isPlaceholderData} onFilter={choose} />
              {list.hasNextPage && (
                <div className="row">
                  <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    Load more
                  </Button>
                </div>
              )}
            </div>
          )
        }
      </Answered>
    </AdminPage>
  )
}

const noFilters = Object.fromEntries(filterKeys.map(key => [key, undefined]))

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered)
    return (
      <Empty
        icon="list"
        heading="h2"
        title="Nothing has run yet"
        text="What people submit, and what schedules start, is listed here."
      />
    )
  return (
    <Empty icon="list" heading="h2" title="Nothing matches" text="No work matches all of these filters.">
      <Button onClick={onClear}>Clear filters</Button>
    </Empty>
  )
}
