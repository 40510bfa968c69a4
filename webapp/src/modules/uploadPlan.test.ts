import { expect, test } from 'vitest'
import { chosenFrom, planUploads, uploadsPerJob } from './uploadPlan'

const chosen = (name: string, folder = '') => ({ file: new File(['text'], name), folder })
const planned = (files: ReturnType<typeof chosen>[]) =>
  planUploads(files).uploads.map(u => [u.file.name, u.info?.name, u.problem])

test('an archive becomes one upload an episode, with its description', () => {
  expect(
    planned([
      chosen('A talk [x1].info.json', 'show'),
      chosen('A talk [x1].de.vtt', 'show'),
      chosen('A talk [x1].en-orig.vtt', 'show'),
      chosen('A talk [x1].en.vtt', 'show'),
      chosen('A talk [x1].webp', 'show'),
      chosen('B [x2].info.json', 'show'),
      chosen('B [x2].en.srt', 'show'),
    ]),
  ).toEqual([
    ['A talk [x1].en-orig.vtt', 'A talk [x1].info.json', undefined],
    ['B [x2].en.srt', 'B [x2].info.json', undefined],
  ])
})
test('files of the same name in two folders do not mix', () => {
  const plan = planUploads([chosen('a.info.json', 'one'), chosen('a.vtt', 'two')])
  expect(plan.uploads.map(u => [u.file.name, u.info])).toEqual([['a.vtt', undefined]])
  expect(plan.notes).toEqual(['1 description without a transcript beside it was left out.'])
})
test('a longer title is another episode', () => {
  expect(planned([chosen('Talk.info.json'), chosen('Talk.en.vtt'), chosen('Talk two.en.vtt')])).toEqual([
    ['Talk.en.vtt', 'Talk.info.json', undefined],
    ['Talk two.en.vtt', undefined, undefined],
  ])
})
test('what was left out is said', () => {
  expect(
    planUploads([
      chosen('a.info.json', 's'),
      chosen('a.vtt', 's'),
      chosen('a.en.vtt', 's'),
      chosen('a.mp4', 's'),
      chosen('b.jpg', 's'),
    ]).notes,
  ).toEqual(['1 other transcript of the same episode was left out.', '2 files of other kinds were left out.'])
})
test('a file chosen by hand says why it cannot be sent', () => {
  expect(planned([chosen('a.mp3')])).toEqual([['a.mp3', undefined, 'Mentionary reads VTT, SRT, JSON and TXT files.']])
})
test('one job takes a thousand', () => {
  const plan = planUploads(Array.from({ length: uploadsPerJob + 3 }, (_, i) => chosen(`${i}.vtt`)))
  expect(plan.uploads).toHaveLength(uploadsPerJob)
  expect(plan.notes).toEqual(['3 files were left out: one job takes at most 1,000.'])
})
test('the folder of a chosen file is its path', () => {
  const file = new File(['x'], 'a.vtt')
  Object.defineProperty(file, 'webkitRelativePath', { value: 'archive/show/a.vtt' })
  expect(chosenFrom([file])[0]?.folder).toBe('archive/show')
})
