import { expect, test } from 'vitest'
import { confidenceBand } from './bands'
import {
  ago,
  clock,
  count,
  date,
  dateTime,
  dateTimeWithSeconds,
  duration,
  durationMinutes,
  monthYear,
  percent,
  subscribers,
  timeOfDay,
  timeWithSeconds,
} from './format'
import { counted, countedOf, plural } from './plurals'
import { cut } from './text'

test.each([
  [7500, '2h 5m'],
  [7200, '2h 0m'],
  [3600, '1h 0m'],
  [3599, '59m'],
  [2730, '45m'],
  [59, '0m'],
  [0, '0m'],
])('a card shows %d seconds as %s', (seconds, shown) => {
  expect(duration(seconds)).toBe(shown)
})
test('the episode page shows whole minutes, rounded down', () => {
  expect(durationMinutes(7559)).toBe('125 min')
})
test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [125, '2:05'],
  [4503, '75:03'],
  [-1, '0:00'],
])('second %d of an episode is %s', (seconds, shown) => {
  expect(clock(seconds)).toBe(shown)
})
test.each([
  [950, '950'],
  [1000, '1,000'],
  [1001, '1K'],
  [1500, '2K'],
  [45_400, '45K'],
  [999_499, '999K'],
  [999_500, '1.0M'],
  [1_000_000, '1.0M'],
  [2_340_000, '2.3M'],
])('%d subscribers are %s', (n, shown) => {
  expect(subscribers(n)).toBe(shown)
})
test.each([null, undefined, Number.NaN, -1])('an unknown number (%s) is not shown', n => {
  expect([duration(n), durationMinutes(n), subscribers(n)]).toEqual([undefined, undefined, undefined])
})
test('shares are whole percentages between 0 and 100', () => {
  expect([percent(0.834), percent(0.005), percent(1.2), percent(-1)]).toEqual(['83%', '1%', '100%', '0%'])
})
test('dates are written in English, in the zone of the browser', () => {
  const moment = '2026-01-05T14:05:30Z'
  expect([
    date(moment),
    monthYear(moment),
    dateTime(moment),
    timeOfDay(new Date(moment)),
    dateTimeWithSeconds(moment),
    timeWithSeconds(moment),
  ]).toEqual(['Jan 5, 2026', 'January 2026', 'Jan 5, 2026, 14:05', '14:05', 'Jan 5, 2026, 14:05:30', '14:05:30'])
  expect([date(''), date('nonsense'), date(null), date(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 minute ago'],
  [3 * 3_600_000 + 1, '3 hours ago'],
  [26 * 3_600_000, '1 day ago'],
  [15 * 86_400_000, '2 weeks ago'],
  [400 * 86_400_000, '1 year ago'],
  [-5_000, 'just now'],
])('%i ms back is "%s"', (back, shown) => {
  const now = new Date('2026-03-01T12:00:00Z')
  expect(ago(new Date(now.getTime() - back), now)).toBe(shown)
  expect(ago(undefined, now)).toBeUndefined()
})
test('counted things have the right word', () => {
  expect([
    counted(1, 'person'),
    counted(2, 'person'),
    counted(0, 'company'),
    counted(1200, 'episode'),
    counted(1, 'category'),
    plural('concept', 3),
  ]).toEqual(['1 person', '2 people', '0 companies', '1,200 episodes', '1 category', 'concepts'])
  expect(count(12_345)).toBe('12,345')
})
test.each([
  ['👩‍🚀👩‍🚀👩‍🚀', 2, '👩‍🚀👩‍🚀…'],
  ['short', 5, 'short'],
  ['On Finite and Infinite Games', 19, 'On Finite and…'],
  ['On Finite and Infinite Games', 13, 'On Finite and…'],
  ['On Finite and Infinite Games', 14, 'On Finite and…'],
  ['Games, finite (and infinite)', 15, 'Games, finite…'],
  ['Honorificabilitudinitatibus', 10, 'Honorifica…'],
  ['吾輩は猫である。名前はまだ無い。', 9, '吾輩は猫である。…'],
])('%s is cut to %i between words, and never inside a character', (text, max, shown) => {
  expect(cut(text, max)).toBe(shown)
})
test.each([
  [1, 'High'],
  [0.8, 'High'],
  [0.79, 'Medium'],
  [0.6, 'Medium'],
  [0.59, 'Low'],
  [0, 'Low'],
])('a confidence of %d is %s', (score, label) => {
  expect(confidenceBand(score).label).toBe(label)
})

test('a total that the server stopped counting at says that there are more', () => {
  expect(countedOf({ total: 1000, moreThanTotal: true }, 'book')).toBe('1,000+ books')
  expect(countedOf({ total: 1000, moreThanTotal: false }, 'book')).toBe('1,000 books')
  expect(countedOf(undefined, 'book')).toBe('0 books')
})
