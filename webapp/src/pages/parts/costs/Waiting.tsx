import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { InsightsService, type BudgetWait } from '@/gen/mentionary/v1/insights_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Panel } from '@/modules/admin/AdminPage'
import { PagedTable } from '@/modules/admin/PagedTable'
import { usePage } from '@/modules/admin/usePage'
import { nextAttemptText } from '@/modules/stateWords'

/** The episodes whose analysis waits for the model's budget. */
export function Waiting() {
  const at = usePage(10, 'waiting')
  const waits = useQuery(
    InsightsService.method.listBudgetWaits,
    { limit: at.limit, offset: at.offset },
    { refetchOnMount: 'always', placeholderData: keepPreviousData },
  )
  return (
    <Panel title="Waiting for Budget">
      <PagedTable<BudgetWait>
        query={waits}
        rows={waits.data?.waits}
        at={at}
        empty="Nothing waits for budget."
        rowKey={row => `${row.jobId ?? 0} ${row.title}`}
        columns={[
          {
            key: 'episode',
            title: 'Episode',
            render: (_, { jobId, title, submitter }) => (
              <span className="lines">
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
              <span className="lines small">
                {text}
                <span className="muted">{nextAttemptText(nextAttemptAt)}</span>
              </span>
            ),
          },
          {
            key: 'parts-done',
            title: 'Parts done',
            align: 'right',
            width: 120,
            className: 'figures',
            render: (_, { done, total }) => `${count(done)} of ${count(total)}`,
          },
        ]}
      />
    </Panel>
  )
}
