import { count } from '@/lib/format'

/** How a number changed: with its share where there was one before. */
export function Change({ now, before }: { now: number; before: number }) {
  const by = now - before
  const share =
    before > 0 && by !== 0 ? ` (${by > 0 ? '+' : '−'}${count(Math.round((100 * Math.abs(by)) / before))}%)` : ''
  return (
    <span className={`trend-change figures ${by > 0 ? 'trend-up' : by < 0 ? 'trend-down' : ''}`}>
      {by > 0 ? '▲ +' : by < 0 ? '▼ −' : '= '}
      {count(Math.abs(by))}
      {share}
    </span>
  )
}
