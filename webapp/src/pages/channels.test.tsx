import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ChannelService, ChannelStatsSchema, type ListChannelStatsRequest } from '@/gen/mentionary/v1/channel_pb'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { signedOut } from '@/testing/session'
import { renderWith } from '@/testing/render'
import { Component as Channel } from './Channel'
import { Component as Channels } from './Channels'

const at = (seconds: number) => ({
  id: seconds,
  title: `Episode ${seconds}`,
  publishedAt: { seconds: BigInt(seconds), nanos: 0 },
})
const stats = (id: number, more: object = {}) =>
  create(ChannelStatsSchema, {
    id,
    channelId: `UC${id}`,
    name: `Channel ${id}`,
    totalEntities: id * 10,
    episodeCount: 100 - id,
    ...more,
  })

const list = (
  channels: ReturnType<typeof stats>[],
  note: (asked: ListChannelStatsRequest) => unknown = () => undefined,
) =>
  renderWith(<Channels />, {
    path: '/channels',
    at: '/channels',
    services: r => {
      r.service(ChannelService, {
        listChannelStats: asked => (note(asked), { channels, total: channels.length }),
      })
      r.service(EpisodeService, {
        listEpisodes: () => ({
          episodes: Array.from({ length: 12 }, (_, i) => ({ id: i + 1, title: `Latest ${i + 1}` })),
          total: 12,
        }),
      })
    },
  })

test('the channel with most entities stands first, with its three latest episodes', async () => {
  list([
    stats(2, {
      recentEpisodes: [at(4), at(3), at(2), at(1)],
      subscriberCount: 2_340_000,
      topEntityTypes: [{ type: 'book', count: 1 }],
    }),
    stats(1),
  ])
  const top = within((await screen.findByText('Top Channel')).closest('section')!)
  expect(top.getByRole('heading', { level: 2, name: 'Channel 2' })).toBeVisible()
  expect(top.getAllByRole('link', { name: /^Episode/ })).toHaveLength(3)
  for (const text of ['98 episodes', '2.3M subscribers', '1 book']) expect(top.getByText(text)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'More Featured Channels' })).toBeVisible()
  expect(await screen.findAllByRole('heading', { name: /^Latest \d/ })).toHaveLength(6)
})
test('a channel without a public id cannot be opened', async () => {
  list([stats(1, { channelId: '' })])
  expect(await screen.findByRole('button', { name: 'Channel Unavailable' })).toBeDisabled()
})
test('the chosen tab stands in the address, and asks for no more than it shows', async () => {
  const asked: object[] = []
  const { router } = list([stats(1, { recentEpisodes: [at(1)] }), stats(2)], ({ sort, limit, search }) =>
    asked.push({ sort, limit, search }),
  )
  await userEvent.click(await screen.findByRole('tab', { name: 'Most Active' }))
  expect(router.state.location.search).toBe('?tab=active')
  expect(await screen.findByRole('heading', { level: 3, name: 'Channel 2' })).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: 'Recently Updated' }))
  expect(await screen.findByRole('heading', { level: 3, name: 'Channel 1' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Channel 2' })).toBeNull()
  expect(asked).toEqual([
    { sort: 'entities', limit: 6, search: '' },
    { sort: 'episodes', limit: 8, search: '' },
    { sort: 'recent', limit: 8, search: '' },
  ])
})

const page = (
  address: string,
  channel: object | null = {
    id: 1,
    channelId: 'UC1',
    name: 'The Long Walk',
    featured: true,
    episodeCount: 3,
    totalMentions: 8,
    subscriberCount: 12_000,
    url: 'https://shows.example.org',
  },
) =>
  renderWith(<Channel />, {
    path: '/channel/:channelId',
    at: address,
    services: r => {
      signedOut(r)
      r.service(ChannelService, {
        getChannel: () => {
          if (!channel) throw new ConnectError('no', Code.NotFound)
          return { channel }
        },
        listChannelEpisodes: ({ search }) =>
          search ? {} : { episodes: [{ id: 1, title: 'Still being read', isProcessed: false }], total: 1 },
        listChannelEntities: ({ type, withQuotes }) => {
          const tellingQuote = { quote: 'Everybody here loves Dune.', surface: 'Dune', episodeTitle: 'Sand' }
          return type === 'book' && withQuotes
            ? { entities: [{ id: 3, type, name: 'Dune', tellingQuote }], total: 1 }
            : {}
        },
      })
      r.service(EntityService, {
        listEntities: ({ search, channel: of }) => ({
          entities: [{ id: 4, type: 'book', name: `${search} in ${of}` }],
          total: 1,
        }),
      })
    },
  })

test('a channel tells what it is and lists its episodes, unfinished ones too', async () => {
  page('/channel/UC1')
  expect(await screen.findByRole('heading', { level: 1, name: 'The Long Walk' })).toBeVisible()
  for (const text of ['Featured', '3 episodes', '8 mentions', '12K subscribers'])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: /Visit/ })).toHaveAttribute('href', 'https://shows.example.org/')
  expect(await screen.findByText('Still being read')).toBeVisible()
  expect(screen.getByText('Processing')).toBeVisible()
  expect(screen.getAllByRole('tab')).toHaveLength(8)
})
test('its mentions by type', async () => {
  page('/channel/UC1?tab=book')
  expect(await screen.findByRole('link', { name: 'Dune' })).toBeVisible()
  expect(screen.getByText(/Everybody here loves/).closest('figure')).toHaveTextContent(/Sand$/)
  await userEvent.click(screen.getByRole('tab', { name: 'Companies' }))
  expect(await screen.findByText('No companies found yet. Try processing more episodes!')).toBeVisible()
})
test('words search within the channel', async () => {
  page('/channel/UC1?tab=book&search=sand')
  expect(await screen.findByRole('link', { name: 'sand in UC1' })).toBeVisible()
})
test('an unknown channel', async () => {
  page('/channel/none', null)
  expect(await screen.findByRole('heading', { name: 'Channel not found' })).toBeVisible()
})
