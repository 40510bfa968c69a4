import { useState, type KeyboardEvent } from 'react'
import { clock } from '@/lib/format'
import { cx } from '@/lib/classes'
import { entityTypes, entityType, typeWords } from '@/lib/types'
import './Timeline.css'

export type Tick = { id: number | string; /** seconds from the start */ at: number; type: string; label: string }

/**
 * Where in an episode things were mentioned: one line a mention, in the color of its type. It is one stop of the
 * tabulator; arrow keys walk through the mentions, Enter chooses.
 */
export function Timeline({
  duration,
  ticks,
  onChoose,
  chosen,
}: {
  /** seconds */ duration: number
  ticks: readonly Tick[]
  onChoose: (tick: Tick) => void
  /** id of the mention that is shown elsewhere on the page */ chosen?: number | string | undefined
}) {
  const ordered = [...ticks].sort((a, b) => a.at - b.at)
  const [near, setNear] = useState<Tick>()
  const chosenIndex = ordered.findIndex(t => t.id === (near?.id ?? chosen))
  const reachable = Math.max(0, chosenIndex)

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const here = buttons.findIndex(b => b === document.activeElement)
    const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    buttons[Math.min(buttons.length - 1, Math.max(0, next))]?.focus()
  }

  return (
    <div>
      <div
        className="timeline-band"
        role="group"
        aria-label="Mentions over the episode"
        onKeyDown={walk}
        onMouseLeave={() => setNear(undefined)}
      >
        {ordered.map((tick, i) => (
          <button
            key={tick.id}
            type="button"
            className={cx('timeline-tick', `type-${tick.type}`, tick.id === chosen && 'timeline-chosen')}
            style={{ left: `${Math.min(100, Math.max(0, (tick.at / Math.max(1, duration)) * 100))}%` }}
            tabIndex={i === reachable ? 0 : -1}
            aria-label={`${tick.label}, ${typeWords(tick.type).singular}, ${clock(tick.at)}`}
            aria-current={tick.id === chosen || undefined}
            onClick={() => onChoose(tick)}
            onFocus={() => setNear(tick)}
            onBlur={() => setNear(undefined)}
            onMouseEnter={() => setNear(tick)}
          />
        ))}
      </div>
      <div className="timeline-scale" aria-hidden="true">
        <span>
          {near ? (
            <>
              <b className={`timeline-label type-${near.type}`}>{near.label}</b>, {typeWords(near.type).singular}, at{' '}
              {clock(near.at)}
            </>
          ) : (
            '0:00'
          )}
        </span>
        <span>{clock(duration)}</span>
      </div>
      <ul className="timeline-legend" aria-label="Colors of the lines">
        {entityTypes
          .filter(t => ticks.some(tick => entityType(tick.type) === t.type))
          .map(t => (
            <li key={t.type} className={`type-${t.type}`}>
              {t.label}
            </li>
          ))}
      </ul>
    </div>
  )
}
