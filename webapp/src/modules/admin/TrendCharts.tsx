import type { GetTrendsResponse } from '@/gen/mentionary/v1/insights_pb'
import { entityTypes } from '@/lib/types'
import { DayChart, type Series } from './DayChart'

const outcomes: readonly Series[] = [
  { key: 'completed', label: 'Completed', color: 'good' },
  { key: 'partial', label: 'Partly completed', color: 'warn' },
  { key: 'failed', label: 'Failed', color: 'bad' },
  { key: 'cancelled', label: 'Canceled', color: 'edge' },
  { key: 'open', label: 'Open', color: 'company' },
]

const types: readonly Series[] = entityTypes.map(({ type, label }) => ({ key: type, label, color: type }))

const people: readonly Series[] = [{ key: 'newUsers', label: 'New users', color: 'accent' }]

/** Jobs, mentions and, for those who are told, people of each day. */
export function TrendCharts({ trends }: { trends: GetTrendsResponse }) {
  return (
    <>
      <DayChart
        title="Jobs by Outcome"
        series={outcomes}
        days={trends.jobs.map(({ date, completed, partial, failed, cancelled, open }) => ({
          date,
          values: { completed, partial, failed, cancelled, open },
        }))}
        empty="Nothing was submitted in this period."
      />
      <DayChart
        title="Mentions by Type"
        series={types}
        days={trends.mentions.map(({ date, counts }) => ({
          date,
          values: Object.fromEntries(counts.map(({ type, count }) => [type, count])),
        }))}
        empty="Nothing was mentioned in this period."
      />
      {trends.userGrowth.length > 0 && (
        <DayChart
          title="User Growth"
          series={people}
          days={trends.userGrowth.map(({ date, newUsers }) => ({ date, values: { newUsers } }))}
          empty="Nobody joined in this period."
        />
      )}
    </>
  )
}
