import { expect, test } from 'vitest'
import { inputKind } from './inputKind.ts'
import { copy, exampleInputs, withOverrides } from './copy.ts'

test('an operator replaces single texts; the others stay', () => {
  const own = withOverrides(
    JSON.stringify({ trial: 'Free for members.', unknown: 'x', heroTitle: 7, constructor: 'x' }),
  )
  expect(own.trial).toBe('Free for members.')
  expect(own.heroTitle).toBe(copy.heroTitle)
  expect(own).not.toHaveProperty('unknown')
})
test.each([[undefined], [''], ['not json'], ['null'], ['[]'], ['"text"']])('%j replaces nothing', text => {
  expect(withOverrides(text)).toEqual(copy)
})
test('the examples show one of each kind', () => {
  expect(exampleInputs.map(e => inputKind(e.input))).toEqual(['video', 'channel', 'playlist', 'other'])
})
