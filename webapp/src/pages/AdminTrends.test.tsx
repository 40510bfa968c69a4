import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { beforeEach, expect, test } from 'vitest'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { ChannelService } from '@/gen/mentionary/v1/channel_pb'
import { InsightsService, type GetTrendsRequest } from '@/gen/mentionary/v1/insights_pb'
import { renderRoutes } from '@/testing/render'
import { giveElementsASize } from '@/testing/sized'
import { Component } from './AdminTrends'

beforeEach(giveElementsASize)

const long = `https://example.org/${'a'.repeat(60)}`
const jobs = [
  { id: 12, type: 'feed', input: long, status: 'completed' },
  { id: 11, type: 'video', input: 'https://youtu.be/x', status: 'failed' },
  ...Array.from({ length: 9 }, (_, i) => ({ id: 10 - i, type: 'video', input: `v${i}`, status: 'running' })),
]
const growth = Array.from({ length: 9 }, (_, i) => ({ date: `2026-11-${20 - i}`, newUsers: i }))
const sums = { jobs: 20, episodes: 9, mentions: 90 }
const trends = {
  from: '2026-11-19',
  to: '2026-11-20',
  previousFrom: '2026-11-17',
  previousTo: '2026-11-18',
  sums,
  previousSums: { jobs: 10, episodes: 12, mentions: 90 },
  jobs: [
    { date: '2026-11-19', completed: 3, failed: 1 },
    { date: '2026-11-20', open: 2 },
  ],
  mentions: [{ date: '2026-11-19', counts: [{ type: 'book', count: 7 }] }, { date: '2026-11-20' }],
}
const people = { totalUsers: 12, activeUsers: 11 }

function show({
  at = '/admin/trends',
  stats = people,
  getTrends = () => trends,
  rising = () => ({
    entities: [{ id: 3, name: 'Dune', type: 'book', mentions: 6, mentionsBefore: 2, episodes: 2, episodesBefore: 1 }],
    total: 1,
  }),
}: {
  at?: string
  stats?: object
  getTrends?: (request: GetTrendsRequest) => object
  rising?: () => object
} = {}) {
  return renderRoutes([{ path: '/admin/trends', element: <Component />, HydrateFallback: () => null }], {
    at,
    services: r => {
      r.service(AdminService, {
        getAdminStats: () => ({
          totalProcessingJobs: 40,
          totalBatchJobs: 3,
          totalScheduledJobs: 5,
          recentJobs: jobs,
          topEntities: Array.from({ length: 8 }, (_, i) => ({
            id: i + 1,
            name: `Book ${i}`,
            type: 'book',
            mentions: 1,
          })),
          ...('totalUsers' in stats && { userGrowth: growth }),
          ...stats,
        }),
      })
      r.service(InsightsService, { getTrends, listRisingEntities: rising })
      r.service(ChannelService, {
        listChannelStats: () => ({ channels: [{ channelId: 'night-train', name: 'Night Train' }] }),
        getChannel: ({ channelId }) => ({ channel: { channelId, name: 'Slow Boat' } }),
      })
    },
  })
}

test('the overview has the totals, the platform and the five first entities', async () => {
  show()
  const cards = await screen.findByLabelText('Totals')
  expect(cards).toHaveTextContent('Total Users12Active Users11Processing Jobs40Batch Jobs3')
  expect(screen.getByRole('heading', { name: 'Platform Overview' })).toBeVisible()
  expect(screen.getByText('Scheduled Jobs').parentElement).toHaveTextContent('Scheduled Jobs5')
  expect(within(screen.getByRole('list', { name: 'Top entities' })).getAllByRole('listitem')).toHaveLength(5)
})
test('moderators get no figures about people', async () => {
  show({ stats: {} })
  expect(await screen.findByLabelText('Totals')).toHaveTextContent(/^Processing Jobs40Batch Jobs3$/)
  expect(screen.queryByText(/Users/)).toBeNull()
})
test('a period stands beside the one before, and its days are a table too', async () => {
  show()
  const cards = await screen.findByLabelText('Sums of the period')
  expect(cards).toHaveTextContent('Jobs submitted20▲ +10 (+100%)10 before')
  expect(cards).toHaveTextContent('Episodes with mentions9▼ −3 (−25%)12 before')
  expect(cards).toHaveTextContent('Mentions90= 090 before')
  expect(screen.getByText(/Before: Nov 17, 2026 to Nov 18, 2026/)).toBeVisible()
  expect(
    screen.getByRole('img', {
      name: '6 from Nov 19, 2026 to Nov 20, 2026, at most 4 on Nov 19, 2026. The table has the numbers.',
    }),
  ).toBeInTheDocument()
  const choice = screen.getByRole('radiogroup', { name: 'Jobs by Outcome: chart or table' })
  await userEvent.click(within(choice).getByText('Table'))
  const row = (await screen.findByText('Nov 19, 2026')).closest('tr')!
  expect(row).toHaveTextContent('Nov 19, 2026310')
})
test('what rose is listed with the numbers of both periods', async () => {
  show()
  const row = (await screen.findByRole('link', { name: 'Dune' })).closest('tr')!
  expect(row).toHaveTextContent('Dunebook6')
  expect(row).toHaveTextContent('▲ +4 (+200%)')
})
test('period and filters stand in the address and reach the server', async () => {
  const asked: object[] = []
  const { router } = show({
    at: '/admin/trends?days=7&type=organization&by=published',
    getTrends: ({ days, from, to, type, by }) => (asked.push({ days, from, to, type, by }), trends),
  })
  await screen.findByLabelText('Sums of the period')
  expect(asked).toEqual([{ days: 7, from: '', to: '', type: 'company', by: 'published' }])
  await userEvent.click(screen.getByText('90 days'))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ days: 90 }))
  await userEvent.click(screen.getByText('Dates'))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ days: 0, from: expect.stringMatching(/^\d{4}-/) as string }))
  expect(router.state.location.search).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
})
test('a channel that the select does not offer is shown by its name', async () => {
  show({ at: '/admin/trends?channel=slow-boat' })
  expect(await screen.findByText('Slow Boat')).toBeVisible()
})
test.each([
  '/admin/trends?from=2026-11-20&to=2026-11-01',
  '/admin/trends?from=x&to=y',
  '/admin/trends?days=5',
  '/admin/trends?from=2020-01-01&to=2026-01-01',
])('%s means the last 30 days', async at => {
  const asked: number[] = []
  show({ at, getTrends: ({ days }) => (asked.push(days), trends) })
  await screen.findByLabelText('Sums of the period')
  expect(asked).toEqual([30])
})
test('recent activity: ten jobs with their badge, cut at fifty characters, and seven days of growth', async () => {
  show({ at: '/admin/trends?tab=activity' })
  const list = await screen.findByRole('list', { name: 'Latest jobs' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows).toHaveLength(10)
  expect(rows[0]).toHaveTextContent('Podcast feedCompleted')
  expect(within(rows[0]!).getByRole('link')).toHaveTextContent(new RegExp(`^${long.slice(0, 50)}…$`))
  expect(rows[1]).toHaveTextContent('VideoFailed')
  expect(within(screen.getByRole('list', { name: 'User growth' })).getAllByRole('listitem')).toHaveLength(7)
})
test('without anything charts say so, and a failure can be tried again', async () => {
  let times = 0
  show({
    getTrends: () => {
      if (++times === 1) throw new ConnectError('The database is busy.', Code.Unavailable)
      return { ...trends, jobs: [{ date: '2026-11-20' }], mentions: [{ date: '2026-11-20' }] }
    },
    rising: () => ({}),
  })
  expect(await screen.findByText('The database is busy.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nothing was submitted in this period.')).toBeVisible()
  expect(screen.getByText('Nothing was mentioned in this period.')).toBeVisible()
  expect(screen.getByText('Nothing was mentioned more often than in the period before.')).toBeVisible()
})
