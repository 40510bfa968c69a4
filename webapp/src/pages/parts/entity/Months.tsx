import type { EntityMonth } from '@/gen/mentionary/v1/entity_pb'
import { counted } from '@/lib/plurals'
import { entityType } from '@/lib/types'

const written = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const name = (month: string) => written.format(new Date(`${month}-01T00:00:00Z`))

/** How many months are shown: dates come from feeds, and one says that its episode is of the year 1. */
const shown = 120

/** All months from the first to the last, also those without mentions; of many the last ones. */
function everyMonth(months: readonly EntityMonth[]): { month: string; mentions: number }[] {
  const known = new Map(months.map(m => [m.month, m.mentions]))
  const [first = '', last = ''] = [months[0]?.month, months.at(-1)?.month]
  const all: { month: string; mentions: number }[] = []
  for (const at = new Date(`${last}-01T00:00:00Z`); all.length < shown; at.setUTCMonth(at.getUTCMonth() - 1)) {
    const month = at.toISOString().slice(0, 7)
    if (month < first) break
    all.unshift({ month, mentions: known.get(month) ?? 0 })
  }
  return all
}

/** How often it was mentioned, month by month. */
export function Months({ months, type }: { months: readonly EntityMonth[]; type: string }) {
  const all = everyMonth(months)
  const most = all.reduce((a, b) => (b.mentions > a.mentions ? b : a))
  const [first, last] = [all[0]!, all.at(-1)!]
  return (
    <section aria-labelledby="over-time">
      <h2 id="over-time">Over time</h2>
      <div
        className={`months type-${entityType(type) ?? type}`}
        role="img"
        aria-label={`Mentions from ${name(first.month)} to ${name(last.month)}, most in ${name(most.month)}: ${counted(most.mentions, 'mention')}`}
      >
        {all.map(m => (
          <span
            key={m.month}
            className="months-bar"
            style={{ height: `${(m.mentions / most.mentions) * 100}%` }}
            title={`${name(m.month)}: ${counted(m.mentions, 'mention')}`}
          />
        ))}
      </div>
      <p className="months-ends tiny muted">
        <span>{name(first.month)}</span>
        <span>{name(last.month)}</span>
      </p>
    </section>
  )
}
