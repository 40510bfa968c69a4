import { count } from './format.ts'
import { entityTypes } from './types.ts'

// Words whose plural is not "+s". Everything counted anywhere takes its word from here.
const irregular: Record<string, string> = {
  address: 'addresses',
  category: 'categories',
  discovery: 'discoveries',
  entity: 'entities',
  match: 'matches',
  ...Object.fromEntries(entityTypes.map(t => [t.singular, t.plural])),
  organization: 'organizations',
}

/** The word for n things: plural('person', 2) → "people", plural('person', 1) → "person". */
export function plural(word: string, n: number): string {
  return n === 1 ? word : (irregular[word] ?? `${word}s`)
}

/** The number with its word: counted(1, 'company') → "1 company", counted(1200, 'episode') → "1,200 episodes". */
export function counted(n: number, word: string): string {
  return `${count(n)} ${plural(word, n)}`
}

/** The total of a list with its word: "1,000+ books" where the server stopped counting. */
export function countedOf(list: { total: number; moreThanTotal: boolean } | undefined, word: string): string {
  const n = list?.total ?? 0
  return `${count(n)}${list?.moreThanTotal ? '+' : ''} ${plural(word, n)}`
}
