import { act, render } from '@testing-library/react'
import { TransportProvider } from '@connectrpc/connect-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, Drawer } from '../../build/drawing'
import { sayFace, type Face } from '@/lib/face'
import { transport } from '@/lib/transport'
import { draw } from './draw'
import { pages } from './pages'
import { newQueries } from './queries'
import { routerReady } from './ready'
import { routes } from './routes'

const drawn = ['/', ...pages.map(page => page.path).filter(path => !path.startsWith('/admin'))]

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined))) // nothing is ever answered
afterEach(() => {
  sayFace(undefined)
  vi.unstubAllGlobals()
})

/** What is seen of a piece of a page: its elements with their classes, and all words. */
function outline(element: Element | null): string[] {
  element?.normalize() // a parser puts words into one node that React keeps in two
  return [...(element?.childNodes ?? [])].flatMap(node =>
    node instanceof Element
      ? [`${node.localName}.${node.getAttribute('class') ?? ''}`, ...outline(node)]
      : node.nodeType === Node.TEXT_NODE
        ? [node.textContent ?? '']
        : [],
  )
}

const parsed = (markup: string) => new DOMParser().parseFromString(markup, 'text/html')

async function shownByBrowser(face: Face, at: string) {
  sayFace(face)
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  await act(() => routerReady(router))
  const { container, unmount } = render(
    <TransportProvider transport={transport}>
      <QueryClientProvider client={newQueries()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TransportProvider>,
  )
  const seen = outline(container.querySelector('main'))
  unmount()
  return seen
}

for (const face of ['out', 'in'] as const)
  test.each([...drawn.map(path => addressOf(path)), '/search?q=dune'])(
    `%s is drawn as the browser shows it first: ${face}`,
    async address => {
      const { body } = await new Drawer(draw).draw(face, address)
      const main = parsed(body).querySelector('main')
      expect(outline(main).length).toBeGreaterThan(3)
      expect(outline(main)).toEqual(await shownByBrowser(face, address))
    },
  )

test('a drawing breaks no content policy, and brings its title and its rules', async () => {
  const drawer = new Drawer(draw)
  const { title, body } = await drawer.draw('out', '/books')
  expect(title).toBe('Books · Mentionary')
  expect(parsed(body).querySelector('h1')?.textContent).toBe('Books')
  expect(parsed(body).querySelector('a.nav-link.active')?.textContent).toBe('Books')
  expect(body).not.toMatch(/ style=|<script|<title|<!--/)
  const marks = new Set([...parsed(body).querySelectorAll('[data-style]')].map(e => e.getAttribute('data-style')))
  expect(marks.size).toBeGreaterThan(2)
  for (const mark of marks) expect(drawer.rules).toContain(`[data-style="${mark}"]{`)
  expect(drawer.rules).toContain('{width:35%;height:14px}')
})
test('pages about one thing have places for what the server knows of it', async () => {
  const drawer = new Drawer(draw)
  const entity = await drawer.draw('out', addressOf('/entity/:id/:slug?'), true)
  expect(entity.title).toBe('{=GetEntity.entity.name} · Mentionary')
  expect(parsed(entity.body).querySelector('h1')?.textContent).toBe('{=GetEntity.entity.name}')
  expect(parsed(entity.body).querySelector('.quote mark')?.textContent).toBe(
    '{=ListEntityMentions.mentions.~quote.surface}',
  )
  const episode = await drawer.draw('out', addressOf('/episode/:id'), true)
  expect(parsed(episode.body).querySelector('.cover img')?.getAttribute('src')).toBe(
    '{=GetEpisode.episode.thumbnailUrl?}',
  )
  const channel = await drawer.draw('out', addressOf('/channel/:channelId'), true)
  expect(parsed(channel.body).querySelector('h1')?.textContent).toBe('{=GetChannel.channel.name}')
  const books = await drawer.draw('out', '/books', true)
  expect(books.body).not.toContain('{=')
})
test('what all pages show first knows no page', async () => {
  const { title, body } = await new Drawer(draw).draw('out')
  expect(title).toBe('Mentionary')
  expect(parsed(body).querySelector('.nav-link.active')).toBeNull()
  expect(parsed(body).querySelector('main .skeleton')).not.toBeNull()
})
test('the place of the account is that of the face', async () => {
  const tools = async (face: Face) => {
    const { body } = await new Drawer(draw).draw(face)
    return parsed(body).querySelector('.header-tools')
  }
  expect((await tools('out'))?.querySelector('.header-sign-in')).not.toBeNull()
  expect((await tools('in'))?.querySelector('.header-sign-in')).toBeNull()
})
test.each([
  ['a part of its address', '<p>2000000001</p>'],
  ['a link', '<a href="/search?q=%7B%3Fq%7D"></a>'],
  ['not drawn', '<template data-msg="x"></template>'],
  ['a style', '<p style="content:&quot;x&quot;"></p>'],
])('a drawing that would be wrong fails: %s', async (words, markup) => {
  await expect(new Drawer(() => Promise.resolve(markup)).draw('out', '/')).rejects.toThrow(words)
})
