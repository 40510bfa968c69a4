import type { ConnectError } from '@connectrpc/connect'
import { useMutation, useQuery } from '@connectrpc/connect-query'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Button } from 'antd'
import { WorkService, type TaskQueue, type TaskQueueWorker } from '@/gen/mentionary/v1/work_pb'
import { ago, count } from '@/lib/format'
import { AdminPage, Panel } from '@/modules/admin/AdminPage'
import { AskButton } from '@/modules/admin/AskButton'
import { Fact, Facts } from '@/modules/admin/Facts'
import { WideTable } from '@/modules/admin/WideTable'
import { Answered } from '@/modules/Answered'
import { keepLater } from '@/modules/later'
import { useWatch } from '@/modules/useWatch'
import { Badge } from '@/ui/Badge'
import { Icon } from '@/ui/Icon'
import { Empty } from '@/ui/States'
import { toast, toastError } from '@/ui/toasts'
import { took } from './parts/queues/took'

/** Work that waits for workers, and who they are. */
export function Component() {
  const queues = useQuery(WorkService.method.getQueues, {}, { structuralSharing: keepLater })
  useWatch('queues', { on: queues.isSuccess })
  const url = queues.data?.workflowUrl
  return (
    <AdminPage
      title="Queues"
      lead="Work waits here until a worker has room for it. The figures are at most three seconds old."
      actions={
        url && (
          <Button href={url} target="_blank" rel="noopener" icon={<Icon name="arrow-up-right" />}>
            Open Temporal
          </Button>
        )
      }
    >
      <Answered query={queues} height={180} label="Loading queues…" heading="h2">
        {({ problem, queues: all }) => (
          <>
            {problem && (
              <Empty icon="warning" heading="h2" title="The workflow engine cannot be reached" text={problem} />
            )}
            {all.map(queue => (
              <Queue key={queue.name} queue={queue} onChanged={() => void queues.refetch()} />
            ))}
          </>
        )}
      </Answered>
    </AdminPage>
  )
}

function Queue({ queue, onChanged }: { queue: TaskQueue; onChanged: () => void }) {
  const pausing = useMutation(WorkService.method.pauseQueue)
  const pause = (paused: boolean) =>
    pausing.mutate(
      { name: queue.name, paused },
      {
        onSuccess: () => {
          toast(
            paused ? 'Queue Paused' : 'Queue Resumed',
            paused ? 'Steps that have begun will finish.' : 'Workers take steps from it again.',
          )
          onChanged()
        },
        onError: (error: ConnectError) => toastError('Error', error.rawMessage),
      },
    )
  return (
    <Panel
      title={
        <span className="row">
          {queue.name} {queue.paused && <Badge tone="warn">Paused</Badge>}
        </span>
      }
      actions={
        queue.paused ? (
          <Button type="primary" loading={pausing.isPending} icon={<Icon name="play" />} onClick={() => pause(false)}>
            Resume
          </Button>
        ) : (
          <AskButton
            loading={pausing.isPending}
            icon={<Icon name="pause" />}
            title={`Pause ${queue.name}?`}
            text={`${queue.purpose}: steps that have begun will finish, and no others begin until somebody resumes the queue. Nothing is lost.`}
            yes="Pause"
            no="Not now"
            onYes={() => pause(true)}
          >
            Drain and pause
          </AskButton>
        )
      }
    >
      <p className="muted">
        {queue.purpose}.
        {queue.paused &&
          ` Paused${queue.pausedBy && ` by ${queue.pausedBy}`}${queue.pausedAt ? ` ${ago(timestampDate(queue.pausedAt))}` : ''}.`}
      </p>
      <Facts>
        <Fact name="Waiting" warn={queue.backlog > 100}>
          {count(queue.backlog)}
        </Fact>
        <Fact name="Oldest" warn={queue.oldestSeconds > 300}>
          {queue.oldestSeconds > 0 ? took(queue.oldestSeconds) : '–'}
        </Fact>
        <Fact name="In per second">{queue.rateIn.toFixed(1)}</Fact>
        <Fact name="Out per second">{queue.rateOut.toFixed(1)}</Fact>
        <Fact name="Workers" warn={queue.workers.length === 0}>
          {count(queue.workers.length)}
        </Fact>
      </Facts>
      {queue.workers.length === 0 ? (
        <p>
          No worker takes work from here. Start one with <code>mentionary worker</code>.
        </p>
      ) : (
        <WideTable<TaskQueueWorker>
          width={560}
          size="small"
          rowKey="identity"
          dataSource={queue.workers}
          pagination={false}
          columns={[
            { title: 'Process', dataIndex: 'identity', width: 260 },
            {
              title: 'Version',
              dataIndex: 'version',
              width: 140,
              render: (version: string) => version || 'not told',
            },
            {
              title: 'Slots in use',
              width: 140,
              render: (_, worker) => (worker.slots > 0 ? `${worker.slotsUsed} of ${worker.slots}` : 'not told'),
            },
            {
              title: 'Asked for work',
              width: 160,
              render: (_, worker) => worker.seenAt && ago(timestampDate(worker.seenAt)),
            },
          ]}
        />
      )}
    </Panel>
  )
}
