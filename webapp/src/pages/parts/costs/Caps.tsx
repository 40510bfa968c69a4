import { Button, Progress, Table } from 'antd'
import { useQuery } from '@connectrpc/connect-query'
import { useState } from 'react'
import { AdminService, type Budget } from '@/gen/mentionary/v1/admin_pb'
import { count, percent } from '@/lib/format'
import { Panel } from '@/modules/admin/AdminPage'
import { capped, capText, mostOf, usedOf, type Resource } from '@/modules/admin/capped'
import { useSetCap } from '@/modules/admin/useSetCap'
import { Answered } from '@/modules/Answered'
import { ConfirmItIsYou } from '@/modules/ConfirmItIsYou'
import { Icon } from '@/ui/Icon'
import { toast } from '@/ui/toasts'
import { CapForm, type Subject } from './CapForm'

/** Whose cap a line is, in words. */
const scopeName = ({ scope, userName }: Budget) =>
  scope === 'system' ? 'Everything together' : scope === 'default' ? 'Each person' : userName

const scopeNote: Record<string, string> = {
  system: 'What everybody submits',
  default: 'Everybody without a cap of their own',
}

/** How much of a resource may be used on a day: by everything together, by each person, and by single people. */
export function Caps({ resource }: { resource: Resource }) {
  const budgets = useQuery(AdminService.method.listBudgets, { resource }, { refetchOnMount: 'always' })
  const [subject, setSubject] = useState<Subject>()
  const cap = useSetCap({ onDone: () => setSubject(undefined), tell: () => toast('Cap updated') })
  return (
    <Panel
      title={capped[resource].title}
      actions={
        budgets.data && (
          <Button icon={<Icon name="plus" />} onClick={() => setSubject({ scope: 'user' })}>
            {capped[resource].add}
          </Button>
        )
      }
    >
      <Answered query={budgets} height={44}>
        {({ budgets: rows }) => (
          <Table<Budget>
            size="small"
            rowKey={row => row.scope + row.userId}
            dataSource={rows}
            pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
            columns={[
              {
                key: 'who',
                title: 'Who',
                render: (_, budget) => (
                  <span className="lines">
                    <strong>{scopeName(budget)}</strong>
                    {scopeNote[budget.scope] && <span className="small muted">{scopeNote[budget.scope]}</span>}
                  </span>
                ),
              },
              { key: 'cap', title: 'Cap', className: 'figures', render: (_, budget) => capitalized(capText(budget)) },
              {
                key: 'used-today',
                title: 'Used today',
                responsive: ['md'],
                width: '32%',
                render: (_, budget) => <Used budget={budget} />,
              },
              {
                key: 'change',
                title: <span className="visually-hidden">Change</span>,
                width: 104,
                align: 'right',
                render: (_, budget) => (
                  <Button
                    aria-label={`${capped[resource].change} ${scopeName(budget)}`}
                    onClick={() => setSubject({ scope: budget.scope, budget })}
                  >
                    Change
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Answered>
      <p className="small muted">
        Work that reaches a cap waits and continues after midnight UTC, or as soon as the cap is raised. Raising a cap
        of everybody does not change the cap of a single person.
      </p>
      {subject && (
        <CapForm
          resource={resource}
          subject={subject}
          busy={cap.busy}
          onClose={() => setSubject(undefined)}
          onSave={cap.set}
        />
      )}
      <ConfirmItIsYou error={cap.error} onClose={cap.giveUp} onLeave={cap.keep} />
    </Panel>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** How much of a cap is used; of people together nobody's use is meant. */
function Used({ budget }: { budget: Budget }) {
  const most = mostOf(budget)
  const used = usedOf(budget)
  if (budget.scope === 'default') return null
  if (most === 0 || budget.unlimited) return <span className="figures">{count(used)}</span>
  const share = Math.min(1, used / most)
  return (
    <span className="lines">
      <Progress
        percent={100 * share}
        showInfo={false}
        size="small"
        status={share >= 1 ? 'exception' : 'normal'}
        aria-label={`${percent(share)} of the cap used`}
      />
      <span className="small figures">
        {count(used)} ({percent(share)})
      </span>
    </span>
  )
}
