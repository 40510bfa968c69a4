import { Segmented } from 'antd'
import { useState } from 'react'
import type { GetCostsResponse } from '@/gen/mentionary/v1/insights_pb'
import { compact, count, dollars } from '@/lib/format'
import { DayChart, type Series } from './DayChart'

const tokens: readonly Series[] = [
  { key: 'fresh', label: 'Prompt', color: 'company' },
  { key: 'cached', label: 'Cached prompt', color: 'product' },
  { key: 'completion', label: 'Completion', color: 'accent' },
]
const audio: readonly Series[] = [{ key: 'minutes', label: 'Minutes of audio', color: 'person' }]
const money: readonly Series[] = [{ key: 'dollars', label: 'US dollars', color: 'accent' }]

type Unit = 'Tokens' | 'Audio' | 'Money'

/** What was used each day: tokens, audio where some was heard and, where there is a price, money. */
export function CostChart({ costs }: { costs: GetCostsResponse }) {
  const [chosen, setUnit] = useState<Unit>()
  const priced = costs.total?.dollars !== undefined
  const days = costs.days.map(({ date, cost }) => ({
    date,
    values: {
      fresh: (cost?.promptTokens ?? 0) - (cost?.cachedTokens ?? 0),
      cached: cost?.cachedTokens ?? 0,
      completion: cost?.completionTokens ?? 0,
      minutes: Math.round((cost?.heardSeconds ?? 0) / 60),
      dollars: cost?.dollars ?? 0,
    },
  }))
  const heard = (costs.total?.heardSeconds ?? 0) > 0
  const read = (costs.total?.promptTokens ?? 0) + (costs.total?.completionTokens ?? 0) > 0
  const unit = chosen ?? (heard && !read ? 'Audio' : 'Tokens')
  const units: Unit[] = ['Tokens', ...(heard ? (['Audio'] as const) : []), ...(priced ? (['Money'] as const) : [])]
  const choice = units.length > 1 && (
    <Segmented aria-label="What the chart shows" size="small" options={units} value={unit} onChange={setUnit} />
  )
  const common = {
    title: 'Model Cost',
    days,
    empty: 'Neither the language model nor the speech server was used in this period.',
  }
  if (unit === 'Money')
    return <DayChart {...common} actions={choice} series={money} format={dollars} axis={n => `$${compact(n)}`} />
  return <DayChart {...common} actions={choice} series={unit === 'Audio' ? audio : tokens} format={count} />
}
