import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'
import { ChannelService } from '@/gen/mentionary/v1/channel_pb'
import { EntityService, type ListEntitiesRequest } from '@/gen/mentionary/v1/entity_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { StatsService } from '@/gen/mentionary/v1/stats_pb'
import { WatchService } from '@/gen/mentionary/v1/watch_pb'
import { signedInWith } from '@/testing/people'
import { renderRoutes } from '@/testing/render'
import { routes } from './routes'

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

type Catalogue = {
  user?: () => object
  episodes?: number
  channels?: { name: string; totalMentions: number }[]
  entities?: (request: ListEntitiesRequest) => object
  stats?: () => object
}

function show(
  permissions: string[],
  {
    user,
    episodes = 0,
    channels = [],
    entities = () => ({}),
    stats = () => ({ totalEpisodes: 1234, totalBooks: 2, totalProducts: 3, totalPeople: 4 }),
  }: Catalogue = {},
  at = '/',
) {
  const limits: number[] = []
  const services = (r: ConnectRouter) => {
    if (user) r.service(AuthService, { getCurrentUser: user })
    else signedInWith(...permissions)(r)
    r.service(StatsService, { getStats: stats })
    r.service(EpisodeService, {
      listEpisodes: ({ limit }) => {
        limits.push(limit)
        return {
          episodes: Array.from({ length: Math.min(limit, episodes) }, (_, i) => ({
            id: i + 1,
            title: `Episode ${i + 1}`,
          })),
          total: episodes,
        }
      },
    })
    r.service(ChannelService, {
      listChannelStats: ({ sort, limit }) => ({
        channels: channels
          .map((c, i) => ({ id: i + 1, channelId: `c${i}`, episodeCount: 2, ...c }))
          .toSorted((a, b) => (sort === 'mentions' ? b.totalMentions - a.totalMentions : 0))
          .slice(0, limit),
        total: channels.length,
      }),
    })
    r.service(EntityService, {
      listEntities: entities,
      listEntityMentions: () => ({
        mentions: [
          { id: 1, episodeId: 4, episodeTitle: 'On reading', quote: 'Read Dune.', surface: 'Dune', start: 65 },
          {
            id: 2,
            episodeId: 5,
            episodeTitle: 'On winter',
            quote: 'I read Dune every winter.',
            surface: 'Dune',
            start: 9,
          },
        ],
      }),
    })
    r.service(JobService, { listJobs: () => ({}) })
    r.service(WatchService, {
      watch: async function* () {
        yield await Promise.resolve({ heartbeat: true })
      },
    })
  }
  return { ...renderRoutes(routes, { at, services }), limits }
}
const link = (name: string | RegExp) => screen.findByRole('link', { name })

test('a visitor sees the landing page', async () => {
  const { limits } = show([], { episodes: 10 })
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  expect(await link('Start Free Trial')).toHaveAttribute('href', '/api/login')
  expect(await link('Sign Up')).toHaveAttribute('href', '/api/login')
  expect(await screen.findAllByRole('link', { name: 'View Details' })).toHaveLength(3)
  expect(limits).toEqual([3])
  expect(await link(/View All/)).toHaveAttribute('href', '/directory')
  for (const feature of ['Books & Papers', 'Products', 'People & Orgs', 'Locations'])
    expect(screen.getAllByRole('link', { name: new RegExp(`^${feature}$`) })[0]).toBeVisible()
})
test("when nobody says who is signed in it is the visitors' page after one question, and heals with a later answer", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let asked = 0
  let back = false
  show([], {
    episodes: 10,
    user: () => {
      asked++
      if (!back) throw new ConnectError('down', Code.Unavailable)
      return { user: { id: 'u1', firstName: 'Ada', displayName: 'Ada', permissions: ['submit'] } }
    },
  })
  expect(await link('Start Free Trial')).toBeVisible()
  expect(await screen.findAllByRole('link', { name: 'View Details' })).toHaveLength(3)
  expect(asked).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(asked).toBe(2)
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(asked).toBe(2)
  expect(await link('Start Free Trial')).toBeVisible()
  back = true
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(await screen.findByRole('heading', { name: 'Upload transcripts' })).toBeVisible()
  expect(asked).toBe(3)
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(asked).toBe(3)
})
test('its numbers lead to their lists', async () => {
  show([])
  expect(await screen.findByText('1,234')).toBeVisible()
  const numbers = screen.getByRole('region', { name: 'The directory in numbers' })
  expect([...numbers.querySelectorAll('a')].map(a => a.getAttribute('href'))).toEqual([
    '/directory',
    '/books',
    '/products',
    '/people',
  ])
})
test('without a catalogue it says so', async () => {
  show([])
  expect(await screen.findByText('No episodes analyzed yet. Be the first to analyze content!')).toBeVisible()
  expect(await screen.findByText('Available for analysis')).toBeVisible()
  expect(screen.getByText('Ready to process')).toBeVisible()
  expect(await screen.findByText('Example')).toBeVisible()
})
test('numbers that cannot be read are an error with a retry', async () => {
  let times = 0
  show([], {
    stats: () => {
      if (++times === 1) throw new ConnectError('The database is busy.', Code.Unavailable)
      return { totalEpisodes: 7 }
    },
  })
  expect(await screen.findByText('Failed to fetch stats')).toBeVisible()
  expect(screen.getByText('The database is busy.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('7')).toBeVisible()
})
test('podcasts are ranked by mentions, ten at first', async () => {
  show([], { channels: Array.from({ length: 12 }, (_, i) => ({ name: `Show ${i}`, totalMentions: i })) })
  const first = await screen.findByRole('link', { name: 'Show 11' })
  expect(first).toHaveAttribute('href', '/channel/c11')
  const names = () => [...document.querySelectorAll('.rank-name')].map(e => e.textContent)
  expect(names().slice(0, 3)).toEqual(['Show 11', 'Show 10', 'Show 9'])
  expect(names()).toHaveLength(10)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(names()).toHaveLength(12)
})
test('a directory that does not answer is not shown as an empty one with an example', async () => {
  let up = false
  show([], {
    entities: () => {
      if (!up) throw new ConnectError('The database is busy.', Code.Unavailable)
      return { entities: [{ id: 8, type: 'book', name: 'Dune', slug: 'dune', mentionCount: 5 }] }
    },
  })
  expect(await screen.findByText('Failed to fetch the most mentioned book')).toBeVisible()
  expect(screen.queryByText('Example')).toBeNull()
  up = true
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await link('Dune')).toBeVisible()
})
test('the most mentioned book stands there with its proof', async () => {
  show([], { entities: () => ({ entities: [{ id: 8, type: 'book', name: 'Dune', slug: 'dune', mentionCount: 5 }] }) })
  expect(await link('Dune')).toHaveAttribute('href', '/entity/8/dune')
  expect(screen.getByRole('link', { name: 'On reading' })).toHaveAttribute('href', '/episode/4')
})
test('of its proofs the one that tells most stands there', async () => {
  const tellingQuote = { quote: 'I read Dune every winter.', episodeId: 5 }
  show([], { entities: () => ({ entities: [{ id: 8, type: 'book', name: 'Dune', slug: 'dune', tellingQuote }] }) })
  expect(await link('On winter')).toHaveAttribute('href', '/episode/5')
  expect(screen.queryByText('On reading')).toBeNull()
})
const search = () => userEvent.click(screen.getByRole('button', { name: 'Search' }))
const query = (router: ReturnType<typeof show>['router']) =>
  Object.fromEntries(new URLSearchParams(router.state.location.search))
test('the search leads to the directory with all that was chosen', async () => {
  const { router } = show([])
  await userEvent.type(await screen.findByLabelText('Search the directory'), ' Dune ')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Organizations')
  await userEvent.click(screen.getByRole('button', { name: 'More Filters' }))
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Episodes')
  await search()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/directory'))
  expect(query(router)).toEqual({ search: 'Dune', type: 'organization', tab: 'episodes' })
})
test('more filters offer the other categories', async () => {
  const { router } = show([])
  await userEvent.click(await screen.findByRole('button', { name: 'More Filters' }))
  await userEvent.selectOptions(screen.getByLabelText('More categories'), 'Sponsors')
  await search()
  await vi.waitFor(() => expect(query(router)).toEqual({ type: 'sponsor' }))
})
test('of many channels the hundred with most mentions are offered, and it says that there are others', async () => {
  show([], { channels: Array.from({ length: 101 }, (_, i) => ({ name: `Show ${i}`, totalMentions: i })) })
  expect(await screen.findByRole('option', { name: 'Show 1' })).toBeEnabled()
  expect(screen.queryByRole('option', { name: 'Show 0' })).toBeNull()
  expect(screen.getByRole('option', { name: 'All others: see Channels' })).toBeDisabled()
})
test('within a channel the search page looks', async () => {
  const { router } = show([], { channels: [{ name: 'Slow Platform', totalMentions: 1 }] })
  await screen.findByRole('option', { name: 'Slow Platform' })
  await userEvent.selectOptions(screen.getByLabelText('Channel'), 'Slow Platform')
  await userEvent.type(screen.getByLabelText('Search the directory'), 'Dune')
  await search()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/search'))
  expect(query(router)).toEqual({ q: 'Dune', channel: 'c0' })
})

test('who is signed in sees home, with what was typed before', async () => {
  const { limits } = show(['submit'], { episodes: 10 }, '/?input=https%3A%2F%2Fyoutu.be%2FUF8uR6Z6KLc')
  expect(await screen.findByRole('textbox', { name: /Video URL/ })).toHaveValue('https://youtu.be/UF8uR6Z6KLc')
  expect(screen.getByRole('heading', { name: 'Upload transcripts' })).toBeVisible()
  expect(await screen.findAllByRole('link', { name: 'View Details' })).toHaveLength(6)
  expect(limits).toEqual([6])
  expect(screen.queryByText('Start Free Trial')).toBeNull()
})
test.each([
  ['', 'books'],
  ['?type=person', 'people'],
  ['?type=company', 'companies'],
])('home without a catalogue at "%s"', async (query, plural) => {
  show(['submit'], {}, `/${query}`)
  expect(await screen.findByText('No episodes analyzed yet. Start by analyzing some content above!')).toBeVisible()
  expect(await screen.findByText(`No ${plural} found yet. Try processing more episodes!`)).toBeVisible()
})
test('discovered mentions have a further page only while the last one was full', async () => {
  const asked: string[] = []
  const page = (n: number, from: number, next: string) => ({
    entities: Array.from({ length: n }, (_, i) => ({ id: from + i, type: 'book', name: `Book ${from + i}` })),
    nextPageToken: next,
  })
  show(['submit'], {
    entities: ({ type, limit, pageToken }) => {
      asked.push(`${type} ${limit} ${pageToken}`)
      return pageToken ? page(3, 13, 'more') : page(12, 1, 'two')
    },
  })
  expect(await screen.findByRole('link', { name: 'Book 12' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('link', { name: 'Book 15' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(asked).toEqual(['book 12 ', 'book 12 two'])
})
test('the chosen type of mentions lives in the address, as a step of the way back', async () => {
  const { router } = show(['submit'])
  await userEvent.click(await screen.findByRole('tab', { name: 'Locations' }))
  expect(router.state.location.search).toBe('?type=location')
  expect(await screen.findByText('No locations found yet. Try processing more episodes!')).toBeVisible()
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('tab', { name: 'Books' })).toHaveAttribute('aria-selected', 'true')
})
