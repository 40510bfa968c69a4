import { cleanup, render, screen } from '@testing-library/react'
import { TransportProvider } from '@connectrpc/connect-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { transport } from '@/lib/transport'
import { everyPage, firstCalls, type FirstCall } from './firstCalls'
import { newQueries } from './queries'
import { routes } from './routes'

/** What the server answers, by procedure; an empty answer where nothing is said. */
const entity = { id: 7, type: 'book', name: 'Dune', slug: 'dune' }
const answers: Record<string, object> = {
  'EntityService/GetEntity': { entity },
  'EpisodeService/GetEpisode': { episode: { id: 4, title: 'On reading', isProcessed: true } },
  'ChannelService/GetChannel': { channel: { id: 1, channelId: 'c1', name: 'Slow Platform' } },
  'EntityService/ListEntities': { entities: [entity], total: 1 },
  'EntityService/ListSimilarEntities': { results: [{ entity, matchType: 'similar', similarity: 0.5 }] },
  'EpisodeService/ListEpisodeEntities': { entities: [entity] },
}
const person = { id: 'u1', firstName: 'Ada', displayName: 'Ada', permissions: ['submit'] }

/** What the start page asks when an answer is there: the quote of the first book, and all of the home. */
const later = {
  out: ['EntityService/ListEntityMentions'],
  in: ['EpisodeService/ListEpisodes', 'EntityService/ListEntities', 'JobService/ListJobs', 'AccountService/GetLimits'],
}

const name = (url: string) => url.replace('/mentionary.v1.', '').replace(/\?.*/, '')

/** The address of a call as the server writes it: the places of its message are filled from the address. */
function addressOf([procedure, message]: FirstCall, params: Record<string, string>): string {
  const filled = JSON.stringify(message).replace(/"\{\??(\w+)(:number)?\}"/g, (_, key: string, number?: string) =>
    number ? params[key]! : JSON.stringify(params[key]),
  )
  return `/mentionary.v1.${procedure}?connect=v1&encoding=json&message=${encodeURIComponent(filled)}`
}

let asked: string[]
let session: object

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    if (method !== 'GET') return new Promise(() => undefined) // a live stream
    asked.push(url)
    const answer = url.includes('GetCurrentUser') ? session : (answers[name(url)] ?? {})
    return Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }))
  })
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
afterEach(() => {
  cleanup() // before what it needs to end its streams is taken away
  vi.unstubAllGlobals()
})

async function open(at: string) {
  render(
    <TransportProvider transport={transport}>
      <QueryClientProvider client={newQueries()}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [at] })} />
      </QueryClientProvider>
    </TransportProvider>,
  )
  await screen.findAllByRole('heading', { level: 1 })
  await vi.waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
}

const examples: [at: string, path: string, params: Record<string, string>, later?: typeof later][] = [
  ['/', '/', {}, later],
  ['/directory', '/directory', {}],
  ['/channels', '/channels', {}],
  ['/concepts', '/concepts', {}],
  ['/books', '/books', {}],
  ['/products', '/products', {}],
  ['/people', '/people', {}],
  ['/locations', '/locations', {}],
  ['/episode/4', '/episode/:id', { id: '4' }],
  ['/entity/7/dune', '/entity/:id/:slug?', { id: '7' }],
  ['/channel/c1', '/channel/:channelId', { channelId: 'c1' }],
  ['/search?q=%22a%20%26%20b%22%20(%C3%A9)', '/search', { q: '"a & b" (é)' }],
]

test('every page with first calls is opened here', () => {
  expect(examples.map(([, path]) => path)).toEqual(Object.keys(firstCalls))
})
for (const who of ['out', 'in'] as const)
  test.each(examples)(
    `%s asks what it was given beside the document, and nothing twice: ${who}`,
    async (at, path, params, more) => {
      session = who === 'in' ? { user: person } : {}
      await open(at)
      const { all = [], ...further } = firstCalls[path]!
      const expected = [everyPage, ...all, ...(further[who] ?? [])].map(call => addressOf(call, params))
      const own = asked.filter(url => !more?.[who].includes(name(url)))
      expect(own.toSorted()).toEqual(expected.toSorted())
    },
  )
