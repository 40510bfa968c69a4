import { expect, test } from 'vitest'
import { added, estimateOf, estimateText, listeningTime, listensToAny, nothing, type Listening } from './estimate'

const hour = { duration: 3600, listening: 'yes' }
const told = (episodes: Parameters<typeof estimateOf>[0], listening?: Listening) =>
  estimateText(estimateOf(episodes, listening))

test('says how long episodes are, and how many do not tell', () => {
  expect(told([{ duration: 3600 }, { duration: 1860 }])).toBe('2 episodes, 1h 31m.')
  expect(told([{ duration: 3600 }, {}])).toBe('2 episodes, 1h 0m, 1 of unknown length.')
  expect(told([{}])).toBe('1 episode, 1 of unknown length.')
})

test('says what listening costs, for those without a transcript that are not analyzed yet', () => {
  const list = [hour, { ...hour, duration: 7200 }, { ...hour, listening: 'no' }, { ...hour, videoId: 'e-1' }]
  expect(told(list, { listeningPrice: 0.006 })).toBe(
    '4 episodes. 1 is analyzed already; the rest comes to 4h 0m. 2 have no transcript and are listened to (3h 0m, about $1.08).',
  )
  expect(told([hour], { listeningPrice: 0 })).toBe('1 episode, 1h 0m. 1 has no transcript and is listened to (1h 0m).')
  expect(told([hour, { listening: 'yes' }], { listeningPrice: 0.006 })).toContain('(1h 0m, at least $0.36)')
  expect(told([{ listening: 'yes' }], { listeningPrice: 0.006 })).toBe(
    '1 episode, 1 of unknown length. 1 has no transcript and is listened to.',
  )
  expect(listensToAny(estimateOf([{ ...hour, videoId: 'e-1' }, { listening: 'no' }]))).toBe(false)
})

test('says how long listening takes, where that was measured', () => {
  const listening = { listeningPrice: 0.006, listeningSpeed: 17 }
  expect(told([{ ...hour, duration: 40_800 }], listening)).toBe(
    '1 episode, 11h 20m. 1 has no transcript and is listened to (11h 20m, about $4.08, about 40 min on this server).',
  )
  expect(told([hour, { listening: 'yes' }], listening)).toContain('at least $0.36, at least 4 min on this server')
  expect(told([{ listening: 'yes' }], listening)).not.toContain('on this server')
  expect(listeningTime(36_000, 4)).toBe('2h 30m on this server')
  expect(listeningTime(3, 100)).toBe('1 min on this server')
})

test('says what all may come to where a list does not tell of transcripts', () => {
  const video = { duration: 3600, listening: 'maybe' }
  expect(told([video, video], { listeningPrice: 0.006 })).toBe(
    '2 episodes, 2h 0m. The list does not say which of 2 have a transcript; those without are listened to ' +
      '(all 2: 2h 0m, about $0.72).',
  )
  expect(told([{ listening: 'maybe' }], { listeningPrice: 0.006 })).toBe(
    '1 episode, 1 of unknown length. The list does not say whether 1 has a transcript; without one it is listened to.',
  )
})

test('adds up what several shows come to', () => {
  const answer = { new: { episodes: 2, seconds: 7200, unknown: 0 }, more: true, listeningPrice: 0.006 }
  const sum = added(added(nothing, { ...answer, listened: answer.new }), { analyzed: 3 })
  expect(estimateText(sum)).toBe(
    'More than 5 episodes. 3 are analyzed already; the rest comes to 2h 0m. 2 have no transcript and are listened to (2h 0m, about $0.72).',
  )
})
