import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { screen, waitFor, within } from '@testing-library/react'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { EntityService, type GetEntityOverviewResponseSchema } from '@/gen/mentionary/v1/entity_pb'
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

const known = {
  ...entity,
  records: [
    {
      catalogue: 'openlibrary',
      name: 'Open Library',
      id: 'OL893415W',
      url: 'https://openlibrary.org/works/OL893415W',
      checkedAt: timestampFromDate(new Date('2026-11-22T10:00:00Z')),
      fields: [],
      links: ['goodreads'],
      year: 1965,
    },
    {
      catalogue: 'wikidata',
      name: 'Wikidata',
      id: 'Q190192',
      url: 'https://www.wikidata.org/wiki/Q190192',
      fields: ['description', 'author', 'something new'],
      links: ['wikipedia'],
      isbn: '9780441172719',
    },
  ],
}

type Answers = {
  more?: object
  person?: (r: ConnectRouter) => unknown
  similar?: number
  quotes?: typeof mentions
  overview?: MessageInitShape<typeof GetEntityOverviewResponseSchema>
}
function show(
  at: string,
  { more = {}, person = signedOut, similar = 0, quotes = mentions, overview = {} }: Answers = {},
) {
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
          return { entity: id === 5 ? { ...known, id } : { ...entity, ...more } }
        },
        listEntityMentions: ({ offset }) => ({ mentions: offset === 0 ? quotes : [], total: quotes.length }),
        getEntityOverview: () => overview,
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
test('what public catalogs say names them, with the day they were asked', async () => {
  show('/entity/5/dune')
  expect(await screen.findByRole('link', { name: /^Wikidata Q190192/ })).toHaveAttribute(
    'href',
    'https://www.wikidata.org/wiki/Q190192',
  )
  const lines = [...document.querySelectorAll('.entity-origins li')].map(line => line.textContent)
  expect(lines[0]).toMatch(/^Open Library OL893415W.* · checked Nov 22, 2026 · Goodreads$/)
  expect(lines[1]).toMatch(/ · description, author, Wiki$/)
  for (const text of ['First published', '1965', 'ISBN', '9780441172719']) expect(screen.getByText(text)).toBeVisible()
})
test('a link says whose word it is, and whether it was checked', async () => {
  const of = (url: string, origin: object) => ({ url, ...origin })
  show('/entity/3/dune', {
    more: {
      metadata: { wikipediaUrl: 'https://en.wikipedia.org/wiki/Dune', websiteUrl: 'https://dune.example/' },
      linkOrigins: [
        of('https://en.wikipedia.org/wiki/Dune', { source: 'listed' }),
        of('https://dune.example/', {
          source: 'claimed',
          givenBy: 'The Long Walk',
          checkedAt: timestampFromDate(new Date('2026-11-22T10:00:00Z')),
        }),
      ],
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Dune' })
  expect([...document.querySelectorAll('.link-origin')].map(o => o.textContent)).toEqual([
    'from our list of well-known things · not checked yet',
    'from The Long Walk · checked Nov 22, 2026',
  ])
})
test('a podcast leads to its feed, and to its channel where it is one', async () => {
  const records = [
    {
      catalogue: 'itunes',
      name: 'Apple Podcasts',
      id: '990149481',
      url: 'https://podcasts.apple.com/podcast/id990149481',
      feed: 'https://feeds.example/1',
      channelId: 'walk',
      channelName: 'The Long Walk',
    },
  ]
  show('/entity/3/dune', { more: { records } })
  expect(await screen.findByText(/^This show is in the directory/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'The Long Walk' })).toHaveAttribute('href', '/channel/walk')
  expect(screen.getByRole('link', { name: /^feed/ })).toHaveAttribute('href', 'https://feeds.example/1')
  expect(screen.getByRole('link', { name: /^Apple Podcasts 990149481/ })).toBeVisible()
})
test('other editions lead to their pages, or to the catalog where nobody mentions them', async () => {
  const editions = [
    { title: 'Der Wüstenplanet', language: 'de', year: 1967, entityId: 8, entityName: 'Der Wüstenplanet' },
    { title: 'Dune', language: 'fr', original: true, entityId: 0, url: 'https://openlibrary.org/books/OL1M' },
    ...Array.from({ length: 6 }, (_, i) => ({ title: `Dune ${i}`, language: i === 0 ? 'no code' : '' })),
  ].map(e => ({ catalogueName: 'Wikidata', url: 'https://www.wikidata.org/wiki/Q1', ...e }))
  show('/entity/3/dune', { more: { editions } })
  const section = within(await screen.findByRole('region', { name: 'Editions' }))
  expect(section.getByRole('link', { name: 'Der Wüstenplanet' })).toHaveAttribute(
    'href',
    '/entity/8/der-w%C3%BCstenplanet',
  )
  const lines = section.getAllByRole('listitem').map(line => line.textContent)
  expect(lines[0]).toMatch(/^Der WüstenplanetGerman · 1967 · mentioned here · Wikidata/)
  expect(lines[1]).toMatch(/^DuneFrench · original · Wikidata/)
  expect(lines[2]).toMatch(/^Dune 0Wikidata/)
  expect(section.getByText('2 more editions')).toBeInTheDocument()
})
test('a thing without editions says nothing of them', async () => {
  show('/entity/3/dune')
  await screen.findByRole('heading', { level: 1, name: 'Dune' })
  expect(screen.queryByRole('region', { name: 'Editions' })).toBeNull()
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
test('the quote that says most leads its episode, the others follow by time', async () => {
  show('/entity/3/dune', {
    person: signedIn,
    quotes: mentions.map((m, i) => ({ ...m, episodeId: 7, telling: [2, 0, 9][i]! })),
  })
  await waitFor(() =>
    expect([...document.querySelectorAll('blockquote')].map(q => q.textContent)).toEqual([
      expect.stringContaining('part 3'),
      expect.stringContaining('part 1'),
      expect.stringContaining('part 2'),
    ]),
  )
})
test('who recommended it, when and where it is mentioned, and what with', async () => {
  show('/entity/3/dune', {
    overview: {
      recommenders: [
        { speaker: 'Ada', channelId: 'walk', channelName: 'The Long Walk', episodeId: 7, episodeTitle: 'Slow reading' },
        { speaker: '', channelId: 'night', channelName: 'Night Train', episodeId: 8, episodeTitle: 'Sand' },
      ],
      recommenderTotal: 5,
      shows: [
        { channelId: 'walk', name: 'The Long Walk', mentions: 4, episodes: 2 },
        { channelId: 'night', name: 'Night Train', mentions: 1, episodes: 1 },
      ],
      months: [
        { month: '2025-12', mentions: 1, episodes: 1 },
        { month: '2026-01', mentions: 3, episodes: 1 },
        { month: '2026-03', mentions: 1, episodes: 1 },
      ],
      together: [{ id: 9, name: 'Frank Herbert', type: 'person', episodes: 2 }],
    },
  })
  const by = within(await screen.findByRole('region', { name: 'Recommended by' }))
  expect(by.getByText('Ada')).toBeVisible()
  expect(by.getByText('Somebody on Night Train')).toBeVisible()
  expect(by.getByText('And 3 more.')).toBeVisible()
  expect(by.getByRole('link', { name: 'Sand' })).toHaveAttribute('href', '/episode/8')
  expect(
    screen.getByRole('img', { name: 'Mentions from Dec 2025 to Mar 2026, most in Jan 2026: 3 mentions' }).children,
  ).toHaveLength(4)
  expect(within(screen.getByRole('region', { name: 'Shows' })).getByText('4 mentions · 2 episodes')).toBeVisible()
  const together = within(screen.getByRole('region', { name: 'Often mentioned together' }))
  expect(together.getByRole('link', { name: 'Frank Herbert' })).toHaveAttribute('href', '/entity/9/frank-herbert')
  expect(together.getByText('person · together in 2 episodes')).toBeVisible()
})
test('of a thing that is mentioned for ages the last ten years are shown', async () => {
  show('/entity/3/dune', {
    overview: {
      months: [
        { month: '0001-01', mentions: 9, episodes: 1 },
        { month: '2026-01', mentions: 1, episodes: 1 },
        { month: '2026-03', mentions: 1, episodes: 1 },
      ],
    },
  })
  expect(
    (await screen.findByRole('img', { name: 'Mentions from Apr 2016 to Mar 2026, most in Jan 2026: 1 mention' }))
      .children,
  ).toHaveLength(120)
})
test('of what is known from one show and one month nothing is said twice', async () => {
  show('/entity/3/dune', {
    overview: {
      shows: [{ channelId: 'walk', name: 'The Long Walk', mentions: 5, episodes: 3 }],
      months: [{ month: '2026-01', mentions: 5, episodes: 3 }],
    },
  })
  expect(await screen.findByRole('region', { name: 'Mentioned in' })).toBeVisible()
  for (const name of ['Recommended by', 'Over time', 'Shows', 'Often mentioned together'])
    expect(screen.queryByRole('region', { name })).toBeNull()
})
