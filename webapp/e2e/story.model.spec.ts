import type { Page } from '@playwright/test'
import { notice } from './catalogue'
import { expect } from './fixture'
import { stumbles, test } from './model'
import { signInAs } from './people'
import { transcript, vttFile } from './shows'
import { stage, state, tells } from './story'

// What the page of a job tells about a language model that does not read everything, or may not.

test.describe.configure({ timeout: 180_000, mode: 'serial' })

/** Hands in a transcript of three parts and stays at home. */
async function upload(page: Page, title: string, text: string) {
  await page.goto('/')
  await page.getByLabel('Transcript files').setInputFiles(vttFile(`${title}.vtt`, text))
  await page.getByRole('button', { name: 'Analyze 1 transcript' }).click()
  await expect(page.getByRole('link', { name: /^Follow job \d+$/ }).first()).toBeVisible()
}
const follow = (page: Page) =>
  page
    .getByRole('link', { name: /^Follow job \d+$/ })
    .first()
    .click()

async function cap(page: Page, tokensPerDay: number) {
  const { origin } = new URL(page.url())
  const answer = await page.request.patch('/api/admin/budgets', {
    data: { scope: 'system', tokensPerDay },
    headers: { Origin: origin },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test.beforeEach(async ({ page }) => {
  await page.goto('/api/login')
  await signInAs(page, 'admin')
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
})

test(
  'a part that cannot be read leaves the rest analyzed, and is read again later',
  { tag: '@any-width' },
  async ({ page }) => {
    const lines = transcript('a machine that stumbles', 300).split('\n')
    lines[lines.length - 10] = stumbles
    await upload(page, 'Stumbling', lines.join('\n'))
    await expect(page.getByRole('status').filter({ hasText: 'Stumbling: Partly completed.' })).toBeAttached({
      timeout: 60_000,
    })
    const line = page
      .getByRole('region', { name: 'Latest jobs' })
      .getByRole('listitem')
      .filter({ hasText: 'Stumbling' })
    await expect(line).toContainText('Partly completed')
    await expect(line.getByRole('link', { name: 'Open episode Stumbling' })).toBeVisible()
    await follow(page)
    await tells(page, {
      word: 'Partly completed',
      sentence: 'Some parts of the transcript could not be read. They will be tried again.',
      stages: ['Not needed', 'Not needed', 'Will be tried again', 'Done', 'Done', 'Done', 'Done'],
    })
    await expect(stage(page, 'Find mentions')).toContainText(/1 of \d parts of the transcript could not be read\./)
  },
)

test(
  'a transcript of which nothing can be read fails, with the reason once and at home what to do',
  { tag: '@any-width' },
  async ({ page }) => {
    await upload(page, 'Hopeless', transcript('nothing', 1).replace('This is', stumbles))
    const line = page.getByRole('region', { name: 'Latest jobs' }).getByRole('listitem').filter({ hasText: 'Hopeless' })
    await expect(line).toContainText('Failed', { timeout: 60_000 })
    await expect(line).toContainText('The episode could not be analyzed. Open the job to see why.')
    await expect(page.getByRole('status').filter({ hasText: 'Hopeless: Failed.' })).toBeAttached()
    await line.getByRole('link', { name: 'Open job Hopeless' }).click()
    await tells(page, {
      word: 'Failed',
      sentence: /^Failed[A-Z].*\./,
      stages: ['Not needed', 'Not needed', 'Failed', ...Array.from({ length: 4 }, () => 'Not reached')],
    })
    const reason = await state(page).locator('p').nth(1).innerText()
    await expect(page.getByText(reason)).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Retry', exact: true })).toBeVisible()

    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Latest jobs' }).filter({ hasText: 'Hopeless' })).toBeHidden()
  },
)

test(
  'work that waits for the budget says when it goes on, and goes on when the cap is raised from the list of work',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/')
    await cap(page, 1)
    await upload(page, 'Thrifty', transcript('a thrifty evening', 290))
    await follow(page)
    await tells(page, {
      word: 'Waiting',
      sentence: /Next attempt at /,
      stages: ['Not needed', 'Not needed', 'Will be tried again', ...Array.from({ length: 4 }, () => 'Waiting')],
    })
    const job = page.url()
    await page.goto('/admin/workflows?error=budget&state=waiting')
    await page
      .getByRole('checkbox', { name: /^Select .*Thrifty/ })
      .first()
      .check()
    await page.getByRole('button', { name: /^Raise budget/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Raise budget' })
    const everything = dialog.getByRole('listitem').filter({ hasText: 'Everything together' })
    await expect(everything.getByRole('spinbutton')).toHaveValue('1')
    await everything.getByRole('spinbutton').fill('0')
    await everything.getByRole('button', { name: 'Save' }).click()
    await expect(notice(page)).toContainText('Everything together: no cap. Waiting work continues now.')
    await page.goto(job)
    await expect(state(page)).toContainText('Completed', { timeout: 60_000 })
    await tells(page, {
      word: 'Completed',
      sentence: 'The episode is analyzed.',
      stages: ['Not needed', 'Not needed', 'Done', 'Done', 'Done', 'Done', 'Done'],
    })
  },
)
