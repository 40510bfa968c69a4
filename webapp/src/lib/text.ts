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
