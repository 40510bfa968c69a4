import type { Route } from '@playwright/test'
import { signedOut } from './catalogue'
import { expect, test } from './fixture'

test.use({ person: 'reader' })

const question = '**/mentionary.v1.AuthService/GetCurrentUser**'
const anyCall = /\/mentionary\.v1\./
/** The page asks again by itself, each time later. */
const healed = { timeout: 40_000 }

for (const [how, answer, said] of [
  ['is refused', (route: Route) => route.abort('connectionrefused'), /ERR_CONNECTION_REFUSED/],
  ['fails', (route: Route) => route.fulfill({ status: 500, body: 'out of order' }), /status of 500/],
  ['never comes', () => undefined, undefined],
] as const) {
  test(`when the answer who is signed in ${how}, the start page is the visitors', and heals`, async ({
    page,
    expectProblem,
  }) => {
    let calls = 0
    let back = false
    await page.route(question, route => {
      if (back) return route.continue()
      calls++
      return answer(route)
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Every book, every name, and the second it was said',
    )
    await expect(signedOut(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'View Details' })).toHaveCount(3)
    // One, and a further one where drawing took longer than the first pause.
    expect(calls).toBeLessThanOrEqual(2)
    back = true
    await expect(page.getByRole('heading', { name: 'Upload transcripts' })).toBeVisible(healed)
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    if (said) await expectProblem(said)
  })
}

test(
  'a page of the account asks to sign in until the answer is there',
  { tag: '@any-width' },
  async ({ page, expectProblem }) => {
    await page.route(question, route => route.fulfill({ status: 503, body: '' }))
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
    await page.unroute(question)
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible(healed)
    await expectProblem(/status of 503/)
  },
)

test('a page that could reach nothing is whole when the connection is back', async ({ page, expectProblem }) => {
  await page.route(anyCall, route => route.abort('connectionrefused'))
  await page.goto('/')
  await expect(page.getByText('Failed to fetch stats')).toBeVisible()
  await expect(
    page.getByText('The server could not be reached. Please check your connection and try again.').first(),
  ).toBeVisible()
  await page.unroute(anyCall)
  await expect(page.getByRole('heading', { name: 'Upload transcripts' })).toBeVisible(healed)
  await expect(page.getByRole('link', { name: 'View Details' })).toHaveCount(6)
  await expectProblem(/ERR_CONNECTION_REFUSED/)
})

test(
  'without a network a list says so, and comes with it',
  { tag: '@any-width' },
  async ({ page, context, expectProblem }) => {
    await page.goto('/books')
    await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
    await context.setOffline(true)
    await page.getByLabel('Sort by').selectOption('By Author')
    await expect(
      page.getByText('The server could not be reached. Please check your connection and try again.'),
    ).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expect(page).toHaveURL(/sort=author/)
    await expectProblem(/ERR_INTERNET_DISCONNECTED/)
  },
)

test('a failure of the concepts is told by its number', { tag: '@any-width' }, async ({ page, expectProblem }) => {
  await page.route('**/mentionary.v1.EntityService/ListEntities**', route =>
    route.fulfill({ status: 502, body: 'bad gateway' }),
  )
  await page.route('**/mentionary.v1.StatsService/GetTypeStats**', route =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"code":"internal","message":"The figures are not there."}',
    }),
  )
  await page.goto('/concepts')
  await expect(page.getByText('HTTP error! status: 502')).toBeVisible()
  await expect(page.getByText('Failed to fetch stats')).toBeVisible()
  await page.unrouteAll()
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.last().click()
  await expect(page.getByText('HTTP error! status: 502')).toBeHidden()
  await retry.click()
  await expect(page.getByText('Total Concepts')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expectProblem(/status of 50[02]/)
})

test(
  'a page that cannot be fetched without a network says so, and is there with it',
  { tag: '@any-width' },
  async ({ page, context, expectProblem }) => {
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page).toHaveURL('/privacy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What we keep, and what we do not')
    await expectProblem(/ERR_INTERNET_DISCONNECTED|dynamically imported module/)
  },
)
