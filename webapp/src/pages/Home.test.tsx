import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { beforeEach, expect, test } from 'vitest'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { WatchService } from '@/gen/mentionary/v1/watch_pb'
import { signedInWith } from '@/testing/people'
import { renderRoutes } from '@/testing/render'
import { LatestJobs } from './parts/home/LatestJobs'

beforeEach(() => localStorage.clear())

const hoursAgo = (n: number) => timestampFromDate(new Date(Date.now() - n * 3_600_000))
const job = (id: number, state: string, more: object = {}) => ({
  id,
  type: 'video',
  title: `Title ${id}`,
  state,
  version: 1,
  itemsTotal: 1,
  updatedAt: hoursAgo(0),
  ...more,
})
const ended = (id: number, state: string, more: object = {}) =>
  job(id, state, { version: 2, finishedAt: hoursAgo(1), ...more })

function show(jobs: object[], news: object[] = []) {
  return renderRoutes(
    [
      { path: '/', element: <LatestJobs />, HydrateFallback: () => null },
      { path: '*', element: 'elsewhere', HydrateFallback: () => null },
    ],
    {
      at: '/',
      services: r => {
        signedInWith('submit')(r)
        r.service(JobService, {
          listJobs: () => ({ jobs }),
          getJob: ({ id }) => ({
            job: ended(id, 'completed', {
              itemsDone: 1,
              items: [{ id: 1, state: 'done', episodeId: 40 + id, version: 1 }],
            }),
          }),
        })
        r.service(WatchService, {
          watch: async function* (_, { signal }) {
            for (const message of news) yield message
            await new Promise(resolve => signal.addEventListener('abort', resolve))
          },
        })
      },
    },
  )
}
const line = async (name: string) => (await screen.findByRole('link', { name })).closest('li')!

test('a job that ends says so where it stood, with its result, and is announced', async () => {
  show(
    [job(1, 'running', { stateText: 'Finding mentions: 1 of 3 parts read.' })],
    [{ jobs: [ended(1, 'completed', { itemsDone: 1, stateText: 'The episode is analyzed.' })] }],
  )
  expect(await screen.findByText('Title 1: Completed. The episode is analyzed.')).toHaveAttribute('role', 'status')
  expect(await line('Title 1')).toHaveTextContent('Completed')
  expect(await screen.findByRole('link', { name: 'Open episode Title 1' })).toHaveAttribute('href', '/episode/41')
})
test('a job that is tried again says when', async () => {
  const nextAttemptAt = timestampFromDate(new Date(2031, 0, 2, 14, 5))
  show([
    job(1, 'waiting', {
      stateText: 'YouTube could not be reached. It will be tried again.',
      nextAttemptAt,
    }),
    job(2, 'running'),
  ])
  expect(await line('Title 1')).toHaveTextContent(/It will be tried again\. Next attempt at .*2031.*\.$/)
  expect(await line('Title 2')).not.toHaveTextContent('Next attempt')
})
test('several that end at once are all told, failed and partial ones lead to what can be done', async () => {
  show(
    [job(3, 'running'), job(2, 'waiting'), job(1, 'queued')],
    [
      {
        jobs: [
          ended(1, 'completed', { itemsDone: 1, stateText: 'One.' }),
          ended(2, 'failed', { stateText: 'Two.' }),
          ended(3, 'partial', { itemsTotal: 3, itemsDone: 2, stateText: 'Three.' }),
        ],
      },
    ],
  )
  expect(
    await screen.findByText('Title 3: Partly completed. Three. Title 2: Failed. Two. Title 1: Completed. One.'),
  ).toHaveAttribute('role', 'status')
  for (const id of [2, 3])
    expect(within(await line(`Title ${id}`)).getByRole('link', { name: `Open job Title ${id}` })).toHaveAttribute(
      'href',
      `/jobs/${id}`,
    )
})
test('what had ended before one came is shown and not announced; what is old, or canceled by its owner, is not shown', async () => {
  show([
    ended(4, 'failed'),
    ended(3, 'cancelled'),
    ended(2, 'completed', { finishedAt: hoursAgo(25) }),
    job(1, 'running'),
  ])
  expect(await line('Title 4')).toHaveTextContent('Failed')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})
test('an ended job stays until it is dismissed or its result is opened, for good', async () => {
  const { unmount } = show([ended(2, 'failed'), ended(1, 'failed'), job(3, 'running')])
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss Title 2' }))
  expect(screen.queryByRole('link', { name: 'Title 2' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Open job Title 1' }))
  expect(await screen.findByText('elsewhere')).toBeVisible()
  unmount()
  show([ended(2, 'failed'), ended(1, 'failed'), job(3, 'running')])
  expect(await screen.findByRole('link', { name: 'Title 3' })).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})
