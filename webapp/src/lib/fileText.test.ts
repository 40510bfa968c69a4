import { expect, test } from 'vitest'
import { fileText } from './fileText'

const file = (...parts: (string | number[])[]) =>
  new Blob(parts.map(p => (typeof p === 'string' ? p : new Uint8Array(p))))

test.each([
  ['UTF-8', file('<?xml version="1.0" encoding="UTF-8"?><a t="Züge 夜"/>'), 'Züge 夜'],
  ['UTF-8 with a mark', file([0xef, 0xbb, 0xbf], '<a t="Züge"/>'), 'Züge'],
  ['ISO-8859-1', file("<?xml version='1.0' encoding='ISO-8859-1'?><a t=\"Z", [0xfc], 'ge"/>'), 'Züge'],
  ['UTF-16', file([0xff, 0xfe, 0x5a, 0, 0xfc, 0, 0x67, 0, 0x65, 0]), 'Züge'],
  ['nobody knows which', file('<?xml version="1.0" encoding="x-secret"?><a t="Züge"/>'), 'Züge'],
  ['none', file(''), ''],
])('reads a text in %s', async (_, from, text) => {
  const read = await fileText(from)
  expect(read).toContain(text)
  expect(read.startsWith('\ufeff')).toBe(false)
})
