/** Most characters of a search, as the server counts them. */
export const longestSearch = 200

/** The length of a text in code points. */
export const lengthOf = (text: string) => Array.from(text).length

/** What its field says about words that cannot be searched for; undefined when they can. */
export function searchProblem(words: string): string | undefined {
  return lengthOf(words.trim()) > longestSearch ? `Please use at most ${longestSearch} characters.` : undefined
}
