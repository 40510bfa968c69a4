import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { beforeEach, expect, test, vi } from 'vitest'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { BatchService, type StartBatchRequest } from '@/gen/mentionary/v1/batch_pb'
import { ShowService } from '@/gen/mentionary/v1/show_pb'
import { WatchService } from '@/gen/mentionary/v1/watch_pb'
import { signedInWith } from '@/testing/people'
import { renderRoutes } from '@/testing/render'
import { Toasts } from '@/ui/Toast'
import { Component } from './AdminBatch'

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
})

const line = (index: number, more: object = {}) => ({
  index,
  url: `https://youtu.be/${index}`,
  status: 'pending',
  ...more,
})

const batch = (more: object = {}) => ({
  id: 7,
  kind: 'urls',
  title: 'https://youtu.be/1 and 1 other',
  state: 'running',
  total: 2,
  version: 1,
  canPause: true,
  canCancel: true,
  submitter: 'Ada',
  items: [line(1), line(2)],
  ...more,
})

const job = (id: number, more: object = {}) => ({
  id,
  title: `Title ${id}`,
  state: 'running',
  version: 1,
  itemsTotal: 1,
  ...more,
})

/** What the server would take of a text: its lines with an address. */
const valid = (text: string) => text.split('\n').filter(l => l.includes('://'))

function show({
  at = '/admin/batch',
  known = batch(),
  news = [],
  services = {},
  estimate,
}: {
  at?: string
  known?: object | null
  news?: object[]
  services?: object
  /** where audio is listened to: what each show comes to */ estimate?: () => object
} = {}) {
  const started: StartBatchRequest[] = []
  const view = renderRoutes(
    [
      {
        path: '/admin/batch',
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
      at,
      services: r => {
        signedInWith('submit', 'moderate', 'admin')(r)
        r.service(BatchService, {
          readLines: ({ text }) => ({ valid: valid(text).length, lines: valid(text), unknown: 0 }),
          listBatches: () => ({ batches: [], total: 0 }),
          getBatch: () => {
            if (!known) throw new ConnectError('There is no such batch.', Code.NotFound)
            return { batch: known }
          },
          startBatch: request => {
            started.push(request)
            return { batch: batch() }
          },
          ...services,
        })
        r.service(AccountService, { getLimits: () => ({ audioMaxMib: estimate ? 1024 : 0 }) })
        if (estimate) r.service(ShowService, { estimateEpisodes: estimate })
        r.service(WatchService, {
          watch: async function* (asked, { signal }) {
            if (asked.batchId) for (const message of news) yield message
            await new Promise(resolve => signal.addEventListener('abort', resolve))
          },
        })
      },
    },
  )
  return { ...view, started }
}

const addresses = () => screen.findByLabelText('URLs, one per line')

test('two buttons lead back', async () => {
  show()
  expect(await screen.findByRole('link', { name: 'Back to Admin' })).toHaveAttribute('href', '/admin')
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
})

test('nothing is sent without an address that counts, and the words are the specified ones', async () => {
  const { started } = show()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Start Batch Processing' }))
  expect(await screen.findByText('No URLs provided')).toBeVisible()
  expect(screen.getByText('Please enter YouTube URLs to process')).toBeVisible()
  fireEvent.change(await addresses(), { target: { value: 'nonsense' } })
  await user.click(screen.getByRole('button', { name: 'Start Batch Processing' }))
  expect(await screen.findByText('No valid YouTube URLs')).toBeVisible()
  expect(screen.getByText('Please provide valid YouTube URLs')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Channel Processing' }))
  await user.click(await screen.findByRole('button', { name: 'Process Channel' }))
  expect(await screen.findByText('No channel URL provided')).toBeVisible()
  expect(screen.getByText('Please enter a YouTube channel URL')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Playlist Processing' }))
  await user.click(await screen.findByRole('button', { name: 'Process Playlist' }))
  expect(await screen.findByText('No playlist URL provided')).toBeVisible()
  expect(screen.getByText('Please enter a YouTube playlist URL')).toBeVisible()
  expect(started).toEqual([])
})

test('the lines that count are counted by the server’s rule, and the batch is found by its address', async () => {
  const { started, router } = show()
  const user = userEvent.setup()
  fireEvent.change(await addresses(), { target: { value: 'https://youtu.be/1\nhttps://youtu.be/2\nx' } })
  expect(await screen.findByText('2 valid URLs')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Start Batch Processing' }))
  await waitFor(() => expect(router.state.location.search).toBe('?batch=7'))
  expect(started).toHaveLength(1)
  expect(started[0]).toMatchObject({ kind: 'urls', text: 'https://youtu.be/1\nhttps://youtu.be/2\nx' })
  expect(started[0]?.idempotencyKey).not.toBe('')
  expect(await screen.findByRole('button', { name: 'Processing...' })).toBeDisabled()
})

test('what the shows of a batch come to is told before it starts', async () => {
  const hours = { episodes: 10, seconds: 36_000, unknown: 0 }
  const { started } = show({ estimate: () => ({ new: hours, listened: hours, listeningPrice: 0.006 }) })
  const user = userEvent.setup()
  const text = 'https://youtu.be/UF8uR6Z6KLc\nhttps://example.org/a.xml\nhttps://example.org/b.xml'
  fireEvent.change(await addresses(), { target: { value: text } })
  await user.click(screen.getByRole('button', { name: 'Start Batch Processing' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Before It Starts' }))
  const told = '20 episodes, 20h 0m. 20 have no transcript and are listened to (20h 0m, about $7.20).'
  expect(await dialog.findByText(told)).toBeInTheDocument()
  expect(dialog.getByText('1 more address is not part of this.')).toBeInTheDocument()
  expect(started).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Start Batch' }))
  await waitFor(() => expect(started).toHaveLength(1))
  expect(started[0]).toMatchObject({ text })
})

test('rows come as they finish, with what became of their jobs, and the end is told', async () => {
  show({
    at: '/admin/batch?batch=7',
    news: [
      {
        batches: [
          batch({ version: 2, successful: 1, items: [line(1, { status: 'success', job: job(31), stage: 'extract' })] }),
        ],
      },
      {
        batches: [
          batch({
            version: 3,
            state: 'completed',
            successful: 1,
            failed: 1,
            canPause: false,
            canCancel: false,
            items: [line(2, { status: 'error', error: 'This video is private.' })],
          }),
        ],
      },
    ],
  })
  expect(await screen.findByText('Batch processing completed')).toBeVisible()
  expect(screen.getByText('Processing finished successfully')).toBeVisible()
  const rows = within(screen.getByRole('tabpanel')).getAllByRole('row').slice(-2)
  expect(rows[0]).toHaveTextContent('1https://youtu.be/1SuccessJob 31Running: Find mentions')
  expect(within(rows[0]!).getByRole('link', { name: 'Job 31' })).toHaveAttribute('href', '/jobs/31')
  expect(rows[1]).toHaveTextContent('2https://youtu.be/2This video is private.Failed')
  expect(screen.getByText('2 of 2 (100%)')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Addresses submitted' })).toHaveAttribute('aria-valuenow', '100')
  expect(screen.getByRole('button', { name: 'New batch' })).toBeVisible()
})

test('a batch of which nothing was accepted ends with an error', async () => {
  show({
    at: '/admin/batch?batch=7',
    news: [
      {
        batches: [
          batch({
            version: 3,
            state: 'completed',
            failed: 2,
            items: [line(1, { status: 'error', error: 'a' }), line(2, { status: 'error', error: 'b' })],
          }),
        ],
      },
    ],
  })
  expect(await screen.findByText('Batch processing error')).toBeVisible()
  expect(screen.getByText('Some items failed to process')).toBeVisible()
})

test('a batch is paused, resumed and canceled', async () => {
  const told: string[] = []
  show({
    at: '/admin/batch?batch=7',
    services: {
      pauseBatch: ({ paused }: { paused: boolean }) => {
        told.push(paused ? 'pause' : 'resume')
        return { batch: batch({ paused, version: paused ? 2 : 3 }) }
      },
      cancelBatch: () => {
        told.push('cancel')
        return { batch: batch({ state: 'cancelled', version: 4, canPause: false, canCancel: false }) }
      },
    },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('Batch Paused')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  expect(await screen.findByText('Batch Resumed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel batch' }))
  expect(await screen.findByText('Batch Canceled')).toBeVisible()
  expect(told).toEqual(['pause', 'resume', 'cancel'])
})

test('a batch that stopped by itself says why', async () => {
  show({
    at: '/admin/batch?batch=7',
    known: batch({ paused: true, heldText: 'Mira may no longer run batches, so it stopped before the next line.' }),
  })
  expect(await screen.findByText(/^Mira may no longer run batches/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Resume' })).toBeEnabled()
})

test('the numbers of a channel are sent in their own mode only', async () => {
  const { started } = show({ known: batch({ kind: 'channel' }) })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('tab', { name: 'Channel Processing' }))
  fireEvent.change(await screen.findByLabelText('Channel URL'), { target: { value: '@somebody' } })
  expect(screen.getByLabelText('Number of episodes')).toHaveValue('10')
  await user.click(screen.getByText('Date Range (Days)'))
  expect(await screen.findByLabelText('Days back')).toHaveValue('30')
  await user.click(screen.getByRole('button', { name: 'Process Channel' }))
  await waitFor(() => expect(started).toHaveLength(1))
  expect(started[0]?.config).toMatchObject({ mode: 'dateRange', dateRange: 30 })
  expect(started[0]?.config?.episodeCount).toBeUndefined()
})

test('a batch that is not there says so', async () => {
  show({ at: '/admin/batch?batch=9', known: null })
  expect(await screen.findByText('There is no such batch.')).toBeVisible()
})
