import { expect, test } from 'vitest'
import { dark, light, mix, shades, tokensCss } from './tokens'
import { entityTypes } from './types'

const coloredTypes = entityTypes.map(t => t.type)

const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5]
    .map(i => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map(v => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const contrast = (one: string, other: string) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

for (const [name, palette] of [
  ['light', light],
  ['dark', dark],
] as const) {
  const all = shades(palette)
  const texts = ['ink', 'muted', 'accent', 'good', 'warn', 'bad', ...coloredTypes]

  test.each(texts)(`${name}: %s is readable on every ground`, text => {
    for (const ground of ['paper', 'raised', 'sunken', `${text}Soft`]) {
      if (all[ground]) expect(contrast(all[text]!, all[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })
  test(`${name}: paper is readable on what is filled with a color, ink on marks`, () => {
    for (const filled of ['ink', 'bad', ...coloredTypes])
      expect(contrast(all['paper']!, all[filled]!), filled).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.ink, palette.mark)).toBeGreaterThanOrEqual(4.5)
  })
  test(`${name}: outlines of controls are visible`, () => {
    for (const ground of ['paper', 'raised', 'sunken'])
      expect(contrast(palette.edge, all[ground]!), ground).toBeGreaterThanOrEqual(3)
  })
}

test('mixing goes from the second color to the first', () => {
  expect([mix('#000000', '#ffffff', 0), mix('#000000', '#ffffff', 1), mix('#ff0000', '#000000', 0.5)]).toEqual([
    '#ffffff',
    '#000000',
    '#800000',
  ])
})
test('the style sheet has both themes and a class for every type', () => {
  const css = tokensCss()
  expect(css).toContain(`--on-accent:${light.onAccent}`)
  expect(css).toContain(`[data-theme=dark]{color-scheme:dark;--paper:${dark.paper}`)
  for (const type of [...coloredTypes, 'organization']) expect(css).toContain(`.type-${type}{`)
})
