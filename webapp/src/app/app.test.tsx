import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { useQuery } from '@connectrpc/connect-query'
import type { RouteObject } from 'react-router'
import { expect, test, vi } from 'vitest'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'
import { StatsService } from '@/gen/mentionary/v1/stats_pb'
import { letterOf } from '@/modules/session'
import { renderRoutes } from '@/testing/render'
import { ErrorPage } from './ErrorPage'
import { Permitted, SignedIn } from './Guards'
import { routes } from './routes'
import { Shell } from './Shell'

const user = { id: 'u1', firstName: 'Ada', email: 'ada@example.org', displayName: 'Ada', permissions: ['submit'] }
const session = (answer: object) => ({
  services: (r: import('@connectrpc/connect').ConnectRouter) =>
    void r.service(AuthService, { getCurrentUser: () => answer }),
})
const within_ = (children: RouteObject[]): RouteObject[] => [
  { element: <Shell />, HydrateFallback: () => null, children },
]

test('an unknown address is the 404 page', async () => {
  renderRoutes(routes, { at: '/no/such/page', ...session({}) })
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(document.title).toBe('Page Not Found · Mentionary')
})

test('the header leads to all directories, the footer to the lists', async () => {
  renderRoutes(routes, { at: '/nowhere', ...session({}) })
  const nav = await screen.findByRole('navigation', { name: 'Main' })
  expect(
    within(nav)
      .getAllByRole('link')
      .map(l => [l.textContent, l.getAttribute('href')]),
  ).toEqual([
    ['Directory', '/directory'],
    ['Channels', '/channels'],
    ['Concepts', '/concepts'],
    ['Books', '/books'],
    ['Products', '/products'],
    ['People', '/people'],
    ['Locations', '/locations'],
  ])
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByRole('link', { name: 'Organizations' })).toHaveAttribute('href', '/directory?type=organization')
  expect(footer.getByText('Free account. No credit card required.')).toBeVisible()
})

test('signed out, Sign In comes back to the page', async () => {
  renderRoutes(routes, { at: '/nowhere?a=1', ...session({}) })
  expect(await screen.findByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/api/login?returnTo=%2Fnowhere%3Fa%3D1',
  )
})
test('a failed current-user call means signed out, quietly', async () => {
  renderRoutes(routes, {
    at: '/nowhere',
    services: r =>
      void r.service(AuthService, {
        getCurrentUser: () => {
          throw new ConnectError('down', Code.Unavailable)
        },
      }),
  })
  expect(await screen.findByRole('link', { name: 'Sign In' })).toBeVisible()
})

const menuOf = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
  return screen.getAllByRole('menuitem').map(i => [i.textContent, i.getAttribute('href')])
}
test('the menu of a user', async () => {
  renderRoutes(routes, { at: '/nowhere', ...session({ user }) })
  expect(await menuOf()).toEqual([
    ['My Favorites', '/profile?tab=favorites'],
    ['Profile Settings', '/profile?tab=preferences'],
    ['My Jobs', '/jobs'],
    ['Sign Out', '/api/logout'],
  ])
})
test.each([['moderate'], ['admin']])(
  'with the permission %s it has the dashboard, after a separator',
  async permission => {
    renderRoutes(routes, { at: '/nowhere', ...session({ user: { ...user, permissions: ['submit', permission] } }) })
    expect(await menuOf()).toContainEqual(['Admin Dashboard', '/admin'])
    expect(screen.getAllByRole('separator')).toHaveLength(2)
  },
)
test.each([
  [{ firstName: 'ada', email: 'x@y.z' }, 'A'],
  [{ firstName: ' ', email: 'x@y.z' }, 'X'],
  [{}, 'U'],
  [{ firstName: 'ß' }, 'SS'],
])('the letter of %j is %s', (person, letter) => {
  expect(letterOf(person)).toBe(letter)
})

test('the navigation of narrow screens opens, and closes by Escape', async () => {
  renderRoutes(routes, { at: '/nowhere', ...session({}) })
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  expect(screen.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
})

const guarded = within_([
  { element: <SignedIn />, children: [{ path: 'profile', element: <h1>My page</h1> }] },
  { element: <Permitted any={['admin']} />, children: [{ path: 'admin', element: <h1>Dashboard</h1> }] },
])
test('a page of an account asks visitors to sign in and come back', async () => {
  renderRoutes(guarded, { at: '/profile', ...session({}) })
  expect(await screen.findByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  expect(screen.queryByText('My page')).toBeNull()
})
test('it is shown to its owner', async () => {
  renderRoutes(guarded, { at: '/profile', ...session({ user }) })
  expect(await screen.findByText('My page')).toBeVisible()
})
test('an admin page does not exist for others, and never flashes', async () => {
  renderRoutes(guarded, { at: '/admin', ...session({ user }) })
  expect(screen.queryByText('Page Not Found')).toBeNull()
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(screen.queryByText('Dashboard')).toBeNull()
})
test('it is shown with the permission', async () => {
  renderRoutes(guarded, { at: '/admin', ...session({ user: { ...user, permissions: ['admin'] } }) })
  expect(await screen.findByText('Dashboard')).toBeVisible()
})

function NeedsAccount() {
  useQuery(StatsService.method.getStats)
  return <h1>Private</h1>
}
test('a call refused for want of a session says so and signs in again after half a second', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderRoutes(within_([{ path: '*', element: <NeedsAccount /> }]), {
    at: '/x',
    services: r => {
      r.service(AuthService, { getCurrentUser: () => ({ user }) })
      r.service(StatsService, {
        getStats: () => {
          throw new ConnectError('no session', Code.Unauthenticated)
        },
      })
    },
  })
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
  expect(screen.getByText('Unauthorized')).toBeVisible()
  // Nothing of the person is on the screen while the page is left.
  expect(await screen.findByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Account' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(assign).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/login/))
})

function Faulty(): never {
  throw new Error('boom')
}
test('a page that fails shows the error page inside the shell, without its inner words', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined)
  vi.mocked(console.warn).mockImplementation(() => undefined)
  renderRoutes(within_([{ errorElement: <ErrorPage />, children: [{ path: '*', element: <Faulty /> }] }]), {
    at: '/x',
    ...session({}),
  })
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(screen.queryByText(/boom/)).toBeNull()
  expect(screen.getByRole('contentinfo')).toBeVisible()
})
