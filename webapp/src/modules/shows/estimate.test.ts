import { expect, test } from 'vitest'
import { estimate, listeningTime } from './estimate'

const hour = { duration: 3600, hasTranscript: false }

test('says how long episodes are, and how many do not tell', () => {
  expect(estimate([{ duration: 3600 }, { duration: 1860 }], undefined)).toBe('2 episodes, 1h 31m.')
  expect(estimate([{ duration: 3600 }, {}], undefined)).toBe('2 episodes, 1h 0m, 1 of unknown length.')
  expect(estimate([{}], undefined)).toBe('1 episode, 1 of unknown length.')
})

test('says what listening costs, for those without a transcript that are not analyzed yet', () => {
  const list = [hour, { ...hour, duration: 7200 }, { ...hour, hasTranscript: true }, { ...hour, videoId: 'e-1' }]
  expect(estimate(list, { listeningPrice: 0.006 })).toBe(
    '4 episodes, 4h 0m. 1 is analyzed already. 2 have no transcript and are listened to (3h 0m, about $1.08).',
  )
  expect(estimate([hour], { listeningPrice: 0 })).toBe(
    '1 episode, 1h 0m. 1 has no transcript and is listened to (1h 0m).',
  )
  expect(estimate([hour, { hasTranscript: false }], { listeningPrice: 0.006 })).toContain('(1h 0m, at least $0.36)')
  expect(estimate([{ hasTranscript: false }], { listeningPrice: 0.006 })).toBe(
    '1 episode, 1 of unknown length. 1 has no transcript and is listened to.',
  )
  expect(estimate(list, undefined)).toBe('4 episodes, 4h 0m. 1 is analyzed already.')
})

test('says how long listening takes, where that was measured', () => {
  const told = { listeningPrice: 0.006, listeningSpeed: 17 }
  expect(estimate([{ ...hour, duration: 40_800 }], told)).toBe(
    '1 episode, 11h 20m. 1 has no transcript and is listened to (11h 20m, about $4.08, about 40 min on this server).',
  )
  expect(estimate([hour, { hasTranscript: false }], told)).toContain('at least $0.36, at least 4 min on this server')
  expect(estimate([{ hasTranscript: false }], told)).not.toContain('on this server')
  expect(listeningTime(36_000, 4)).toBe('2h 30m on this server')
  expect(listeningTime(3, 100)).toBe('1 min on this server')
})
