import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt'
import { Button, Grid } from 'antd'
import type { ColumnsType } from 'antd/es/table'
import { Link } from 'react-router'
import type { ListSchedulesResponse, Schedule, ScheduleRun } from '@/gen/mentionary/v1/schedule_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { AskButton } from '@/modules/admin/AskButton'
import { PagedTable } from '@/modules/admin/PagedTable'
import type { ListPage } from '@/modules/admin/usePage'
import type { FailedQuery } from '@/modules/Failed'
import { StateDot } from '@/modules/JobState'
import { runWords } from '@/modules/stateWords'
import { Badge, Dot } from '@/ui/Badge'
import { Empty } from '@/ui/States'
import { useScheduleActions } from './useScheduleActions'

const when = (at: Timestamp | undefined) => at && dateTime(timestampDate(at))

/** Schedules with their next and last runs, and what can be done with each. */
export function ScheduleTable({
  list,
  at,
  onEdit,
}: {
  list: FailedQuery & { data: ListSchedulesResponse | undefined; isPlaceholderData: boolean }
  at: ListPage
  onEdit: (schedule: Schedule) => void
}) {
  const roomy = Grid.useBreakpoint().lg ?? true
  const columns: ColumnsType<Schedule> = roomy
    ? [
        { title: 'Schedule', key: 'what', render: (_, schedule) => <What schedule={schedule} /> },
        { title: 'Runs', key: 'times', width: 196, render: (_, schedule) => <Times schedule={schedule} /> },
        {
          title: 'Next run',
          key: 'next',
          width: 176,
          className: 'figures',
          render: (_, schedule) => <NextRun schedule={schedule} />,
        },
        { title: 'Last run', key: 'last', width: 220, render: (_, { lastRun }) => <LastRun run={lastRun} /> },
        {
          title: <span className="visually-hidden">Actions</span>,
          key: 'actions',
          width: 284,
          render: (_, schedule) => <Actions schedule={schedule} onEdit={onEdit} />,
        },
      ]
    : [
        {
          title: 'Schedule',
          key: 'all',
          render: (_, schedule) => (
            <div className="stack stack-tight">
              <What schedule={schedule} />
              <Times schedule={schedule} />
              <span className="figures">
                <span className="muted">Next:</span> <NextRun schedule={schedule} />
              </span>
              <LastRun run={schedule.lastRun} />
              <Actions schedule={schedule} onEdit={onEdit} />
            </div>
          ),
        },
      ]
  return (
    <PagedTable<Schedule>
      query={list}
      rows={list.data?.schedules}
      at={at}
      empty={
        <Empty
          icon="calendar"
          title="No schedules yet"
          text="Make a recurring batch, or follow a channel on its page."
        />
      }
      rowKey={({ kind, id }) => `${kind}/${id}`}
      size="large"
      columns={columns}
      width={roomy ? 1112 : 240}
    />
  )
}

function What({ schedule: { kind, title, channelId, followers, lines, madeBy } }: { schedule: Schedule }) {
  const follow = kind === 'follow'
  const facts = follow
    ? counted(followers, 'follower')
    : [counted(lines.length, 'address'), madeBy && `made by ${madeBy}`].filter(Boolean).join(', ')
  return (
    <div className="lines">
      {follow && channelId ? <Link to={paths.channel(channelId)}>{title}</Link> : <strong>{title}</strong>}
      <span>
        <Badge icon={follow ? 'star' : 'list'}>{follow ? 'Followed channel' : 'Recurring batch'}</Badge>
      </span>
      <span className="small muted">{facts}</span>
    </div>
  )
}

function Times({ schedule: { times, weekTime } }: { schedule: Schedule }) {
  return (
    <div className="lines">
      <span>{times}</span>
      {weekTime && <span className="small muted">{weekTime.timeZone.replaceAll('_', ' ')}</span>}
    </div>
  )
}

function NextRun({ schedule: { paused, nextRunAt } }: { schedule: Schedule }) {
  if (paused) return <Dot tone="warn">Paused</Dot>
  return when(nextRunAt) ?? <span className="muted">Not known yet</span>
}

function LastRun({ run }: { run: ScheduleRun | undefined }) {
  if (!run) return <span className="muted">Not run yet</span>
  const to = run.batchId === undefined ? paths.job(String(run.jobId)) : paths.adminBatch({ batch: run.batchId })
  return (
    <div className="lines">
      <Link to={to} className="figures">
        {when(run.at)}
      </Link>
      <StateDot words={runWords(run)} />
      {run.text && <span className="small muted">{run.text}</span>}
    </div>
  )
}

function Actions({ schedule, onEdit }: { schedule: Schedule; onEdit: (schedule: Schedule) => void }) {
  const { busy, run, pause, end } = useScheduleActions(schedule)
  const follow = schedule.kind === 'follow'
  return (
    <div className="row">
      <Button size="small" disabled={busy} onClick={run}>
        Run now
      </Button>
      <Button size="small" disabled={busy} onClick={() => pause(!schedule.paused)}>
        {schedule.paused ? 'Resume' : 'Pause'}
      </Button>
      {!follow && (
        <Button size="small" disabled={busy} onClick={() => onEdit(schedule)}>
          Edit
        </Button>
      )}
      <AskButton
        size="small"
        danger
        disabled={busy}
        title={`End “${schedule.title}”?`}
        text={
          follow
            ? `Nobody follows this channel afterwards: ${counted(schedule.followers, 'person')} now. What is analyzed stays.`
            : 'It will not run again. Its batches and jobs stay.'
        }
        yes="End schedule"
        no="Keep it"
        onYes={end}
      >
        End
      </AskButton>
    </div>
  )
}
