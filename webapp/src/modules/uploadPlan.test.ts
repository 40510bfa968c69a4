import { expect, test } from 'vitest'
import { chosenFrom, planUploads, uploadsPerJob } from './uploadPlan'

const chosen = (name: string, folder = '') => ({ file: new File(['text'], name), folder })
const planned = (files: ReturnType<typeof chosen>[], audioMiB?: number) =>
  planUploads(files, audioMiB).uploads.map(u => [u.file.name, u.info?.name, u.problem])

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
  ).toEqual([
    '1 other transcript of the same episode was left out.',
    '1 file of audio was left out: its transcript is there.',
    '1 file of another kind was left out.',
  ])
})
test('a file chosen by hand says why it cannot be sent', () => {
  expect(planned([chosen('a.mid')])).toEqual([['a.mid', undefined, 'Mentionary reads VTT, SRT, JSON and TXT files.']])
})
test('audio goes with its description where no transcript of it was chosen', () => {
  const archive = [
    chosen('A talk [x1].info.json', 'show'),
    chosen('A talk [x1].m4a', 'show'),
    chosen('B [x2].webm', 'show'),
    chosen('B [x2].en.vtt', 'show'),
    chosen('C.mp3', 'show'),
  ]
  expect(planned(archive, 1024)).toEqual([
    ['A talk [x1].m4a', 'A talk [x1].info.json', undefined],
    ['B [x2].en.vtt', undefined, undefined],
    ['C.mp3', undefined, undefined],
  ])
  const unheard = planUploads(archive, 0)
  expect(unheard.uploads.map(u => u.file.name)).toEqual(['B [x2].en.vtt'])
  expect(unheard.notes).toContain('2 files of other kinds were left out.')
})
test('audio says why it cannot be sent', () => {
  const large = {
    file: Object.defineProperty(new File(['x'], 'long.mp3'), 'size', { value: 3 * 1024 ** 3 }),
    folder: '',
  }
  expect(planned([chosen('a.mp3')], 0)).toEqual([
    ['a.mp3', undefined, 'This server cannot listen to audio. Upload a transcript instead.'],
  ])
  expect(planned([large, chosen('a.mp3')], 1024)).toEqual([
    [
      'long.mp3',
      undefined,
      'The file is larger than 1 GiB, the most that is listened to. Save it with a lower quality, or upload a transcript.',
    ],
    ['a.mp3', undefined, undefined],
  ])
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
