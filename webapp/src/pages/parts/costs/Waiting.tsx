import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Table } from 'antd'
import { Link } from 'react-router'
import { InsightsService, type BudgetWait } from '@/gen/mentionary/v1/insights_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { useAddress } from '@/modules/address'
import { Panel } from '@/modules/admin/AdminPage'
import { Failed } from '@/modules/Failed'
import { nextAttemptText } from '@/modules/stateWords'
import { SkeletonRows } from '@/ui/Skeleton'

const pageSize = 10

/** The episodes whose analysis waits for the model's budget. */
export function Waiting() {
  const { read, choose } = useAddress()
  const page = Math.max(1, Math.floor(Number(read('waiting'))) || 1)
  const waits = useQuery(
    InsightsService.method.listBudgetWaits,
    { limit: pageSize, offset: (page - 1) * pageSize },
    { refetchOnMount: 'always', placeholderData: keepPreviousData },
  )
  return (
    <Panel title="Waiting for Budget">
      {waits.isPending && <SkeletonRows rows={2} height={44} />}
      {waits.isError && !waits.data && <Failed query={waits} />}
      {waits.data?.total === 0 && <p className="muted">Nothing waits for budget.</p>}
      {waits.data && waits.data.total > 0 && (
        <Table<BudgetWait>
          size="small"
          rowKey={row => `${row.jobId ?? 0} ${row.title}`}
          dataSource={waits.data.waits}
          pagination={{
            current: page,
            pageSize,
            total: waits.data.total,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: next => choose({ waiting: next > 1 ? String(next) : undefined }),
          }}
          columns={[
            {
              key: 'episode',
              title: 'Episode',
              render: (_, { jobId, title, submitter }) => (
                <span className="cost-what">
                  {jobId === undefined ? title : <Link to={paths.job(String(jobId))}>{title || `Job ${jobId}`}</Link>}
                  <span className="small muted">{submitter ? `by ${submitter}` : 'by the system'}</span>
                </span>
              ),
            },
            {
              key: 'why',
              title: 'Why',
              responsive: ['md'],
              render: (_, { text, nextAttemptAt }) => (
                <span className="cost-what small">
                  {text}
                  <span className="muted">{nextAttemptText(nextAttemptAt)}</span>
                </span>
              ),
            },
            {
              key: 'parts-read',
              title: 'Parts read',
              align: 'right',
              width: 120,
              className: 'figures',
              render: (_, { done, total }) => `${count(done)} of ${count(total)}`,
            },
          ]}
        />
      )}
    </Panel>
  )
}
