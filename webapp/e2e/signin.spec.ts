import { signedOut } from './catalogue'
import { expect, test } from './fixture'
import { people, signInAs } from './people'

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
  const [episode] = (await (await page.request.get('/api/episodes?limit=1')).json()) as [{ videoId: string; title: string }]
  const path = `/transcript/${episode.videoId}#t=60`
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signInAs(page, 'elio')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(episode.title)
})

for (const [person, sees] of [['admin', true], ['moderator', true], ['elio', false]] as const) {
  test(`the menu of ${people[person]} ${sees ? 'has' : 'does not have'} the way to the administration`, async ({ page }) => {
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
