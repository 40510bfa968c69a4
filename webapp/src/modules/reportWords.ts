// The words for what readers say is wrong, on their pages and in the review.

/** Every reason, with what a reader chooses, in the order of the list. */
export const reportReasons = [
  { reason: 'wrong_type', label: 'It is of another type', short: 'Wrong type' },
  { reason: 'wrong_thing', label: 'Something else is meant', short: 'Wrong thing' },
  { reason: 'not_a_mention', label: 'Nothing is mentioned here', short: 'Not a mention' },
  { reason: 'broken_link', label: 'A link is broken or leads elsewhere', short: 'Broken link' },
  { reason: 'other', label: 'Something else is wrong', short: 'Other' },
] as const

/** A reason in two words; one this version does not know is shown as it was sent. */
export function reportReason(reason: string): string {
  return reportReasons.find(r => r.reason === reason)?.short ?? reason.replaceAll('_', ' ')
}
