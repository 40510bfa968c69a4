import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import { afterEach, expect, test, vi } from 'vitest'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { WatchService } from '@/gen/mentionary/v1/watch_pb'
import { signedInWith } from '@/testing/people'
import { renderRoutes } from '@/testing/render'
import { stubUploads } from '@/testing/xhr'
import { Toasts } from '@/ui/Toast'
import { currentToast } from '@/ui/toasts'
import { Component } from './Job'

afterEach(() => void vi.unstubAllGlobals())

const at = (time: string) => timestampFromDate(new Date(`${new Date().toISOString().slice(0, 10)}T${time}:00Z`))
const item = (id: number, state: string, more: object = {}) => ({
  id,
  title: `Episode ${id}`,
  state,
  version: 1,
  ...more,
})
const job = (state: string, more: object = {}) => ({
  id: 7,
  type: 'video',
  input: 'https://youtu.be/x',
  title: 'Slow reading',
  state,
  version: 1,
  itemsTotal: 1,
  ...more,
})

type Jobs = Partial<ServiceImpl<typeof JobService>>
function show(
  answer: object | (() => object),
  { address = '/jobs/7', news = [] as object[], ...methods }: Jobs & { address?: string; news?: object[] } = {},
) {
  const watched: number[] = []
  const view = renderRoutes(
    [
      {
        path: '/jobs/:id',
        element: (
          <>
            <Component />
            <Toasts />
          </>
        ),
        HydrateFallback: () => null,
      },
    ],
    {
      at: address,
      services: r => {
        signedInWith('submit')(r)
        r.service(JobService, {
          getJob: () => (typeof answer === 'function' ? (answer as () => object)() : { job: answer }),
          ...methods,
        })
        r.service(WatchService, {
          watch: async function* ({ jobId }, { signal }) {
            watched.push(jobId)
            for (const message of news) yield message
            await new Promise(resolve => signal.addEventListener('abort', resolve))
          },
        })
      },
    },
  )
  return { ...view, watched }
}
const title = () => screen.findByRole('heading', { level: 1 })

test.each([
  ['queued', {}, 'Queued'],
  ['running', {}, 'Running'],
  ['running', { paused: true }, 'Paused'],
  ['waiting', { nextAttemptAt: at('09:30') }, 'Waiting'],
  ['waiting', { nextAttemptAt: at('09:30'), items: [item(1, 'needs_transcript'), item(2, 'parked')] }, 'Waiting'],
  ['waiting', {}, 'Needs a transcript'],
  ['waiting', { items: [item(1, 'needs_transcript'), item(2, 'needs_transcript')] }, 'Needs a transcript'],
  ['completed', {}, 'Completed'],
  ['partial', {}, 'Partly completed'],
  ['failed', {}, 'Failed'],
  ['cancelled', {}, 'Canceled'],
])('line %#: a job that is %s says its word and its sentence', async (state, more, word) => {
  show(job(state, { stateText: 'A sentence about it.', ...more }))
  expect(await title()).toHaveTextContent('Slow reading')
  const status = document.querySelector<HTMLElement>('.job-state')!
  expect(within(status).getByText(word)).toBeVisible()
  expect(within(status).getByText('A sentence about it.')).toBeVisible()
})

test('stages stand in their order, with counts and the time of the next attempt', async () => {
  show(
    job('running', {
      items: [
        item(1, 'running', {
          steps: [
            { stage: 'episode', state: 'done', finishedAt: at('14:01') },
            {
              stage: 'transcript',
              state: 'retrying',
              text: 'YouTube could not be reached.',
              nextAttemptAt: at('14:05'),
              attempt: 3,
            },
            { stage: 'extract', state: 'running', text: '3 of 12 parts read.', done: 3, total: 12 },
          ],
        }),
      ],
    }),
  )
  const stages = within(await screen.findByRole('list', { name: 'Stages of Episode 1' })).getAllByRole('listitem')
  expect(stages.map(s => s.querySelector('.stage-name')?.textContent)).toEqual([
    'Fetch episode: Done',
    'Fetch transcript: Will be tried again',
    'Find mentions: Running',
    'Put mentions together: Waiting',
    'Publish: Waiting',
    'Find links: Waiting',
    'Check links: Waiting',
  ])
  expect(stages[0]).toHaveTextContent('14:01')
  expect(stages[1]).toHaveTextContent('Next attempt at 14:05')
  expect(stages[1]).toHaveTextContent('YouTube could not be reached. Tried 3 times.')
  expect(stages[2]).toHaveTextContent('3 of 12 parts read.')
  expect(screen.getByRole('progressbar', { name: 'Find mentions' })).toHaveAttribute('aria-valuenow', '3')
})
test.each([
  ['done', ['done', 'done', 'done'], ['Done', 'Done', 'Done']],
  ['failed', ['done', 'failed', 'waiting'], ['Done', 'Failed', 'Not reached']],
  ['cancelled', ['done', 'cancelled', 'waiting'], ['Done', 'Canceled', 'Not reached']],
  ['needs_transcript', ['done', 'failed', 'waiting'], ['Done', 'Failed', 'Not reached']],
  ['done', ['skipped', 'skipped', 'done'], ['Not needed', 'Not needed', 'Done']],
  ['running', ['done', 'retrying', 'waiting'], ['Done', 'Will be tried again', 'Waiting']],
])('the stages of an episode that is %s (%j) say %j', async (state, stored, words) => {
  const steps = ['episode', 'transcript', 'extract'].map((stage, i) => ({ stage, state: stored[i]! }))
  show(job(state === 'running' ? 'running' : 'completed', { items: [item(1, state, { steps })] }))
  const stages = within(await screen.findByRole('list', { name: 'Stages of Episode 1' })).getAllByRole('listitem')
  expect(stages.slice(0, 3).map(s => s.querySelector('.stage-name')!.textContent.split(': ')[1])).toEqual(words)
})
test('an episode that was analyzed before says when, and leads to it', async () => {
  show(
    job('completed', {
      stateText: 'It was analyzed before, so nothing had to be done.',
      items: [item(1, 'already', { episodeId: 4, analyzedAt: timestampFromDate(new Date('2026-01-05T14:05:00Z')) })],
    }),
  )
  expect(await screen.findByText('Jan 5, 2026, 14:05')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open episode' })).toHaveAttribute('href', '/episode/4')
  expect(screen.queryByRole('list', { name: /^Stages/ })).toBeNull()
})
test('of one episode the head alone tells the state; of several each line tells its own', async () => {
  const text = 'This video is private.'
  show(
    job('failed', {
      stateText: text,
      items: [item(1, 'failed', { stateText: text, steps: [{ stage: 'episode', state: 'failed', text }] })],
    }),
  )
  expect(await screen.findAllByText(text)).toHaveLength(1)
  expect(screen.getAllByText('Failed')).toHaveLength(1)
})
test('what waits for its next attempt does not call itself running', async () => {
  const steps = [{ stage: 'transcript', state: 'retrying', text: 'Away.', nextAttemptAt: at('14:05'), attempt: 1 }]
  show(
    job('running', {
      itemsTotal: 2,
      items: [item(1, 'running', { stateText: 'Away. Try later.', steps }), item(2, 'pending')],
    }),
  )
  const [first, second] = await screen.findAllByRole('heading', { level: 2 })
  expect(first!.closest('li')).toHaveTextContent(/Waiting.*Next attempt at 14:05\..*Away\. Try later\./)
  expect(second!.closest('li')).toHaveTextContent('Waiting for its turn')
})
test('the next attempt of a waiting job is told in the browser’s zone', async () => {
  show(job('waiting', { nextAttemptAt: at('09:30') }))
  expect(await screen.findByText('Next attempt at 09:30.')).toBeVisible()
})
test('news arrive while one looks', async () => {
  const { watched } = show(job('running', { items: [item(1, 'running')] }), {
    news: [
      {
        jobs: [
          job('completed', {
            version: 2,
            stateText: 'Found 2 entities in 3 mentions.',
            items: [item(1, 'done', { version: 2, episodeId: 4, entities: 2, mentions: 3 })],
          }),
        ],
      },
    ],
  })
  expect(await screen.findByRole('link', { name: 'Open episode' })).toHaveAttribute('href', '/episode/4')
  expect(screen.getByText('Found 2 entities in 3 mentions.')).toBeVisible()
  expect(watched).toEqual([7])
})

test('canceling is asked first', async () => {
  const cancelJob = vi.fn(() => ({ job: job('cancelled', { version: 2 }) }))
  show(job('running', { canCancel: true }), { cancelJob })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel job' }))
  const dialog = screen.getByRole('dialog', { name: 'Cancel this job?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep it' }))
  expect(cancelJob).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel job' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel job' }))
  expect(await screen.findByText('Canceled')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel job' })).toBeNull()
})
test('pause and resume', async () => {
  let version = 1
  show(job('running', { canPause: true }), {
    pauseJob: ({ paused }) => ({ job: job('running', { canPause: true, paused, version: ++version }) }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(currentToast()?.text).toBe('Work on its episodes stops until you resume it.')
  await userEvent.click(await screen.findByRole('button', { name: 'Resume' }))
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible()
})
test('an action that fails says the server’s sentence', async () => {
  show(job('failed', { canRetry: true }), {
    retryJob: () => {
      throw new ConnectError('The job is already running.', Code.FailedPrecondition)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('The job is already running.')).toBeVisible()
})
test('everything, one episode, or one episode from a stage is tried again', async () => {
  const asked: string[] = []
  show(
    job('partial', {
      canRetry: true,
      itemsTotal: 2,
      items: [
        item(1, 'failed', {
          canRetry: true,
          steps: [
            { stage: 'episode', state: 'done' },
            { stage: 'extract', state: 'failed' },
            { stage: 'publish', state: 'waiting' },
          ],
        }),
        item(2, 'done'),
      ],
    }),
    {
      retryJob: ({ itemId, fromStage }) => {
        asked.push(`${itemId} ${fromStage}`)
        return {}
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Retry all' }))
  await waitFor(() => expect(asked).toEqual(['0 ']))
  await userEvent.click(screen.getByRole('button', { name: 'Retry Episode 1' }))
  expect(screen.getAllByRole('menuitem').map(i => i.textContent)).toEqual([
    'From where it stopped',
    'From “Fetch episode”',
    'From “Find mentions”',
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'From where it stopped' }))
  await userEvent.click(screen.getByRole('button', { name: 'Retry Episode 1' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'From “Fetch episode”' }))
  await waitFor(() => expect(asked).toEqual(['0 ', '1 extract', '1 episode']))
})
test('what the server does not allow is not offered', async () => {
  show(job('completed', { items: [item(1, 'done', { episodeId: 3 })] }))
  await title()
  for (const name of [/Cancel/, /Pause/, /Retry/, /Provide/]) expect(screen.queryByRole('button', { name })).toBeNull()
})

const giving = async (file: File) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Provide transcript' }))
  const promise =
    'It is labeled as given by a reader and yields to the publisher’s own. Only you and moderators see what you upload, until a moderator publishes it.'
  expect(screen.getByRole('dialog', { name: 'Provide transcript' })).toHaveTextContent(promise)
  fireEvent.change(screen.getByLabelText('Transcript file'), { target: { files: [file] } })
}
test('an episode without a transcript takes one', async () => {
  stubUploads(() => ({ status: 200, body: { uploadId: 'up1' } }))
  const given: string[] = []
  show(job('waiting', { items: [item(4, 'needs_transcript', { canProvideTranscript: true })] }), {
    provideTranscript: ({ itemId, uploadId }) => {
      given.push(`${itemId} ${uploadId}`)
      return { job: job('running', { version: 2, items: [item(4, 'running', { version: 2 })] }) }
    },
  })
  await giving(new File(['WEBVTT'], 'a.vtt'))
  await userEvent.click(screen.getByRole('button', { name: 'Send transcript' }))
  expect(await screen.findByText('Transcript Received')).toBeVisible()
  expect(given).toEqual(['4 up1'])
  expect(screen.queryByRole('dialog', { name: 'Provide transcript' })).toBeNull()
})
test('a transcript that cannot be read says why, and the dialog stays', async () => {
  stubUploads(() => ({ status: 400, body: { code: 'invalid_argument', message: 'There is no line with a time.' } }))
  show(job('waiting', { items: [item(4, 'parked', { canProvideTranscript: true })] }))
  await giving(new File(['x'], 'a.vtt'))
  await userEvent.click(screen.getByRole('button', { name: 'Send transcript' }))
  expect(await screen.findByText('There is no line with a time.')).toBeVisible()
  expect(screen.getByRole('dialog', { name: 'Provide transcript' })).toBeVisible()
})

test('of a thousand episodes one page is shown, by state', async () => {
  const items = Array.from({ length: 1000 }, (_, i) => item(i + 1, i < 30 ? 'failed' : 'done'))
  const { router } = show(job('partial', { itemsTotal: 1000, itemsDone: 970, itemsFailed: 30, items }))
  expect(await screen.findByRole('progressbar', { name: 'Episodes analyzed' })).toHaveAttribute('aria-valuenow', '1000')
  const rows = () => screen.getAllByRole('heading', { level: 2 }).map(h => h.textContent)
  expect(rows()).toHaveLength(25)
  expect(screen.queryByRole('list', { name: /^Stages/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Failed/ }))
  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }))
  expect(router.state.location.search).toBe('?show=failed&page=2')
  expect(rows()).toEqual(['Episode 26', 'Episode 27', 'Episode 28', 'Episode 29', 'Episode 30'])
})
test('the filters go by the words that stand in the lines', async () => {
  const retrying = { steps: [{ stage: 'transcript', state: 'retrying', nextAttemptAt: at('14:05'), attempt: 2 }] }
  const items = [
    item(1, 'running'),
    item(2, 'running', retrying),
    item(3, 'parked', retrying),
    item(4, 'pending'),
    item(5, 'cancelled'),
    item(6, 'failed'),
    item(7, 'already'),
  ]
  show(job('running', { itemsTotal: 7, items }))
  const filters = within(await screen.findByRole('group', { name: 'Show' }))
  expect(filters.getAllByRole('button').map(b => b.textContent)).toEqual([
    'All7',
    'Running1',
    'Waiting3',
    'Failed1',
    'Canceled1',
    'Analyzed1',
  ])
})
test('a line of a collection opens its stages', async () => {
  show(job('running', { itemsTotal: 4, items: [1, 2, 3, 4].map(id => item(id, 'running')) }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show stages of Episode 3' }))
  expect(screen.getByRole('list', { name: 'Stages of Episode 3' })).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Stages of Episode 2' })).toBeNull()
})
test.each([
  ['queued', 'No episodes yet'],
  ['failed', 'This job has no episodes'],
])('a job that is %s and has no episodes', async (state, words) => {
  show(job(state, { itemsTotal: 0 }))
  expect(await screen.findByText(words)).toBeVisible()
})

test.each([['/jobs/x'], ['/jobs/0'], ['/jobs/99999999999'], ['/jobs/3000000000']])('%s is no job', async address => {
  show(job('running'), { address })
  expect(await title()).toHaveTextContent('Job not found')
})
test('a job that does not exist is not found', async () => {
  show(() => {
    throw new ConnectError('no such job', Code.NotFound)
  })
  expect(await title()).toHaveTextContent('Job not found')
  expect(screen.getByRole('link', { name: 'My Jobs' })).toHaveAttribute('href', '/jobs')
})
test('another failure is an error with a retry', async () => {
  let times = 0
  show(() => {
    if (++times === 1) throw new ConnectError('The database is busy.', Code.Unavailable)
    return { job: job('running') }
  })
  expect(await screen.findByText('The database is busy.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await title()).toHaveTextContent('Slow reading')
})
