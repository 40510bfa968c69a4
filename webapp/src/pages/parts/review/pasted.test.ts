import { expect, test } from 'vitest'
import { readPasted } from './pasted'

test('lines say what is heard and what is meant, with or without a type', () => {
  expect(
    readPasted(
      'Cow Newport -> Cal Newport (person)\n# a note\n\nPlim Soft → Plimsoft [product]\ncloud code => Claude Code',
      'concept',
    ).lines,
  ).toEqual([
    { heard: 'Cow Newport', blocked: false, meant: 'Cal Newport', type: 'person' },
    { heard: 'Plim Soft', blocked: false, meant: 'Plimsoft', type: 'product' },
    { heard: 'cloud code', blocked: false, meant: 'Claude Code', type: 'concept' },
  ])
})

test('words alone name nothing', () => {
  expect(readPasted('Will', 'person').lines).toEqual([{ heard: 'Will', blocked: true, meant: '', type: '' }])
})

test('lines that cannot be written are told by their number', () => {
  expect(readPasted('-> Cal\nWill ->\nA -> B (planet)\n' + 'x'.repeat(201), 'person')).toEqual({
    lines: [],
    wrong: [1, 2, 3, 4],
  })
})
