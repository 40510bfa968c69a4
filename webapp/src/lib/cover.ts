import { compositionsOf, type Shape, type Tone } from './compositions.ts'
import { chanceOf, seedOf } from './seed.ts'
import { graphemes } from './text.ts'
import { entityTypes } from './types.ts'

// The cover of a thing without a picture: decided by its type and name alone, so it looks the same everywhere and for ever.

type CoverColors = Record<Tone | 'ground' | 'text', string>
type CoverArt = {
  width: number
  height: number
  colors: CoverColors
  shapes: Shape[]
  /** the title stands above the picture or below it */ titleOnTop: boolean
}

/** The hues each type's covers are taken from, in degrees. */
const hues: Record<string, readonly [from: number, to: number]> = {
  ...Object.fromEntries(entityTypes.map(t => [t.type, t.hues])),
  episode: [24, 78],
  channel: [14, 62],
}

const sizes: Record<string, [width: number, height: number]> = { book: [100, 150], episode: [160, 90] }

/** How much of a book's cover the picture takes; the rest is for the title. */
export const artShare = 0.52

const oklch = (l: number, c: number, h: number) => `oklch(${l} ${c} ${Math.round((h + 360) % 360)})`

type Kind = 'deep' | 'rich' | 'vivid' | 'pale' | 'paper'

function colors(hue: number, kind: Kind, accentTurn: number): CoverColors {
  const accent = hue + accentTurn
  switch (kind) {
    case 'deep':
      return {
        ground: oklch(0.36, 0.07, hue),
        a: oklch(0.42, 0.08, hue),
        b: oklch(0.49, 0.09, hue),
        c: oklch(0.74, 0.12, accent),
        text: oklch(0.97, 0.02, hue),
      }
    case 'pale':
      return {
        ground: oklch(0.91, 0.04, hue),
        a: oklch(0.85, 0.06, hue),
        b: oklch(0.77, 0.08, hue),
        c: oklch(0.62, 0.14, accent),
        text: oklch(0.3, 0.06, hue),
      }
    case 'vivid':
      return {
        ground: oklch(0.73, 0.14, hue),
        a: oklch(0.67, 0.14, hue),
        b: oklch(0.8, 0.12, hue),
        c: oklch(0.4, 0.1, accent),
        text: oklch(0.24, 0.05, hue),
      }
    case 'paper':
      return {
        ground: oklch(0.955, 0.016, hue),
        a: oklch(0.84, 0.07, hue),
        b: oklch(0.7, 0.13, hue),
        c: oklch(0.52, 0.14, accent),
        text: oklch(0.27, 0.05, hue),
      }
    case 'rich':
      return {
        ground: oklch(0.5, 0.12, hue),
        a: oklch(0.45, 0.11, hue),
        b: oklch(0.57, 0.12, hue),
        c: oklch(0.87, 0.09, accent),
        text: oklch(0.98, 0.02, hue),
      }
  }
}

/** Everything a cover shows except its letters. */
export function coverArt(name: string, type: string): CoverArt {
  const r = chanceOf(seedOf(`${type}\u0000${name}`))
  const [width, height] = sizes[type] ?? [100, 100]
  const hue = r.whole(...(hues[type] ?? [40, 80]))
  const palette = colors(hue, r.pick<Kind>(['deep', 'rich', 'vivid', 'pale', 'paper']), r.pick([-48, 30, 52, 180]))
  const titleOnTop = r.chance(0.65)
  const compose = r.pick(compositionsOf(type))
  return {
    width,
    height,
    colors: palette,
    shapes: compose(width, type === 'book' ? height * artShare : height, r),
    titleOnTop,
  }
}

/** One or two letters for a name: of its first and last word. A name without letters or digits gives "". */
export function initials(name: string): string {
  const words = name
    .split(/[\s\-–—:]+/u)
    .map(w => w.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(w => w !== '')
  const chosen = words.length > 1 ? [words[0]!, words[words.length - 1]!] : words
  return chosen
    .map(w => graphemes(w)[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** How wide a character is set, in em: East Asian ones fill a square, the rest about half of it. */
const em = (character: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u.test(character)
    ? 1
    : /\p{Lu}/u.test(character)
      ? 0.66
      : 0.49
const widthOf = (text: string) => graphemes(text).reduce((sum, g) => sum + em(g), 0)

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  const put = (piece: string, glue: string) => {
    if (line !== '' && widthOf(line + glue + piece) <= width) line += glue + piece
    else {
      if (line !== '') lines.push(line)
      line = piece
    }
  }
  for (const word of text.trim().split(/\s+/u)) {
    if (widthOf(word) <= width) put(word, ' ')
    else for (const [i, g] of graphemes(word).entries()) put(g, i === 0 ? ' ' : '')
  }
  return line === '' ? lines : [...lines, line]
}

/** A title set on a book cover: at most five lines in the largest of four sizes that holds them; what is too long ends with "…". */
export function coverTitle(name: string, width: number): { size: number; lines: string[] } {
  for (const [size, most] of [
    [16.5, 3],
    [14, 4],
    [11.5, 5],
  ] as const) {
    const lines = wrap(name, width / size)
    const broken = name
      .trim()
      .split(/\s+/u)
      .some(w => widthOf(w) > width / size && em(graphemes(w)[0] ?? '') < 1)
    if (lines.length <= most && !broken) return { size, lines }
  }
  const size = 9.5
  const lines = wrap(name, width / size)
  return { size, lines: lines.length <= 5 ? lines : [...lines.slice(0, 4), `${lines[4]!}…`] }
}
