import { Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import type { Cost, GetCostsResponse, JobCost, ModelCost, PersonCost } from '@/gen/mentionary/v1/insights_pb'
import { count, dollars } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Panel } from '@/modules/admin/AdminPage'
import { moneyText, usedText } from './money'

const page = { pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }
const empty = {
  emptyText: <span className="muted">Neither the language model nor the speech server was used in this period.</span>,
}

/** What a line costs, the same in every table: on a phone in one column, so that names keep their room. */
function costColumns<T extends { cost?: Cost | undefined }>(): TableColumnsType<T> {
  return [
    {
      key: 'cost',
      title: 'Tokens',
      align: 'right',
      width: 120,
      className: 'figures',
      responsive: ['xs'],
      render: (_, { cost }) => (
        <span className="lines">
          {usedText(cost)}
          <span className="small muted">{moneyText(cost)}</span>
        </span>
      ),
    },
    {
      key: 'tokens',
      title: 'Tokens',
      align: 'right',
      width: 130,
      className: 'figures',
      responsive: ['sm'],
      render: (_, { cost }) => usedText(cost),
    },
    {
      key: 'calls',
      title: 'Calls',
      align: 'right',
      width: 90,
      className: 'figures',
      responsive: ['md'],
      render: (_, { cost }) => count(cost?.calls ?? 0),
    },
    {
      key: 'money',
      title: 'Money',
      align: 'right',
      width: 150,
      className: 'figures',
      responsive: ['sm'],
      render: (_, { cost }) => moneyText(cost),
    },
  ]
}

/** The same costs by model, person and job. */
export function CostTables({ costs }: { costs: GetCostsResponse }) {
  return (
    <>
      <Panel title="By Model">
        <Table<ModelCost>
          size="small"
          rowKey="model"
          dataSource={costs.models}
          pagination={page}
          locale={empty}
          columns={[
            { key: 'model', title: 'Model', render: (_, { model }) => model || 'Unknown model' },
            {
              key: 'price-of-a-million-tokens',
              title: 'Price of a million tokens',
              responsive: ['lg'],
              render: (_, model) => <Price of={model} />,
            },
            ...costColumns<ModelCost>(),
          ]}
        />
      </Panel>
      <div className="admin-pair">
        <Panel title="By Person">
          <Table<PersonCost>
            size="small"
            rowKey={row => row.userId ?? ''}
            dataSource={costs.people}
            pagination={page}
            locale={empty}
            columns={[
              {
                key: 'person',
                title: 'Person',
                render: (_, { name, userId }) => name ?? (userId ? 'Somebody without a name' : 'System'),
              },
              ...costColumns<PersonCost>(),
            ]}
          />
        </Panel>
        <Panel title="By Job">
          <Table<JobCost>
            size="small"
            rowKey="jobId"
            dataSource={costs.jobs}
            pagination={page}
            locale={empty}
            columns={[
              {
                key: 'job',
                title: 'Job',
                render: (_, { jobId, title, submitter }) => (
                  <span className="lines">
                    <Link to={paths.job(String(jobId))}>{title || `Job ${jobId}`}</Link>
                    <span className="small muted">{submitter ? `by ${submitter}` : 'by the system'}</span>
                  </span>
                ),
              },
              ...costColumns<JobCost>(),
            ]}
          />
        </Panel>
      </div>
    </>
  )
}

function Price({ of: { cost, promptPrice, cachedPrice, completionPrice, minutePrice } }: { of: ModelCost }) {
  if (cost?.heardSeconds) return <span className="figures">{dollars(minutePrice)} a minute of audio</span>
  if (promptPrice === undefined || cachedPrice === undefined || completionPrice === undefined) return 'No price set'
  return (
    <span className="figures">
      {dollars(promptPrice)} prompt, {dollars(cachedPrice)} cached, {dollars(completionPrice)} completion
    </span>
  )
}
