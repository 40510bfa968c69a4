import type { Page } from '@playwright/test'
import { demo, episodeOf, signedOut } from './catalogue'
import { expect, test } from './fixture'
import { people, signInAs, type Person } from './people'

// These sessions are ended here, so nobody else may use them: every test signs in itself.

test('Noor signs in, comes back to where she was, and signs out', async ({ page }) => {
  await page.goto('/books?search=middlemarch')
  await signedOut(page).click()
  await expect(page.getByRole('heading', { name: 'Development sign-in' })).toBeVisible()
  await signInAs(page, 'noor')
  await expect(page).toHaveURL('/books?search=middlemarch')

  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText(people.noor)).toBeVisible()
  await expect(page.getByText('noor@example.com')).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveText(['My Favorites', 'Profile Settings', 'My Jobs', 'Sign Out'])
  await page.getByRole('menuitem', { name: 'My Jobs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Jobs')

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(signedOut(page)).toBeVisible()
  await page.goto('/jobs')
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  // The way back shows nothing of the account either.
  await page.goBack()
  await expect(signedOut(page)).toBeVisible()
})

test('a deep link asks to sign in and is opened afterwards', async ({ page }) => {
  const [episode] = (await (await page.request.get('/api/episodes?limit=1')).json()) as [
    { videoId: string; title: string },
  ]
  const path = `/transcript/${episode.videoId}#t=60`
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signInAs(page, 'elio')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(episode.title)
})

for (const [person, sees] of [
  ['admin', true],
  ['moderator', true],
  ['elio', false],
] as const) {
  test(`the menu of ${people[person]} ${sees ? 'has' : 'does not have'} the way to the administration`, async ({
    page,
  }) => {
    await page.goto('/api/login?returnTo=/about')
    await signInAs(page, person)
    await expect(page).toHaveURL('/about')
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveCount(sees ? 1 : 0)
  })
}

test('an expired sign-in says what to do', async ({ page, expectProblem }) => {
  await page.goto('/api/login')
  const form = page.url()
  await signInAs(page, 'noor')
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await page.goto(form)
  await expect(page.getByText('Go back to Mentionary and choose “Sign in” again.')).toBeVisible()
  await expectProblem(/status of 400/)
})

test('nobody is sent elsewhere after signing in', async ({ page }) => {
  await page.goto('/api/login?returnTo=https://evil.example/')
  await signInAs(page, 'noor')
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

/** Signs in with a session of this test alone. */
async function enter(page: Page, person: Person, path: string) {
  await page.goto(`/api/login?returnTo=${encodeURIComponent(path)}`)
  await signInAs(page, person)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
}

/** Opens pages in further tabs of the same browser. */
async function tabs(page: Page, paths: readonly string[]) {
  return Promise.all(
    paths.map(async path => {
      const tab = await page.context().newPage()
      await tab.goto(path)
      await expect(tab.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
      return tab
    }),
  )
}

/** Nothing of a person is on the screen of a tab, nor of what only they may do. */
async function nothingOf(tab: Page, person: Person) {
  await expect(signedOut(tab)).toBeVisible()
  expect(await tab.content()).not.toContain(people[person])
  expect(await tab.content()).not.toContain(`${person}@example.com`)
  await expect(tab.getByRole('button', { name: /^Favorite/ })).toHaveCount(0)
}

const loggedOut = 'UnauthorizedYou are logged out. Logging in again...'

/** Every notification that is shown from now on, however short: the page is left half a second after the last. */
async function toastsOf(page: Page) {
  const said: string[] = []
  await page.exposeFunction('said', (words: string) => said.push(words))
  await page.evaluate(() => {
    const region = document.querySelector('.toasts')!
    new MutationObserver(() => {
      if (region.textContent) (window as unknown as { said: (words: string) => void }).said(region.textContent)
    }).observe(region, { childList: true, characterData: true, subtree: true })
  })
  return said
}

test('signing out in one tab ends all of them', async ({ page }) => {
  const { id } = await episodeOf(page.request, demo.title)
  await enter(page, 'noor', '/about')
  const others = await tabs(page, ['/', '/books', `/episode/${id}`, '/profile?tab=preferences', '/jobs'])
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(signedOut(page)).toBeVisible()
  for (const tab of others) await nothingOf(tab, 'noor')
  const [home, books, episode, profile, jobs] = others
  await expect(home!.getByRole('link', { name: 'Start Free Trial' })).toBeVisible()
  await expect(books!.getByRole('heading', { level: 1 })).toHaveText('Books')
  await expect(episode!.getByRole('button', { name: 'Get Instant Access' })).toBeVisible()
  for (const tab of [profile!, jobs!]) await expect(tab.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()

  // And signing in again in one of them brings the others back.
  await enter(page, 'noor', '/about')
  await expect(profile!.getByText('noor@example.com').first()).toBeVisible()
  await expect(home!.getByRole('heading', { name: 'Upload transcripts' })).toBeVisible()
})

test('somebody else who signs in takes the place of the first in every tab', async ({ page }) => {
  await enter(page, 'noor', '/profile')
  const [other] = await tabs(page, ['/profile'])
  await enter(other!, 'elio', '/about')
  await expect(page.getByText('elio@example.com')).toBeVisible()
  expect(await page.content()).not.toContain(people.noor)
  expect(await page.content()).not.toContain('noor@example.com')
})

test('a session that ends elsewhere ends in every tab with the first that hears of it', async ({
  page,
  expectProblem,
}) => {
  await enter(page, 'noor', '/books')
  const others = await tabs(page, ['/profile', '/people'])
  for (const tab of [page, ...others]) await tab.waitForLoadState('networkidle') // what is under way would hear of the end first
  await page.request.post('/api/logout', { maxRedirects: 0 })
  const said = await toastsOf(page)
  await page
    .getByRole('button', { name: /^Favorite / })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Development sign-in' })).toBeVisible()
  expect(said.at(-1)).toBe(loggedOut)
  for (const tab of others) await nothingOf(tab, 'noor')
  await expectProblem(/status of 401/)
})

test('handing something in with a session that is over says so and signs in again', async ({ page, expectProblem }) => {
  await enter(page, 'noor', '/')
  // The stream would tell first.
  await page.route('**/mentionary.v1.WatchService/**', () => undefined)
  await page.route('**/mentionary.v1.JobService/Process', route =>
    route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: '{"code":"unauthenticated","message":"Please sign in first."}',
    }),
  )
  const said = await toastsOf(page)
  await page.getByLabel('Video URL, channel ID or playlist URL').fill('https://example.org/feed.xml')
  await page.getByRole('button', { name: 'Analyze Content' }).click()
  await expect(page.getByRole('heading', { name: 'Development sign-in' })).toBeVisible()
  expect(said.at(-1)).toBe(loggedOut)
  await signInAs(page, 'noor')
  await expect(page.getByLabel('Video URL, channel ID or playlist URL')).toHaveValue('https://example.org/feed.xml')
  await expectProblem(/status of 401/)
})
