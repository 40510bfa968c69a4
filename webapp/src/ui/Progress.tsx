import './Progress.css'

/** A share that is done. Unknown `value`: it moves without saying how far. */
export function Progress({
  value,
  max = 100,
  label,
  tone,
}: {
  value?: number | undefined
  max?: number
  label: string
  tone?: 'good' | 'warn' | 'bad'
}) {
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, max > 0 ? value / max : 0))
  return (
    <div
      className={`progress${tone ? ` progress-${tone}` : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={share === undefined ? undefined : Math.round(share * max)}
    >
      <span
        className={share === undefined ? 'progress-bar progress-unknown' : 'progress-bar'}
        style={share === undefined ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  )
}
