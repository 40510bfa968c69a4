import { memo, useEffect, useImperativeHandle, useMemo, useRef, useState, type Key, type Ref } from 'react'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Table, type TableProps } from 'antd'
import { Link } from 'react-router'
import type { Work } from '@/gen/mentionary/v1/work_pb'
import { ago, count, dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { StateDot } from '@/modules/JobState'
import { failureKinds, moment, stageNames, workIsOpen, workWords } from '@/modules/stateWords'
import { kindOf } from '@/modules/work/words'
import './WorkTable.css'

type Columns = NonNullable<TableProps<Work>['columns']>

export type TableHandle = { show: (key: string) => void }

type Props = {
  ref?: Ref<TableHandle>
  rows: readonly Work[]
  chosen: ReadonlySet<Key>
  /** the row that keys act on */ at: string | undefined
  busy: boolean
  onAt: (key: string) => void
  onChosen: (keys: ReadonlySet<Key>) => void
  onFilter: (values: Record<string, string | undefined>) => void
  /** the last loaded rows are seen */ onEnd: () => void
}

const rowHeight = 61
/** How near the end, in px, further rows are loaded. */
const nearEnd = 1200

/** The height that is left for the rows below what stands above them, in px. */
function useHeight() {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(480)
  useEffect(() => {
    const measure = () => {
      const top = (box.current?.getBoundingClientRect().top ?? 0) + scrollY
      setHeight(Math.max(360, innerHeight - top - 96))
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return { box, height }
}

/** What is going on: a bar where there is work to count. */
function Progress({ work }: { work: Work }) {
  const { stage, done, total } = work
  const counted = total > 1 || (total === 1 && !stage)
  const name = stage in stageNames ? stageNames[stage as keyof typeof stageNames] : ''
  return (
    <div className="work-progress">
      <span>
        {name}
        {counted && (
          <span className="muted figures">
            {name && ' · '}
            {count(done)} of {count(total)}
          </span>
        )}
      </span>
      {counted && (
        <span className="work-bar" aria-hidden="true">
          <span style={{ width: `${(100 * Math.min(done, total)) / total}%` }} />
        </span>
      )}
    </div>
  )
}

const Title = memo(function Title({ work, onFilter }: { work: Work; onFilter: Props['onFilter'] }) {
  return (
    <div className="work-what">
      <Link to={paths.adminWorkflow(work.key)} title={work.title}>
        {work.title || work.key}
      </Link>
      <span className="small muted">
        {work.channelName && (
          <>
            <button
              type="button"
              className="work-link"
              title="Only this channel"
              onClick={() => onFilter({ channel: work.channelId })}
            >
              {work.channelName}
            </button>
            {' · '}
          </>
        )}
        {kindOf(work)}
      </span>
    </div>
  )
})

function columnsOf(onFilter: Props['onFilter']): Columns {
  return [
    {
      title: 'What',
      key: 'what',
      width: 280,
      fixed: 'left',
      render: (_, work) => <Title work={work} onFilter={onFilter} />,
    },
    {
      title: 'State',
      key: 'state',
      width: 190,
      render: (_, work) => (
        <div className="work-two">
          <StateDot words={workWords(work.state)} />
          <span className="small muted" title={work.stateText}>
            {work.stateText}
          </span>
        </div>
      ),
    },
    { title: 'Stage', key: 'stage', width: 150, render: (_, work) => <Progress work={work} /> },
    {
      title: 'Attempt',
      key: 'attempt',
      width: 72,
      align: 'end',
      render: (_, work) => <span className="figures">{work.attempt > 0 ? work.attempt : ''}</span>,
    },
    {
      title: 'Next try',
      key: 'next',
      width: 84,
      render: (_, work) => <span className="figures">{workIsOpen(work.state) ? moment(work.nextAttemptAt) : ''}</span>,
    },
    {
      title: 'Last failure',
      key: 'failure',
      width: 160,
      render: (_, work) =>
        work.errorClass && (
          <div className="work-two">
            <button
              type="button"
              className="work-link"
              title="Only this failure"
              onClick={() => onFilter({ error: work.errorClass })}
            >
              {failureKinds[work.errorClass] ?? work.errorClass}
            </button>
            <span className="small muted" title={work.errorText}>
              {work.errorText}
            </span>
          </div>
        ),
    },
    {
      title: 'Age',
      key: 'age',
      width: 104,
      render: (_, work) => {
        const at = work.createdAt && timestampDate(work.createdAt)
        return <time title={dateTime(at)}>{ago(at)}</time>
      },
    },
    {
      title: 'Submitter',
      key: 'submitter',
      width: 116,
      render: (_, work) => (
        <button
          type="button"
          className="work-link"
          title="Only what they submitted"
          onClick={() => onFilter({ by: work.submitterId })}
        >
          {work.submitter}
        </button>
      ),
    },
  ]
}

const width = 1200

/** The list itself: only the rows in view are in the document, however many are loaded. */
export function WorkTable({ ref, rows, chosen, at, busy, onAt, onChosen, onFilter, onEnd }: Props) {
  const table = useRef<{ scrollTo: (to: { key: Key }) => void }>(null)
  const { box, height } = useHeight()
  const columns = useMemo(() => columnsOf(onFilter), [onFilter])
  useImperativeHandle(ref, () => ({ show: key => table.current?.scrollTo({ key }) }))
  return (
    <div ref={box} className="work-table" aria-busy={busy}>
      <Table<Work>
        ref={table as never}
        virtual
        rowKey="key"
        size="small"
        columns={columns}
        dataSource={rows}
        pagination={false}
        scroll={{ x: width, y: height }}
        rowClassName={work => (work.key === at ? 'work-row work-at' : 'work-row')}
        onRow={work => ({ onClick: () => onAt(work.key), 'aria-current': work.key === at ? 'true' : undefined })}
        rowSelection={{
          fixed: true,
          columnWidth: 44,
          selectedRowKeys: [...chosen],
          preserveSelectedRowKeys: true,
          onChange: keys => onChosen(new Set(keys)),
          getCheckboxProps: work => ({ 'aria-label': `Select ${work.title || work.key}` }),
        }}
        onScroll={event => {
          const { scrollTop } = event.currentTarget
          if (rows.length * rowHeight - scrollTop - height < nearEnd) onEnd()
        }}
      />
    </div>
  )
}
