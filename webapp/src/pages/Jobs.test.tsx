import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { JobService, type ListJobsRequest } from '@/gen/mentionary/v1/job_pb'
import { WatchService } from '@/gen/mentionary/v1/watch_pb'
import { signedInWith } from '@/testing/people'
import { renderRoutes } from '@/testing/render'
import { Component } from './Jobs'

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {
        /* nothing comes into sight */
      }
      disconnect() {
        /* nor leaves it */
      }
    },
  )
})
afterEach(() => void vi.unstubAllGlobals())

const job = (id: number, more: object = {}) => ({
  id,
  type: 'video',
  input: `https://youtu.be/${id}`,
  title: `Title ${id}`,
  state: 'running',
  version: 1,
  itemsTotal: 1,
  ...more,
})

function show({
  list,
  permissions = ['submit'],
  at = '/jobs',
  news = [] as object[],
}: {
  list: (request: ListJobsRequest) => object
  permissions?: string[]
  at?: string
  news?: object[]
}) {
  return renderRoutes([{ path: '/jobs', element: <Component />, HydrateFallback: () => null }], {
    at,
    services: r => {
      signedInWith(...permissions)(r)
      r.service(JobService, { listJobs: list })
      r.service(WatchService, {
        watch: async function* (_, { signal }) {
          for (const message of news) yield message
          await new Promise(resolve => signal.addEventListener('abort', resolve))
        },
      })
    },
  })
}

test('a list tells what was submitted and how far it is', async () => {
  show({
    list: () => ({
      jobs: [
        job(2, {
          type: 'playlist',
          title: 'Winter',
          itemsTotal: 5,
          itemsDone: 2,
          itemsFailed: 1,
          stateText: '2 of 5 episodes are analyzed, 1 failed.',
        }),
        job(1, { title: '', state: 'failed' }),
      ],
      total: 2,
    }),
  })
  expect(await screen.findByRole('link', { name: 'Winter' })).toHaveAttribute('href', '/jobs/2')
  expect(screen.getByText('2 of 5 episodes are analyzed, 1 failed.')).toBeVisible()
  expect(screen.getByText('Playlist')).toBeVisible()
  expect(screen.getByRole('link', { name: 'https://youtu.be/1' })).toHaveAttribute('href', '/jobs/1')
  expect(screen.getByText('Failed')).toBeVisible()
})
test('news change the list while it is looked at', async () => {
  show({
    list: () => ({ jobs: [job(1)], total: 1 }),
    news: [
      { heartbeat: true },
      { jobs: [job(1, { state: 'completed', version: 2 }), job(2, { title: 'Just submitted', state: 'queued' })] },
    ],
  })
  expect(await screen.findByRole('link', { name: 'Just submitted' })).toBeVisible()
  expect(screen.getByText('Completed')).toBeVisible()
})
test('without jobs it leads to the form', async () => {
  show({ list: () => ({}) })
  expect(await screen.findByText('No jobs yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Analyze Content' })).toHaveAttribute('href', '/')
})
test('a failure can be tried again', async () => {
  let times = 0
  show({
    list: () => {
      if (++times === 1) throw new ConnectError('The database is busy.', Code.Unavailable)
      return { jobs: [job(1)], total: 1 }
    },
  })
  expect(await screen.findByText('The database is busy.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Title 1' })).toBeVisible()
})
test('further jobs are asked for after those that are there', async () => {
  const offsets: number[] = []
  show({
    list: ({ offset }) => {
      offsets.push(offset)
      return { jobs: offset === 0 ? [job(3), job(2)] : [job(1)], total: 3 }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('link', { name: 'Title 1' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(offsets).toEqual([0, 2])
})
test.each([
  ['submit', false],
  ['moderate', true],
  ['admin', true],
])('with %s there is a switch for everybody’s jobs: %s', async (permission, there) => {
  const asked: boolean[] = []
  const { router } = show({
    permissions: [permission],
    list: ({ all }) => {
      asked.push(all)
      return { jobs: [job(1, { submitter: 'Grace' })], total: 1 }
    },
  })
  await screen.findByRole('link', { name: 'Title 1' })
  expect(screen.queryByText('by Grace')).toBeNull()
  const all = screen.queryByRole('switch', { name: 'Everybody’s' })
  expect(all !== null).toBe(there)
  if (!all) return
  await userEvent.click(all)
  expect(await screen.findByText('by Grace')).toBeVisible()
  expect(router.state.location.search).toBe('?all=1')
  expect(asked).toEqual([false, true])
})
test('the address alone shows nobody the jobs of others', async () => {
  const asked: boolean[] = []
  show({
    at: '/jobs?all=1',
    list: ({ all }) => {
      asked.push(all)
      return {}
    },
  })
  await screen.findByText('No jobs yet')
  expect(asked).not.toContain(true)
})
