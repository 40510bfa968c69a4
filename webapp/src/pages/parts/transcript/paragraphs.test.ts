import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { SegmentSchema } from '@/gen/mentionary/v1/common_pb'
import { MarkSchema } from '@/gen/mentionary/v1/episode_pb'
import { hitsIn, maxHits, paragraphAt, paragraphsOf, piecesOf, secondOf } from './paragraphs'

const said = (...starts: number[]) => starts.map((start, i) => create(SegmentSchema, { start, text: `s${i}` }))
const mark = (segment: number, from: number, to: number, entityId = 1) =>
  create(MarkSchema, { segment, from, to, entityId, type: 'book', name: 'x' })

test('a paragraph ends at every sixth segment', () => {
  expect(paragraphsOf(said(0, 1, 2, 3, 4, 5, 6, 7), []).map(p => [p.start, p.text])).toEqual([
    [0, 's0 s1 s2 s3 s4 s5'],
    [6, 's6 s7'],
  ])
})
test('and at a start more than 30 seconds after the one before, which does not shift the sixths', () => {
  expect(paragraphsOf(said(0, 30, 61, 62, 63, 64, 65), []).map(p => p.text)).toEqual(['s0 s1', 's2 s3 s4 s5', 's6'])
})
test('exactly 30 seconds are no pause', () => {
  expect(paragraphsOf(said(0, 30), [])).toHaveLength(1)
})
test('no segments, no paragraphs', () => {
  expect(paragraphsOf([], [])).toEqual([])
})
test('a speaker is named when they begin', () => {
  const segments = said(...Array.from({ length: 18 }, (_, i) => i))
  segments.forEach((s, i) => (s.speaker = i < 12 ? 'Mara' : 'Jonas'))
  expect(paragraphsOf(segments, []).map(p => p.speaker)).toEqual(['Mara', '', 'Jonas'])
})
test('Japanese is set without spaces', () => {
  const segments = ['京都では', '朝が静か', 'OK'].map((text, i) => create(SegmentSchema, { text, start: i }))
  expect(paragraphsOf(segments, [])[0]?.text).toBe('京都では朝が静か OK')
})
test('marks move with their segment, are cut to it, and never overlap', () => {
  const [p] = paragraphsOf(said(0, 1, 2), [mark(1, 0, 2), mark(1, 1, 2), mark(2, 0, 99), mark(7, 0, 1), mark(0, 5, 3)])
  expect(p?.places.map(x => p.text.slice(x.from, x.to))).toEqual(['s1', 's2'])
})
test('pieces put together are the text, whatever lies over it', () => {
  const paragraphs = paragraphsOf(said(0, 1, 2), [mark(1, 0, 2)])
  const pieces = piecesOf(paragraphs[0]!, hitsIn(paragraphs, '0 s'))
  expect(pieces.map(p => p.text).join('')).toBe('s0 s1 s2')
  expect(pieces.map(p => [p.text, p.mark !== undefined, p.hit])).toEqual([
    ['s', false, undefined],
    ['0 ', false, 0],
    ['s', true, 0],
    ['1', true, undefined],
    [' s2', false, undefined],
  ])
})
test('a search knows no case and counts over all paragraphs', () => {
  const paragraphs = paragraphsOf(said(0, 1, 2, 3, 4, 5, 6), [])
  expect(hitsIn(paragraphs, ' S6 ')).toEqual([{ paragraph: 1, from: 0, to: 2, index: 0 }])
  expect(hitsIn(paragraphs, 's')).toEqual([])
})
test('a search ends somewhere', () => {
  expect(hitsIn(paragraphsOf([create(SegmentSchema, { text: 'ab'.repeat(3000) })], []), 'ab')).toHaveLength(maxHits)
})
test.each([
  ['#t=125', 125],
  ['#t=0', 0],
  ['#t=12.7', 12],
  ['#t=-3', undefined],
  ['#t=x', undefined],
  ['#Dune', undefined],
  ['', undefined],
])('%s asks for second %s', (hash, second) => {
  expect(secondOf(hash)).toBe(second)
})
test('a label leads to its own paragraph, any other second to the one that is spoken then', () => {
  const paragraphs = paragraphsOf(said(2.5, 40.9, 90), [])
  expect([0, 2, 40, 41, 5000].map(s => paragraphAt(paragraphs, s))).toEqual([0, 0, 1, 1, 2])
})
test('sixty thousand segments are put together at once', () => {
  const segments = Array.from({ length: 60_000 }, (_, i) => create(SegmentSchema, { text: 'one two three', start: i }))
  expect(paragraphsOf(segments, [])).toHaveLength(10_000)
})
