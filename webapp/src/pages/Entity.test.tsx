import { screen, waitFor } from '@testing-library/react'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { FavoriteService } from '@/gen/mentionary/v1/favorite_pb'
import { signedIn, signedOut } from '@/testing/session'
import { renderWith } from '@/testing/render'
import { Component as Entity } from './Entity'

const entity = {
  id: 3,
  type: 'book',
  name: 'Dune',
  slug: 'dune',
  description: 'Sand and prophecy.',
  mentionCount: 5,
  episodeCount: 3,
  metadata: { author: 'Frank Herbert', category: 'Novel', wikipediaUrl: 'https://en.wikipedia.org/wiki/Dune' },
  episodes: [{ id: 7, title: 'Slow reading', mentionCount: 2 }],
}
const mentions = [
  [1, 7],
  [2, 7],
  [3, 8],
].map(([id, episodeId]) => ({
  id: id!,
  episodeId: episodeId!,
  episodeTitle: `Episode ${episodeId}`,
  channelName: 'The Long Walk',
  quote: `Dune, part ${id}.`,
  surface: 'Dune',
  start: 65,
  confidence: 0.9,
}))

type Answers = { more?: object; person?: (r: ConnectRouter) => unknown; similar?: number; quotes?: typeof mentions }
function show(at: string, { more = {}, person = signedOut, similar = 0, quotes = mentions }: Answers = {}) {
  const asked: number[] = []
  const view = renderWith(<Entity />, {
    path: '/entity/:id/:slug?',
    at,
    services: r => {
      person(r)
      r.service(FavoriteService, { listFavorites: () => ({}) })
      r.service(EntityService, {
        getEntity: ({ id }) => {
          asked.push(id)
          if (id === 404) throw new ConnectError('no', Code.NotFound)
          if (id === 500) throw new ConnectError('The server is busy.', Code.Unavailable)
          return { entity: { ...entity, ...more } }
        },
        listEntityMentions: ({ offset }) => ({ mentions: offset === 0 ? quotes : [], total: quotes.length }),
        listSimilarEntities: () => ({
          results: Array.from({ length: similar }, (_, i) => ({
            entity: { id: 90 + i, type: 'book', name: `Dune ${i}`, slug: '' },
            matchType: 'similar',
            similarity: 0.8,
          })),
        }),
      })
    },
  })
  return { ...view, asked }
}

test('everybody reads what it is, its facts, its links with their hosts, and its quotes by episode', async () => {
  show('/entity/3/dune')
  expect(await screen.findByRole('heading', { level: 1, name: 'Dune' })).toBeVisible()
  for (const text of ['by Frank Herbert', 'Sand and prophecy.', 'Novel', 'en.wikipedia.org'])
    expect(screen.getByText(text)).toBeVisible()
  expect(await screen.findAllByRole('heading', { level: 3, name: /^Episode/ })).toHaveLength(2)
  expect(document.querySelectorAll('blockquote')).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'View all 3 episodes' })).toHaveAttribute(
    'href',
    '/directory?type=book&entity=3',
  )
})
test('what only this person sees of it is counted apart', async () => {
  show('/entity/12/dune', { more: { privateMentions: 2, privateEpisodes: 1 } })
  const counts = (await screen.findByText('5')).closest('p')!
  expect(counts).toHaveTextContent('5 mentions3 episodesand 2 mentions in 1 private episode')
})

test('a visitor hears that there is more to read; nobody offers them similar things', async () => {
  show('/entity/3/dune')
  expect(await screen.findByText('2 more quotes')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Similar' })).toBeNull()
})
test('a quote that is withheld from visitors is no empty quotation, and is counted with those that an account opens', async () => {
  show('/entity/3/dune', { quotes: mentions.map(m => (m.id === 2 ? { ...m, quote: '' } : m)) })
  expect(await screen.findByText('3 more quotes')).toBeVisible()
  expect(document.querySelectorAll('.quote')).toHaveLength(2)
})
test('when all quotes are withheld nobody claims that there are none', async () => {
  show('/entity/3/dune', { quotes: mentions.map(m => ({ ...m, quote: '' })) })
  expect(await screen.findByText('5 quotes')).toBeVisible()
  expect(screen.queryByText('No quotes yet')).toBeNull()
  expect(document.querySelector('.quote')).toBeNull()
})
test('a reader sees similar things', async () => {
  show('/entity/3/dune', { person: signedIn, similar: 2 })
  expect(await screen.findByRole('link', { name: 'Dune 1' })).toHaveAttribute('href', '/entity/91/dune-1')
  expect(screen.queryByText(/more quote/)).toBeNull()
})
test('the id of a merged entity leads to its survivor, and an old name to the new one', async () => {
  const { router } = show('/entity/2/old-name?x=1#here')
  await waitFor(() => expect(router.state.location.pathname).toBe('/entity/3/dune'))
  expect(router.state.location.search + router.state.location.hash).toBe('?x=1#here')
  expect(router.state.historyAction).toBe('REPLACE')
})
test.each(['/entity/3', '/entity/3/wrong'])('%s gets its right name', async at => {
  const { router } = show(at)
  await waitFor(() => expect(router.state.location.pathname).toBe('/entity/3/dune'))
})
test.each(['/entity/404/x', '/entity/0/x', '/entity/abc/x', '/entity/99999999999/x'])('%s is not found', async at => {
  const { asked } = show(at)
  expect(await screen.findByRole('heading', { name: 'Entity not found' })).toBeVisible()
  expect(asked.every(id => id === 404)).toBe(true)
})
test('another failure is no "not found"', async () => {
  show('/entity/500/x')
  expect(await screen.findByText('The server is busy.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
