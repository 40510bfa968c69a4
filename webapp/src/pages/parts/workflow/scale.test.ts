import { expect, test } from 'vitest'
import { lanesOf, timeScale, took } from './scale'

test('what ran is to scale, and a wait of days is short and named', () => {
  const day = 86_400_000
  const { at, idle } = timeScale([
    { from: 0, to: 1000 },
    { from: 2 * day, to: 2 * day + 1000 },
  ])
  expect(at(0)).toBe(0)
  expect(at(2 * day + 1000)).toBe(1)
  expect(at(1000)).toBeCloseTo(1000 / 2160)
  expect(at(2 * day)).toBeCloseTo(1160 / 2160)
  expect(idle).toEqual([{ at: expect.closeTo(0.5) as number, ms: 2 * day - 1000 }])
})

test('short gaps stay as they are', () => {
  const { at, idle } = timeScale([
    { from: 0, to: 100 },
    { from: 105, to: 200 },
  ])
  expect(idle).toEqual([])
  expect(at(100)).toBeCloseTo(0.5)
})

test('spans that overlap get lanes of their own, and lanes are used again', () => {
  expect(
    lanesOf([
      { from: 0, to: 10 },
      { from: 5, to: 15 },
      { from: 10, to: 20 },
    ]),
  ).toEqual([0, 1, 0])
})

test('times are written as people say them', () => {
  expect([-3, 12, 800, 42_000, 95_000, 7_500_000, 200_000_000].map(took)).toEqual([
    '0ms',
    '12ms',
    '0.8s',
    '42s',
    '1m 35s',
    '2h 5m',
    '2d 7h',
  ])
})
