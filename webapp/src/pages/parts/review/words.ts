import type { Reported, ReviewItem } from '@/gen/mentionary/v1/review_pb'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'

export type Kind = 'low' | 'ambiguous' | 'rejected' | 'reported'

/** Why something waits, in the order of the choice. */
export const kinds: readonly { kind: Kind; label: string; none: string }[] = [
  { kind: 'low', label: 'Low confidence', none: 'Nothing is doubtful here.' },
  { kind: 'ambiguous', label: 'May be another', none: 'No name may be another one.' },
  { kind: 'rejected', label: 'Not proven', none: 'No claim waits for its proof.' },
  { kind: 'reported', label: 'Reported', none: 'Readers have reported nothing.' },
]

/** "a concept", "an episode". */
export function a(type: string): string {
  const word = typeWords(type).singular
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
}

/** What a decision about the whole channel changes: "14 mentions in 3 episodes". */
export function size(item: Pick<ReviewItem, 'kind' | 'mentions' | 'episodes'>): string {
  const what = item.kind === 'rejected' ? 'claim' : 'mention'
  return `${counted(item.mentions, what)} in ${counted(item.episodes, 'episode')}`
}

/** What a report is about, in the words of the directory. */
export function reportedName({ entity, episode }: Reported): string {
  return entity?.name ?? episode?.title ?? 'What was reported'
}
