import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { InsightsService } from '@/gen/mentionary/v1/insights_pb'
import { AdminPage } from '@/modules/admin/AdminPage'
import { CostChart } from '@/modules/admin/CostChart'
import { PeriodPicker, usePeriod } from '@/modules/admin/period'
import { Answered } from '@/modules/Answered'
import { Caps } from './parts/costs/Caps'
import { CostTables } from './parts/costs/CostTables'
import { Totals } from './parts/costs/Totals'
import { Waiting } from './parts/costs/Waiting'
import './parts/costs/costs.css'

/** What the language model and the speech server used and cost, what it may use, and what waits for it. */
export function Component() {
  const costs = useQuery(InsightsService.method.getCosts, usePeriod(), {
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  return (
    <AdminPage
      title="Costs"
      lead="What the language model and the speech server used, by day, model, person and job. Days are UTC days."
      actions={<PeriodPicker />}
    >
      <Answered query={costs} height={180}>
        {data => (
          <div className="stack" aria-busy={costs.isPlaceholderData}>
            <Totals costs={data} />
            <CostChart costs={data} />
          </div>
        )}
      </Answered>
      <Waiting />
      <Caps resource="model" />
      <Caps resource="speech" />
      {costs.data && <CostTables costs={costs.data} />}
    </AdminPage>
  )
}
