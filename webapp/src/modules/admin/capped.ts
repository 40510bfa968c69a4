import type { Budget } from '@/gen/mentionary/v1/admin_pb'
import { count } from '@/lib/format'
import { counted } from '@/lib/plurals'
import type { Cap } from './useSetCap'

/** What is capped a day: tokens of the language model, or minutes of audio that a speech server hears. */
export type Resource = 'model' | 'speech'

/** How caps of a resource are written and typed. */
export const capped: Record<
  Resource,
  {
    title: string
    add: string
    change: string
    label: string
    radio: string
    missing: string
    extra: string
    most: number
    step: number
  }
> = {
  model: {
    title: 'Caps of the Language Model',
    add: 'Cap for a person',
    change: 'Change the cap of',
    label: 'Tokens a day',
    radio: 'A number of tokens a day',
    missing: 'Enter a number of tokens.',
    extra: 'Prompt and completion together, on a UTC day.',
    most: 2_147_483_647,
    step: 10_000,
  },
  speech: {
    title: 'Caps of Speech Recognition',
    add: 'Cap of minutes for a person',
    change: 'Change the minutes of',
    label: 'Minutes a day',
    radio: 'A number of minutes a day',
    missing: 'Enter a number of minutes.',
    extra: 'Of audio that is heard, on a UTC day.',
    most: 600_000,
    step: 30,
  },
}

export const mostOf = (budget: Budget) => (budget.resource === 'speech' ? budget.minutesPerDay : budget.tokensPerDay)

export const usedOf = (budget: Budget) =>
  budget.resource === 'speech' ? Math.ceil(budget.minutesUsedToday) : budget.usedToday

/** "2,000,000 tokens a day", "90 minutes a day", "no cap". */
export function capText(budget: Budget): string {
  const most = mostOf(budget)
  if (most === 0 || budget.unlimited) return 'no cap'
  return budget.resource === 'speech' ? `${counted(most, 'minute')} a day` : `${count(most)} tokens a day`
}

/** A decision about a cap of a resource. */
export const capOf = (
  resource: Resource,
  { scope, userId, most, unlimited }: { scope: string; userId: string; most: number; unlimited: boolean },
): Cap => ({
  scope,
  userId,
  unlimited,
  ...(resource === 'speech' ? { resource, minutesPerDay: most } : { tokensPerDay: most }),
})
