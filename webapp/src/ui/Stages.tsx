import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon'
import { Progress } from './Progress'
import { VisuallyHidden } from './VisuallyHidden'
import './Stages.css'

export type StageState = 'waiting' | 'running' | 'done' | 'failed' | 'retrying' | 'skipped' | 'cancelled' | 'unreached'

export type Stage = {
  id: string
  name: string
  state: StageState
  /** the state in words */
  word: string
  /** one sentence about what happens or why not */
  detail?: ReactNode
  /** for example "14:05", or "Next attempt at 14:05" */
  time?: string | undefined
  /** pieces done and pieces in all, when they can be counted */
  done?: number
  total?: number
}

const icons: Record<StageState, IconName | undefined> = {
  waiting: undefined,
  running: undefined,
  done: 'check',
  failed: 'close',
  retrying: 'retry',
  skipped: 'minus',
  cancelled: 'close',
  unreached: undefined,
}
/** States that have no time, and whose mark alone does not tell them from others. */
const saidInWords = new Set<StageState>(['skipped', 'unreached'])

/** The stages of a piece of work in their order, each with its present state. */
export function Stages({ stages, label }: { stages: readonly Stage[]; label: string }) {
  return (
    <ol className="stages" aria-label={label}>
      {stages.map(stage => {
        const icon = icons[stage.state]
        return (
          <li
            key={stage.id}
            className={`stage stage-${stage.state}`}
            aria-current={stage.state === 'running' ? 'step' : undefined}
          >
            {/* The key makes a mark that changes its state appear anew, so that the change is seen. */}
            <span className="stage-mark" key={stage.state} aria-hidden="true">
              {icon && <Icon name={icon} size={14} />}
            </span>
            <span className="stage-name">
              {stage.name}
              <VisuallyHidden>: {stage.word}</VisuallyHidden>
            </span>
            {saidInWords.has(stage.state) && (
              <span className="stage-time" aria-hidden="true">
                {stage.word}
              </span>
            )}
            {!saidInWords.has(stage.state) && stage.time && <span className="stage-time">{stage.time}</span>}
            {stage.detail && <span className="stage-detail">{stage.detail}</span>}
            {stage.state === 'running' && stage.total !== undefined && stage.total > 0 && (
              <span className="stage-progress">
                <Progress value={stage.done ?? 0} max={stage.total} label={stage.name} />
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
