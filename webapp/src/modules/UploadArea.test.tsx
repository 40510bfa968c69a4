import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { JobService, type ProcessRequest } from '@/gen/mentionary/v1/job_pb'
import { renderWith } from '@/testing/render'
import { stubUploads, type Answered } from '@/testing/xhr'
import { Toasts } from '@/ui/Toast'
import { UploadArea } from './UploadArea'

afterEach(() => void vi.unstubAllGlobals())

const named = (form: FormData) => (form.get('file') as File).name
function show(answer: (form: FormData) => Answered, audioMaxMib?: number) {
  const forms = stubUploads(answer)
  const requests: ProcessRequest[] = []
  renderWith(
    <>
      <UploadArea />
      <Toasts />
    </>,
    {
      services: r => {
        if (audioMaxMib !== undefined) r.service(AccountService, { getLimits: () => ({ audioMaxMib }) })
        r.service(JobService, {
          process: request => {
            requests.push(request)
            return { jobId: 9, type: 'upload' }
          },
        })
      },
    },
  )
  return { forms, requests }
}
// happy-dom's files do not know of folders.
const file = (name: string) => Object.defineProperty(new File(['WEBVTT'], name), 'webkitRelativePath', { value: '' })
const choose = (...names: string[]) =>
  fireEvent.change(screen.getByLabelText('Transcript files'), { target: { files: names.map(file) } })
const arrived = (form: FormData): Answered => ({
  status: 200,
  body: { uploadId: `id-${named(form)}`, title: `Title of ${named(form)}`, cues: 3, duration: 65, language: 'en' },
})

test('the limits are said before anything is chosen', () => {
  show(arrived)
  const limits = screen.getByText(/VTT, SRT, JSON or TXT/)
  expect(limits).toHaveTextContent(
    'At most 16 MiB a file. Only you and moderators see what you upload, until a moderator publishes it.',
  )
})
test('chosen files are sent and one job is made of them', async () => {
  const { forms, requests } = show(arrived)
  choose('a.vtt', 'b.srt')
  expect(screen.getAllByRole('listitem').map(li => li.textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('a.vtt'), expect.stringContaining('b.srt')]),
  )
  await userEvent.type(screen.getByLabelText('Channel'), 'My show')
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 2 transcripts' }))
  expect(await screen.findByText('Job 9 created. Processing will begin shortly.')).toBeVisible()
  expect(requests[0]).toMatchObject({ type: 'upload', uploadIds: ['id-a.vtt', 'id-b.srt'] })
  expect(forms.map(f => f.get('channel'))).toEqual(['My show', 'My show'])
  expect(screen.getByRole('link', { name: 'Follow job 9' })).toHaveAttribute('href', '/jobs/9')
  expect(screen.queryByLabelText('Chosen files')).toBeNull()
})
test('a single file can be given a title', async () => {
  const { forms } = show(arrived)
  choose('a.vtt')
  await userEvent.type(screen.getByLabelText('Title'), 'A talk')
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 1 transcript' }))
  await screen.findByText('Processing Started')
  expect(forms[0]?.get('title')).toBe('A talk')
})
test('a file that fails says why and stays; the job is made of the others', async () => {
  const { requests } = show(form =>
    named(form) === 'bad.vtt'
      ? { status: 400, body: { code: 'invalid_argument', message: 'There is no line with a time.' } }
      : arrived(form),
  )
  choose('good.vtt', 'bad.vtt')
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 2 transcripts' }))
  await screen.findByText('Processing Started')
  expect(requests[0]?.uploadIds).toEqual(['id-good.vtt'])
  const rows = screen.getByRole('list', { name: 'Chosen files' })
  expect(within(rows).getAllByRole('listitem')).toHaveLength(1)
  expect(within(rows).getByText('There is no line with a time.')).toBeVisible()
})
test('when no file arrives there is no job', async () => {
  const { requests } = show(() => 'unreachable')
  choose('a.vtt')
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 1 transcript' }))
  expect(await screen.findByText(/The server could not be reached/)).toBeVisible()
  expect(requests).toHaveLength(0)
  expect(screen.getByRole('button', { name: 'Analyze 1 transcript' })).toBeEnabled()
})
test('a file of another kind is refused at once, and can be removed', async () => {
  const { forms } = show(arrived)
  choose('song.mid')
  expect(screen.getByText('Mentionary reads VTT, SRT, JSON and TXT files.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Analyze/ })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Remove song.mid' }))
  expect(screen.queryByLabelText('Chosen files')).toBeNull()
  expect(forms).toHaveLength(0)
})
test('while a file is sent its progress is shown', async () => {
  show(() => 'never')
  choose('a.vtt')
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 1 transcript' }))
  expect(await screen.findByRole('progressbar', { name: 'Sending a.vtt' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true')
})

test('audio is taken where it is listened to', async () => {
  const { forms } = show(
    form => ({
      status: 200,
      body: { uploadId: `id-${named(form)}`, title: 'A talk', cues: 0, duration: 0, language: '', format: 'mp3' },
    }),
    1024,
  )
  expect(await screen.findByRole('heading', { name: 'Upload transcripts, audio or video' })).toBeVisible()
  expect(screen.getByText(/at most 1 GiB, are listened to/)).toBeVisible()
  choose('talk.mp3')
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 1 file' }))
  await screen.findByText('Processing Started')
  expect(forms.map(named)).toEqual(['talk.mp3'])
})
test('where nothing is listened to, audio is refused before it is sent', async () => {
  const { forms } = show(arrived, 0)
  choose('talk.mp3')
  expect(await screen.findByText('This server cannot listen to audio. Upload a transcript instead.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Upload transcripts' })).toBeVisible()
  expect(forms).toHaveLength(0)
})
