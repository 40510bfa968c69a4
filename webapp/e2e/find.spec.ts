import type { Page } from '@playwright/test'
import { notice } from './catalogue'
import { expect, test } from './fixture'

// tools/e2e.sh has the program ask the demo library's own directory.
const field = (page: Page) => page.getByLabel('Video URL, channel ID or playlist URL')
const items = (page: Page) => page.getByRole('region', { name: 'Episodes' }).getByRole('listitem')

async function find(page: Page, words: string) {
  await page.goto('/')
  await field(page).pressSequentially(words)
  await page.getByRole('button', { name: 'Find Shows' }).click()
}

test.describe('signed in', () => {
  test.use({ person: 'reader' })

  test('a show is found by its name, and two chosen episodes become a job', async ({ page, accessible }) => {
    await find(page, 'marginalia hour')
    const shows = page.getByRole('region', { name: 'Shows named “marginalia hour”' })
    await expect(shows.getByRole('status').first()).toHaveText('1 show found for “marginalia hour”.')
    await expect(shows.getByRole('heading', { name: 'The Marginalia Hour' })).toBeVisible()
    await expect(shows.getByText(/^Podcast · 3 episodes · newest/)).toBeVisible()
    await expect
      .poll(() =>
        shows
          .getByRole('listitem')
          .locator('img')
          .evaluate((i: HTMLImageElement) => i.naturalWidth),
      )
      .toBeGreaterThan(0)
    await accessible(page)

    // By keyboard from here on.
    await shows.getByRole('button', { name: 'Open The Marginalia Hour' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'The Marginalia Hour' })).toBeFocused()
    const boxes = page.getByRole('checkbox')
    await expect(boxes).toHaveCount(3)
    await expect(page.getByRole('link', { name: /^Already analyzed/ })).toHaveCount(3)
    for (const n of [0, 2]) {
      await boxes.nth(n).focus()
      await page.keyboard.press('Space')
    }
    await accessible(page)
    await page.getByRole('button', { name: 'Analyze 2 episodes' }).press('Enter')
    await expect(notice(page)).toContainText('Processing Started')
    await page.getByRole('link', { name: /^Follow job \d+$/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Marginalia Hour')
    await expect(items(page)).toHaveCount(2)
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: /\S/ }).first()).toContainText(
      'Completed',
    )
  })

  test('words that name no show say what to try', { tag: '@any-width' }, async ({ page }) => {
    await find(page, 'nobody calls a show like this')
    await expect(page.getByText('No show is called “nobody calls a show like this”.')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(field(page)).toBeFocused()
  })
})

test('a visitor signs in first, and the words are still there', { tag: '@any-width' }, async ({ page }) => {
  await find(page, 'slow platform')
  await expect(notice(page)).toContainText('Please sign in to analyze content')
  await page.getByRole('button', { name: 'Noor Castellane' }).click()
  await expect(field(page)).toHaveValue('slow platform')
  await expect(page.getByRole('button', { name: 'Find Shows' })).toBeVisible()
})
