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
const money: readonly Series[] = [{ key: 'dollars', label: 'US dollars', color: 'accent' }]

/** What the language model used each day: tokens or, where there is a price, money. */
export function CostChart({ costs }: { costs: GetCostsResponse }) {
  const [unit, setUnit] = useState<'Tokens' | 'Money'>('Tokens')
  const priced = costs.total?.dollars !== undefined
  const days = costs.days.map(({ date, cost }) => ({
    date,
    values: {
      fresh: (cost?.promptTokens ?? 0) - (cost?.cachedTokens ?? 0),
      cached: cost?.cachedTokens ?? 0,
      completion: cost?.completionTokens ?? 0,
      dollars: cost?.dollars ?? 0,
    },
  }))
  const choice = priced && (
    <Segmented
      aria-label="Tokens or money"
      size="small"
      options={['Tokens', 'Money']}
      value={unit}
      onChange={setUnit}
    />
  )
  const common = { title: 'Model Cost', days, empty: 'The language model was not used in this period.' }
  return unit === 'Money' ? (
    <DayChart {...common} actions={choice} series={money} format={dollars} axis={n => `$${compact(n)}`} />
  ) : (
    <DayChart {...common} actions={choice} series={tokens} format={count} />
  )
}
