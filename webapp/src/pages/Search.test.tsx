import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ChannelService } from '@/gen/mentionary/v1/channel_pb'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { SearchService } from '@/gen/mentionary/v1/search_pb'
import { signedOut } from '@/testing/session'
import { renderWith } from '@/testing/render'
import { Component as Search } from './Search'

const show = (at: string) =>
  renderWith(<Search />, {
    path: '/search',
    at,
    services: r => {
      signedOut(r)
      r.service(SearchService, {
        search: ({ query }) =>
          query === 'zzz'
            ? {}
            : {
                entities: [{ id: 3, type: 'book', name: 'Dune' }],
                episodes: [{ id: 1, title: 'Slow reading' }],
                channels: [{ id: 1, channelId: 'UC1', name: 'The Long Walk' }],
                passages: [{ videoId: 'v1', episodeTitle: 'Slow reading', text: 'We read dune aloud.', start: 75 }],
              },
      })
      r.service(EntityService, {
        listEntities: ({ type, channel, search }) => ({
          entities: [{ id: 4, type, name: `${search} ${type} ${channel}` }],
          total: 1,
        }),
      })
      r.service(EpisodeService, { listEpisodes: () => ({}) })
      r.service(ChannelService, { getChannel: () => ({ channel: { name: 'The Long Walk' } }) })
    },
  })

test('before the first word it says what can be searched', async () => {
  const { router } = show('/search')
  expect(await screen.findByText('Type a name, a title or a few words')).toBeVisible()
  await userEvent.type(screen.getByRole('searchbox'), 'dune')
  await waitFor(() => expect(router.state.location.search).toBe('?q=dune'))
  expect(await screen.findByRole('heading', { name: 'Mentions' })).toBeVisible()
})
test('hits of every sort; a passage leads to its second', async () => {
  show('/search?q=dune')
  for (const name of ['Mentions', 'Episodes', 'Channels', 'In transcripts'])
    expect(await screen.findByRole('heading', { name })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Slow reading, 1:15' })).toHaveAttribute('href', '/transcript/v1#t=75')
  expect(screen.getByText('dune', { selector: 'mark' })).toBeVisible()
  expect(screen.getByText(/to search in transcripts too/)).toBeVisible()
})
test('a type and a channel narrow it', async () => {
  const { router } = show('/search?q=dune&type=book&channel=UC1')
  expect(await screen.findByRole('link', { name: 'dune book UC1' })).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter The Long Walk' }))
  expect(router.state.location.search).toBe('?q=dune&type=book')
})
test('nothing found', async () => {
  show('/search?q=zzz')
  expect(await screen.findByText('Nothing found')).toBeVisible()
})
