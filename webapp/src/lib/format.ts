// How numbers, lengths and dates are written, for every page. Unknown values give undefined and are hidden by the caller.

const locale = 'en-US'
const known = (n: number | null | undefined): n is number => typeof n === 'number' && Number.isFinite(n) && n >= 0

/** 7500 → "2h 5m", 2730 → "45m". Seconds below a minute count as a started nothing: "0m". */
export function duration(seconds: number | null | undefined): string | undefined {
  if (!known(seconds)) return undefined
  const minutes = Math.floor(seconds / 60)
  return minutes >= 60 ? `${Math.floor(minutes / 60)}h ${minutes % 60}m` : `${minutes}m`
}

/** The length on the episode page: 7530 → "125 min", rounded down. */
export function durationMinutes(seconds: number | null | undefined): string | undefined {
  return known(seconds) ? `${Math.floor(seconds / 60)} min` : undefined
}

/** A place in an episode: 125 → "2:05", and past an hour still minutes: 4503 → "75:03". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** 1200 → "1K", 2340000 → "2.3M". From 999,500 on thousands would read "1000K", so it is "1.0M". */
export function subscribers(n: number | null | undefined): string | undefined {
  if (!known(n)) return undefined
  if (n >= 999_500) return `${(n / 1_000_000).toFixed(1)}M`
  if (n > 1_000) return `${Math.round(n / 1_000)}K`
  return count(n)
}

/** 12345 → "12,345". */
export function count(n: number): string {
  return n.toLocaleString(locale)
}

/** A share of 0 to 1 as a whole percentage: 0.834 → "83%". */
export function percent(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%`
}

type Moment = Date | string | null | undefined

function moment(value: Moment): Date | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const date = value instanceof Date ? value : new Date(value)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** A format of dates, made when the first one is written: each takes a millisecond, of which most pages need few. */
const formatted = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (date: Date) => (format ??= new Intl.DateTimeFormat(locale, options)).format(date)
}

const written = (options: Intl.DateTimeFormatOptions) => {
  const write = formatted(options)
  return (value: Moment) => {
    const date = moment(value)
    return date && write(date)
  }
}

const spans = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat(locale)

/** How long ago a moment was, rounded down: "3 hours ago", "1 day ago"; below a minute, and of clocks that run ahead, "just now". */
export function ago(value: Moment, now = new Date()): string | undefined {
  const then = moment(value)
  if (!then) return undefined
  const seconds = (now.getTime() - then.getTime()) / 1_000
  const span = spans.find(([, length]) => seconds >= length)
  return span ? relative.format(-Math.floor(seconds / span[1]), span[0]) : 'just now'
}

/** "Jan 5, 2026", in the browser's zone. */
export const date = written({ year: 'numeric', month: 'short', day: 'numeric' })
/** "January 2026". */
export const monthYear = written({ year: 'numeric', month: 'long' })
/** "Jan 5, 2026, 14:05". */
export const dateTime = written({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
/** "Jan 5, 2026, 14:05:30", where the moments of work are told apart. */
export const dateTimeWithSeconds = written({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
/** "14:05:30". */
export const timeWithSeconds = written({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
/** "14:05". */
export const timeOfDay = written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const write = formatted({ ...options, timeZone: 'UTC' })
  /** Of a day of the server, "2026-01-05"; what is none is shown as it is. */
  return (day: string) => {
    const known = moment(/^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T00:00:00Z` : undefined)
    return known ? write(known) : day
  }
}

/** "2026-01-05" → "Jan 5": days that the server counts are UTC days, in every zone. */
export const shortDay = inUtc({ month: 'short', day: 'numeric' })
/** "2026-01-05" → "Jan 5, 2026". */
export const fullDay = inUtc({ year: 'numeric', month: 'short', day: 'numeric' })

/** 1234 → "1.2K", 3400000 → "3.4M": for axes and cards where space is short. */
export const compact = (n: number) =>
  n.toLocaleString(locale, { notation: 'compact', maximumFractionDigits: Math.abs(n) < 1_000 ? 0 : 1 })

/** 0.1234 → "$0.12"; small sums keep two digits that say something: 0.00123 → "$0.0012". */
export function dollars(n: number): string {
  return n.toLocaleString(locale, {
    style: 'currency',
    currency: 'USD',
    ...(n !== 0 && Math.abs(n) < 0.1 && { maximumSignificantDigits: 2 }),
  })
}
