import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'
import { FollowService } from '@/gen/mentionary/v1/follow_pb'
import { JobService, type ProcessRequest } from '@/gen/mentionary/v1/job_pb'
import { ShowService } from '@/gen/mentionary/v1/show_pb'
import { AnalyzeForm } from '@/modules/AnalyzeForm'
import { renderWith } from '@/testing/render'
import { Toasts } from '@/ui/Toast'

const address = (name: string) => `https://example.org/${name}.xml`
const list = {
  shows: [
    { title: '夜行列車', address: address('train'), channelId: 'c-train' },
    { title: '', address: address('other') },
    { title: 'Third', address: address('third'), channelId: 'c-third', isFollowing: true },
  ],
  dropped: [{ line: 4, text: 'ftp://example.org', reason: 'Only addresses that start with http can be read.' }],
}
const opml = '<opml version="2.0"/>'

type Served = {
  read?: (text: string) => object
  process?: (n: number) => object
  follow?: () => object
  estimate?: (address: string) => object
}
/** Shows the form; audio is listened to where there are estimates. */
function show({ read = () => list, process = n => ({ jobId: 10 + n }), follow = () => ({}), estimate }: Served = {}) {
  const sent: ProcessRequest[] = []
  const followed: string[] = []
  const texts: string[] = []
  const services = (r: ConnectRouter) => {
    r.service(AuthService, {
      getCurrentUser: () => ({ user: { id: 'u1', firstName: 'Ada', permissions: ['submit'] } }),
    })
    r.service(AccountService, {
      getLimits: () => ({ submissionsLeft: 7, followsMax: 20, follows: 18, audioMaxMib: estimate ? 1024 : 0 }),
    })
    r.service(ShowService, {
      readShowList: ({ text }) => {
        texts.push(text)
        return read(text)
      },
      ...(estimate && { estimateEpisodes: r => estimate(r.address) }),
    })
    r.service(JobService, {
      process: request => {
        sent.push(request)
        return process(sent.length)
      },
    })
    r.service(FollowService, {
      followChannel: ({ channelId }) => {
        followed.push(channelId)
        return follow()
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
  return { sent, followed, texts }
}
async function open() {
  await userEvent.click(await screen.findByRole('button', { name: 'Import shows' }))
  expect(await screen.findByRole('heading', { name: 'Import shows' })).toHaveFocus()
}
async function choose(content = opml) {
  await open()
  await userEvent.upload(screen.getByLabelText('Subscription list'), new File([content], 'shows.opml'))
}
const box = (name: string | RegExp) => screen.findByRole('checkbox', { name })
const lineOf = async (name: RegExp) => within((await box(name)).closest('li')!)

test('a file says which shows it names, and which are known', async () => {
  const { texts, sent } = show()
  await choose()
  expect(await screen.findByText('3 shows in this list, 2 known here.')).toBeVisible()
  expect(texts).toEqual([opml])
  const known = await lineOf(/夜行列車/)
  expect(known.getByRole('link', { name: 'Known here (夜行列車)' })).toHaveAttribute('href', '/channel/c-train')
  expect((await lineOf(/other/)).queryByRole('link')).toBeNull()
  expect((await lineOf(/Third/)).getByText('Following')).toBeVisible()
  expect(screen.getByText('1 line left out')).toBeVisible()
  expect(await screen.findByText('You may submit 7 more this hour, and follow 2 more shows.')).toBeVisible()
  expect(sent).toHaveLength(0)
})

test('what chosen shows come to together is told before they are handed in', async () => {
  const { sent } = show({
    estimate: of => {
      if (of === address('other')) throw new ConnectError('There is nothing at this address.', Code.NotFound)
      const hours = { episodes: 3, seconds: 7200, unknown: 0 }
      return { new: hours, listened: hours, listeningPrice: 0.006 }
    },
  })
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Choose all' }))
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 3 shows' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Before It Starts' }))
  expect(
    await dialog.findByText('6 episodes, 4h 0m. 6 have no transcript and are listened to (4h 0m, about $1.44).'),
  ).toBeVisible()
  expect(dialog.getByRole('alert')).toHaveTextContent(
    '1 show could not be looked at. There is nothing at this address.',
  )
  expect(sent).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Analyze 3 shows' }))
  expect(await screen.findByRole('link', { name: 'Follow job 13' })).toBeVisible()
  expect(sent).toHaveLength(3)
})

test('chosen shows become jobs, one by one, and a refused one says why and stays chosen', async () => {
  const { sent } = show({
    process: n => {
      if (n === 2) throw new ConnectError('There is nothing at this address.', Code.NotFound)
      return { jobId: 10 + n }
    },
  })
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Choose all' }))
  const count = screen.getByRole('spinbutton', { name: 'Newest episodes of each' })
  await userEvent.clear(count)
  await userEvent.type(count, '3')
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 3 shows' }))
  expect(await screen.findByRole('link', { name: 'Follow job 13' })).toHaveAttribute('href', '/jobs/13')
  expect((await lineOf(/other/)).getByText('There is nothing at this address.')).toBeVisible()
  expect(sent.map(r => r.input)).toEqual([address('train'), address('other'), address('third')])
  expect(sent[0]?.config).toMatchObject({ mode: 'recent', episodeCount: 3 })
  expect(await screen.findByRole('button', { name: 'Analyze 1 show' })).toBeEnabled()
  expect(await box(/other/)).toBeChecked()
  expect(await box(/Third/)).not.toBeChecked()
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 1 show' }))
  expect(await screen.findByRole('link', { name: 'Follow job 14' })).toBeVisible()
  expect(sent[3]!.idempotencyKey).toBe(sent[1]!.idempotencyKey)
  expect(new Set(sent.map(r => r.idempotencyKey)).size).toBe(3)
})

test('a limit that is reached is said of the rest without asking again', async () => {
  const { sent } = show({
    process: n => {
      if (n === 2) throw new ConnectError('You have submitted 60 jobs within an hour.', Code.ResourceExhausted)
      return { jobId: 10 + n }
    },
  })
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Choose all' }))
  await userEvent.click(screen.getByRole('button', { name: 'Analyze 3 shows' }))
  expect(await screen.findAllByText('You have submitted 60 jobs within an hour.')).toHaveLength(2)
  expect(sent).toHaveLength(2)
})

test('known shows are followed, and one that is unknown says what to do first', async () => {
  const { followed, sent } = show()
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Choose all' }))
  await userEvent.click(screen.getByRole('button', { name: 'Follow 2 shows' }))
  expect((await lineOf(/other/)).getByText(/Nothing of this show has been analyzed yet/)).toBeVisible()
  expect((await lineOf(/夜行列車/)).getByText('Following')).toBeVisible()
  expect(followed).toEqual(['c-train'])
  expect(sent).toHaveLength(0)
})

test('a pasted text is read, and what is no list says so', async () => {
  const { texts } = show({
    read: () => {
      throw new ConnectError('This is not a subscription list (OPML).', Code.InvalidArgument)
    },
  })
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Read list' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose a file, or paste its text.')
  await userEvent.click(screen.getByRole('textbox', { name: 'Text of the list' }))
  await userEvent.paste('hello')
  await userEvent.click(screen.getByRole('button', { name: 'Read list' }))
  expect(await screen.findByText('This is not a subscription list (OPML).')).toBeVisible()
  expect(texts).toEqual(['hello'])
})

test('a file that is too large is not sent', async () => {
  const { texts } = show()
  await choose('x'.repeat(512 * 1024 + 1))
  expect(await screen.findByText('This list is larger than 512 KiB. Please split it.')).toBeVisible()
  expect(texts).toHaveLength(0)
})
