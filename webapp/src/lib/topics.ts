/** What concepts are sorted into, in the order of the select. A concept of no other topic is of the last one. */
export const topics = [
  'Psychology',
  'Philosophy',
  'Business',
  'Technology',
  'Science',
  'Health',
  'Education',
  'Economics',
  'Social',
  'Other',
] as const

/** The topic of a concept as readers see it. */
export const topicOf = ({ topic }: { topic: string }) => topic || 'Other'
