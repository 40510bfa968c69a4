import { expect, test } from 'vitest'
import { inputKind, isWords } from './inputKind.ts'

test.each([
  ['https://www.youtube.com/watch?v=UF8uR6Z6KLc', 'video'],
  ['youtube.com/watch?v=UF8uR6Z6KLc', 'video'],
  ['https://youtu.be/UF8uR6Z6KLc', 'video'],
  ['https://m.youtube.com/shorts/UF8uR6Z6KLc', 'video'],
  ['UF8uR6Z6KLc', 'video'],
  ['https://www.youtube.com/channel/UC123', 'channel'],
  ['https://www.youtube.com/c/name', 'channel'],
  ['https://www.youtube.com/user/name', 'channel'],
  ['https://www.youtube.com/@name', 'channel'],
  ['@name', 'channel'],
  [' UCabcdefghijklmnopqrstuv ', 'channel'],
  ['https://www.youtube.com/watch?v=UF8uR6Z6KLc&list=PL1', 'playlist'],
  ['https://youtu.be/UF8uR6Z6KLc?list=PL1', 'playlist'],
  ['PL8dPuuaLjXtNlUrzyH5r6jN9ulIgZBpdo', 'playlist'],
  ['https://example.org/channel/x', 'other'],
  ['https://youtube.com.example.org/watch?v=x', 'other'],
  ['https://example.org/?list=1', 'other'],
  ['https://feeds.example.org/show.xml', 'other'],
  ['two words', 'other'],
  ['', 'other'],
])('%s is read as %s', (input, kind) => {
  expect(inputKind(input)).toBe(kind)
})

test.each([
  ['night train', true],
  ['99% Invisible', true],
  ['Dr. Karl podcast', true],
  ['marginalia', true],
  ['Serendipity', true],
  ['@a show', true],
  ['', false],
  ['   ', false],
  ['@name', false],
  ['UF8uR6Z6KLc', false],
  ['PL0123456789abcdef', false],
  ['example.org', false],
  ['podcast://example.org/feed', false],
  ['feed:example.org/feed', false],
  ['itpc://example.org/feed', false],
  ['pcast:https://example.org/feed', false],
  ['example.org/night train.xml', true],
  ['https://example.org/night train.xml', false],
  ['localhost:8091/feed', false],
  ['[::1]/feed', false],
  ['//example.org/feed', false],
  ['feed:example', false],
])('%j is the name of a show: %s', (input, words) => {
  expect(isWords(input)).toBe(words)
})
