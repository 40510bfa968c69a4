import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Grid, Table } from 'antd'
import type { ColumnsType } from 'antd/es/table'
import { Link } from 'react-router'
import { BatchService, type Batch } from '@/gen/mentionary/v1/batch_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Panel } from '@/modules/admin/AdminPage'
import { Failed } from '@/modules/Failed'
import { StateDot } from '@/modules/JobState'
import { batchWords } from '@/modules/stateWords'
import { Empty } from '@/ui/States'

const pageSize = 10
const kindNames: Record<string, string> = { urls: 'URLs', channel: 'Channel', playlist: 'Playlist' }

/** All batches, newest first, live; each opens by its address. */
export function EarlierBatches({
  shown,
  page,
  onPage,
}: {
  /** the batch that is open above */ shown: number
  page: number
  onPage: (page: number) => void
}) {
  const list = useQuery(
    BatchService.method.listBatches,
    { limit: pageSize, offset: (page - 1) * pageSize },
    { placeholderData: keepPreviousData },
  )
  const roomy = Grid.useBreakpoint().md ?? true
  const name: ColumnsType<Batch>[number] = {
    title: 'Batch',
    key: 'title',
    render: (_, batch) => (
      <div className="batch-job">
        <span>
          <Link className="batch-address" to={paths.adminBatch({ batch: batch.id })}>
            {batch.title}
          </Link>
          <span className="small muted figures"> {batch.id}</span>
        </span>
        {!roomy && (
          <span className="batch-counts small muted figures">
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
      {list.isError && !list.data ? (
        <Failed query={list} />
      ) : list.data?.total === 0 ? (
        <Empty icon="list" title="No batches yet" text="The first one you start is listed here." />
      ) : (
        <Table<Batch>
          size="small"
          rowKey="id"
          columns={roomy ? columns : [name]}
          dataSource={list.data?.batches ?? []}
          loading={list.isPending}
          rowClassName={batch => (batch.id === shown ? 'ant-table-row-selected' : '')}
          scroll={{ x: roomy ? 960 : 240 }}
          locale={{ emptyText: ' ' }}
          pagination={{
            current: page,
            pageSize,
            total: list.data?.total ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: onPage,
          }}
        />
      )}
    </Panel>
  )
}
