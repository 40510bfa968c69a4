import { expect, test } from 'vitest'
import { pagesOf } from './paged'

test('a list counted to its end has the pages of its total', () => {
  expect(pagesOf({ total: 25, moreThanTotal: false }, 12, 1, 12)).toBe(3)
  expect(pagesOf({ total: 0, moreThanTotal: false }, 12, 1, 0)).toBe(0)
})

test('a list of more than was counted goes on after each full page, and ends with the first that is not full', () => {
  const bounded = { total: 1000, moreThanTotal: true }
  expect(pagesOf(bounded, 12, 1, 12)).toBe(84)
  expect(pagesOf(bounded, 12, 84, 12)).toBe(85)
  expect(pagesOf(bounded, 12, 90, 12)).toBe(91)
  expect(pagesOf(bounded, 12, 90, 7)).toBe(90)
  expect(pagesOf(bounded, 12, 400, 0)).toBe(84)
})
