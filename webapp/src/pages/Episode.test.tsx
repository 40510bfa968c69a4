import { act, fireEvent, renderHook, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { beforeEach, expect, test, vi } from 'vitest'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { FavoriteService } from '@/gen/mentionary/v1/favorite_pb'
import { PublicationService } from '@/gen/mentionary/v1/publication_pb'
import { stopPlaying, useNowPlaying } from '@/modules/player/nowPlaying'
import { signedIn, signedOut } from '@/testing/session'
import { renderWith } from '@/testing/render'
import { currentToast } from '@/ui/toasts'
import { Component as Episode } from './Episode'

const episode = {
  id: 7,
  videoId: 'slow-7',
  title: 'Slow reading',
  duration: 7530,
  viewCount: 12345,
  isProcessed: true,
  hasTranscript: true,
  platform: 'feed',
  mediaUrl: 'https://media.example.org/7.mp3',
  pageUrl: 'https://shows.example.org/7',
  channel: { id: 1, channelId: 'UC1', name: 'The Long Walk' },
  counts: [
    { type: 'book', count: 2 },
    { type: 'person', count: 1 },
  ],
}
const mention = (id: number, quote: string, more: object = {}) => ({
  id,
  episodeId: 7,
  videoId: 'slow-7',
  quote,
  surface: 'Dune',
  start: id * 10,
  position: 0.5,
  confidence: 0.9,
  reasons: ['cue'],
  context: 'editorial',
  ...more,
})
const entities = [
  {
    id: 1,
    type: 'book',
    name: 'Dune',
    description: 'Sand and prophecy.',
    metadata: {
      amazonUrl: 'https://shop.example.org/dune',
      wikipediaUrl: 'https://wiki.example.org/dune',
      bestUrl: 'https://shop.example.org/dune',
    },
    mentions: [
      mention(1, 'I read Dune twice.', { speaker: 'Mara' }),
      mention(2, 'Dune again.'),
      mention(3, 'Still Dune.'),
      mention(4, 'And Dune.'),
    ],
  },
  {
    id: 2,
    type: 'person',
    name: 'Ada Lovelace',
    mentions: [mention(20, 'Ada Lovelace wrote it.', { surface: 'Ada Lovelace' })],
  },
  {
    id: 3,
    type: 'sponsor',
    name: 'Tea of the Month',
    description: 'Tea in the post.',
    metadata: { websiteUrl: 'https://tea.example.org', sponsorType: 'Host read', promoCode: 'SLOW' },
    mentions: [mention(30, 'Brought to you by Tea of the Month.', { context: 'ad', surface: 'Tea of the Month' })],
  },
]

type Answers = { person?: (r: ConnectRouter) => unknown; episode?: object; entities?: object[]; fail?: ConnectError }
const services =
  ({ person = signedIn, episode: shown = episode, entities: listed = entities, fail }: Answers = {}) =>
  (r: ConnectRouter) => {
    person(r)
    r.service(EpisodeService, {
      getEpisode: () => {
        if (fail) throw fail
        return { episode: shown }
      },
      listEpisodeEntities: () => ({ entities: listed }),
    })
    r.service(FavoriteService, { listFavorites: () => ({}) })
  }
const show = (answers: Answers = {}, at = '/episode/7') =>
  renderWith(<Episode />, { path: '/episode/:id', at, services: services(answers) })

let scrolledTo: string[]
beforeEach(() => {
  scrolledTo = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.id)
  })
})

test('a reader sees what the episode is and what can be done with it', async () => {
  show()
  expect(await screen.findByRole('heading', { level: 1, name: 'Slow reading' })).toBeVisible()
  for (const text of ['125 min', '12,345 views']) expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'The Long Walk' })).toHaveAttribute('href', '/channel/UC1')
  expect(screen.getByRole('link', { name: /^Watch/ })).toHaveAttribute('href', 'https://shows.example.org/7')
  expect(screen.getByRole('link', { name: 'Transcript' })).toHaveAttribute('href', '/transcript/slow-7')
  expect(await screen.findByRole('button', { name: 'Favorite' })).toBeVisible()
  expect(document.title).toBe('Slow reading · Mentionary')
})
test('an episode that is being processed is read again until it is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let read = 0
  let done = false
  renderWith(<Episode />, {
    path: '/episode/:id',
    at: '/episode/7',
    services: r => {
      signedIn(r)
      r.service(EpisodeService, {
        getEpisode: () => {
          read++
          return { episode: { ...episode, isProcessed: done } }
        },
        listEpisodeEntities: () => ({ entities: done ? entities : [] }),
      })
      r.service(FavoriteService, { listFavorites: () => ({}) })
    },
  })
  expect(await screen.findByText('Processing')).toBeVisible()
  expect(read).toBe(1)
  done = true
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  expect(await screen.findByRole('heading', { name: /Dune/, level: 4 })).toBeVisible()
  expect(screen.queryByText('Processing')).toBeNull()
  const before = read
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(read).toBe(before)
  vi.useRealTimers()
})
test('what is processed for longer than a minute is no longer asked for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let read = 0
  renderWith(<Episode />, {
    path: '/episode/:id',
    at: '/episode/7',
    services: r => {
      services()(r)
      r.service(EpisodeService, {
        getEpisode: () => {
          read++
          return { episode: { ...episode, isProcessed: false } }
        },
        listEpisodeEntities: () => ({}),
      })
    },
  })
  expect(await screen.findByText('Processing')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  const before = read
  expect(before).toBeGreaterThan(20)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(read).toBe(before)
  vi.useRealTimers()
})
test('without a transcript there is no way to it', async () => {
  show({ episode: { ...episode, hasTranscript: false } })
  await screen.findByText('I read', { exact: false })
  expect(screen.queryByRole('link', { name: 'Transcript' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'In the transcript' })).toBeNull()
})
test('sponsors stand apart, with their code', async () => {
  show()
  const card = (await screen.findByRole('heading', { name: 'Sponsors', level: 2 })).closest('section')!
  expect(within(card).getByRole('link', { name: /Tea of the Month/ })).toHaveAttribute(
    'href',
    'https://tea.example.org/',
  )
  for (const text of ['Host read', 'Code: SLOW', 'Tea in the post.']) expect(within(card).getByText(text)).toBeVisible()
})
test('a mention has its proof, and more proof when asked', async () => {
  show()
  const row = (await screen.findByRole('heading', { name: /Dune/, level: 4 })).closest('li')!
  expect(within(row).getByRole('link', { name: /^Dune/ })).toHaveAttribute('href', 'https://shop.example.org/dune')
  expect(within(row).getByText('Mara')).toBeVisible()
  expect(within(row).getAllByText('50% into the episode')).toHaveLength(4)
  const fold = row.querySelector('details')!
  expect(fold).not.toHaveAttribute('open')
  expect(within(fold).getAllByRole('figure', { hidden: true })).toHaveLength(3)
  expect(row.querySelectorAll('figure')).toHaveLength(4) // the first one stands before the fold
  await userEvent.click(within(row).getByText('3 more quotes'))
  expect(fold).toHaveAttribute('open')
  await userEvent.click(within(row).getByText('Less'))
  expect(fold).not.toHaveAttribute('open')
})
test('the sentence that tells most stands first', async () => {
  show({
    entities: [
      {
        ...entities[1],
        mentions: [
          mention(20, 'Ada Lovelace.', { surface: 'Ada Lovelace' }),
          mention(21, 'The first program was written by Ada Lovelace, they say.', {
            surface: 'Ada Lovelace',
            telling: 5,
          }),
        ],
      },
    ],
  })
  const row = (await screen.findByRole('heading', { name: 'Ada Lovelace', level: 4 })).closest('li')!
  expect([...row.querySelectorAll('blockquote')].map(q => q.textContent)).toEqual([
    'The first program was written by Ada Lovelace, they say.',
    'Ada Lovelace.',
  ])
})
test('why we believe it is told to the pointer and the keyboard', async () => {
  show()
  const button = (await screen.findAllByRole('button', { name: 'High 90%' }))[0]!
  expect(screen.queryByRole('tooltip')).toBeNull()
  act(() => button.focus())
  expect(screen.getByRole('tooltip')).toHaveTextContent('A phrase introduced it')
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
})
test('what was paid for says so', async () => {
  show()
  expect(await screen.findByText('Sponsor read')).toBeVisible()
})
test('filters count, leave out empty types and find by name or description', async () => {
  show()
  const filters = within(await screen.findByRole('group', { name: 'Show' }))
  expect(filters.getAllByRole('button').map(b => b.textContent)).toEqual(['All3', 'Sponsors1', 'Books1', 'People1'])
  await userEvent.click(filters.getByRole('button', { name: /People/ }))
  expect(screen.queryByRole('heading', { name: /Dune/, level: 4 })).toBeNull()
  await userEvent.click(filters.getByRole('button', { name: /All/ }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search mentions' }), 'PROPHECY')
  await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'Ada Lovelace', level: 4 })).toBeNull())
  expect(screen.getByRole('heading', { name: /Dune/, level: 4 })).toBeVisible()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search mentions' }), '!')
  expect(await screen.findByText('No entities found matching "PROPHECY!"')).toBeVisible()
})
test('without mentions the page says that they may come', async () => {
  show({ entities: [] })
  expect(await screen.findByText('No entities extracted yet')).toBeVisible()
  expect(screen.getByText('Processing may still be in progress')).toBeVisible()
})
test('the address finds a name after its "#"', async () => {
  show({}, '/episode/7#Ada%20Lovelace')
  await screen.findByRole('heading', { name: 'Ada Lovelace', level: 4 })
  expect(scrolledTo).toEqual(['entity-2'])
  expect(document.getElementById('entity-2')).toHaveClass('entity-row-found')
})
test('an anchor that is no text is no error', async () => {
  show({}, '/episode/7#%E0%A4%A')
  expect(await screen.findByRole('heading', { name: 'Ada Lovelace', level: 4 })).toBeVisible()
  expect(scrolledTo).toEqual([])
})
test('a line of the timeline leads to its quote, even when that is folded or filtered away', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: /People/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Dune, book, 0:40' }))
  expect(scrolledTo).toEqual(['mention-4'])
  expect(screen.getByText('And', { exact: false, selector: '#mention-4 p' })).toBeVisible()
})
test('a time plays the show’s own file from there', async () => {
  show()
  const heard = renderHook(() => useNowPlaying())
  expect(heard.result.current).toBeUndefined()
  await userEvent.click(await screen.findByRole('button', { name: 'Play from 3:20' }))
  expect(heard.result.current).toMatchObject({
    recording: {
      kind: 'audio',
      source: 'https://media.example.org/7.mp3',
      title: 'Slow reading',
      show: 'The Long Walk',
    },
    from: { at: 200 },
  })
  act(stopPlaying)
  await userEvent.click(screen.getByRole('button', { name: 'Listen' }))
  expect(heard.result.current).toMatchObject({ from: { at: 0 } })
  expect(screen.getByRole('button', { name: 'In the Player' })).toHaveFocus()
  act(stopPlaying)
})
test('on the video site the time is a link to the second', async () => {
  show({
    episode: { ...episode, platform: 'youtube', mediaUrl: undefined },
    entities: [
      {
        ...entities[1],
        mentions: [mention(20, 'Ada Lovelace wrote it.', { url: 'https://video.example.org/watch?t=200' })],
      },
    ],
  })
  expect(await screen.findByRole('link', { name: /Play from 3:20/ })).toHaveAttribute(
    'href',
    'https://video.example.org/watch?t=200',
  )
})
test('sharing a mention copies its text with a link to it', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show()
  await user.click(await screen.findByRole('button', { name: 'Share Ada Lovelace' }))
  expect(write).toHaveBeenCalledWith(
    expect.stringMatching(/^Ada Lovelace, mentioned in Slow reading .*\/episode\/7#Ada%20Lovelace$/),
  )
  expect(currentToast()?.title).toBe('Link Copied')
})
test('a long description opens, with paragraphs and links', async () => {
  const description = `${'Words about the episode. '.repeat(10)}\n\nMore at https://shows.example.org/notes and mail a@example.org`
  show({ episode: { ...episode, description } })
  await userEvent.click(await screen.findByRole('button', { name: 'Read more' }))
  expect(screen.getByRole('link', { name: /shows.example.org\/notes/ })).toHaveAttribute(
    'rel',
    expect.stringContaining('noopener'),
  )
  expect(screen.queryByRole('link', { name: /a@example.org/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show less' }))
  expect(screen.queryByRole('link', { name: /notes/ })).toBeNull()
})
test('an unknown episode is not found', async () => {
  show({ fail: new ConnectError('no such episode', Code.NotFound) })
  expect(await screen.findByRole('heading', { name: 'Episode not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
})
test('any other failure can be tried again', async () => {
  const answers: Answers = { fail: new ConnectError('The server is busy.', Code.Unavailable) }
  let failing = true
  renderWith(<Episode />, {
    path: '/episode/:id',
    at: '/episode/7',
    services: r => {
      signedIn(r)
      r.service(EpisodeService, {
        getEpisode: () => {
          if (failing) throw answers.fail!
          return { episode }
        },
        listEpisodeEntities: () => ({ entities }),
      })
      r.service(FavoriteService, { listFavorites: () => ({}) })
    },
  })
  expect(await screen.findByText('The server is busy.')).toBeVisible()
  expect(screen.queryByText('Episode not found')).toBeNull()
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Slow reading' })).toBeVisible()
})

test('a visitor sees how much was found, and nothing of it', async () => {
  show({ person: signedOut })
  expect(await screen.findByText('3 entities discovered in this episode')).toBeVisible()
  expect(document.body.textContent).not.toContain('Dune')
  expect(screen.getAllByRole('link', { name: 'Sign In' })[0]).toHaveAttribute(
    'href',
    expect.stringContaining('/api/login?returnTo='),
  )
})
test('the e-mail address stays here; after a second the visitor goes to sign in', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  show({ person: signedOut })
  const field = await screen.findByRole('textbox', { name: 'E-mail address' })
  expect(field).toBeRequired()
  expect(field).toHaveAttribute('type', 'email')
  vi.useFakeTimers()
  fireEvent.change(field, { target: { value: 'reader@example.org' } })
  fireEvent.submit(field.closest('form')!)
  expect(currentToast()).toMatchObject({
    title: 'Welcome to Mentionary!',
    text: 'Please sign in to access the full content.',
  })
  expect(assign).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1000))
  expect(assign).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\/api\/login\?returnTo=[^@]*$/))
})

test('what a reader gave says so, at the episode and at its quotes', async () => {
  show({
    episode: { ...episode, givenByReader: true },
    entities: [
      {
        ...entities[1],
        mentions: [mention(20, 'Ada Lovelace wrote it.', { surface: 'Ada Lovelace', givenByReader: true })],
      },
    ],
  })
  await screen.findByText('wrote it.', { exact: false })
  expect(screen.getAllByText('Given by a reader')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
})
test('its sender sees what a private episode waits for, and cannot publish it', async () => {
  show({ episode: { ...episode, visibility: 'private', review: 'waiting' } })
  expect(await screen.findByText('Waiting for a moderator to publish it.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
})
test('a moderator publishes it or leaves it private', async () => {
  const decide = vi.fn(() => ({ episode: { ...episode, id: 8 } }))
  const refuse = vi.fn(() => ({ episode: { ...episode, review: 'refused' } }))
  const person = (r: ConnectRouter) => {
    r.service(AuthService, {
      getCurrentUser: () => ({ user: { id: 'u2', firstName: 'Mo', permissions: ['submit', 'moderate'] } }),
    })
    r.service(PublicationService, { publishEpisode: decide, refuseEpisode: refuse })
  }
  show({ person, episode: { ...episode, visibility: 'private', review: 'waiting' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Do Not Publish' }))
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Not Published'))
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await vi.waitFor(() => expect(decide).toHaveBeenCalledWith(expect.objectContaining({ id: 7 }), expect.anything()))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Published'))
})
