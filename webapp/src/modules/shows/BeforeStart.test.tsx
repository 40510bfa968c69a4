import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { expect, test, vi } from 'vitest'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'
import { JobService, type ProcessRequest } from '@/gen/mentionary/v1/job_pb'
import { ShowService, type EstimateEpisodesRequest } from '@/gen/mentionary/v1/show_pb'
import { AnalyzeForm } from '@/modules/AnalyzeForm'
import { renderWith } from '@/testing/render'

const channel = 'https://www.youtube.com/@talks'
const feed = 'https://example.org/feed.xml'
const heard = {
  new: { episodes: 10, seconds: 40_800, unknown: 0 },
  listened: { episodes: 10, seconds: 40_800, unknown: 0 },
  listeningPrice: 0.006,
  listeningSpeed: 17,
}

/** Shows the form where audio is listened to, unless `limits` say otherwise. */
function show(estimate: () => object | Promise<object>, limits: object = { audioMaxMib: 1024 }) {
  const sent: ProcessRequest[] = []
  const asked: EstimateEpisodesRequest[] = []
  const services = (r: ConnectRouter) => {
    r.service(AuthService, {
      getCurrentUser: () => ({ user: { id: 'u1', firstName: 'Ada', permissions: ['submit'] } }),
    })
    r.service(AccountService, { getLimits: () => limits })
    r.service(ShowService, {
      estimateEpisodes: request => {
        asked.push(request)
        return estimate()
      },
    })
    r.service(JobService, {
      process: request => {
        sent.push(request)
        return { jobId: 12 }
      },
    })
  }
  renderWith(<AnalyzeForm />, { services })
  return { sent, asked }
}
async function handIn(input: string) {
  const field = screen.getByRole('textbox', { name: 'Video URL, channel ID or playlist URL' })
  await vi.waitFor(() => expect(field).toBeEnabled())
  await userEvent.type(field, input)
  await userEvent.click(screen.getByRole('button', { name: 'Analyze Content' }))
}
const dialog = () => screen.findByRole('dialog', { name: 'Before It Starts' })
const started = () => screen.findByRole('link', { name: 'Follow job 12' })

test('says what a channel comes to before it starts, and starts when told to', async () => {
  const { sent, asked } = show(() => heard)
  await handIn(channel)
  expect(
    await within(await dialog()).findByText(
      '10 episodes, 11h 20m. 10 have no transcript and are listened to ' +
        '(11h 20m, about $4.08, about 40 min on this server).',
    ),
  ).toBeVisible()
  expect(sent).toHaveLength(0)
  expect(asked[0]).toMatchObject({ address: channel })
  await userEvent.click(screen.getByRole('button', { name: 'Analyze' }))
  expect(await started()).toBeVisible()
  expect(sent[0]).toMatchObject({ input: channel, type: 'channel' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('starts nothing when canceled, and what was typed stays', async () => {
  const { sent } = show(() => heard)
  await handIn(feed)
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Video URL, channel ID or playlist URL' })).toHaveValue(feed)
  expect(sent).toHaveLength(0)
})

test('an answer that comes after Cancel starts nothing', async () => {
  let answer: (estimate: object) => void = () => undefined
  const { sent } = show(() => new Promise<object>(resolve => (answer = resolve)))
  await handIn(feed)
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  answer({})
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(0)
})

test.each([
  ['nothing has to be listened to', feed, { new: { episodes: 3, seconds: 60 } }, { audioMaxMib: 1024 }, 1],
  ['nobody listens here', feed, heard, {}, 0],
  ['it is a single video', 'https://youtu.be/UF8uR6Z6KLc', heard, { audioMaxMib: 1024 }, 0],
])('starts at once when %s', async (_, input, answer, limits, looks) => {
  const { sent, asked } = show(() => answer, limits)
  await handIn(input)
  expect(await started()).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(asked).toHaveLength(looks)
})

test('a show that cannot be looked at says why, and may be handed in all the same', async () => {
  const { sent } = show(() => {
    throw new ConnectError('The podcast’s server did not answer.', Code.Unavailable)
  })
  await handIn(feed)
  expect(await within(await dialog()).findByRole('alert')).toHaveTextContent(
    'What this comes to could not be told. The podcast’s server did not answer.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Analyze' }))
  expect(await started()).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('what is no show is left to the start', async () => {
  const { sent } = show(() => {
    throw new ConnectError('This is not the address of a show.', Code.InvalidArgument)
  })
  await handIn('https://example.org/episode')
  expect(await started()).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('says when the minutes of a day do not suffice', async () => {
  show(() => heard, { audioMaxMib: 1024, minutesPerDay: 120, minutesUsed: 35 })
  await handIn(channel)
  expect(
    await screen.findByText('85 more minutes may be listened to for you today; what is left waits until tomorrow.'),
  ).toBeVisible()
})
