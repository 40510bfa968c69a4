import { expect, test } from 'vitest'
import { inputKind } from './inputKind.ts'

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
