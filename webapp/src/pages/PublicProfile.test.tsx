import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { expect, test, vi } from 'vitest'
import { FavoriteService } from '@/gen/mentionary/v1/favorite_pb'
import { UserService } from '@/gen/mentionary/v1/user_pb'
import { renderWith } from '@/testing/render'
import { signedIn, signedOut } from '@/testing/session'
import { currentToast } from '@/ui/toasts'
import { Component } from './PublicProfile'

const since = { seconds: 1_772_323_200n, nanos: 0 } // March 1, 2026, 0:00 UTC
const added = { seconds: 1_775_001_600n, nanos: 0 } // April 1, 2026
const entity = (n: number, type: string, name: string) => ({
  id: n,
  itemType: 'entity',
  itemId: n,
  createdAt: added,
  entity: { id: n, type, name, slug: `thing-${n}` },
})
const some = [
  entity(1, 'person', 'Grace Hopper'),
  entity(2, 'book', 'Dune'),
  entity(3, 'book', 'Emma'),
  {
    id: 9,
    itemType: 'episode',
    itemId: 7,
    createdAt: added,
    episode: {
      id: 7,
      title: 'Slow reading',
      channel: { name: 'The Long Walk' },
      pageUrl: 'https://shows.example.org/7',
    },
  },
]
const refuse = (message: string, code: Code) => () => {
  throw new ConnectError(message, code)
}

type World = {
  who?: (r: ConnectRouter) => unknown
  user?: { firstName: string; createdAt: typeof since } | (() => never)
  favorites?: object[] | (() => never)
  at?: string
}

function show({
  who = signedOut,
  user = { firstName: 'Noor', createdAt: since },
  favorites = some,
  at = '/profile/u2',
}: World = {}) {
  return renderWith(<Component />, {
    path: '/profile/:userId',
    at,
    services: r => {
      who(r)
      r.service(FavoriteService, { listFavorites: () => ({}) })
      r.service(UserService, {
        getPublicUser: ({ userId }) => {
          expect(at).toBe(`/profile/${userId}`)
          return typeof user === 'function' ? user() : { user }
        },
        listPublicFavorites: () => (typeof favorites === 'function' ? favorites() : { favorites }),
      })
    },
  })
}

test('visitors see whose collection it is, and its numbers', async () => {
  show()
  expect(await screen.findByRole('heading', { level: 1, name: "Noor's Discoveries" })).toBeVisible()
  expect(screen.getByText('Collecting since March 2026')).toBeVisible()
  expect(document.title).toBe("Noor's Discoveries · Mentionary")
  const number = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent
  expect([
    await number('Total Saved'),
    await number('Discoveries'),
    await number('Episodes'),
    await number('Categories'),
  ]).toEqual(['4', '3', '1', '2'])
  expect(screen.queryByRole('button', { name: /^Favorite/ })).toBeNull()
})
test('discoveries stand by type, episodes with their channel and where to watch them', async () => {
  show()
  const section = async (name: string) =>
    within((await screen.findByRole('heading', { level: 2, name })).closest('section')!)
  const books = await section('Books')
  expect(books.getAllByRole('heading', { level: 3 }).map(h => h.textContent)).toEqual(['Dune', 'Emma'])
  expect(books.getAllByText('Added Apr 1, 2026')).toHaveLength(2)
  expect((await section('People')).getByRole('link', { name: 'Grace Hopper' })).toBeVisible()
  const episodes = await section('Favorite Episodes')
  expect(episodes.getByRole('link', { name: 'Slow reading' })).toHaveAttribute('href', '/episode/7')
  expect(episodes.getByText('The Long Walk')).toBeVisible()
  expect(episodes.getByRole('link', { name: /Watch/ })).toHaveAttribute('href', 'https://shows.example.org/7')
  expect(screen.getAllByRole('heading', { level: 2 }).map(h => h.textContent)).toEqual([
    'Books',
    'People',
    'Favorite Episodes',
  ])
})
test('a long section shows the rest on request', async () => {
  show({ favorites: Array.from({ length: 14 }, (_, i) => entity(i + 1, 'book', `Book ${i + 1}`)) })
  await userEvent.click(await screen.findByRole('button', { name: 'Show all 14 books' }))
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(14)
})
test('the collection is shared by its link', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show()
  await user.click(await screen.findByRole('button', { name: 'Share Collection' }))
  expect(write).toHaveBeenCalledWith(`${location.origin}/profile/u2`)
  expect([currentToast()?.title, currentToast()?.text]).toEqual(['Collection Shared', 'Link copied to clipboard'])
})
test('where the device can share, it does', async () => {
  const sheet = vi.fn().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { share: sheet }))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Share Collection' }))
  expect(sheet).toHaveBeenCalledWith({ title: "Noor's Discoveries", url: `${location.origin}/profile/u2` })
  vi.unstubAllGlobals()
})
test('an empty collection leads to episodes', async () => {
  show({ favorites: [] })
  expect(await screen.findByText('No favorites yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Explore Episodes' })).toHaveAttribute('href', '/directory')
})
test('signed-in readers can keep what they find', async () => {
  show({ who: signedIn })
  expect(await screen.findByRole('button', { name: 'Favorite Dune' })).toBeVisible()
})

test('a missing or private profile is not found', async () => {
  show({ user: refuse('Profile Not Found', Code.NotFound), favorites: refuse('Profile Not Found', Code.NotFound) })
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible()
  expect(screen.getByText('This profile does not exist or is private.')).toBeVisible()
})
test('its owner learns how to publish it', async () => {
  show({
    who: signedIn,
    at: '/profile/u1',
    user: refuse('Profile Not Found', Code.NotFound),
    favorites: refuse('Profile Not Found', Code.NotFound),
  })
  expect(await screen.findByRole('link', { name: 'Open Preferences' })).toHaveAttribute(
    'href',
    '/profile?tab=preferences',
  )
})
test('any other failure can be tried again', async () => {
  show({ user: refuse('The catalogue rests.', Code.Unavailable) })
  expect(await screen.findByText('The catalogue rests.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  expect(screen.queryByText('Profile Not Found')).toBeNull()
})
test('favorites that do not load leave the head in place', async () => {
  show({ favorites: refuse('The catalogue rests.', Code.Unavailable) })
  expect(await screen.findByText('The catalogue rests.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: "Noor's Discoveries" })).toBeVisible()
})
