import { useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { Button, InputNumber } from 'antd'
import { AdminService, type Budget } from '@/gen/mentionary/v1/admin_pb'
import type { Work } from '@/gen/mentionary/v1/work_pb'
import { count } from '@/lib/format'
import { ConfirmItIsYou } from '@/modules/ConfirmItIsYou'
import { Answered } from '@/modules/Answered'
import { MountedModal } from '@/modules/admin/MountedModal'
import type { RaiseBudget } from './useRaiseBudget'

type Cap = { scope: string; userId: string; name: string; tokens: number; used: number }

/** The caps that hold up the rows: that of everything, and that of each person who pays for one of them. */
function capsOf(rows: readonly Work[], budgets: readonly Budget[]): Cap[] {
  const find = (scope: string, userId = '') => budgets.find(b => b.scope === scope && (b.userId || '') === userId)
  const system = find('system')
  const standard = find('default')
  const people = new Map(
    rows.filter(row => row.actions.includes('budget')).map(row => [row.submitterId, row.submitter]),
  )
  people.delete('system')
  return [
    {
      scope: 'system',
      userId: '',
      name: 'Everything together',
      tokens: system?.tokensPerDay ?? 0,
      used: system?.usedToday ?? 0,
    },
    ...[...people].map(([userId, name]) => {
      const own = find('user', userId)
      return {
        scope: 'user',
        userId,
        name,
        tokens: own?.unlimited ? 0 : own?.tokensPerDay || (standard?.tokensPerDay ?? 0),
        used: own?.usedToday ?? 0,
      }
    }),
  ]
}

/** Raises the day's caps of those whose work waits for budget. What waits goes on at once. */
export function BudgetDialog({
  rows,
  raise,
  onClose,
}: {
  rows: readonly Work[]
  raise: RaiseBudget
  onClose: () => void
}) {
  const budgets = useQuery(AdminService.method.listBudgets, {})
  const [typed, setTyped] = useState<Record<string, number | null>>({})
  // Of a person 0 would mean that the cap of everybody holds.
  const save = ({ scope, userId }: Cap, tokensPerDay: number) =>
    raise.set({ scope, userId, tokensPerDay, unlimited: scope === 'user' && tokensPerDay === 0 })
  return (
    <MountedModal width={640} title="Raise budget" onCancel={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p>Tokens of the language model a day (UTC). 0 means no cap.</p>
      <Answered query={budgets} rows={2}>
        {({ budgets: known }) => (
          <ul className="work-outcomes" aria-label="Budgets">
            {capsOf(rows, known).map(cap => {
              const key = cap.scope + cap.userId
              const value = typed[key] === undefined ? cap.tokens : typed[key]
              return (
                <li key={key}>
                  <span />
                  <b>{cap.name}</b>
                  <span className="row">
                    <InputNumber
                      aria-label={`Tokens a day: ${cap.name}`}
                      min={0}
                      max={2_000_000_000}
                      step={50_000}
                      value={value}
                      onChange={next => setTyped(all => ({ ...all, [key]: next }))}
                    />
                    <Button
                      disabled={value === null || value === cap.tokens}
                      loading={raise.busy}
                      onClick={() => save(cap, value ?? 0)}
                    >
                      Save
                    </Button>
                  </span>
                  <p className="figures">{cap.used > 0 ? `${count(cap.used)} used today.` : 'Cap of each day.'}</p>
                </li>
              )
            })}
          </ul>
        )}
      </Answered>
      <ConfirmItIsYou error={raise.error} onClose={raise.giveUp} onLeave={raise.keep} />
    </MountedModal>
  )
}
