const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text as the characters people see: an emoji of several parts, or a letter with its marks, is one. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), s => s.segment)
}

/** Cuts to at most `max` characters as people count them; a cut text ends with "…". */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const characters = graphemes(text)
  return characters.length <= max ? text : characters.slice(0, max).join('').trimEnd() + '…'
}
