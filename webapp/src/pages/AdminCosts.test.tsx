import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { beforeEach, expect, test } from 'vitest'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { InsightsService } from '@/gen/mentionary/v1/insights_pb'
import { signedInWith } from '@/testing/people'
import { renderRoutes } from '@/testing/render'
import { currentToast } from '@/ui/toasts'
import { giveElementsASize } from '@/testing/sized'
import { Component } from './AdminCosts'

beforeEach(() => {
  sessionStorage.clear()
  giveElementsASize()
})

const cost = (promptTokens: number, dollars?: number, unpricedTokens = 0) => ({
  promptTokens,
  cachedTokens: 0,
  completionTokens: 0,
  calls: 2,
  unpricedTokens,
  ...(dollars !== undefined && { dollars }),
})
const costs = {
  from: '2026-11-20',
  to: '2026-11-20',
  total: cost(1_500_000, 0.42, 500_000),
  days: [{ date: '2026-11-20', cost: cost(1_500_000, 0.42, 500_000) }],
  models: [
    { model: 'small', cost: cost(1_000_000, 0.42), promptPrice: 0.42, cachedPrice: 0.1, completionPrice: 1.6 },
    { model: 'old', cost: cost(500_000, undefined, 500_000) },
  ],
  people: [{ userId: 'g1', name: 'Grace', cost: cost(1_000_000, 0.42) }, { cost: cost(500_000, undefined, 500_000) }],
  jobs: [{ jobId: 7, title: 'Night Train', submitter: 'Grace', cost: cost(1_000_000, 0.42) }],
}
const minutes = [
  { resource: 'speech', scope: 'system', minutesPerDay: 600, minutesUsedToday: 149.5 },
  { resource: 'speech', scope: 'default' },
]
const budgets = [
  { scope: 'system', tokensPerDay: 2_000_000, usedToday: 500_000 },
  { scope: 'default', tokensPerDay: 100_000 },
  { scope: 'user', userId: 'g1', userName: 'Grace', unlimited: true, usedToday: 12 },
]

function show({
  answer = () => costs,
  waits = [],
  set = () => ({}),
}: { answer?: () => object; waits?: object[]; set?: (request: object) => object } = {}) {
  return renderRoutes([{ path: '/admin/costs', element: <Component />, HydrateFallback: () => null }], {
    at: '/admin/costs',
    services: r => {
      signedInWith('admin')(r)
      r.service(InsightsService, { getCosts: answer, listBudgetWaits: () => ({ waits, total: waits.length }) })
      r.service(AdminService, {
        listBudgets: ({ resource }) => ({ budgets: resource === 'speech' ? minutes : budgets }),
        listUsers: () => ({ users: [{ id: 'm1', firstName: 'Mira', email: 'mira@example.com' }], total: 1 }),
        setBudget: ({ scope, userId, tokensPerDay, unlimited, resource, minutesPerDay }) =>
          set({ scope, userId, unlimited, ...(resource ? { resource, minutesPerDay } : { tokensPerDay }) }),
      })
    },
  })
}

test('tokens and money are told by model, person and job, and no price is invented', async () => {
  show()
  const figures = await screen.findByLabelText('Last 30 days')
  expect(figures).toHaveTextContent('Tokens1.5M1,500,000 in allMoney$0.42500K tokens have no price')
  expect(screen.getByText(/No price is set for old/)).toBeVisible()
  // Which columns have room is known a moment later.
  await screen.findByRole('columnheader', { name: 'Price of a million tokens' })
  expect(screen.getByRole('row', { name: /small/ })).toHaveTextContent('$0.42 prompt, $0.10 cached, $1.60 completion')
  expect(screen.getByRole('row', { name: /^old/ })).toHaveTextContent('No price set')
  expect(screen.getByRole('row', { name: /^System/ })).toHaveTextContent('500,000')
  expect(screen.getByRole('link', { name: 'Night Train' })).toHaveAttribute('href', '/jobs/7')
})
test('audio that was heard is told in minutes with its price', async () => {
  const heard = { ...cost(0, 0.25), heardSeconds: 2520 }
  show({
    answer: () => ({
      ...costs,
      total: heard,
      days: [{ date: '2026-11-20', cost: heard }],
      models: [{ model: 'whisper', cost: heard, minutePrice: 0.006 }],
      people: [{ userId: 'g1', name: 'Grace', cost: { ...cost(10, 0.25), heardSeconds: 3900 } }],
    }),
  })
  expect(await screen.findByLabelText('Last 30 days')).toHaveTextContent('Audio heard42 minMoney$0.25')
  expect(screen.queryByText(/No price is set for/)).toBeNull()
  expect(screen.getByRole('radio', { name: 'Audio' })).toBeChecked()
  expect(await screen.findAllByText(/42 min of audio/)).not.toHaveLength(0)
})
test('caps say whose they are, what is used, and who has none', async () => {
  show()
  const [tokens, audio] = await screen.findAllByRole('row', { name: /Everything together/ })
  expect(tokens).toHaveTextContent('2,000,000 tokens a day500,000 (25%)')
  expect(audio).toHaveTextContent('600 minutes a day150 (25%)')
  expect(screen.getAllByRole('row', { name: /Each person/ })[0]).toHaveTextContent('100,000 tokens a day')
  expect(screen.getAllByRole('row', { name: /Each person/ })[1]).toHaveTextContent('No cap')
  expect(screen.getByRole('row', { name: /^Grace No cap/ })).toBeVisible()
})
test('a person is left without a cap, or given everybody’s', async () => {
  const sent: object[] = []
  show({ set: request => (sent.push(request), {}) })
  await userEvent.click(await screen.findByRole('button', { name: 'Change the cap of Grace' }))
  let dialog = await screen.findByRole('dialog', { name: 'Cap of Grace' })
  expect(within(dialog).getByRole('radio', { name: 'No cap for this person' })).toBeChecked()
  await userEvent.click(within(dialog).getByRole('radio', { name: 'The same as everybody else' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Cap updated' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Change the cap of Each person' }))
  dialog = await screen.findByRole('dialog', { name: 'Cap of each person' })
  const tokens = within(dialog).getByRole('spinbutton', { name: 'Tokens a day' })
  await userEvent.clear(tokens)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Enter a number of tokens.')).toBeInTheDocument()
  await userEvent.type(tokens, '5000')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { scope: 'user', userId: 'g1', tokensPerDay: 0, unlimited: false },
      { scope: 'default', userId: '', tokensPerDay: 5000, unlimited: false },
    ]),
  )
})
test('minutes of audio are capped in the same way', async () => {
  const sent: object[] = []
  show({ set: request => (sent.push(request), {}) })
  await userEvent.click(await screen.findByRole('button', { name: 'Change the minutes of Each person' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cap of each person' })
  await userEvent.click(within(dialog).getByRole('radio', { name: 'A number of minutes a day' }))
  await userEvent.type(within(dialog).getByRole('spinbutton', { name: 'Minutes a day' }), '90')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual([{ scope: 'default', userId: '', unlimited: false, resource: 'speech', minutesPerDay: 90 }]),
  )
})
test('what waits for budget leads to its job', async () => {
  show({
    waits: [{ jobId: 9, title: 'A talk', submitter: 'Grace', text: 'The day’s budget is used up.', done: 1, total: 4 }],
  })
  const row = (await screen.findByRole('link', { name: 'A talk' })).closest('tr')!
  expect(row).toHaveTextContent('1 of 4')
})
test('without use and without waits it says so', async () => {
  show({ answer: () => ({ total: {}, days: [{ date: '2026-11-20', cost: {} }] }) })
  expect(
    (await screen.findAllByText('Neither the language model nor the speech server was used in this period.')).length,
  ).toBeGreaterThan(1)
  expect(screen.getByText('Nothing waits for budget.')).toBeVisible()
})
test('a failure can be tried again', async () => {
  let times = 0
  show({
    answer: () => {
      if (++times === 1) throw new ConnectError('The database is busy.', Code.Unavailable)
      return costs
    },
  })
  expect(await screen.findByText('The database is busy.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByLabelText('Last 30 days')).toBeVisible()
})
