import type { Cost } from '@/gen/mentionary/v1/insights_pb'
import { compact, dollars } from '@/lib/format'

/** What counts against caps. */
export const tokensOf = (cost: Cost | undefined) => (cost ? cost.promptTokens + cost.completionTokens : 0)

/** What calls cost, as far as models have a price; never a number where there is none. */
export function moneyText(cost: Cost | undefined): string {
  if (cost?.dollars === undefined) return tokensOf(cost) > 0 ? 'No price set' : dollars(0)
  return cost.unpricedTokens > 0
    ? `${dollars(cost.dollars)} and ${compact(cost.unpricedTokens)} tokens without a price`
    : dollars(cost.dollars)
}
