// One table of colors and fonts. The Vite plugin writes it as CSS variables for the native pieces, and the antd layout
// hands the same values to ConfigProvider; antd computes palettes from them, so they are values and never var(--…).
import { entityTypes, type EntityType } from './types.ts'

type Base = Record<
  | 'paper'
  | 'raised'
  | 'sunken'
  | 'ink'
  | 'muted'
  | 'line'
  | 'edge'
  | 'accent'
  | 'onAccent'
  | 'mark'
  | 'good'
  | 'warn'
  | 'bad',
  string
>
type Palette = Base & Record<EntityType, string>

const typeColors = (theme: 'light' | 'dark') =>
  Object.fromEntries(entityTypes.map(t => [t.type, t[theme]])) as Record<EntityType, string>

/** Paper, ink and one accent; muted is still readable text, edge is the outline of controls (3:1), line only separates. */
export const light: Palette = {
  paper: '#faf6ee',
  raised: '#fffdf8',
  sunken: '#f1eadd',
  ink: '#211c16',
  muted: '#655a4d',
  line: '#e4dac9',
  edge: '#8f8474',
  accent: '#9a3412',
  onAccent: '#fffaf3',
  mark: '#fde9a9',
  good: '#23683f',
  warn: '#855300',
  bad: '#b3261e',
  ...typeColors('light'),
}
export const dark: Palette = {
  paper: '#1a1714',
  raised: '#24201c',
  sunken: '#131110',
  ink: '#f3ecdf',
  muted: '#b9ad9c',
  line: '#38322b',
  edge: '#857a6c',
  accent: '#f2a17c',
  onAccent: '#2b1006',
  mark: '#5a4a12',
  good: '#86cfa0',
  warn: '#e8bd6a',
  bad: '#ff9d94',
  ...typeColors('dark'),
}

export const fonts = {
  serif: "'Newsreader Variable', 'Newsreader Fallback', 'Iowan Old Style', Georgia, 'Noto Serif CJK JP', serif",
  sans: "'Source Sans 3 Variable', 'Source Sans Fallback', system-ui, 'Noto Sans CJK JP', sans-serif",
}

const channels = (hex: string) => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16))

/** Mixes two hex colors; share is how much of the first one (0 to 1). */
export function mix(first: string, second: string, share: number): string {
  const b = channels(second)
  return (
    '#' +
    channels(first)
      .map((v, i) =>
        Math.round(v * share + b[i]! * (1 - share))
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')
  )
}

/** Every color of a palette plus the soft ground that belongs to each type, the accent and the states. */
export function shades(palette: Palette): Record<string, string> {
  const soft = [...entityTypes.map(t => t.type), 'accent', 'good', 'warn', 'bad'] as const
  return {
    ...palette,
    ...Object.fromEntries(soft.map(name => [`${name}Soft`, mix(palette[name], palette.paper, 0.12)])),
  }
}

const kebab = (name: string) => name.replace(/[A-Z]/g, c => '-' + c.toLowerCase())
const block = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([k, v]) => `--${kebab(k)}:${v}`)
    .join(';')

/** The style sheet behind `virtual:tokens.css`. */
export function tokensCss(): string {
  const types = entityTypes
    .flatMap(t => [t.type, ...(t.other ? [t.other.type] : [])].map(word => [word, t.type]))
    .map(([word, color]) => `.type-${word}{--c:var(--${color});--c-soft:var(--${color}-soft)}`)
    .join('\n')
  return `:root{color-scheme:light;--c:var(--accent);--c-soft:var(--accent-soft);${block(shades(light))};${block(fonts)}}
:root[data-theme=dark]{color-scheme:dark;${block(shades(dark))}}
${types}
`
}
