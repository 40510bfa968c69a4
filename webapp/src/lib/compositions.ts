import type { Chance } from './seed.ts'
import type { EntityType } from './types.ts'

// The pictures a generated cover can show. Each fills a field of w × h with paths in three tones; a is the calmest, c the accent.

export type Tone = 'a' | 'b' | 'c'
export type Shape = { d: string; tone: Tone; /** width of an outline; without it the path is filled */ stroke?: number }
type Composition = (w: number, h: number, r: Chance) => Shape[]

const n = (value: number) => Math.round(value * 10) / 10
const rect = (x: number, y: number, w: number, h: number) => `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`
const circle = (x: number, y: number, r: number) =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`
const span = (count: number) => Array.from({ length: count }, (_, i) => i)
const tones = ['a', 'b'] as const

/** Stripes of uneven width, one of them in the accent. */
const bands: Composition = (w, h, r) => {
  const upright = r.chance(0.4)
  const length = upright ? w : h
  const shapes: Shape[] = []
  let at = r.between(0, length * 0.12)
  while (at < length) {
    const size = r.between(length * 0.03, length * 0.16)
    shapes.push({ d: upright ? rect(at, 0, size, h) : rect(0, at, w, size), tone: r.pick(tones) })
    at += size + r.between(length * 0.03, length * 0.1)
  }
  const accent = shapes[r.whole(0, shapes.length - 1)]
  if (accent) accent.tone = 'c'
  return shapes
}

/** Rings around a corner, like ripples. */
const ripples: Composition = (w, h, r) => {
  const x = r.chance(0.5) ? 0 : w
  const y = r.chance(0.5) ? 0 : h
  const rings = r.whole(4, 6)
  const reach = Math.hypot(w, h) * r.between(0.75, 0.95)
  const accent = r.whole(1, rings - 1)
  return span(rings).map(i => ({
    d: circle(x, y, reach * (1 - i / rings)),
    tone: i === accent ? 'c' : i % 2 ? 'a' : 'b',
  }))
}

/** Quarter circles on a grid, each turned its own way. */
const tiles: Composition = (w, h, r) => {
  const side = Math.min(w, h) / r.whole(2, 4)
  const shapes: Shape[] = []
  for (let y = 0; y < h; y += side) {
    for (let x = 0; x < w; x += side) {
      if (r.chance(0.14)) continue
      const turn = r.whole(0, 3)
      const cx = turn % 2 ? x + side : x
      const cy = turn > 1 ? y + side : y
      const dx = turn % 2 ? -side : side
      const dy = turn > 1 ? -side : side
      const sweep = (turn % 2 === 1) === turn > 1 ? 1 : 0
      shapes.push({
        d: `M${n(cx)} ${n(cy)}h${n(dx)}A${n(side)} ${n(side)} 0 0 ${sweep} ${n(cx)} ${n(cy + dy)}z`,
        tone: r.chance(0.16) ? 'c' : r.pick(tones),
      })
    }
  }
  return shapes
}

/** A sun over hills. */
const hills: Composition = (w, h, r) => {
  const shapes: Shape[] = [
    {
      d: circle(r.between(w * 0.2, w * 0.8), r.between(h * 0.2, h * 0.42), Math.min(w, h) * r.between(0.12, 0.2)),
      tone: 'c',
    },
  ]
  for (const i of span(3)) {
    const y = h * (0.5 + i * 0.17)
    const left = y + r.between(-0.1, 0.1) * h
    const right = y + r.between(-0.1, 0.1) * h
    shapes.push({
      d: `M0 ${n(left)}C${n(w * 0.3)} ${n(left - r.between(0.05, 0.22) * h)} ${n(w * 0.65)} ${n(right + r.between(0, 0.2) * h)} ${n(w)} ${n(right)}V${n(h)}H0z`,
      tone: i === 1 ? 'a' : 'b',
    })
  }
  return shapes
}

/** Buildings along the lower edge. */
const skyline: Composition = (w, h, r) => {
  const shapes: Shape[] = []
  const columns = r.whole(4, 6)
  const wide = w / columns
  const accent = r.whole(0, columns - 1)
  for (const i of span(columns)) {
    const tall = h * r.between(0.25, 0.85)
    shapes.push({ d: rect(i * wide, h - tall, wide - 1, tall), tone: i === accent ? 'c' : r.pick(tones) })
    if (r.chance(0.5)) shapes.push({ d: rect(i * wide, h - tall - h * 0.08, wide / 2, h * 0.08), tone: 'a' })
  }
  return shapes
}

/** Points on a grid that grow towards one side. */
const dots: Composition = (w, h, r) => {
  const side = Math.min(w, h) / r.whole(4, 6)
  const fromX = r.chance(0.5)
  const turned = r.chance(0.5)
  const accent = r.whole(3, 20)
  const shapes: Shape[] = []
  for (let y = side / 2; y < h; y += side) {
    for (let x = side / 2; x < w; x += side) {
      const share = fromX ? x / w : y / h
      shapes.push({
        d: circle(x, y, side * (0.1 + 0.36 * (turned ? 1 - share : share))),
        tone: shapes.length === accent ? 'c' : shapes.length % 3 ? 'b' : 'a',
      })
    }
  }
  return shapes
}

/** Circles that overlap, drawn as lines, with one small planet. */
const orbits: Composition = (w, h, r) => {
  const m = Math.min(w, h)
  const x = w * r.between(0.35, 0.65)
  const y = h * r.between(0.35, 0.65)
  const shapes: Shape[] = span(r.whole(3, 5)).map(i => ({
    d: circle(x + r.between(-0.14, 0.14) * m, y + r.between(-0.14, 0.14) * m, m * (0.22 + i * 0.13)),
    tone: i % 2 ? 'a' : 'b',
    stroke: m * r.between(0.02, 0.05),
  }))
  const angle = r.between(0, Math.PI * 2)
  return [...shapes, { d: circle(x + Math.cos(angle) * m * 0.4, y + Math.sin(angle) * m * 0.4, m * 0.07), tone: 'c' }]
}

/** Slanted stripes. */
const slant: Composition = (w, h, r) => {
  const lean = h * r.between(0.35, 0.8) * (r.chance(0.5) ? 1 : -1)
  const shapes: Shape[] = []
  for (let x = -Math.abs(lean); x < w + Math.abs(lean);) {
    const wide = w * r.between(0.05, 0.16)
    shapes.push({
      d: `M${n(x)} 0h${n(wide)}l${n(lean)} ${n(h)}h${n(-wide)}z`,
      tone: r.chance(0.15) ? 'c' : r.pick(tones),
    })
    x += wide + w * r.between(0.05, 0.14)
  }
  return shapes
}

/** Rays around a point. */
const rays: Composition = (w, h, r) => {
  const x = w * r.between(0.2, 0.8)
  const y = h * r.between(0.55, 0.95)
  const far = w + h
  const count = r.whole(7, 12)
  const turn = r.between(0, 1)
  const at = (i: number) =>
    `${n(x + Math.cos(((i + turn) / count) * Math.PI) * far)} ${n(y - Math.sin(((i + turn) / count) * Math.PI) * far)}`
  return [
    ...span(count * 2)
      .filter(i => i % 2 === 0)
      .map<Shape>(i => ({ d: `M${n(x)} ${n(y)}L${at(i)}L${at(i + 1)}z`, tone: i % 4 ? 'a' : 'b' })),
    { d: circle(x, y, Math.min(w, h) * 0.13), tone: 'c' },
  ]
}

/** Arches inside each other, open below. */
const arches: Composition = (w, h, r) => {
  const count = r.whole(3, 5)
  const x = w * r.between(0.35, 0.65)
  const wide = w * r.between(0.42, 0.6)
  const top = h * r.between(0.05, 0.2)
  const accent = r.whole(0, count - 1)
  return span(count).map(i => {
    const half = wide * (1 - i / count)
    const y = top + (i * wide) / count + half
    return {
      d: `M${n(x - half)} ${n(h)}V${n(y)}a${n(half)} ${n(half)} 0 0 1 ${n(2 * half)} 0V${n(h)}z`,
      tone: i === accent ? 'c' : i % 2 ? 'b' : 'a',
    }
  })
}

/** The loudness of speech over time. */
const wave: Composition = (w, h, r) => {
  const count = Math.round(w / 5)
  const accent = r.whole(Math.floor(count * 0.2), Math.floor(count * 0.8))
  let level = 0.4
  return span(count).map(i => {
    level = Math.min(0.86, Math.max(0.1, level + r.between(-0.28, 0.28)))
    const tall = h * level * (0.35 + 0.65 * Math.sin(((i + 0.5) / count) * Math.PI))
    return { d: rect(i * 5 + 1, (h - tall) / 2, 3, tall), tone: Math.abs(i - accent) < 2 ? 'c' : i % 7 ? 'b' : 'a' }
  })
}

type Family = readonly [Composition, ...Composition[]]

const families: Record<string, Family> = {
  book: [bands, tiles, hills, ripples, slant, arches],
  product: [tiles, dots, ripples, bands],
  person: [arches, arches, ripples, orbits],
  company: [skyline, tiles, slant],
  location: [hills, hills, ripples, arches],
  concept: [orbits, dots, tiles],
  sponsor: [rays, slant, dots],
  episode: [wave],
  channel: [ripples, orbits, rays],
} satisfies Record<EntityType | 'episode' | 'channel', Family>

/** The pictures a type's covers choose from. */
export function compositionsOf(type: string): Family {
  return families[type] ?? [orbits, dots]
}
