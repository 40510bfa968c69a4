import { useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { Button, InputNumber } from 'antd'
import { AdminService, type Budget } from '@/gen/mentionary/v1/admin_pb'
import type { Work } from '@/gen/mentionary/v1/work_pb'
import { count } from '@/lib/format'
import { ConfirmItIsYou } from '@/modules/ConfirmItIsYou'
import { Answered } from '@/modules/Answered'
import { capOf, capped, mostOf, usedOf, type Resource } from '@/modules/admin/capped'
import { MountedModal } from '@/modules/admin/MountedModal'
import type { RaiseBudget } from './useRaiseBudget'

type Cap = { scope: string; userId: string; name: string; most: number; used: number }

/** The caps that hold up the rows: that of everything, and that of each person who pays for one of them. */
function capsOf(rows: readonly Work[], budgets: readonly Budget[]): Cap[] {
  const find = (scope: string, userId = '') => budgets.find(b => b.scope === scope && (b.userId || '') === userId)
  const system = find('system')
  const standard = find('default')
  const people = new Map(rows.map(row => [row.submitterId, row.submitter]))
  people.delete('system')
  return [
    {
      scope: 'system',
      userId: '',
      name: 'Everything together',
      most: system ? mostOf(system) : 0,
      used: system ? usedOf(system) : 0,
    },
    ...[...people].map(([userId, name]) => {
      const own = find('user', userId)
      return {
        scope: 'user',
        userId,
        name,
        most: own?.unlimited ? 0 : (own && mostOf(own)) || (standard ? mostOf(standard) : 0),
        used: own ? usedOf(own) : 0,
      }
    }),
  ]
}

/** What a row waits for: while its transcript is made, that is the speech server's budget. */
const resourceOf = ({ stage }: Work): Resource => (stage === 'transcript' ? 'speech' : 'model')

const leads: Record<Resource, string> = {
  model: 'Tokens of the language model a day (UTC). 0 means no cap.',
  speech: 'Minutes of audio that are heard a day (UTC). 0 means no cap.',
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
  const waiting = rows.filter(row => row.actions.includes('budget'))
  const resources = [...new Set(waiting.map(resourceOf))]
  return (
    <MountedModal width={640} title="Raise budget" onCancel={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {resources.map(resource => (
        <CapsToRaise
          key={resource}
          resource={resource}
          rows={waiting.filter(row => resourceOf(row) === resource)}
          raise={raise}
        />
      ))}
      <ConfirmItIsYou error={raise.error} onClose={raise.giveUp} onLeave={raise.keep} />
    </MountedModal>
  )
}

function CapsToRaise({ resource, rows, raise }: { resource: Resource; rows: readonly Work[]; raise: RaiseBudget }) {
  const budgets = useQuery(AdminService.method.listBudgets, { resource })
  const [typed, setTyped] = useState<Record<string, number | null>>({})
  const { label, most, step } = capped[resource]
  // Of a person 0 would mean that the cap of everybody holds.
  const save = ({ scope, userId }: Cap, most: number) =>
    raise.set(capOf(resource, { scope, userId, most, unlimited: scope === 'user' && most === 0 }))
  return (
    <>
      <p>{leads[resource]}</p>
      <Answered query={budgets} rows={2}>
        {({ budgets: known }) => (
          <ul className="work-outcomes" aria-label={`Budgets: ${label}`}>
            {capsOf(rows, known).map(cap => {
              const key = cap.scope + cap.userId
              const value = typed[key] === undefined ? cap.most : typed[key]
              return (
                <li key={key}>
                  <span />
                  <b>{cap.name}</b>
                  <span className="row">
                    <InputNumber
                      aria-label={`${label}: ${cap.name}`}
                      min={0}
                      max={most}
                      step={step}
                      value={value}
                      onChange={next => setTyped(all => ({ ...all, [key]: next }))}
                    />
                    <Button
                      disabled={value === null || value === cap.most}
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
    </>
  )
}
