import { expect, test } from 'vitest'
import { coverArt, coverTitle, initials } from './cover'
import { entityTypes } from './types'

const names = Array.from({ length: 40 }, (_, i) => `Name number ${i}`)

test('the same thing has the same cover, for ever', () => {
  expect(coverArt('Sapiens', 'book')).toEqual(coverArt('Sapiens', 'book'))
  const { colors, shapes } = coverArt('Sapiens', 'book')
  expect({ ground: colors.ground, first: shapes[0] }).toMatchInlineSnapshot(`
    {
      "first": {
        "d": "M0 0.1h100v12.1h-100z",
        "tone": "a",
      },
      "ground": "oklch(0.5 0.12 72)",
    }
  `)
})
test.each([...entityTypes.map(t => t.type), 'episode', 'channel', 'something new'])(
  'covers of the type %s differ in color and picture',
  type => {
    const art = names.map(name => coverArt(name, type))
    expect(new Set(art.map(a => JSON.stringify(a))).size).toBe(names.length)
    expect(new Set(art.map(a => a.colors.ground)).size).toBeGreaterThan(12)
    for (const { shapes } of art) {
      expect(shapes.length).toBeGreaterThan(2)
      expect(shapes.some(s => s.d.includes('NaN'))).toBe(false)
    }
  },
)
test('the type is part of the seed', () => {
  expect(coverArt('Patagonia', 'company').shapes).not.toEqual(coverArt('Patagonia', 'location').shapes)
})
test('composed and decomposed letters are the same name', () => {
  expect(coverArt('Café', 'location')).toEqual(coverArt('Cafe\u0301', 'location'))
})
test.each([
  ['Thinking, Fast and Slow', 'TS'],
  ['Sapiens', 'S'],
  ['吾輩は猫である', '吾'],
  ['«Ada» Lovelace', 'AL'],
  ['ß', 'SS'],
  ['👩‍🚀 家', '家'],
  ['!!!', ''],
  ['', ''],
])('the letters of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
test.each([
  ['Dune', 16.5, ['Dune']],
  ['Thinking, Fast and Slow', 16.5, ['Thinking,', 'Fast and', 'Slow']],
  ['吾輩は猫である', 16.5, ['吾輩は猫', 'である']],
])('the title %s is set in lines', (name, size, lines) => {
  expect(coverTitle(name, 82)).toEqual({ size, lines })
})
test('a title that is too long ends with an ellipsis after five lines', () => {
  const { size, lines } = coverTitle('word '.repeat(60), 82)
  expect(size).toBe(9.5)
  expect(lines).toHaveLength(5)
  expect(lines[4]).toMatch(/…$/)
})
test('one endless word is broken', () => {
  expect(coverTitle('A'.repeat(200), 82).lines.every(l => l.length < 20)).toBe(true)
})
