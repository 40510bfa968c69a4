import { Button } from 'antd'
import type { Work } from '@/gen/mentionary/v1/work_pb'
import { count } from '@/lib/format'
import { Icon } from '@/ui/Icon'
import { ActionDialog } from './ActionDialog'
import { BudgetDialog } from './BudgetDialog'
import { TranscriptDialog } from './TranscriptDialog'
import type { RaiseBudget } from './useRaiseBudget'
import { actionWords } from './words'
import './WorkActions.css'

type Props = {
  /** what an action is done to */ rows: readonly Work[]
  /** how many of them are selected; with none, the row that keys act on is meant */ selected: number
  /** caps are for admins */ admin: boolean
  /** the action that is being looked at */ asked: { action: string; rows: readonly Work[] } | undefined
  onAsk: (action: string) => void
  onClose: () => void
  onClear: () => void
  /** of the page: a cap that was raised before a new sign-in is raised when the page is there again */ raise: RaiseBudget
  /** what is said while nothing is selected */ text: string
}

/** What can be done with the selected work. Each action shows first what it will do. */
export function WorkActions({ rows, selected, admin, asked, onAsk, onClose, onClear, raise, text }: Props) {
  const offered = Object.entries(actionWords).filter(([action]) => action !== 'budget' || admin)
  return (
    <div className="work-actions" role="group" aria-label="Actions">
      <span className="work-actions-text figures" aria-live="polite">
        {selected > 0 ? `${count(selected)} selected` : text}
      </span>
      {selected > 0 && (
        <>
          {offered.map(([action, { label, icon }]) => {
            const able = rows.filter(row => row.actions.includes(action)).length
            return (
              able > 0 && (
                <Button key={action} size="small" icon={<Icon name={icon} />} onClick={() => onAsk(action)}>
                  {label}
                  {able < selected && <span className="muted figures"> {count(able)}</span>}
                </Button>
              )
            )
          })}
          <Button size="small" type="text" onClick={onClear}>
            Clear selection
          </Button>
        </>
      )}
      {asked?.action === 'transcript' && <TranscriptDialog rows={asked.rows} onClose={onClose} />}
      {asked?.action === 'budget' && <BudgetDialog rows={asked.rows} raise={raise} onClose={onClose} />}
      {asked && asked.action !== 'transcript' && asked.action !== 'budget' && (
        <ActionDialog key={asked.action} action={asked.action} rows={asked.rows} onClose={onClose} />
      )}
    </div>
  )
}
