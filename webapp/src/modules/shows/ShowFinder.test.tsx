import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { expect, test, vi } from 'vitest'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'
import { JobService, type ProcessRequest } from '@/gen/mentionary/v1/job_pb'
import { ShowService } from '@/gen/mentionary/v1/show_pb'
import { AnalyzeForm } from '@/modules/AnalyzeForm'
import { leaveMs } from '@/modules/useSignInFirst'
import { renderWith } from '@/testing/render'
import { Toasts } from '@/ui/Toast'

const feed = 'https://example.org/night-train.xml'
const train = {
  title: 'Night Train',
  author: 'Mira',
  kind: 'podcast',
  address: feed,
  episodeCount: 3,
  directory: 'Some Directory',
}
const other = {
  title: 'Other Train',
  kind: 'channel',
  address: 'https://www.youtube.com/channel/UCaaaaaaaaaaaaaaaaaaaaaa',
}
const episode = (n: number, more = {}) => ({ id: `train-${n}`, title: `Train ${n}`, ...more })

type Served = {
  permissions?: string[]
  out?: boolean
  search?: (q: string) => object
  list?: (token: string) => object
}
function show({
  permissions = ['submit'],
  out = false,
  search = () => ({ shows: [train, other] }),
  list = token =>
    token
      ? { episodes: [episode(1)] }
      : {
          title: 'Night Train',
          episodes: [
            episode(3, { duration: 3120, hasTranscript: true }),
            episode(2, { videoId: 'e-train-2', hasTranscript: false }),
          ],
          nextPageToken: '2',
          listeningPrice: 0.006,
        },
}: Served = {}) {
  const sent: ProcessRequest[] = []
  const asked: string[] = []
  const services = (r: ConnectRouter) => {
    r.service(AuthService, { getCurrentUser: () => (out ? {} : { user: { id: 'u1', firstName: 'Ada', permissions } }) })
    r.service(ShowService, {
      searchShows: ({ q }) => {
        asked.push(q)
        return search(q)
      },
      listShowEpisodes: ({ pageToken }) => list(pageToken),
    })
    r.service(JobService, {
      process: request => {
        sent.push(request)
        return { jobId: 12 }
      },
    })
  }
  renderWith(
    <>
      <AnalyzeForm />
      <Toasts />
    </>,
    { services },
  )
  return { sent, asked }
}
const field = () => screen.getByRole('textbox', { name: 'Video URL, channel ID or playlist URL' })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Find Shows' }))
async function find(words = 'night train') {
  await userEvent.type(field(), words)
  await press()
}
const results = () => screen.findByRole('region', { name: 'Shows named “night train”' })
async function open() {
  await find()
  await userEvent.click(await screen.findByRole('button', { name: 'Open Night Train' }))
}

test('words are searched for when the button is pressed, and not while they are typed', async () => {
  const { asked, sent } = show()
  await userEvent.type(field(), 'night train')
  expect(asked).toEqual([])
  await press()
  const list = within(await results())
  expect(await list.findByText('2 shows found for “night train”.')).toBeVisible()
  expect(list.getByRole('heading', { name: 'Night Train' })).toBeVisible()
  expect(list.getByText('Podcast · 3 episodes · Some Directory')).toBeVisible()
  expect(list.getByText('Channel')).toBeVisible()
  expect(asked).toEqual(['night train'])
  expect(sent).toHaveLength(0)
})

test('two chosen episodes are handed in', async () => {
  const { sent } = show()
  await open()
  expect(await screen.findByRole('heading', { name: 'Night Train' })).toHaveFocus()
  await userEvent.click(await screen.findByRole('checkbox', { name: /Train 3/ }))
  expect(screen.getByText('1 episode, 52m.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'More episodes' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /Train 1/ }))
  expect(screen.getByRole('link', { name: 'Already analyzed (Train 2)' })).toHaveAttribute('href', '/episode/e-train-2')
  expect(screen.getByText('Transcript')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 2 episodes' }))
  expect(await screen.findByText('Processing Started')).toBeVisible()
  expect(sent[0]).toMatchObject({
    input: feed,
    type: '',
    config: { mode: 'chosen', episodeIds: ['train-3', 'train-1'] },
  })
  expect(screen.queryByRole('heading', { name: 'Night Train' })).toBeNull()
  expect(field()).toHaveValue('')
})

test('the newest episodes are handed in, ten unless told otherwise', async () => {
  const { sent } = show()
  await open()
  const number = await screen.findByRole('spinbutton', { name: 'Newest episodes' })
  expect(number).toHaveValue(10)
  await userEvent.clear(number)
  await userEvent.type(number, '101')
  await userEvent.click(screen.getByRole('button', { name: 'Analyze newest' }))
  expect(screen.getByText('Please enter a whole number from 1 to 100.')).toBeVisible()
  expect(sent).toHaveLength(0)
  await userEvent.clear(number)
  await userEvent.type(number, '5')
  await userEvent.click(screen.getByRole('button', { name: 'Analyze newest' }))
  await vi.waitFor(() => expect(sent[0]).toMatchObject({ input: feed, config: { mode: 'recent', episodeCount: 5 } }))
})

test.each([
  [['submit'], { mode: 'recent', episodeCount: 100 }],
  [['submit', 'moderate', 'admin'], { mode: 'all' }],
])('with %j a whole show of few episodes is handed in as %j', async (permissions, config) => {
  const { sent } = show({ permissions })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Analyze all 3 episodes' }))
  await vi.waitFor(() => expect(sent[0]).toMatchObject({ input: feed, config }))
})

test('the way back to the results has the focus where it was', async () => {
  show()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Other shows' }))
  expect(await screen.findByRole('button', { name: 'Open Night Train' })).toHaveFocus()
  await userEvent.click(within(await results()).getByRole('button', { name: 'Close' }))
  expect(field()).toHaveFocus()
})

test('nothing found says what to try', async () => {
  show({ search: () => ({}) })
  await find()
  expect(await screen.findByText('No show is called “night train”.')).toBeVisible()
  expect(screen.getByText('Try fewer words, or paste the feed’s address.')).toBeVisible()
})

test('a directory that did not answer is named beside what the others found, and asked again', async () => {
  let down = true
  const { asked } = show({ search: () => ({ shows: [train], silent: down ? ['Podcast Index'] : [] }) })
  await find()
  expect(await screen.findByText(/Podcast Index did not answer\. Shows that only it knows are missing\./)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Night Train' })).toBeVisible()
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  await vi.waitFor(() => expect(screen.queryByText(/did not answer/)).toBeNull())
  expect(asked).toHaveLength(2)
})

test('a refusal shows the server’s sentence', async () => {
  show({
    search: () => {
      throw new ConnectError(
        'This installation asks no podcast directory. Please enter the address of the show.',
        Code.InvalidArgument,
      )
    },
  })
  await find()
  expect(await screen.findByText(/asks no podcast directory/)).toBeVisible()
})

test('a show whose list cannot be read says why, and can still be handed in', async () => {
  show({
    list: () => {
      throw new ConnectError('The site took too long to answer. Try again later.', Code.Unavailable)
    },
  })
  await open()
  expect(await screen.findByText('The site took too long to answer. Try again later.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Analyze newest' })).toBeEnabled()
})

test('signed out, it asks to sign in first and takes the words along', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { asked } = show({ out: true })
  await userEvent.type(field(), 'night train')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await userEvent.click(screen.getByRole('button', { name: 'Find Shows' }))
  expect(await screen.findByText('Sign in required')).toBeVisible()
  await vi.advanceTimersByTimeAsync(leaveMs)
  const address = new URL(String(assign.mock.lastCall?.[0]), 'http://here')
  const back = new URL(address.searchParams.get('returnTo')!, 'http://here')
  expect(back.searchParams.get('input')).toBe('night train')
  expect(asked).toEqual([])
})

test('episodes of an address are chosen without a search', async () => {
  const { asked, sent } = show()
  await userEvent.type(field(), feed)
  await userEvent.click(screen.getByRole('button', { name: 'Choose episodes' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /Train 3/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 1 episode' }))
  await vi.waitFor(() =>
    expect(sent[0]).toMatchObject({ input: feed, config: { mode: 'chosen', episodeIds: ['train-3'] } }),
  )
  expect(asked).toEqual([])
})
