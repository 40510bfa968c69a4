import { useId, useState } from 'react'
import { confidenceBand } from '@/lib/bands'
import { percent } from '@/lib/format'
import { reasonText } from '@/lib/reasons'
import './Confidence.css'

/** How sure we are of a mention; pointing at it or reaching it by keyboard tells why. Escape closes. */
export function Confidence({ score, reasons }: { score: number; reasons: readonly string[] }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { label, tone } = confidenceBand(score)
  return (
    <span className="confidence" onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        className={`confidence-score dot dot-${tone}`}
        aria-describedby={open ? id : undefined}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={e => e.key === 'Escape' && setOpen(false)}
      >
        {label} <span className="figures">{percent(score)}</span>
      </button>
      {open && (
        <span role="tooltip" id={id} className="confidence-reasons">
          <b>{label} confidence, because:</b>
          {reasons.length > 0 ? (
            reasons.map(r => <span key={r}>{reasonText(r)}</span>)
          ) : (
            <span>The words are in the transcript</span>
          )}
        </span>
      )}
    </span>
  )
}
