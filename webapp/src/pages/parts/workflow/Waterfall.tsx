import { useMemo } from 'react'
import { timestampMs, type Timestamp } from '@bufbuild/protobuf/wkt'
import type { Step } from '@/gen/mentionary/v1/job_pb'
import type { WorkAttempt } from '@/gen/mentionary/v1/work_pb'
import { date, dateTime, timeWithSeconds } from '@/lib/format'
import { failureKinds, stageNames, stageWords } from '@/modules/stateWords'
import { lanesOf, timeScale, took, type Idle, type Span } from './scale'
import './Waterfall.css'

type Bar = Span & { wait: number; retry?: number; attempt: WorkAttempt; open: boolean }

const ms = (at: Timestamp | undefined) => (at ? timestampMs(at) : undefined)

/** An attempt as a bar. One without an end runs while its stage does; else its worker was lost, and nobody knows when. */
function barOf(attempt: WorkAttempt, running: boolean, now: number): Bar {
  const from = ms(attempt.startedAt) ?? now
  const end = ms(attempt.endedAt)
  const retry = ms(attempt.retryAt)
  return {
    attempt,
    from,
    to: end ?? (running ? Math.max(now, from) : from + 1),
    wait: ms(attempt.scheduledAt) ?? from,
    open: end === undefined && running,
    ...(retry !== undefined && { retry }),
  }
}

/** What an attempt says when it is pointed at. */
export function attemptText(attempt: WorkAttempt, open = false): string {
  const from = ms(attempt.startedAt)
  const end = ms(attempt.endedAt)
  const part = attempt.chunk === undefined ? '' : `Part ${attempt.chunk + 1}, `
  const name = stageNames[attempt.stage as keyof typeof stageNames]
  const time = from !== undefined && end !== undefined ? took(end - from) : open ? 'running' : 'its worker was lost'
  const why = attempt.errorClass ? ` · ${failureKinds[attempt.errorClass] ?? attempt.errorClass}: ${attempt.text}` : ''
  return `${name} · ${part}attempt ${attempt.attempt} · ${time}${why}`
}

const percent = (share: number) => `${(100 * share).toFixed(3)}%`

/** Every try of every stage, in time: waiting for a worker, running, failed, and until when it waits for the next try. */
export function Waterfall({
  steps,
  attempts,
  now,
}: {
  steps: readonly Step[]
  attempts: readonly WorkAttempt[]
  now: number
}) {
  const { rows, scale, from, to } = useMemo(() => layout(steps, attempts, now), [steps, attempts, now])
  if (attempts.length === 0 && rows.every(row => !row.span)) return <p className="muted">Nothing has begun yet.</p>
  const written = date(new Date(from)) === date(new Date(to)) ? timeWithSeconds : dateTime
  return (
    <figure className="waterfall" aria-label="Timeline of attempts">
      <div className="waterfall-axis figures" aria-hidden="true">
        <span>{written(new Date(from))}</span>
        {apart(scale.idle).map(gap => (
          <span key={gap.at} className="waterfall-idle" style={{ left: percent(gap.at) }}>
            {took(gap.ms)} idle
          </span>
        ))}
        <span>{written(new Date(to))}</span>
      </div>
      {rows.map(({ step, bars, lanes, span, height }) => (
        <div key={step.stage} className="waterfall-row">
          <div className="waterfall-name">
            <span>{stageNames[step.stage as keyof typeof stageNames]}</span>
            <span className="small muted figures">
              {bars.length > 1 ? `${bars.length} attempts · ` : ''}
              {span ? took(span.to - span.from) : stageWords[step.state as keyof typeof stageWords]}
            </span>
          </div>
          <div className="waterfall-lane" style={{ height }}>
            {scale.idle.map(gap => (
              <span key={gap.at} className="waterfall-gap" style={{ left: percent(gap.at) }} />
            ))}
            {span && bars.length === 0 && (
              <span
                className={`waterfall-bar waterfall-step waterfall-${step.state}`}
                style={place(scale.at, span, 0)}
              />
            )}
            {bars.map((bar, i) => {
              const { attempt } = bar
              const top = 4 + lanes[i]! * laneHeight
              const key = `${attempt.chunk ?? ''}/${attempt.attempt}/${bar.from}`
              return (
                <span key={key} title={attemptText(attempt, bar.open)}>
                  {bar.from - bar.wait > 200 && (
                    <span className="waterfall-wait" style={place(scale.at, { from: bar.wait, to: bar.from }, top)} />
                  )}
                  <span
                    className={`waterfall-bar ${bar.open ? 'waterfall-running' : attempt.errorClass ? 'waterfall-failed' : 'waterfall-done'}`}
                    style={place(scale.at, bar, top)}
                  />
                  {bar.retry !== undefined && (
                    <span className="waterfall-retry" style={place(scale.at, { from: bar.to, to: bar.retry }, top)} />
                  )}
                </span>
              )
            })}
          </div>
        </div>
      ))}
      <figcaption className="waterfall-legend small muted">
        <span className="waterfall-key waterfall-done">Succeeded</span>
        <span className="waterfall-key waterfall-failed">Failed</span>
        <span className="waterfall-key waterfall-running">Running</span>
        <span className="waterfall-key waterfall-wait">Waited for a worker</span>
        <span className="waterfall-key waterfall-retry">Waits for its next try</span>
      </figcaption>
    </figure>
  )
}

const laneHeight = 11

/** How far apart two words above the axis stand at least, as a share of it. */
const apartBy = 0.18

/** The waits that are named: of those close to each other, or to the ends of the axis, the longest. */
function apart(idle: readonly Idle[]): Idle[] {
  const named: Idle[] = []
  for (const gap of [...idle].sort((a, b) => b.ms - a.ms))
    if (gap.at > apartBy && gap.at < 1 - apartBy && named.every(other => Math.abs(other.at - gap.at) > apartBy))
      named.push(gap)
  return named
}

function place(at: (ms: number) => number, { from, to }: Span, top: number) {
  const left = at(from)
  // What is drawn wider than it lasted, to be seen at all, does not stand out at the end.
  return { left: `min(${percent(left)}, 100% - 3px)`, width: percent(Math.max(0, at(to) - left)), top }
}

function layout(steps: readonly Step[], attempts: readonly WorkAttempt[], now: number) {
  const rows = steps.map(step => {
    const running = step.state === 'running' || step.state === 'retrying'
    const bars = attempts.filter(a => a.stage === step.stage).map(a => barOf(a, running, now))
    const lanes = lanesOf(bars.map(bar => ({ from: bar.wait, to: bar.to })))
    const begin = ms(step.startedAt)
    const end = ms(step.finishedAt) ?? (running ? now : begin)
    const span = begin !== undefined && end !== undefined ? { from: begin, to: Math.max(end, begin) } : undefined
    return { step, bars, lanes, span, height: 8 + laneHeight * Math.max(1, ...lanes.map(lane => lane + 1)) }
  })
  const spans = rows.flatMap(({ bars, span }) =>
    bars.length > 0 ? bars.map(bar => ({ from: bar.wait, to: bar.to })) : span ? [span] : [],
  )
  const from = spans.length > 0 ? Math.min(...spans.map(s => s.from)) : now
  const to = spans.length > 0 ? Math.max(...spans.map(s => s.to)) : now
  return { rows, scale: timeScale(spans), from, to }
}
