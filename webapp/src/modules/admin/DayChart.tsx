import { Segmented } from 'antd'
import { useState, type ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { compact, count, fullDay, shortDay } from '@/lib/format'
import { Panel } from './AdminPage'
import { WideTable } from './WideTable'
import './DayChart.css'

/** One part of the bars: its words and its color, a name of lib/tokens.ts as CSS has it. */
export type Series = { key: string; label: string; color: string }

/** One day, "2026-01-05", with a number for each series; what is missing is 0. */
export type Day = { date: string; values: Record<string, number> }

const valueOf = (day: Day, { key }: Series) => day.values[key] ?? 0
const sumOf = (day: Day, series: readonly Series[]) => series.reduce((sum, s) => sum + valueOf(day, s), 0)

/** What a picture of the days tells, for those who do not see it. */
function summary(days: readonly Day[], series: readonly Series[], total: number, format: (n: number) => string) {
  const most = days.reduce((best, day) => (sumOf(day, series) > sumOf(best, series) ? day : best), days[0]!)
  return (
    `${format(total)} from ${fullDay(days[0]!.date)} to ${fullDay(days.at(-1)!.date)}, ` +
    `at most ${format(sumOf(most, series))} on ${fullDay(most.date)}. The table has the numbers.`
  )
}

/** Days as bars, one on another where there are several series, and the same numbers as a table. */
export function DayChart({
  title,
  days,
  series,
  format = count,
  axis = compact,
  empty,
  actions,
}: {
  title: string
  /** the oldest first */ days: readonly Day[]
  series: readonly Series[]
  /** how a value is written */ format?: (n: number) => string
  /** how it is written where space is short */ axis?: (n: number) => string
  /** what is said when there is nothing to show */ empty: string
  /** more to choose in its head */ actions?: ReactNode
}) {
  const [view, setView] = useState<'Chart' | 'Table'>('Chart')
  const total = days.reduce((sum, day) => sum + sumOf(day, series), 0)
  const shown = series.filter(s => series.length === 1 || days.some(day => valueOf(day, s) > 0))
  return (
    <Panel
      title={title}
      actions={
        total > 0 && (
          <>
            {actions}
            <Segmented
              aria-label={`${title}: chart or table`}
              size="small"
              options={['Chart', 'Table']}
              value={view}
              onChange={setView}
            />
          </>
        )
      }
    >
      {total === 0 ? (
        <p className="day-chart-empty muted">{empty}</p>
      ) : view === 'Chart' ? (
        <>
          <Bars days={days} series={shown} axis={axis} format={format} label={summary(days, series, total, format)} />
          <ul className="day-chart-legend" aria-label={`${title}: sums`}>
            {shown.map(s => (
              <li key={s.key}>
                <span className="day-chart-key" style={{ background: `var(--${s.color})` }} />
                {s.label}
                <strong className="figures">{format(days.reduce((sum, day) => sum + valueOf(day, s), 0))}</strong>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <DayTable days={days} series={shown} format={format} />
      )}
    </Panel>
  )
}

type Shown = { days: readonly Day[]; series: readonly Series[]; format: (n: number) => string }

const tick = { fill: 'var(--muted)', fontSize: 13 }

function Bars({ days, series, format, axis, label }: Shown & { axis: (n: number) => string; label: string }) {
  return (
    <div className="day-chart" role="img" aria-label={label}>
      {/* A height in px, as its box has in DayChart.css: a chart that waits unseen for what stands above it has no width yet. */}
      <ResponsiveContainer width="100%" height={232}>
        <BarChart data={[...days]} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="date"
            tickFormatter={shortDay}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: 'var(--edge)' }}
            minTickGap={28}
          />
          <YAxis tickFormatter={axis} tick={tick} tickLine={false} axisLine={false} width={52} allowDecimals={false} />
          <Tooltip
            cursor={{ fill: 'var(--sunken)' }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const day = payload[0]?.payload as Day | undefined
              return active && day ? <Tip day={day} series={series} format={format} /> : null
            }}
          />
          {series.map(s => (
            <Bar
              key={s.key}
              dataKey={(day: Day) => valueOf(day, s)}
              name={s.label}
              stackId="all"
              fill={`var(--${s.color})`}
              isAnimationActive={false}
              maxBarSize={44}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

function Tip({ day, series, format }: { day: Day; series: readonly Series[]; format: (n: number) => string }) {
  const own = series.filter(s => series.length === 1 || valueOf(day, s) > 0)
  return (
    <div className="day-chart-tip">
      <strong>{fullDay(day.date)}</strong>
      {own.map(s => (
        <span key={s.key}>
          <span className="day-chart-key" style={{ background: `var(--${s.color})` }} />
          {s.label}
          <span className="figures">{format(valueOf(day, s))}</span>
        </span>
      ))}
      {own.length === 0 && <span>Nothing</span>}
    </div>
  )
}

function DayTable({ days, series, format }: Shown) {
  return (
    <WideTable<Day>
      width={96 + 96 * series.length}
      size="small"
      rowKey="date"
      dataSource={[...days].reverse()}
      pagination={{ pageSize: 7, size: 'small', showSizeChanger: false, hideOnSinglePage: true }}
      columns={[
        { title: 'Day', dataIndex: 'date', render: fullDay },
        ...series.map(s => ({
          key: s.key,
          title: s.label,
          align: 'right' as const,
          className: 'figures',
          render: (_: unknown, day: Day) => format(valueOf(day, s)),
        })),
      ]}
    />
  )
}
