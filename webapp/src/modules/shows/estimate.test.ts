import { expect, test } from 'vitest'
import { estimate } from './estimate'

const hour = { duration: 3600, hasTranscript: false }

test('says how long episodes are, and how many do not tell', () => {
  expect(estimate([{ duration: 3600 }, { duration: 1860 }], undefined)).toBe('2 episodes, 1h 31m.')
  expect(estimate([{ duration: 3600 }, {}], undefined)).toBe('2 episodes, 1h 0m, 1 of unknown length.')
  expect(estimate([{}], undefined)).toBe('1 episode, 1 of unknown length.')
})

test('says what listening costs, for those without a transcript that are not analyzed yet', () => {
  const list = [hour, { ...hour, duration: 7200 }, { ...hour, hasTranscript: true }, { ...hour, videoId: 'e-1' }]
  expect(estimate(list, 0.006)).toBe(
    '4 episodes, 4h 0m. 1 is analyzed already. 2 have no transcript and are listened to (3h 0m, about $1.08).',
  )
  expect(estimate([hour], 0)).toBe('1 episode, 1h 0m. 1 has no transcript and is listened to (1h 0m).')
  expect(estimate([hour, { hasTranscript: false }], 0.006)).toContain('(1h 0m, at least $0.36)')
  expect(estimate([{ hasTranscript: false }], 0.006)).toBe(
    '1 episode, 1 of unknown length. 1 has no transcript and is listened to.',
  )
  expect(estimate(list, undefined)).toBe('4 episodes, 4h 0m. 1 is analyzed already.')
})
