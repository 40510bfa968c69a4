import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { expect, test, vi } from 'vitest'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'
import { JobService, type ProcessRequest } from '@/gen/mentionary/v1/job_pb'
import { renderWith } from '@/testing/render'
import { Toasts } from '@/ui/Toast'
import { AnalyzeForm } from './AnalyzeForm'
import { leaveMs } from './useSignInFirst'

const user = (permissions: string[] = ['submit']) => ({ user: { id: 'u1', firstName: 'Ada', permissions } })

type Shown = {
  session?: object
  process?: () => object | Promise<object>
  initial?: string
  examples?: { label: string; input: string }[]
}
/** Shows the form; `process` answers submissions, which are collected. */
function show({ session = user(), process = () => ({ jobId: 12 }), initial = '', examples = [] }: Shown = {}) {
  const requests: ProcessRequest[] = []
  const services = (r: ConnectRouter) => {
    r.service(AuthService, { getCurrentUser: () => session })
    r.service(JobService, {
      process: request => {
        requests.push(request)
        return process()
      },
    })
  }
  renderWith(
    <>
      <AnalyzeForm initial={initial} examples={examples} />
      <Toasts />
    </>,
    { services },
  )
  return requests
}
const field = () => screen.getByRole('textbox', { name: 'Video URL, channel ID or playlist URL' })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Analyze Content' }))
const signedIn = () => vi.waitFor(() => expect(field()).toBeEnabled())

test.each([[''], ['   ']])('without an address (%j) it asks for one, before anything else', async typed => {
  const requests = show({ session: {} })
  if (typed) await userEvent.type(field(), typed)
  await press()
  expect(screen.getByText('Error')).toBeVisible()
  expect(screen.getByText('Please enter a YouTube URL')).toBeVisible()
  expect(requests).toHaveLength(0)
})

test('signed out, it asks to sign in and takes the input along', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const requests = show({ session: {} })
  await userEvent.type(field(), 'https://youtu.be/UF8uR6Z6KLc?a=1&b=2')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await press()
  expect(screen.getByText('Sign in required')).toBeVisible()
  expect(screen.getByText('Please sign in to analyze content')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(leaveMs))
  const address = new URL(String(assign.mock.lastCall?.[0]), 'http://here')
  expect(address.pathname).toBe('/api/login')
  const back = new URL(address.searchParams.get('returnTo')!, 'http://here')
  expect(back.pathname).toBe('/')
  expect(back.searchParams.get('input')).toBe('https://youtu.be/UF8uR6Z6KLc?a=1&b=2')
  expect(requests).toHaveLength(0)
})

test('a submission says its job, empties the field and leads to the job', async () => {
  const requests = show({ initial: ' https://www.youtube.com/@name ' })
  await screen.findByText(/A channel/)
  await press()
  expect(await screen.findByText('Processing Started')).toBeVisible()
  expect(screen.getByText('Job 12 created. Processing will begin shortly.')).toBeVisible()
  expect(field()).toHaveValue('')
  expect(screen.getByRole('link', { name: 'Follow job 12' })).toHaveAttribute('href', '/jobs/12')
  expect(requests[0]).toMatchObject({ input: 'https://www.youtube.com/@name', type: 'channel' })
  expect(requests[0]?.config).toBeUndefined()
  expect(requests[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
})

test('while it is sent the button says so and takes no second press', async () => {
  let answer: (value: object) => void = () => undefined
  const requests = show({
    initial: 'UF8uR6Z6KLc',
    process: () =>
      new Promise<object>(resolve => {
        answer = resolve
      }),
  })
  await signedIn()
  await press()
  await userEvent.click(await screen.findByRole('button', { name: 'Processing...' }))
  expect(requests).toHaveLength(1)
  act(() => answer({ jobId: 1 }))
  expect(await screen.findByRole('button', { name: 'Analyze Content' })).toBeEnabled()
})

test('a failure shows the server’s sentence and keeps the input; trying again is the same submission', async () => {
  let times = 0
  const requests = show({
    initial: 'UF8uR6Z6KLc',
    process: () => {
      if (++times === 1) throw new ConnectError('Your budget for today is used up.', Code.ResourceExhausted)
      return { jobId: 5 }
    },
  })
  await signedIn()
  await press()
  expect(await screen.findByText('Your budget for today is used up.')).toBeVisible()
  expect(field()).toHaveValue('UF8uR6Z6KLc')
  await press()
  expect(await screen.findByText('Processing Started')).toBeVisible()
  expect(requests[1]?.idempotencyKey).toBe(requests[0]?.idempotencyKey)
})
test('another submission has another key', async () => {
  const requests = show()
  for (const input of ['UF8uR6Z6KLc', 'UF8uR6Z6KLc']) {
    await userEvent.type(field(), input)
    await press()
    await screen.findByText('Follow job 12')
  }
  expect(requests).toHaveLength(2)
  expect(requests[1]?.idempotencyKey).not.toBe(requests[0]?.idempotencyKey)
})

test('options send a mode with its number', async () => {
  const requests = show({ initial: 'https://feeds.example.org/a.xml' })
  await signedIn()
  await userEvent.click(screen.getByRole('button', { name: 'Options' }))
  await userEvent.selectOptions(screen.getByLabelText('Episodes of a channel or feed'), 'Date range (days)')
  expect(screen.getByLabelText('Days back')).toHaveValue(30)
  await press()
  await screen.findByText('Processing Started')
  expect(requests[0]).toMatchObject({ type: '', config: { mode: 'dateRange', dateRange: 30 } })
  expect(requests[0]?.config?.episodeCount).toBeUndefined()
})
test.each([['0'], ['101'], ['2.5'], ['']])('the number %j of episodes is refused with its range', async number => {
  const requests = show({ initial: '@name' })
  await signedIn()
  await userEvent.click(screen.getByRole('button', { name: 'Options' }))
  await userEvent.selectOptions(screen.getByLabelText('Episodes of a channel or feed'), 'Recent episodes')
  const count = screen.getByLabelText('Number of episodes')
  await userEvent.clear(count)
  if (number) await userEvent.type(count, number)
  await press()
  expect(screen.getByText('Please enter a whole number from 1 to 100.')).toBeVisible()
  expect(requests).toHaveLength(0)
})
test.each([
  [['submit'], false],
  [['submit', 'moderate', 'admin'], true],
])('with %j "All episodes" is offered: %s', async (permissions, offered) => {
  show({ session: user(permissions) })
  await signedIn()
  await userEvent.click(screen.getByRole('button', { name: 'Options' }))
  await vi.waitFor(() => expect(screen.queryByRole('option', { name: 'All episodes' }) !== null).toBe(offered))
})
test('an example fills the field and sends nothing', async () => {
  const requests = show({ examples: [{ label: 'A video', input: 'https://youtu.be/UF8uR6Z6KLc' }] })
  await userEvent.click(screen.getByRole('button', { name: 'A video' }))
  expect(field()).toHaveValue('https://youtu.be/UF8uR6Z6KLc')
  expect(requests).toHaveLength(0)
})
test('the browser’s own checks stay out of the way', () => {
  show()
  expect(field().closest('form')).toHaveAttribute('novalidate')
  expect(field()).toHaveAttribute('type', 'url')
})

test('a session that is over is told by the words for it, and the input comes back after signing in', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  show({
    process: () => {
      throw new ConnectError('Please sign in first.', Code.Unauthenticated)
    },
  })
  await signedIn()
  await userEvent.type(field(), 'https://youtu.be/UF8uR6Z6KLc')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await press()
  expect(await screen.findByText('Unauthorized')).toBeVisible()
  expect(screen.getByText('You are logged out. Logging in again...')).toBeVisible()
  expect(screen.queryByText('Please sign in first.')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(assign).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/login/))
})

test('what a bookmark brings stands in the field, and nothing is handed in by itself', async () => {
  const requests = show({ initial: 'https://example.org/episode/7' })
  await signedIn()
  expect(field()).toHaveValue('https://example.org/episode/7')
  expect(await screen.findByText('A podcast feed or page, if that is what this address leads to.')).toBeVisible()
  expect(requests).toHaveLength(0)
})
