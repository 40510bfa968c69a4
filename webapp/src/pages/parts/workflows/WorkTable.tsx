import { memo, useMemo } from 'react'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Grid } from 'antd'
import { Link } from 'react-router'
import type { Work } from '@/gen/mentionary/v1/work_pb'
import { ago, count, dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import type { LongColumn } from '@/modules/admin/LongRow'
import { LongTable } from '@/modules/admin/LongTable'
import type { Rows } from '@/modules/admin/useRows'
import { StateDot } from '@/modules/JobState'
import { failureKinds, moment, stageNames, workIsOpen, workWords } from '@/modules/stateWords'
import { kindOf } from '@/modules/work/words'
import './WorkTable.css'

type Columns = readonly LongColumn<Work>[]

type Props = {
  list: Rows<Work>
  busy: boolean
  onFilter: (values: Record<string, string | undefined>) => void
}

const rowHeight = 61
const narrowRowHeight = 92
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

function StateText({ work }: { work: Work }) {
  return (
    <span className="small muted" title={work.stateText}>
      {work.stateText}
    </span>
  )
}

/** Without the room for columns everything that matters stands below the title. */
const narrowColumns = (onFilter: Props['onFilter']): Columns => [
  {
    title: 'What',
    key: 'what',
    width: 196,
    render: work => (
      <div className="work-narrow">
        <Title work={work} onFilter={onFilter} />
        <div className="work-two">
          <StateDot words={workWords(work.state)} />
          {work.state === 'running' ? <Progress work={work} /> : <StateText work={work} />}
        </div>
      </div>
    ),
  },
]

function columnsOf(onFilter: Props['onFilter']): Columns {
  return [
    {
      title: 'What',
      key: 'what',
      width: 256,
      render: work => <Title work={work} onFilter={onFilter} />,
    },
    {
      title: 'State',
      key: 'state',
      width: 184,
      render: work => (
        <div className="work-two">
          <StateDot words={workWords(work.state)} />
          <StateText work={work} />
        </div>
      ),
    },
    { title: 'Stage', key: 'stage', width: 136, render: work => <Progress work={work} /> },
    {
      title: 'Attempt',
      key: 'attempt',
      width: 72,
      align: 'end',
      render: work => <span className="figures">{work.attempt > 0 ? work.attempt : ''}</span>,
    },
    {
      title: 'Next try',
      key: 'next',
      width: 80,
      render: work => <span className="figures">{workIsOpen(work.state) ? moment(work.nextAttemptAt) : ''}</span>,
    },
    {
      title: 'Last failure',
      key: 'failure',
      width: 148,
      render: work =>
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
      width: 112,
      render: work => {
        const at = work.createdAt && timestampDate(work.createdAt)
        return <time title={dateTime(at)}>{ago(at)}</time>
      },
    },
    {
      title: 'Submitter',
      key: 'submitter',
      width: 124,
      render: work => (
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

/** The list itself. */
export function WorkTable({ list, busy, onFilter }: Props) {
  const roomy = Grid.useBreakpoint().md ?? true
  const columns = useMemo(() => (roomy ? columnsOf : narrowColumns)(onFilter), [roomy, onFilter])
  return (
    <LongTable
      list={list}
      columns={columns}
      rowHeight={roomy ? rowHeight : narrowRowHeight}
      nameOf={work => work.title || work.key}
      busy={busy}
      className="work-table"
    />
  )
}
