import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Grid } from 'antd'
import type { ColumnsType } from 'antd/es/table'
import { Link } from 'react-router'
import { BatchService, type Batch } from '@/gen/mentionary/v1/batch_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Panel } from '@/modules/admin/AdminPage'
import { PagedTable } from '@/modules/admin/PagedTable'
import { usePage } from '@/modules/admin/usePage'
import { StateDot } from '@/modules/JobState'
import { keepLater } from '@/modules/later'
import { batchWords } from '@/modules/stateWords'
import { Empty } from '@/ui/States'

const kindNames: Record<string, string> = { urls: 'URLs', channel: 'Channel', playlist: 'Playlist' }

/** All batches, newest first, live; each opens by its address. */
export function EarlierBatches({ shown }: { /** the batch that is open above */ shown: number }) {
  const at = usePage(10)
  const list = useQuery(
    BatchService.method.listBatches,
    { limit: at.limit, offset: at.offset },
    { placeholderData: keepPreviousData, structuralSharing: keepLater },
  )
  const roomy = Grid.useBreakpoint().md ?? true
  const name: ColumnsType<Batch>[number] = {
    title: 'Batch',
    key: 'title',
    render: (_, batch) => (
      <div className="lines">
        <span>
          <Link className="anywhere" to={paths.adminBatch({ batch: batch.id })}>
            {batch.title}
          </Link>
          <span className="small muted figures"> #{batch.id}</span>
        </span>
        {!roomy && (
          <span className="row small muted figures">
            <StateDot words={batchWords(batch)} />
            <span>
              {batch.successful} of {batch.total} successful, {batch.failed} failed
            </span>
          </span>
        )}
      </div>
    ),
  }
  const columns: ColumnsType<Batch> = [
    name,
    { title: 'Kind', key: 'kind', width: 108, render: (_, batch) => kindNames[batch.kind] ?? batch.kind },
    { title: 'State', key: 'state', width: 140, render: (_, batch) => <StateDot words={batchWords(batch)} /> },
    {
      title: 'Successful',
      key: 'successful',
      width: 108,
      align: 'right',
      className: 'figures',
      render: (_, batch) => `${batch.successful} of ${batch.total}`,
    },
    { title: 'Failed', dataIndex: 'failed', width: 80, align: 'right', className: 'figures' },
    {
      title: 'Started by',
      key: 'by',
      width: 168,
      render: (_, batch) =>
        batch.scheduleId === undefined ? batch.submitter : <Link to={paths.adminSchedules()}>Schedule</Link>,
    },
    {
      title: 'Started',
      key: 'at',
      width: 186,
      className: 'figures',
      render: (_, batch) => batch.createdAt && dateTime(timestampDate(batch.createdAt)),
    },
  ]
  return (
    <Panel
      title="Earlier batches"
      actions={<Link to={paths.adminSchedules({ new: '1' })}>Repeat a batch every week</Link>}
    >
      <PagedTable<Batch>
        query={list}
        rows={list.data?.batches}
        at={at}
        empty={<Empty icon="list" title="No batches yet" text="The first one you start is listed here." />}
        rowKey="id"
        columns={roomy ? columns : [name]}
        rowClassName={batch => (batch.id === shown ? 'batch-shown' : '')}
        width={roomy ? 960 : 240}
      />
    </Panel>
  )
}
