import type { ComponentType } from 'react'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { StatsService } from '@/gen/mentionary/v1/stats_pb'
import { signedOut } from '@/testing/session'
import { renderWith } from '@/testing/render'
import { Component as Books } from './Books'
import { Component as Concepts } from './Concepts'
import { Component as Locations } from './Locations'
import { Component as People } from './People'
import { Component as Products } from './Products'

type Figures = {
  total?: number
  mentions?: number
  episodeMentions?: number
  authors?: number
  companies?: number
  countries?: number
  withLinks?: number
  withLinkedin?: number
}
type Row = {
  id: number
  type: string
  name: string
  mentionCount?: number
  talkedCount?: number
  episodeCount?: number
  metadata?: object
  episodes?: object[]
  topic?: string
}

function show(
  Page: ComponentType,
  rows: Row[],
  { at = '/', figures = {}, fail = false }: { at?: string; figures?: Figures; fail?: boolean } = {},
) {
  const asked: object[] = []
  const view = renderWith(
    <main id="content" tabIndex={-1}>
      <Page />
    </main>,
    {
      at,
      services: r => {
        signedOut(r)
        r.service(EntityService, {
          listEntities: ({ type, search, sort, limit, withEpisodes, withQuotes, recommended, part, topic }) => {
            if (fail) throw new ConnectError('The server is busy.', Code.Unavailable)
            expect(limit).toBe(100) // figures are counted by the server, not read from a long list
            expect(withQuotes).toBe(true)
            asked.push({ type, search, sort, withEpisodes, ...(recommended && { recommended }), ...(part && { part }) })
            const matching = rows.filter(e => e.name.includes(search) && (!topic || e.topic === topic))
            return { entities: matching, total: search ? 0 : matching.length }
          },
        })
        r.service(StatsService, { getTypeStats: ({ type }) => (type === rows[0]?.type ? figures : {}) })
      },
    },
  )
  return { ...view, asked }
}

const stats = () =>
  [...document.querySelectorAll('.stat')].map(s => [
    s.querySelector('dt')!.textContent,
    s.querySelector('dd')!.textContent,
  ])
const sorts = () =>
  [...screen.getByRole('combobox', { name: 'Sort by' }).querySelectorAll('option')].map(o => o.textContent)

test('books', async () => {
  const { asked } = show(
    Books,
    [
      {
        id: 1,
        type: 'book',
        name: 'Dune',
        mentionCount: 3,
        metadata: { author: 'Frank Herbert', amazonUrl: 'https://shop.example.org/a' },
      },
      { id: 2, type: 'book', name: 'Emma', mentionCount: 2 },
    ],
    { figures: { total: 5000, authors: 1234, mentions: 98765 } },
  )
  expect(await screen.findByText('Showing 2 of 2 books')).toBeVisible()
  await waitFor(() =>
    expect(stats()).toEqual([
      ['Total Books', '5,000'],
      ['Authors', '1,234'],
      ['Total Mentions', '98,765'],
    ]),
  )
  expect(sorts()).toEqual(['Most Mentioned', 'Most Recommended', 'Alphabetical', 'By Author'])
  expect(asked).toEqual([{ type: 'book', search: '', sort: 'mentions', withEpisodes: false }])
  expect(screen.getByText('by Frank Herbert')).toBeVisible()
  // Only what has no links of its own is searched for elsewhere.
  expect(screen.getAllByRole('link', { name: /Search the web/ }).map(l => l.getAttribute('href'))).toEqual([
    'https://duckduckgo.com/?q=Emma',
  ])
})
test('sort and search stand in the address and are the server’s', async () => {
  const { router, asked } = show(Books, [{ id: 1, type: 'book', name: 'Dune' }])
  await screen.findByText('Showing 1 of 1 book')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'By Author')
  await waitFor(() => expect(asked.at(-1)).toEqual({ type: 'book', search: '', sort: 'author', withEpisodes: false }))
  await userEvent.type(screen.getByRole('searchbox'), 'zz')
  await waitFor(() => expect(asked.at(-1)).toEqual({ type: 'book', search: 'zz', sort: 'author', withEpisodes: false }))
  expect(router.state.location.search).toBe('?sort=author&search=zz')
  expect(await screen.findByText('No books found')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Showing 1 of 1 book')).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})
test('what somebody recommended is a filter in the address', async () => {
  const { router, asked } = show(Books, [{ id: 1, type: 'book', name: 'Dune' }])
  await screen.findByText('Showing 1 of 1 book')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Stance' }), 'Recommended')
  const all = { type: 'book', search: '', sort: 'mentions', withEpisodes: false }
  await waitFor(() => expect(asked.at(-1)).toEqual({ ...all, recommended: true }))
  expect(router.state.location.search).toBe('?stance=recommended')
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Recommended' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(screen.getByRole('combobox', { name: 'Stance' })).toHaveValue('')
})
test('people are those who are talked about, until hosts and guests are asked for', async () => {
  const { router, asked } = show(People, [
    { id: 1, type: 'person', name: 'Ada', mentionCount: 4, talkedCount: 1 },
    { id: 2, type: 'person', name: 'Grace', mentionCount: 2, talkedCount: 0 },
    { id: 3, type: 'person', name: 'Frank', mentionCount: 1, talkedCount: 1 },
  ])
  await screen.findByText('Showing 3 of 3 people')
  const all = { type: 'person', search: '', sort: 'mentions', withEpisodes: false }
  expect(asked).toEqual([{ ...all, part: 'talked' }])
  expect(screen.getAllByText('Host or guest')).toHaveLength(2)
  expect(screen.getByText('1 mention where others talk')).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'Hosts and guests')
  await waitFor(() => expect(asked.at(-1)).toEqual({ ...all, part: 'participants' }))
  expect(router.state.location.search).toBe('?part=participants')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'All people')
  await waitFor(() => expect(asked.at(-1)).toEqual(all))
})
test('a search for people looks among hosts and guests too, unless the reader chose', async () => {
  const { asked } = show(People, [{ id: 1, type: 'person', name: 'Ada', mentionCount: 4, talkedCount: 0 }])
  await screen.findByText('Showing 1 of 1 person')
  await userEvent.type(screen.getByRole('searchbox'), 'Ada')
  const found = { type: 'person', search: 'Ada', sort: 'mentions', withEpisodes: false }
  await waitFor(() => expect(asked.at(-1)).toEqual(found))
  expect(screen.getByRole('combobox', { name: 'Who' })).toHaveValue('all')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'Talked about')
  await waitFor(() => expect(asked.at(-1)).toEqual({ ...found, part: 'talked' }))
})
test('people', async () => {
  show(
    People,
    [
      {
        id: 1,
        type: 'person',
        name: 'Ada',
        mentionCount: 4,
        metadata: { company: 'Acme', linkedinUrl: 'https://l.example.org/a' },
      },
      {
        id: 2,
        type: 'person',
        name: 'Grace',
        mentionCount: 1,
        metadata: { title: 'Admiral', company: 'Navy', wikipediaUrl: 'https://w.example.org/g' },
      },
      { id: 3, type: 'person', name: 'Anon', mentionCount: 1 },
    ],
    { figures: { total: 3, withLinks: 2, mentions: 6, withLinkedin: 1 } },
  )
  await waitFor(() =>
    expect(stats()).toEqual([
      ['Total People', '3'],
      ['With Profiles', '2'],
      ['Total Mentions', '6'],
      ['LinkedIn Profiles', '1'],
    ]),
  )
  for (const text of ['at Acme', 'Admiral', 'Navy']) expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByText('Acme')).toBeNull() // the line above says it
  expect(sorts()).toEqual(['Most Mentioned', 'Most Recommended', 'Alphabetical'])
})
test('no people', async () => {
  const { router } = show(People, [])
  expect(await screen.findByText('No people found')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Look among hosts and guests too' }))
  expect(router.state.location.search).toBe('?part=all')
  await waitFor(() => expect(screen.queryByRole('button', { name: /Look among/ })).toBeNull())
})
test.each([
  ['product', Products, 'By Company', 'Companies', { company: 'Braun' }],
  ['location', Locations, 'By Country', 'Countries', { country: 'Japan' }],
] as const)('%s', async (type, Page, sort, stat, metadata) => {
  show(
    Page,
    [
      { id: 1, type, name: 'One', metadata },
      { id: 2, type, name: 'Two', metadata },
    ],
    { figures: { companies: 1, countries: 1 } },
  )
  await waitFor(() => expect(stats()).toContainEqual([stat, '1']))
  expect(sorts()).toContain(sort)
})
test('concepts: where they are talked about, and their category', async () => {
  const { router, asked } = show(
    Concepts,
    [
      {
        id: 1,
        type: 'concept',
        name: 'Second-order thinking',
        episodeCount: 3,
        topic: 'Psychology',
        metadata: { websiteUrl: 'https://s.example.org/' },
        episodes: [1, 2, 3].map(i => ({
          id: i,
          videoId: `v${i}`,
          title: `Episode ${i}`,
          channel: { name: 'The Long Walk' },
          mentionCount: i,
        })),
      },
      {
        id: 2,
        type: 'concept',
        name: 'Compound interest',
        episodeCount: 1,
        topic: 'Economics',
        episodes: [{ id: 9, videoId: 'v9', title: 'Episode 9', mentionCount: 1 }],
      },
    ],
    { figures: { total: 2, mentions: 9, episodeMentions: 4, withLinks: 1 } },
  )
  await waitFor(() =>
    expect(stats()).toEqual([
      ['Total Concepts', '2'],
      ['Episode Mentions', '4'],
      ['Categories', '10'],
      ['With Links', '1'],
    ]),
  )
  expect(asked[0]).toEqual({ type: 'concept', search: '', sort: 'name', withEpisodes: true })
  expect(sorts()).toEqual(['Name A-Z', 'Most Recommended', 'Most Episodes', 'Recently Mentioned'])
  expect(await screen.findByRole('link', { name: /Second-order thinking/ })).toHaveAttribute(
    'href',
    'https://s.example.org/',
  )
  expect(screen.getByRole('link', { name: 'Episode 1' })).toHaveAttribute('href', '/episode/v1')
  expect(screen.getByText('The Long Walk · 2 mentions')).toBeVisible()
  expect(screen.queryByText('Episode 3')).toBeNull()
  expect(screen.getByRole('link', { name: 'View all 3 episodes' })).toHaveAttribute(
    'href',
    '/directory?type=concept&entity=1',
  )
  expect(screen.getByRole('link', { name: 'Episode 9' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'View all 1 episode' })).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Economics')
  expect(router.state.location.search).toBe('?category=Economics')
  expect(await screen.findByText('Showing 1 of 1 concept')).toBeVisible()
  expect(screen.queryByText(/Second-order/)).toBeNull()
})
test.each(['Remove filter “Xyz”', 'Remove filter Economics', 'Clear filters'])(
  'after "%s" the focus is in the search box',
  async name => {
    show(Concepts, [{ id: 1, type: 'concept', name: 'Second-order thinking' }], {
      at: '/?search=Xyz&category=Economics',
    })
    await userEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
    expect(screen.getByRole('searchbox')).toHaveFocus()
  },
)
test('a list that does not load can be tried again', async () => {
  show(Books, [], { fail: true })
  expect(await screen.findByText('The server is busy.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
