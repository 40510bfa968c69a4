import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { beforeEach, expect, test, vi } from 'vitest'
import { routes } from '@/app/routes'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'
import { FavoriteService } from '@/gen/mentionary/v1/favorite_pb'
import { FollowService } from '@/gen/mentionary/v1/follow_pb'
import { UserService, type SaveProfileRequest } from '@/gen/mentionary/v1/user_pb'
import { renderRoutes } from '@/testing/render'
import { currentToast, dismissToast } from '@/ui/toasts'

beforeEach(() => {
  const shown = currentToast()
  if (shown) dismissToast(shown.id)
})

const joined = { seconds: 1_772_668_800n, nanos: 0 } // March 5, 2026
const ada = {
  id: 'u1',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.org',
  displayName: 'Ada B.',
  role: 'user',
  permissions: ['submit'],
  createdAt: joined,
  published: false,
}
const episode = (n: number) => ({
  id: 100 + n,
  itemType: 'episode',
  itemId: n,
  createdAt: joined,
  episode: {
    id: n,
    videoId: `v${n}`,
    title: `Episode ${n}`,
    channel: { name: 'The Long Walk' },
    pageUrl: 'https://shows.example.org/1',
  },
})
const entity = (n: number, type = 'book', name = `Book ${n}`) => ({
  id: 200 + n,
  itemType: 'entity',
  itemId: n,
  createdAt: joined,
  entity: { id: n, type, name, slug: `thing-${n}` },
})
const some = [entity(1), episode(1), entity(2, 'person', 'Grace Hopper'), entity(3, 'organization', 'Acme')]

type World = {
  at?: string
  user?: object | null
  favorites?: object[]
  save?: (r: SaveProfileRequest) => object
  failing?: () => boolean
  page?: number
}

function show({ at = '/profile', user = ada, favorites = some, save, failing = () => false, page = 1000 }: World = {}) {
  let account = user
  const saves: SaveProfileRequest[] = []
  const view = renderRoutes(routes, {
    at,
    services: r => {
      r.service(AuthService, { getCurrentUser: () => (account ? { user: account } : {}) })
      r.service(FavoriteService, {
        listFavorites: ({ offset }) => {
          if (failing()) throw new ConnectError('The catalogue rests.', Code.Unavailable)
          return { favorites: favorites.slice(offset, offset + page), total: favorites.length }
        },
        checkFavorite: () => ({ isFavorite: true }),
        removeFavorite: ({ itemType, itemId }) => {
          favorites = favorites.filter(
            f => !('itemId' in f) || f.itemId !== itemId || !('itemType' in f) || f.itemType !== itemType,
          )
          return { removed: true }
        },
      })
      r.service(FollowService, { listFollows: () => ({}) })
      r.service(AccountService, { getLimits: () => ({}), listSessions: () => ({}), listTokens: () => ({}) })
      r.service(UserService, {
        saveProfile: q => {
          saves.push(q)
          account = {
            ...account,
            ...(q.displayName !== undefined && { displayName: q.displayName }),
            ...(q.published !== undefined && { published: q.published }),
          }
          return save?.(q) ?? { user: account }
        },
      })
    },
  })
  return { ...view, saves }
}

const clipboard = () => vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
const told = () => [currentToast()?.title, currentToast()?.text]
const pageHead = async (name: string) =>
  within((await screen.findByRole('heading', { level: 1, name })).closest('header')!)

test('signed out, a button leads to sign in and back', async () => {
  show({ user: null, at: '/profile?tab=favorites' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Please Sign In' })).toBeVisible()
  for (const link of screen.getAllByRole('link', { name: 'Sign In' }))
    expect(link).toHaveAttribute('href', expect.stringMatching(/^\/api\/login\?returnTo=/))
})
test('the head tells who it is', async () => {
  show()
  const head = await pageHead('Ada')
  for (const text of ['Ada Byron', 'ada@example.org', 'Member since March 2026'])
    expect(head.getByText(text)).toBeVisible()
  expect(document.title).toBe('My Profile · Mentionary')
})
test('without a first name the e-mail stands for it', async () => {
  show({ user: { id: 'u1', email: 'ada@example.org', permissions: [] } })
  await pageHead('ada@example.org')
})

test('the overview counts, and says what kinds of things are saved', async () => {
  show()
  const panel = within(await screen.findByRole('tabpanel', { name: 'Overview' }))
  const number = async (label: string) => (await panel.findByText(label)).nextElementSibling?.textContent
  expect(await number('Total Favorites')).toBe('4')
  expect(await number('Episodes Saved')).toBe('1')
  expect(await number('Entities Saved')).toBe('3')
  expect(await number('Member Since')).toBe('March 2026')
  expect(panel.getAllByRole('listitem').map(i => i.textContent)).toEqual(['1 book', '1 person', '1 company'])
})
test('favorites of more than one answer are all counted', async () => {
  show({ favorites: Array.from({ length: 5 }, (_, i) => entity(i + 1)), page: 2 })
  expect((await screen.findByText('Total Favorites')).nextElementSibling).toHaveTextContent('5')
})
test('the tab stands in the address', async () => {
  const { router } = show()
  await userEvent.click(await screen.findByRole('tab', { name: 'Activity' }))
  expect(router.state.location.search).toBe('?tab=activity')
  await userEvent.keyboard('{ArrowRight}')
  expect(router.state.location.search).toBe('?tab=favorites')
  await userEvent.click(screen.getByRole('tab', { name: 'Overview' }))
  expect(router.state.location.search).toBe('')
})
test('favorites that cannot be loaded can be asked for again', async () => {
  let down = true
  show({ failing: () => down, at: '/profile?tab=activity' })
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('The catalogue rests.')).toBeVisible()
  down = false
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Grace Hopper' })).toHaveAttribute(
    'href',
    expect.stringContaining('/entity/2/'),
  )
})

test('letting a favorite go is told, though its row is gone by then', async () => {
  show({ at: '/profile?tab=favorites' })
  await userEvent.click(await screen.findByRole('button', { name: /Grace Hopper/ }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Grace Hopper' })).toBeNull())
  await waitFor(() => expect(told()).toEqual(['Removed from favorites', 'Item has been removed from your favorites']))
})

test('the activity is the ten latest favorites', async () => {
  show({ at: '/profile?tab=activity', favorites: [episode(1), ...Array.from({ length: 12 }, (_, i) => entity(i + 1))] })
  const rows = within(await screen.findByRole('tabpanel', { name: 'Activity' })).findAllByText('Added Mar 5, 2026')
  expect(await rows).toHaveLength(10)
  expect(screen.getByRole('link', { name: 'Episode 1' })).toHaveAttribute('href', '/episode/1')
  expect(screen.queryByRole('link', { name: 'Book 10' })).toBeNull()
})
test('without any there is no activity', async () => {
  show({ at: '/profile?tab=activity', favorites: [] })
  expect(await screen.findByText('No Activity Yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Explore Episodes' })).toHaveAttribute('href', '/')
})

test('the five latest of each kind are listed, the rest on request', async () => {
  show({
    at: '/profile?tab=favorites',
    favorites: [
      ...Array.from({ length: 7 }, (_, i) => entity(i + 1)),
      ...Array.from({ length: 5 }, (_, i) => episode(i + 1)),
    ],
  })
  expect(await screen.findAllByRole('link', { name: /^Book \d/ })).toHaveLength(5)
  expect(screen.getAllByRole('link', { name: /^Episode \d/ })).toHaveLength(5)
  const more = screen.getByRole('button', { name: 'Show all 7 mentions' })
  await userEvent.click(more)
  expect(screen.getAllByRole('link', { name: /^Book \d/ })).toHaveLength(7)
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(screen.getAllByRole('link', { name: /^Book \d/ })).toHaveLength(5)
})
test('a favorite that is let go leaves the list', async () => {
  show({ at: '/profile?tab=favorites' })
  await userEvent.click(await screen.findByRole('button', { name: 'Favorite Grace Hopper', pressed: true }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Grace Hopper' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Book 1' })).toBeVisible()
})
test('the collection is kept as a JSON file', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    files.push(file as Blob)
    return 'blob:file'
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toMatch(/^mentionary-favorites-\d{4}-\d{2}-\d{2}\.json$/)
    expect(this.href).toBe('blob:file')
  })
  show({ at: '/profile?tab=favorites' })
  await userEvent.click(await screen.findByRole('button', { name: 'Export Collection' }))
  expect(clicked).toHaveBeenCalledOnce()
  const content = JSON.parse(await files[0]!.text()) as {
    totalFavorites: number
    episodes: unknown[]
    entities: { name: string }[]
  }
  expect([content.totalFavorites, content.episodes.length, content.entities.map(e => e.name)]).toEqual([
    4,
    1,
    ['Book 1', 'Grace Hopper', 'Acme'],
  ])
  expect(told()).toEqual(['Favorites Exported', 'Your collection has been downloaded as JSON file'])
})

test('a published profile is shared at once', async () => {
  const user = userEvent.setup()
  const write = clipboard()
  const { saves } = show({ user: { ...ada, published: true }, at: '/profile?tab=favorites' })
  await user.click(await screen.findByRole('button', { name: 'Share Profile' }))
  expect(write).toHaveBeenLastCalledWith(`${location.origin}/profile/u1`)
  expect(told()).toEqual(['Profile Link Copied', undefined])
  await user.click(await screen.findByRole('button', { name: 'Share Collection' }))
  expect(told()).toEqual(['Collection Shared', 'Link copied to clipboard'])
  expect(saves).toEqual([])
})
test('a private one is shared after saying what becomes visible, and only asked once', async () => {
  const user = userEvent.setup()
  const write = clipboard()
  const { saves } = show()
  await screen.findByText('Total Favorites')
  await user.click(screen.getByRole('button', { name: 'Share Profile' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Publish your profile?' }))
  expect(dialog.getByText('Ada B.')).toBeVisible()
  expect(dialog.getByText(/^Your 4 favorites/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect([saves.length, write.mock.calls.length]).toEqual([0, 0])

  await user.click(screen.getByRole('button', { name: 'Share Profile' }))
  await user.click(screen.getByRole('button', { name: 'Publish and Share' }))
  await waitFor(() => expect(told()).toEqual(['Profile Link Copied', undefined]))
  expect(saves.map(s => [s.published, s.displayName])).toEqual([[true, undefined]])
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Share Profile' }))
  expect(write).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('dialog')).toBeNull()
})
test('when publishing fails nothing is shared, and the dialog says why', async () => {
  const user = userEvent.setup()
  const write = clipboard()
  show({
    save: () => {
      throw new ConnectError('Something went wrong on our side.', Code.Internal)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Share Profile' }))
  await user.click(screen.getByRole('button', { name: 'Publish and Share' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side.')
  expect(write).not.toHaveBeenCalled()
})
test('a link that cannot be copied is told', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  show({ user: { ...ada, published: true } })
  await user.click(await screen.findByRole('button', { name: 'Share Profile' }))
  expect(told()).toEqual(['Error', `The link could not be copied. It is ${location.origin}/profile/u1`])
})

const preferences = async (world: World = {}) => {
  const view = show({ at: '/profile?tab=preferences', ...world })
  return { ...view, panel: within(await screen.findByRole('tabpanel', { name: 'Preferences' })) }
}
test('the preferences tell the account, which cannot be edited', async () => {
  const { panel } = await preferences()
  const fact = (label: string) => panel.getByText(label).nextElementSibling?.textContent
  expect(['E-mail', 'Name', 'Member since', 'Role'].map(fact)).toEqual([
    'ada@example.org',
    'Ada Byron',
    'March 2026',
    'User',
  ])
  expect(panel.getAllByRole('textbox')).toHaveLength(1)
})
test('what is missing is not set, and an unset role is User', async () => {
  const { panel } = await preferences({ user: { id: 'u1', permissions: [] } })
  const fact = (label: string) => panel.getByText(label).nextElementSibling?.textContent
  expect(['E-mail', 'Name', 'Role'].map(fact)).toEqual(['Not set', 'Not set', 'User'])
})
test('the display name and the publishing are saved, and the header knows at once', async () => {
  const { panel, saves } = await preferences()
  const name = panel.getByRole('textbox', { name: 'Display name' })
  await userEvent.clear(name)
  await userEvent.type(name, '  Countess ')
  await userEvent.click(panel.getByRole('switch', { name: 'Public profile' }))
  expect(panel.getByText('Everybody with the link sees:')).toBeVisible()
  expect(saves).toEqual([])
  await userEvent.click(panel.getByRole('button', { name: 'Save Preferences' }))
  expect(await panel.findByRole('link', { name: 'View Public Profile' })).toHaveAttribute('href', '/profile/u1')
  expect(saves.map(s => [s.displayName, s.published])).toEqual([['Countess', true]])
  expect(told()[0]).toBe('Preferences Saved')
  expect(name).toHaveValue('Countess')
  await userEvent.click(screen.getByRole('button', { name: 'Account' }))
  expect(screen.getByText('Countess', { selector: '.menu-header *' })).toBeVisible()
})
test('an empty name is not sent', async () => {
  const { panel, saves } = await preferences()
  const name = panel.getByRole('textbox', { name: 'Display name' })
  await userEvent.clear(name)
  await userEvent.type(name, '  {Enter}')
  expect(panel.getByRole('alert')).toHaveTextContent('Please enter a display name.')
  expect(name).toBeInvalid()
  expect(saves).toEqual([])
})
test('what the server refuses is told in its words, and the input stays', async () => {
  const { panel } = await preferences({
    save: () => {
      throw new ConnectError('The display name has no visible characters.', Code.InvalidArgument)
    },
  })
  await userEvent.type(panel.getByRole('textbox', { name: 'Display name' }), '!')
  await userEvent.click(panel.getByRole('button', { name: 'Save Preferences' }))
  await waitFor(() => expect(told()).toEqual(['Error', 'The display name has no visible characters.']))
  expect(panel.getByRole('textbox', { name: 'Display name' })).toHaveValue('Ada B.!')
})
test('publishing by the share button is not taken back by saving a name', async () => {
  clipboard()
  const user = userEvent.setup()
  const { panel, saves } = await preferences()
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.type(panel.getByRole('textbox', { name: 'Display name' }), '!')
  await user.click(screen.getByRole('button', { name: 'Share Profile' }))
  await user.click(screen.getByRole('button', { name: 'Publish and Share' }))
  await waitFor(() => expect(panel.getByRole('switch')).toBeChecked())
  await user.click(panel.getByRole('button', { name: 'Save Preferences' }))
  await waitFor(() =>
    expect(saves.map(s => [s.displayName, s.published])).toEqual([
      [undefined, true],
      ['Ada B.!', undefined],
    ]),
  )
})
