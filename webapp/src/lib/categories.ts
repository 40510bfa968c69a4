// Concepts are sorted into ten categories by words in what is known of their field or category.

/** In the order of the select; everything without a known word is "Other". */
export const conceptCategories = [
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

type ConceptCategory = (typeof conceptCategories)[number]

// Read from top to bottom: the first category with a word in the text wins, so narrow fields stand before wide ones.
const words: readonly (readonly [ConceptCategory, RegExp])[] = [
  ['Psychology', /psych|cogniti|behavio|mental model|emotion|therap|neurosis|mindset/],
  ['Philosophy', /philosoph|ethic|moral|stoic|epistem|metaphys|logic|religio|theolog/],
  ['Economics', /econom|financ|invest|monetar|market theory|macro|trade|fiscal/],
  ['Business', /business|management|marketing|startup|entrepreneur|strateg|leadership|sales|product/],
  [
    'Technology',
    /techn|comput|software|program|artificial intelligence|machine learning|engineering|internet|data|robot|crypto/,
  ],
  ['Health', /health|medic|nutrition|fitness|sleep|biohack|wellness|exercise|diet|disease/],
  ['Education', /educat|learn|teach|pedagog|school|training/],
  ['Science', /scien|physic|biolog|chemi|mathemat|astronom|neuro|genetic|ecolog|statistic|climate|evolution/],
  ['Social', /social|sociolog|politic|cultur|history|law|anthropolog|communication|media|linguist|relationship/],
]

/** The category of a concept from its field, or else its category as the catalogue writes it. */
export function categoryOf(
  metadata: { field?: string | undefined; category?: string | undefined } | undefined,
): ConceptCategory {
  for (const text of [metadata?.field, metadata?.category]) {
    const lower = text?.toLowerCase() ?? ''
    const found = lower && words.find(([, pattern]) => pattern.test(lower))
    if (found) return found[0]
  }
  return 'Other'
}
