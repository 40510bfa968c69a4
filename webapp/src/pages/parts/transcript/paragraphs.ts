import type { Segment } from '@/gen/mentionary/v1/common_pb'
import type { Mark } from '@/gen/mentionary/v1/episode_pb'
import { groupBy } from '@/lib/groups'

/** A mention at its place in a paragraph's text. */
export type Place = { from: number; to: number; mark: Mark }

/** Segments that are read in one go. */
export type Paragraph = {
  /** seconds */ start: number
  /** when somebody else begins to speak */ speaker: string
  text: string
  /** in order, none over another */ places: Place[]
}

const every = 6
const pauseSeconds = 30
const square = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f]/u

/** A space between two segments, except where the script has none. */
const glue = (before: string, after: string) =>
  before === '' || (square.test(before.slice(-1)) && square.test(after.slice(0, 1))) ? '' : ' '

/** A new paragraph starts at the first segment, at every 6th, and after a start more than 30 s later than the one before. */
export function paragraphsOf(segments: readonly Segment[], marks: readonly Mark[]): Paragraph[] {
  const marksAt = groupBy(marks, m => m.segment)
  const paragraphs: Paragraph[] = []
  let speaker = ''
  segments.forEach((segment, i) => {
    const before = segments[i - 1]
    if (i % every === 0 || (before && segment.start - before.start > pauseSeconds)) {
      paragraphs.push({
        start: segment.start,
        speaker: segment.speaker === speaker ? '' : segment.speaker,
        text: '',
        places: [],
      })
      speaker = segment.speaker || speaker
    }
    const paragraph = paragraphs.at(-1)!
    paragraph.text += glue(paragraph.text, segment.text)
    const base = paragraph.text.length
    paragraph.text += segment.text
    const here = (marksAt.get(i) ?? []).toSorted((a, b) => a.from - b.from || b.to - a.to)
    for (const mark of here) {
      const from = base + Math.max(0, mark.from)
      const to = base + Math.min(segment.text.length, mark.to)
      if (from < to && from >= (paragraph.places.at(-1)?.to ?? 0)) paragraph.places.push({ from, to, mark })
    }
  })
  return paragraphs
}

/** Where the searched words stand; `index` counts them over the whole transcript. */
export type Hit = { paragraph: number; from: number; to: number; index: number }

/** More places than this are not counted: nobody walks through them. */
export const maxHits = 2_000

/** Every place of the words, whatever their case. One letter alone is not searched for. */
export function hitsIn(paragraphs: readonly Paragraph[], query: string): Hit[] {
  const wanted = query.trim().toLocaleLowerCase()
  const hits: Hit[] = []
  if (wanted.length < 2 && !square.test(wanted)) return hits
  for (const [paragraph, { text }] of paragraphs.entries()) {
    const lower = text.toLocaleLowerCase()
    // Lower-casing can change the length (İ); offsets would then point elsewhere.
    if (lower.length !== text.length) continue
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
      if (hits.length === maxHits) return hits
      hits.push({ paragraph, from: at, to: at + wanted.length, index: hits.length })
    }
  }
  return hits
}

/** A stretch of text that is the same all through. */
type Piece = { text: string; mark: Mark | undefined; hit: number | undefined }

/** Cuts a paragraph at the edges of its mentions and of the places found in it. */
export function piecesOf({ text, places }: Paragraph, hits: readonly Hit[]): Piece[] {
  const edges = [
    ...new Set([0, text.length, ...places.flatMap(p => [p.from, p.to]), ...hits.flatMap(h => [h.from, h.to])]),
  ].sort((a, b) => a - b)
  return edges.slice(0, -1).map((from, i) => {
    const over = (range: { from: number; to: number }) => range.from <= from && from < range.to
    return { text: text.slice(from, edges[i + 1]), mark: places.find(over)?.mark, hit: hits.find(over)?.index }
  })
}

/** The second an address asks for by "#t=125". */
export function secondOf(hash: string): number | undefined {
  const found = /^#t=(\d{1,6})(?:\.\d+)?$/.exec(hash)
  return found ? Number(found[1]) : undefined
}

/** The paragraph that is spoken at a second; before the first one it is the first. */
export function paragraphAt(paragraphs: readonly Paragraph[], second: number): number {
  // Labels are whole seconds, so a label leads to its own paragraph.
  const next = paragraphs.findIndex(p => Math.floor(p.start) > second)
  return next < 0 ? paragraphs.length - 1 : Math.max(0, next - 1)
}
