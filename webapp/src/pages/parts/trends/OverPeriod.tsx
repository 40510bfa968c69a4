import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { InsightsService, type GetTrendsResponse, type TrendSums } from '@/gen/mentionary/v1/insights_pb'
import { count, fullDay } from '@/lib/format'
import { entityType, entityTypes } from '@/lib/types'
import { useAddress } from '@/modules/address'
import { FilterBar } from '@/modules/admin/AdminPage'
import { Figure, Figures } from '@/modules/admin/Figure'
import { PeriodPicker, periodWords, usePeriod } from '@/modules/admin/period'
import { TrendCharts } from '@/modules/admin/TrendCharts'
import { useChosenChannel, useFoundChannels } from '@/modules/admin/useFoundChannels'
import { channelName } from '@/modules/channelName'
import { Answered } from '@/modules/Answered'
import { Change } from './Change'
import { Rising } from './Rising'

/** What is asked for: a period, and which mentions count in it. */
function useFilter() {
  const { read } = useAddress()
  const period = usePeriod()
  return {
    ...period,
    type: entityType(read('type')) ?? '',
    channel: read('channel'),
    by: read('by') === 'published' ? 'published' : '',
  }
}

/** Figures, charts and rising entities of the chosen period. */
export function OverPeriod() {
  const filter = useFilter()
  const trends = useQuery(InsightsService.method.getTrends, filter, {
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  return (
    <section className="stack" aria-labelledby="over-period">
      <div className="trend-head">
        <h2 id="over-period">{periodWords(usePeriod())}</h2>
        <PeriodPicker />
      </div>
      <Filters />
      <Answered query={trends} height={200}>
        {data => (
          <div className="stack" aria-busy={trends.isPlaceholderData}>
            <Sums trends={data} />
            <div className="admin-pair">
              <TrendCharts trends={data} />
            </div>
          </div>
        )}
      </Answered>
      <Rising filter={filter} />
    </section>
  )
}

function Filters() {
  const { read, choose } = useAddress()
  const found = useFoundChannels()
  const channel = read('channel')
  const name = useChosenChannel(channel, found.channels)
  const others = found.channels.filter(c => c.channelId !== channel)
  return (
    <FilterBar label="Filters">
      <Select
        aria-label="Type"
        value={entityType(read('type')) ?? ''}
        options={[{ value: '', label: 'All types' }, ...entityTypes.map(t => ({ value: t.type, label: t.label }))]}
        onChange={type => choose({ type })}
      />
      <Select
        aria-label="Channel"
        showSearch={found.showSearch}
        loading={found.loading}
        value={channel}
        options={[
          { value: '', label: 'All channels' },
          ...(channel ? [{ value: channel, label: channelName(name) }] : []),
          ...others.map(c => ({ value: c.channelId, label: channelName(c.name) })),
        ]}
        onChange={channel => choose({ channel })}
      />
      <Segmented
        className="wide-choice"
        aria-label="Which day of an episode counts"
        value={read('by') === 'published' ? 'published' : 'analyzed'}
        options={[
          { value: 'analyzed', label: 'By day of analysis' },
          { value: 'published', label: 'By day of publication' },
        ]}
        onChange={by => choose({ by: by === 'published' ? by : undefined })}
      />
    </FilterBar>
  )
}

const labels: readonly [keyof Omit<TrendSums, '$typeName' | '$unknown'>, string][] = [
  ['jobs', 'Jobs submitted'],
  ['episodes', 'Episodes with mentions'],
  ['mentions', 'Mentions'],
  ['newUsers', 'New users'],
]

/** The sums of the period beside those of the one before. */
function Sums({ trends: { sums, previousSums, previousFrom, previousTo } }: { trends: GetTrendsResponse }) {
  if (!sums || !previousSums) return null
  return (
    <>
      <Figures label="Sums of the period">
        {labels.map(([key, label]) => {
          const now = sums[key]
          if (now === undefined) return null
          const before = previousSums[key] ?? 0
          return (
            <Figure
              key={key}
              label={label}
              value={count(now)}
              note={
                <span className="row">
                  <Change now={now} before={before} />
                  <span>{count(before)} before</span>
                </span>
              }
            />
          )
        })}
      </Figures>
      <p className="small muted">
        Before: {fullDay(previousFrom)} to {fullDay(previousTo)}. The filters hold for episodes and mentions.
      </p>
    </>
  )
}
