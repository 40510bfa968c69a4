import { Button } from 'antd'
import type { ReactNode } from 'react'
import { counted } from '@/lib/plurals'
import { entityTypes } from '@/lib/types'

/** The types that what is named can be of instead, each with its key. */
export function TypeChoices({
  type,
  off = false,
  onType,
}: {
  /** what it is now */ type: string
  off?: boolean
  onType: (type: string) => void
}) {
  return (
    <div className="row review-types" role="group" aria-label="It is of another type">
      <span className="muted small">It is a</span>
      {entityTypes.map((t, i) => (
        <Button
          key={t.type}
          size="small"
          className={`review-type type-${t.type}`}
          disabled={off || t.type === type}
          onClick={() => onType(t.type)}
        >
          {t.singular} <kbd>{i + 1}</kbd>
        </Button>
      ))}
    </div>
  )
}

/** What was decided last, with the button that takes it back. */
export function LastDecision({
  last,
  decided,
  onUndo,
  children,
}: {
  last: { subject: { name: string }; said: string } | undefined
  /** decisions since the page was opened */ decided: number
  onUndo: () => void
  children: ReactNode
}) {
  return (
    <div className="row review-foot">
      {children}
      <Button type="text" disabled={!last} onClick={onUndo}>
        Undo <kbd>u</kbd>
      </Button>
      <span className="small muted" role="status">
        {last ? (
          <>
            <span className="review-name">“{last.subject.name}”</span>: {last.said} · {counted(decided, 'decision')} so
            far
          </>
        ) : (
          'Nothing decided yet'
        )}
      </span>
    </div>
  )
}
