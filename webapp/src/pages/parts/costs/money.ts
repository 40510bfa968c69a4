import type { Cost } from '@/gen/mentionary/v1/insights_pb'
import { compact, count, dollars } from '@/lib/format'

/** What counts against caps. */
export const tokensOf = (cost: Cost | undefined) => (cost ? cost.promptTokens + cost.completionTokens : 0)

/** How much audio the speech server heard, such as 42 min; nothing where it heard none. */
export function heardText(cost: Cost | undefined): string | undefined {
  if (!cost?.heardSeconds) return undefined
  const minutes = Math.round(cost.heardSeconds / 60)
  if (minutes < 60) return `${Math.max(minutes, 1)} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** What calls took: tokens, audio or both. */
export function usedText(cost: Cost | undefined): string {
  const heard = heardText(cost)
  if (!heard) return count(tokensOf(cost))
  return tokensOf(cost) > 0 ? `${count(tokensOf(cost))} and ${heard} of audio` : `${heard} of audio`
}

/** What calls cost, as far as models have a price; never a number where there is none. */
export function moneyText(cost: Cost | undefined): string {
  if (cost?.dollars === undefined) return tokensOf(cost) > 0 ? 'No price set' : dollars(0)
  return cost.unpricedTokens > 0
    ? `${dollars(cost.dollars)} and ${compact(cost.unpricedTokens)} tokens without a price`
    : dollars(cost.dollars)
}
