import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AdminService, type ListUsersRequest } from '@/gen/mentionary/v1/admin_pb'
import { InsightsService } from '@/gen/mentionary/v1/insights_pb'
import { signedInWith } from '@/testing/people'
import { errorWithReason } from '@/testing/reason'
import { renderRoutes } from '@/testing/render'
import { currentToast } from '@/ui/toasts'
import { Component } from './Admin'

beforeEach(() => sessionStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

const grace = {
  id: 'g1',
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  role: 'user',
  isActive: true,
}
const ada = {
  id: 'u1',
  firstName: 'Ada',
  email: 'ada@example.com',
  role: 'admin',
  isActive: true,
  locked: 'You cannot change your own role or status.',
}

const jobs = Array.from({ length: 7 }, (_, i) => ({
  id: i + 1,
  type: 'video',
  input: `https://youtu.be/${i}`,
  status: i === 0 ? 'failed' : 'completed',
}))
const entities = Array.from({ length: 7 }, (_, i) => ({ id: i + 1, name: `Book ${i}`, type: 'book', mentions: 9 - i }))

type Calls<T extends typeof AdminService | typeof InsightsService> = Partial<ServiceImpl<T>>

function show(
  permissions: string[],
  {
    at = '/admin',
    admin = {},
    insights = {},
  }: { at?: string; admin?: Calls<typeof AdminService>; insights?: Calls<typeof InsightsService> } = {},
) {
  const people = permissions.includes('admin') ? { totalUsers: 12, activeUsers: 11 } : {}
  return renderRoutes([{ path: '/admin', element: <Component />, HydrateFallback: () => null }], {
    at,
    services: r => {
      signedInWith(...permissions)(r)
      r.service(AdminService, {
        getAdminStats: () => ({ ...people, totalProcessingJobs: 40, recentJobs: jobs, topEntities: entities }),
        getAnalytics: () => ({
          totalEvents: 900,
          ...(permissions.includes('admin') && { uniqueUsers: 30 }),
          topEvents: [{ eventType: 'episode_view', count: 500 }],
        }),
        getHealth: () => ({
          state: 'degraded',
          checks: [
            { name: 'database', state: 'ok', text: 'The database answers.', tookMs: 3 },
            {
              name: 'queue mentionary-model',
              state: 'degraded',
              text: 'Nobody works here. Start a worker.',
              tookMs: 1200,
            },
          ],
        }),
        listUsers: () => ({ users: [grace, ada], total: 2 }),
        ...admin,
      })
      r.service(InsightsService, {
        listFailures: () => ({
          failures: [{ jobId: 7, title: 'A talk', stage: 'transcript', text: 'It is private.' }],
        }),
        getTrends: () => ({}),
        getCosts: () => ({}),
        ...insights,
      })
    },
  })
}

test('a skeleton stands until the three sets of data are there', async () => {
  let answer: (value: { totalEvents: number }) => void = () => undefined
  show(['admin'], { admin: { getAnalytics: () => new Promise(resolve => (answer = resolve)) } })
  expect(await screen.findByText('Loading…')).toBeInTheDocument()
  expect(screen.queryByText('Total Users')).toBeNull()
  await waitFor(() => answer({ totalEvents: 5 }))
  expect(await screen.findByText('Analytics Events')).toBeVisible()
})

test('an admin sees the figures, five jobs and entities, every check, and the last errors', async () => {
  show(['submit', 'moderate', 'admin'])
  const figures = await screen.findByLabelText('Key figures')
  for (const words of [
    'Total Users',
    '12',
    '11 active',
    'Processing Jobs',
    '40',
    '7 recent',
    'Analytics Events',
    '900',
    '30 unique users',
    'System Health',
    'Degraded',
    '1 check to look at',
  ])
    expect(within(figures).getByText(words)).toBeVisible()
  const recent = screen.getByRole('list', { name: 'Recent jobs' })
  expect(within(recent).getAllByRole('listitem')).toHaveLength(5)
  expect(recent).toHaveTextContent('Video')
  expect(recent).toHaveTextContent('Failed')
  expect(within(screen.getByRole('list', { name: 'Top entities' })).getAllByRole('listitem')).toHaveLength(5)
  const checks = screen.getByRole('list', { name: 'Checks' })
  expect(checks).toHaveTextContent('HealthyDatabaseThe database answers.3 ms')
  expect(checks).toHaveTextContent('DegradedQueue mentionary-modelNobody works here. Start a worker.1,200 ms')
  const errors = await screen.findByRole('list', { name: 'Last errors' })
  expect(within(errors).getByRole('link', { name: 'A talk' })).toHaveAttribute('href', '/jobs/7')
  expect(errors).toHaveTextContent('Fetch transcript')
})

test('a moderator sees no figure about people and no people', async () => {
  let asked = 0
  show(['submit', 'moderate'], {
    admin: { listUsers: () => (asked++, {}) },
    insights: { getCosts: () => (asked++, {}) },
  })
  expect(await screen.findByText('Processing Jobs')).toBeVisible()
  expect(screen.queryByText('Total Users')).toBeNull()
  expect(screen.queryByText(/unique user/)).toBeNull()
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Analytics', 'Top Entities'])
  expect(asked).toBe(0)
})

test('“Check again” asks again', async () => {
  let times = 0
  const checks = [
    { name: 'model', state: 'off', text: 'No server is named.' },
    { name: 'disk', state: 'ok', text: 'There is room.' },
  ]
  show(['moderate'], { admin: { getHealth: () => ({ state: ++times > 1 ? 'ok' : 'down', checks }) } })
  expect(await screen.findByText('Down')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await within(screen.getByLabelText('Key figures')).findByText('Healthy')).toBeVisible()
  expect(screen.getByText('1 check passed')).toBeVisible() // what is off was not asked
})

test('the analytics tab has all events, the unique users and the top events', async () => {
  show(['moderate', 'admin'], { at: '/admin?tab=analytics' })
  const events = await screen.findByLabelText('Events')
  for (const words of ['Total Events', '900', 'Unique Users', '30'])
    expect(within(events).getByText(words)).toBeVisible()
  expect(await screen.findByRole('row', { name: 'Episode view 500' })).toBeVisible()
})
test('the tab stands in the address', async () => {
  const { router } = show(['moderate', 'admin'])
  await userEvent.click(await screen.findByRole('tab', { name: 'Top Entities' }))
  expect(router.state.location.search).toBe('?tab=entities')
  expect(await screen.findByRole('cell', { name: 'Book 6' })).toBeVisible()
})

test('a role is applied when it is chosen, and people are asked for again', async () => {
  const set: object[] = []
  let asked = 0
  show(['admin'], {
    admin: {
      listUsers: () => (asked++, { users: [{ ...grace, role: set.length > 0 ? 'moderator' : 'user' }], total: 1 }),
      setUserRole: ({ userId, role }: { userId: string; role: string }) => (set.push({ userId, role }), {}),
    },
  })
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Role of Grace Hopper' }))
  await userEvent.click(await screen.findByTitle('Moderator'))
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'User role updated successfully' }))
  expect(set).toEqual([{ userId: 'g1', role: 'moderator' }])
  await waitFor(() => expect(asked).toBe(2))
})

test('a refused role or status says so with the sentence of the server', async () => {
  const refuse = () => {
    throw new ConnectError('Somebody else changed this.', Code.Aborted)
  }
  show(['admin'], { admin: { setUserRole: refuse, setUserStatus: refuse } })
  const text = (what: string) => `Failed to update user ${what}. Somebody else changed this.`
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Role of Grace Hopper' }))
  await userEvent.click(await screen.findByTitle('Moderator'))
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', text: text('role'), tone: 'error' }))
  // What was refused is not shown.
  expect(document.querySelector('.admin-role')).toHaveTextContent('User')
  await userEvent.click(screen.getByRole('switch', { name: 'Grace Hopper is active' }))
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', text: text('status'), tone: 'error' }))
})

test('one’s own row is explained and offers nothing', async () => {
  show(['admin'])
  expect(await screen.findByText('You cannot change your own role or status.')).toBeVisible()
  expect(screen.getAllByRole('switch')).toHaveLength(1)
  expect(screen.getAllByRole('combobox')).toHaveLength(1)
})

test('people are searched by the server when typing pauses', async () => {
  const asked: Partial<ListUsersRequest>[] = []
  const { router } = show(['admin'], {
    admin: {
      listUsers: (r: ListUsersRequest) => (
        asked.push({ search: r.search, offset: r.offset }),
        { users: [grace], total: 45 }
      ),
    },
  })
  await userEvent.click(await screen.findByTitle('2'))
  await waitFor(() => expect(asked.at(-1)).toEqual({ search: '', offset: 20 }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search people' }), 'grace')
  await waitFor(() => expect(asked.at(-1)).toEqual({ search: 'grace', offset: 0 }))
  expect(router.state.location.search).toBe('?q=grace')
})

test('a change that needs a fresh sign-in is kept, and made after it', async () => {
  let fresh = false
  const set: boolean[] = []
  const admin = {
    setUserStatus: ({ isActive }: { isActive?: boolean | undefined }) => {
      if (!fresh) throw errorWithReason('Please sign in again.', 'sign_in_again')
      set.push(isActive!)
      return {}
    },
  }
  const first = show(['admin'], { admin })
  await userEvent.click(await screen.findByRole('switch', { name: 'Grace Hopper is active' }))
  const leave = await screen.findByRole('link', { name: 'Sign In Again' })
  leave.addEventListener('click', event => event.preventDefault()) // no page is left in these tests
  await userEvent.click(leave)
  first.unmount()
  fresh = true
  const second = show(['admin'], { admin })
  await waitFor(() => expect(set).toEqual([false]))
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'User status updated successfully' }))
  second.unmount()
  show(['admin'], { admin })
  await screen.findByText('Grace Hopper')
  expect(set).toEqual([false])
})
