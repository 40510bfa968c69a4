import { DatePicker, Segmented } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { fullDay } from '@/lib/format'
import { useAddress } from '@/modules/address'

/** The periods that are offered, in days; the second is that of a page without a choice. */
const lengths = [7, 30, 90] as const
/** How long a period of chosen days may be: as the server says. */
const mostDays = 366

/** A period as calls ask for it: the last days, or the days from one to another (UTC). */
export type Period = { days: number } | { from: string; to: string }

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Today, as the server counts days. */
const today = () => new Date().toISOString().slice(0, 10)

/** The period that the address asks for; what it cannot mean is the last 30 days. */
export function usePeriod(): Period {
  const { read } = useAddress()
  const from = read('from')
  const to = read('to')
  if (isDay(from) && isDay(to) && from <= to && dayjs(to).diff(from, 'day') < mostDays) return { from, to }
  const days = lengths.find(n => String(n) === read('days'))
  return { days: days ?? 30 }
}

/** "Last 30 days", or the days from one to another. */
export const periodWords = (period: Period) =>
  'days' in period ? `Last ${period.days} days` : `${fullDay(period.from)} to ${fullDay(period.to)}`

const written = (day: Dayjs) => day.format('YYYY-MM-DD')

/** Chooses a period: some days until today, or dates. It stands in the address. */
export function PeriodPicker() {
  const { choose } = useAddress()
  const period = usePeriod()
  const dates = 'days' in period ? undefined : period
  return (
    <div className="row">
      <Segmented<number>
        aria-label="Period"
        value={'days' in period ? period.days : 0}
        options={[...lengths.map(n => ({ value: n, label: `${n} days` })), { value: 0, label: 'Dates' }]}
        onChange={days =>
          days > 0
            ? choose({ days: String(days), from: undefined, to: undefined })
            : choose({ days: undefined, from: written(dayjs(today()).subtract(29, 'day')), to: today() })
        }
      />
      {dates && (
        <>
          <Day label="First day" value={dates.from} last={dates.to} onChange={from => choose({ from })} />
          <Day label="Last day" value={dates.to} first={dates.from} onChange={to => choose({ to })} />
        </>
      )}
    </div>
  )
}

function Day({
  label,
  value,
  first,
  last,
  onChange,
}: {
  label: string
  value: string
  /** of the period that the chosen day ends */ first?: string
  /** of the period that the chosen day begins */ last?: string
  onChange: (day: string) => void
}) {
  const outside = (day: Dayjs) => {
    const text = written(day)
    return (
      text > today() ||
      (first !== undefined && (text < first || day.diff(first, 'day') >= mostDays)) ||
      (last !== undefined && (text > last || dayjs(last).diff(day, 'day') >= mostDays))
    )
  }
  return (
    <DatePicker
      aria-label={label}
      value={dayjs(value)}
      format="MMM D, YYYY"
      allowClear={false}
      disabledDate={outside}
      onChange={day => day && onChange(written(day))}
    />
  )
}
