import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError } from '@connectrpc/connect'
import { beforeEach, expect, test, vi } from 'vitest'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { renderWith } from '@/testing/render'
import { currentToast } from '@/ui/toasts'
import { Component as Transcript } from './Transcript'

const answer = {
  title: 'Slow reading',
  videoId: 'slow-7',
  isProcessed: true,
  pageUrl: 'https://shows.example.org/7',
  origin: 'publisher',
  segments: [
    { text: 'I read Dune twice', start: 0 },
    { text: 'in one summer', start: 4 },
    { text: 'and then Dune again', start: 75 },
  ],
  entities: [{ id: 1, type: 'book', name: 'Dune', slug: 'dune' }],
  marks: [
    { mentionId: 1, entityId: 1, type: 'book', name: 'Dune', segment: 0, from: 7, to: 11 },
    { mentionId: 2, entityId: 1, type: 'book', name: 'Dune', segment: 2, from: 9, to: 13 },
  ],
}
const show = (given: object | ConnectError = answer, at = '/transcript/slow-7') =>
  renderWith(<Transcript />, {
    path: '/transcript/:videoId',
    at,
    services: r =>
      void r.service(EpisodeService, {
        getTranscript: () => {
          if (given instanceof ConnectError) throw given
          return given
        },
      }),
  })

let scrolledTo: string[]
beforeEach(() => {
  scrolledTo = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.id)
  })
})

test('says who heard the text, and that it may be wrong', async () => {
  const madeAt = timestampFromDate(new Date('2026-03-04T12:00:00Z'))
  show({ ...answer, origin: 'speech', heardBy: 'whisper-large', madeAt })
  const note = await screen.findByText(/^Heard by whisper-large on/)
  expect(note).toHaveTextContent(
    'Heard by whisper-large on Mar 4, 2026. A machine wrote this down, so names and words may be wrong.',
  )
  show({ ...answer, origin: 'speech' })
  expect(await screen.findByText(/^Heard by a speech server\. A machine/)).toBeVisible()
})

test('the text stands in paragraphs with their times, mentions lead to their pages', async () => {
  show()
  expect(await screen.findByRole('heading', { name: 'With Timestamps' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to episode' })).toHaveAttribute('href', '/episode/slow-7')
  expect(screen.getByText('Processed')).toBeVisible()
  expect(screen.getByText('slow-7')).toBeVisible()
  expect(screen.getAllByRole('link', { name: /copy a link/ }).map(l => l.textContent)).toEqual(['0:00', '1:15'])
  const marks = document.querySelectorAll('.spoken-mention')
  expect([...marks].map(m => [m.textContent, m.getAttribute('href')])).toEqual([
    ['Dune', '/entity/1/dune'],
    ['Dune', '/entity/1/dune'],
  ])
})
test('the panel counts by type and says when there is nothing', async () => {
  show()
  const panel = within(await screen.findByRole('complementary', { name: 'Extracted Entities' }))
  expect(panel.getAllByRole('tab').map(t => t.textContent)).toEqual([
    'Books1',
    'Products0',
    'People0',
    'Companies0',
    'Locations0',
    'Concepts0',
  ])
  expect(panel.getByRole('link', { name: 'Dune, first said at 0:00' })).toBeVisible()
  await userEvent.click(panel.getByRole('tab', { name: /People/ }))
  expect(panel.getByText('None found')).toBeVisible()
})
test('a search walks through what it finds, round the end', async () => {
  show()
  const field = await screen.findByRole('searchbox', { name: 'Search in transcript' })
  await userEvent.type(field, 'dune')
  await screen.findByText('1 of 2')
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('2 of 2')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Next match' }))
  expect(screen.getByText('1 of 2')).toBeVisible()
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  expect(scrolledTo.slice(0, 2)).toEqual(['paragraph-1', 'paragraph-0'])
  await userEvent.type(field, 'x')
  expect(await screen.findByText('Not found')).toBeVisible()
})
test('the address leads to a second', async () => {
  show(answer, '/transcript/slow-7#t=80')
  await waitFor(() => expect(scrolledTo).toEqual(['paragraph-1']))
  expect(document.getElementById('paragraph-1')).toHaveClass('spoken-asked')
})
test('a label copies its address and goes there', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { router } = show()
  await user.click(await screen.findByRole('link', { name: '1:15, copy a link to here' }))
  expect(write).toHaveBeenCalledWith(expect.stringMatching(/#t=75$/))
  expect(router.state.location.hash).toBe('#t=75')
  expect(currentToast()?.title).toBe('Link Copied')
})
test('without segments the plain text is shown', async () => {
  show({ ...answer, segments: [], marks: [], transcript: 'Only words.' })
  expect(await screen.findByText('Only words.')).toBeVisible()
  expect(screen.queryByText('With Timestamps')).toBeNull()
})
test('before the analysis there is a placeholder', async () => {
  show({ ...answer, isProcessed: false })
  expect(await screen.findByText('Transcript Processing... check back later')).toBeVisible()
  expect(screen.getByText('Processing')).toBeVisible()
})
test.each([
  [Code.NotFound, 'Transcript Not Found'],
  [Code.Unavailable, 'Error Loading Transcript'],
])('code %s is the screen %s', async (code, title) => {
  show(new ConnectError('no', code))
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
})

const moderator = { id: 'u1', name: 'Mo', permissions: ['submit', 'moderate'] }
const showTo = (permissions: string[], preview: object, asked: object[] = []) =>
  renderWith(<Transcript />, {
    path: '/transcript/:videoId',
    at: '/transcript/slow-7',
    services: r => {
      r.service(AuthService, { getCurrentUser: () => ({ user: { ...moderator, permissions } }) })
      r.service(EpisodeService, { getTranscript: () => answer })
      r.service(JobService, {
        previewListening: () => preview,
        listenAgain: request => {
          asked.push(request)
          return { jobId: 41 }
        },
      })
    },
  })

test('moderators are told what transcribing again takes before they ask for it', async () => {
  const asked: object[] = []
  showTo(
    moderator.permissions,
    { canListen: true, server: 'whisper-large', duration: 3120, listeningPrice: 0.006, listeningSpeed: 13 },
    asked,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Transcribe again' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Transcribe Again' }))
  expect(await dialog.findByText(/whisper-large listens/)).toHaveTextContent(
    'whisper-large listens to this episode of 52m (about $0.31, about 4 min on this server).',
  )
  expect(dialog.getByText(/The present transcript is kept/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Transcribe Again' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({ videoId: 'slow-7' })
  expect(await screen.findByRole('link', { name: 'Follow job 41' })).toHaveAttribute('href', '/jobs/41')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('where nothing can be transcribed again the dialog says why', async () => {
  showTo(moderator.permissions, { canListen: false, reason: 'No speech server is set up here.' })
  await userEvent.click(await screen.findByRole('button', { name: 'Transcribe again' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Transcribe Again' }))
  expect(await dialog.findByText('No speech server is set up here.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Transcribe Again' })).toBeDisabled()
})

test('readers are not asked', async () => {
  showTo(['submit'], {})
  expect(await screen.findByRole('heading', { name: 'With Timestamps' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Transcribe again' })).toBeNull()
})

test('what can be played can be listened to', async () => {
  show({
    ...answer,
    episode: { videoId: 'slow-7', title: 'Slow reading', platform: 'feed', mediaUrl: 'https://x.example/a.mp3' },
  })
  expect(await screen.findByRole('button', { name: 'Listen' })).toBeVisible()
})

const made = (day: string) => timestampFromDate(new Date(`${day}T12:00:00Z`))
const versions = [
  {
    id: 9,
    origin: 'speech',
    heardBy: 'whisper-large',
    language: 'en',
    words: 5210,
    madeAt: made('2026-03-04'),
    present: true,
  },
  { id: 4, origin: 'publisher', language: 'en', words: 1, madeAt: made('2026-01-02') },
]

test('who may see earlier transcripts is told what made them, and gets to them', async () => {
  const asked: number[] = []
  renderWith(<Transcript />, {
    path: '/transcript/:videoId',
    at: '/transcript/slow-7',
    services: r => {
      r.service(AuthService, { getCurrentUser: () => ({ user: moderator }) })
      r.service(EpisodeService, {
        getTranscript: ({ transcriptId }) => {
          asked.push(transcriptId)
          return transcriptId === 4
            ? { ...answer, versions, transcriptId: 4, marks: [], entities: [] }
            : { ...answer, versions, transcriptId: 9, origin: 'speech', heardBy: 'whisper-large' }
        },
      })
    },
  })
  const list = within(await screen.findByRole('navigation', { name: 'Transcripts of this episode' }))
  expect(list.getAllByRole('listitem').map(l => l.textContent)).toEqual([
    'Heard by whisper-largePresentMar 4, 2026, 12:00 · 5,210 words · en',
    'Publisher’s transcriptJan 2, 2026, 12:00 · 1 word · en',
  ])
  expect(list.getByRole('link', { name: 'Heard by whisper-large' })).toHaveAttribute('aria-current', 'page')
  await userEvent.click(list.getByRole('link', { name: 'Publisher’s transcript' }))
  expect(await screen.findByRole('note')).toHaveTextContent('This is an earlier transcript.')
  expect(screen.queryByRole('complementary', { name: 'Extracted Entities' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Transcribe again' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Present transcript' }))
  expect(await screen.findByRole('complementary', { name: 'Extracted Entities' })).toBeVisible()
  expect(screen.queryByRole('note')).toBeNull()
  expect(asked.slice(0, 2)).toEqual([0, 4])
})

test('one transcript alone is no list, and a number that is none asks for the present one', async () => {
  const asked: number[] = []
  renderWith(<Transcript />, {
    path: '/transcript/:videoId',
    at: '/transcript/slow-7?version=four',
    services: r =>
      void r.service(EpisodeService, {
        getTranscript: ({ transcriptId }) => {
          asked.push(transcriptId)
          return { ...answer, transcriptId: 9, versions: versions.slice(0, 1) }
        },
      }),
  })
  expect(await screen.findByRole('heading', { name: 'With Timestamps' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Transcripts of this episode' })).toBeNull()
  expect(asked).toEqual([0])
})
