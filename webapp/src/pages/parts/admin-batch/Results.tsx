import { Alert, Button, Grid, Progress, Table } from 'antd'
import type { ColumnsType } from 'antd/es/table'
import { Link } from 'react-router'
import type { Batch, BatchItem } from '@/gen/mentionary/v1/batch_pb'
import { percent } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Panel } from '@/modules/admin/AdminPage'
import { AskButton } from '@/modules/admin/AskButton'
import { Failed, type FailedQuery } from '@/modules/Failed'
import { StateDot } from '@/modules/JobState'
import { batchWords, jobName, jobWords, lineWords, stageNames } from '@/modules/stateWords'
import { Loading, Skeleton } from '@/ui/Skeleton'
import { useBatchActions } from './useBatchActions'
import { useOutcome } from './useOutcome'

/** From so many lines on only those in sight are drawn. */
const manyLines = 60
const tableHeight = 560

/** How a batch goes: its progress, what can be done with it, and one row for each of its lines. */
export function Results({
  batch,
  query,
  onNew,
}: {
  batch: Batch | undefined
  /** while the batch of the address is not there */ query:
    (FailedQuery & { isPending: boolean; isError: boolean }) | undefined
  onNew: () => void
}) {
  useOutcome(batch)
  if (query?.isError && !batch)
    return (
      <Panel title="Results">
        <Failed query={query} heading="h2" />
      </Panel>
    )
  if (query?.isPending && !batch)
    return (
      <Panel title="Results">
        <Loading>
          <Skeleton height={8} />
          <Skeleton width="40%" />
          <Skeleton height={160} />
        </Loading>
      </Panel>
    )
  if (!batch)
    return (
      <Panel title="Results">
        <p className="batch-none">Each address appears here as soon as it is submitted.</p>
      </Panel>
    )
  const done = batch.successful + batch.failed
  return (
    <Panel title={`Results of batch ${batch.id}`} actions={<Actions batch={batch} onNew={onNew} />}>
      {batch.heldText && <Alert type="warning" showIcon title={batch.heldText} />}
      <div>
        <Progress
          percent={batch.total ? Math.floor((100 * done) / batch.total) : 0}
          showInfo={false}
          aria-label="Addresses submitted"
          {...(batch.state === 'cancelled' && { status: 'normal' as const })}
          {...(batch.state === 'completed' && batch.successful === 0 && { status: 'exception' as const })}
        />
        <div className="row row-between">
          <div className="row small" aria-live="polite">
            <span>
              <strong>{batch.successful}</strong> successful
            </span>
            <span>
              <strong>{batch.failed}</strong> failed
            </span>
            <span className="muted figures">
              {done} of {batch.total} ({percent(batch.total ? done / batch.total : 0)})
            </span>
          </div>
          <StateDot words={batchWords(batch)} />
        </div>
      </div>
      <Lines batch={batch} />
    </Panel>
  )
}

function Actions({ batch, onNew }: { batch: Batch; onNew: () => void }) {
  const { busy, pause, cancel } = useBatchActions(batch.id)
  return (
    <>
      {batch.canPause && (
        <Button disabled={busy} onClick={() => pause(!batch.paused)}>
          {batch.paused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {batch.canCancel ? (
        <AskButton
          danger
          disabled={busy}
          title="Cancel this batch?"
          text="No further address is submitted, and its open jobs are canceled. What is analyzed stays."
          yes="Cancel batch"
          no="Keep it"
          onYes={cancel}
        >
          Cancel
        </AskButton>
      ) : (
        <Button onClick={onNew}>New batch</Button>
      )}
    </>
  )
}

function Lines({ batch }: { batch: Batch }) {
  const roomy = Grid.useBreakpoint().md ?? true
  const result = (item: BatchItem) => <StateDot words={lineWords(item, batch)} />
  const columns: ColumnsType<BatchItem> = [
    { title: '#', dataIndex: 'index', width: 48, align: 'right', className: 'figures' },
    ...(roomy
      ? ([
          { title: 'Address', key: 'url', render: (_, item) => <Address item={item} /> },
          { title: 'Result', key: 'result', width: 152, render: (_, item) => result(item) },
          { title: 'Job', key: 'job', width: 184, render: (_, item) => <JobOfLine item={item} /> },
        ] satisfies ColumnsType<BatchItem>)
      : ([
          {
            title: 'Result',
            key: 'all',
            render: (_, item) => (
              <div className="lines">
                <Address item={item} />
                {result(item)}
                {item.job && <JobOfLine item={item} />}
              </div>
            ),
          },
        ] satisfies ColumnsType<BatchItem>)),
  ]
  const many = batch.items.length > manyLines
  const x = roomy ? 600 : 240
  return (
    <Table<BatchItem>
      size="small"
      rowKey="index"
      columns={columns}
      dataSource={batch.items}
      pagination={false}
      virtual={many}
      scroll={many ? { x, y: tableHeight } : { x }}
      aria-label={`Lines of batch ${batch.id}`}
    />
  )
}

function Address({ item }: { item: BatchItem }) {
  return (
    <>
      <span className="anywhere">{item.url}</span>
      {item.error && <span className="batch-error">{item.error}</span>}
    </>
  )
}

/** The job that a line became: how it stands, at which stage, and the way to it. */
function JobOfLine({ item: { job, stage } }: { item: BatchItem }) {
  if (!job) return <span className="muted">–</span>
  const words = jobWords(job)
  const at = job.itemsTotal > 1 ? `${job.itemsDone + job.itemsFailed} of ${job.itemsTotal} episodes` : ''
  const doing = Object.hasOwn(stageNames, stage) ? stageNames[stage as keyof typeof stageNames] : ''
  return (
    <div className="lines">
      <Link to={paths.job(String(job.id))} title={jobName(job)}>
        Job {job.id}
      </Link>
      <StateDot words={doing && words.live ? { ...words, label: `${words.label}: ${doing}` } : words} />
      {at && <span className="small muted figures">{at}</span>}
    </div>
  )
}
