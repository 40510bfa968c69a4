import { afterEach, expect, test, vi } from 'vitest'
import { stubUploads } from '@/testing/xhr'
import { fileSize, refusal, uploadFile, UploadError, uploadLimit } from './uploads'

afterEach(() => void vi.unstubAllGlobals())
const file = (name: string, size = 4) => new File([new Uint8Array(size)], name)
const caught = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (e: unknown) => e as UploadError,
  )

test('a file goes with its description and what is known; the answer tells what was read', async () => {
  const forms = stubUploads(() => ({
    status: 200,
    body: { uploadId: 'u1', title: 'A talk', cues: 12, duration: 90, language: 'en' },
  }))
  const shares: number[] = []
  const answer = await uploadFile(
    file('a.vtt'),
    { info: file('a.info.json'), channel: ' Slow ', title: '  ' },
    { onProgress: share => shares.push(share) },
  )
  expect(answer).toEqual({ uploadId: 'u1', title: 'A talk', cues: 12, duration: 90, language: 'en' })
  const form = forms[0]!
  expect([...form.keys()]).toEqual(['channel', 'info', 'file'])
  expect(form.get('channel')).toBe('Slow')
  expect((form.get('file') as File).name).toBe('a.vtt')
  expect(shares).toEqual([0.5])
})

test.each([
  [400, { code: 'invalid_argument', message: 'Line 3 has no time.' }, 'Line 3 has no time.'],
  [
    413,
    '<html>too large</html>',
    'The file is larger than 16 MiB. Save the transcript as plain text, WebVTT or SRT, or split it.',
  ],
  [415, {}, 'Mentionary reads VTT, SRT, JSON and TXT files.'],
  [401, '', 'You are logged out. Please sign in again.'],
  [502, 'bad gateway', 'The upload failed. Please try again.'],
  [200, 'not json', 'The upload failed. Please try again.'],
])('status %d is said as a sentence', async (status, body, sentence) => {
  stubUploads(() => ({ status, body }))
  const error = await caught(uploadFile(file('a.vtt')))
  expect(error).toBeInstanceOf(UploadError)
  expect(error).toMatchObject({ status, message: sentence })
})
test('without a connection it says so', async () => {
  stubUploads(() => 'unreachable')
  expect(await caught(uploadFile(file('a.vtt')))).toMatchObject({
    status: 0,
    message: expect.stringContaining('could not be reached') as string,
  })
})
test('an upload can be stopped, before and while it runs', async () => {
  stubUploads(() => 'never')
  const controller = new AbortController()
  const running = caught(uploadFile(file('a.vtt'), {}, { signal: controller.signal }))
  controller.abort()
  const stopped = { message: 'The upload was stopped.' }
  expect(await running).toMatchObject(stopped)
  expect(await caught(uploadFile(file('a.vtt'), {}, { signal: controller.signal }))).toMatchObject(stopped)
})
test.each([
  ['a.mp3', 4, 'Mentionary reads VTT, SRT, JSON and TXT files.'],
  ['a.vtt', 0, 'This file is empty.'],
  ['a.srt', uploadLimit, undefined],
  ['A.TXT', 4, undefined],
  ['a.json3', 4, undefined],
  [
    'a.vtt',
    uploadLimit + 2 * 1024 * 1024,
    'The file is larger than 16 MiB. Save the transcript as plain text, WebVTT or SRT, or split it.',
  ],
])('%s of %d bytes', (name, size, expected) => {
  const f = file(name)
  Object.defineProperty(f, 'size', { value: size })
  expect(refusal(f)).toBe(expected)
})
test('what would be refused is not sent', async () => {
  const forms = stubUploads(() => 'never')
  expect(await caught(uploadFile(file('a.mid')))).toMatchObject({
    message: 'Mentionary reads VTT, SRT, JSON and TXT files.',
  })
  expect(forms).toHaveLength(0)
})
test.each([
  [1, '1 KiB'],
  [20_480, '20 KiB'],
  [1024 * 1024 * 1.44, '1.4 MiB'],
  [uploadLimit, '16 MiB'],
  [1024 ** 3, '1 GiB'],
  [1024 ** 3 * 1.5, '1.5 GiB'],
])('%d bytes are %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words)
})
