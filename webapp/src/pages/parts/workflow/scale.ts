/** A stretch of time, in ms since the epoch. */
export type Span = { from: number; to: number }

/** A stretch in which nothing ran, drawn shorter than it was. `at` is its middle, from 0 to 1. */
export type Idle = { at: number; ms: number }

/** How much of the time in which something ran a stretch in which nothing ran may take on the axis. */
const idleShare = 0.08

/** Joins spans that touch. */
function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else out.push({ from: span.from, to: Math.max(span.to, span.from + 1) })
  }
  return out
}

/**
 * An axis on which what ran is to scale and long waits are short: a source that is tried again for two days must not make the
 * seconds of work invisible. `at` says where a moment is, from 0 to 1.
 */
export function timeScale(spans: readonly Span[]): { at: (ms: number) => number; idle: Idle[] } {
  const busy = joined(spans)
  const ran = busy.reduce((sum, { from, to }) => sum + to - from, 0)
  if (busy.length === 0) return { at: () => 0, idle: [] }
  const longest = Math.max(1, ran * idleShare)
  const marks: { ms: number; x: number }[] = []
  const shortened: { x: number; ms: number }[] = []
  let x = 0
  busy.forEach(({ from, to }, i) => {
    const before = busy[i - 1]
    if (before) {
      const gap = from - before.to
      const drawn = Math.min(gap, longest)
      if (gap > drawn * 1.5) shortened.push({ x: x + drawn / 2, ms: gap })
      x += drawn
    }
    marks.push({ ms: from, x })
    x += to - from
    marks.push({ ms: to, x })
  })
  const whole = Math.max(1, x)
  const at = (ms: number) => {
    const first = marks[0]!
    if (ms <= first.ms) return 0
    for (let i = 1; i < marks.length; i++) {
      const [left, right] = [marks[i - 1]!, marks[i]!]
      if (ms <= right.ms)
        return (left.x + ((ms - left.ms) / Math.max(1, right.ms - left.ms)) * (right.x - left.x)) / whole
    }
    return 1
  }
  return { at, idle: shortened.map(gap => ({ at: gap.x / whole, ms: gap.ms })) }
}

/** Puts spans into as few lanes as they need so that none lies over another; returns the lane of each. */
export function lanesOf(spans: readonly Span[]): number[] {
  const ends: number[] = []
  const lanes = new Array<number>(spans.length)
  const order = spans.map((_, i) => i).sort((a, b) => spans[a]!.from - spans[b]!.from)
  for (const i of order) {
    const { from, to } = spans[i]!
    const free = ends.findIndex(end => end <= from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = to
    lanes[i] = lane
  }
  return lanes
}

/** 95,000 → "1m 35s", 800 → "0.8s", 12 → "12ms". */
export function took(ms: number): string {
  if (ms < 100) return `${Math.round(Math.max(0, ms))}ms`
  const s = ms / 1000
  if (s < 10) return `${s.toFixed(1)}s`
  if (s < 60) return `${Math.round(s)}s`
  const minutes = Math.floor(s / 60)
  if (minutes < 60) return `${minutes}m ${Math.round(s % 60)}s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours}h ${minutes % 60}m` : `${Math.floor(hours / 24)}d ${hours % 24}h`
}
