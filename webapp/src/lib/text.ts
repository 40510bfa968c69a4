const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text as the characters people see: an emoji of several parts, or a letter with its marks, is one. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), s => s.segment)
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const loose = /[\s\p{Ps}\p{Pi}\p{Pd},;:]+$/u

/**
 * Cuts to at most `max` characters as people count them, before the word that would be broken; a cut text ends with "…". A
 * word that is longer by itself is broken all the same.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const characters = graphemes(text)
  if (characters.length <= max) return text
  const end = characters.slice(0, max).join('').length
  const whole = text.slice(0, words.segment(text).containing(end)?.index).replace(loose, '')
  return (whole || text.slice(0, end).trimEnd()) + '…'
}

/**
 * A part of a sentence, of at most `max` characters, that holds the words that count: cut between words, with "…" where
 * something is left out.
 */
export function excerpt(text: string, words: string, max: number): string {
  const at = words ? text.indexOf(words) : -1
  if (at + words.length < max) return cut(text, max)
  const rough = at - Math.max(0, Math.floor((max - words.length) / 2))
  const gap = text.indexOf(' ', rough)
  const from = rough <= 0 ? 0 : gap >= 0 && gap < at ? gap + 1 : at
  return (from > 0 ? '…' : '') + cut(text.slice(from), max - 1)
}
