import type { Page } from '@playwright/test'
import { demo, notice } from './catalogue'
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

    // And on to the page of one of them, to the second at which something was said.
    await items(page).filter({ hasText: demo.title }).getByRole('link', { name: 'Open episode' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.title)
    const time = page.getByRole('button', { name: /^Play from/ }).first()
    const [minutes, seconds] = (await time.getByRole('time').textContent())!.split(':').map(Number)
    await time.click()
    await expect(page.getByRole('region', { name: 'Player' })).toContainText(demo.title)
    const stands = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
    await expect.poll(stands, 'where the recording stands').toBeGreaterThanOrEqual(minutes! * 60 + seconds!)
    expect(await stands()).toBeLessThan(minutes! * 60 + seconds! + 15)
  })

  test('a subscription list says what is known of its shows, and a chosen one becomes a job', async ({
    page,
    accessible,
    expectProblem,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Import shows' }).click()
    await expect(page.getByRole('heading', { name: 'Import shows' })).toBeFocused()
    await accessible(page)
    const known = `${process.env['DEMO_URL'] ?? ''}/feeds/marginalia-hour.xml`
    const list = `<?xml version="1.0" encoding="ISO-8859-1"?><opml version="2.0"><body><outline text="Shows">
      <outline type="rss" text="The Marginalia Hour" xmlUrl="${known}"/>
      <outline type="rss" text="Z\u00fcge bei Nacht" xmlUrl="https://nights.example.org/feed.xml"/>
      <outline type="rss" text="Nothing we read" xmlUrl="https://www.youtube.com/feed/history"/></outline></body></opml>`
    await page
      .getByLabel('Subscription list')
      .setInputFiles({ name: 'shows.opml', mimeType: 'text/x-opml', buffer: Buffer.from(list, 'latin1') })
    await expect(page.getByText('3 shows in this list, 1 known here.')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^Züge bei Nacht/ })).not.toBeChecked()
    await expect(page.getByRole('link', { name: 'Known here (The Marginalia Hour)' })).toBeVisible()
    await page.getByRole('button', { name: 'Choose all' }).click()
    await accessible(page)
    await page.getByRole('button', { name: 'Follow 3 shows' }).click()
    await expect(page.getByText('Following', { exact: true })).toBeVisible()
    await expect(page.getByText('Nothing of this show has been analyzed yet.')).toHaveCount(2)
    await page.getByRole('button', { name: 'Choose all' }).click()
    await page.getByRole('checkbox', { name: /^Züge bei Nacht/ }).uncheck()
    await page.getByLabel('Newest episodes of each').fill('2')
    await page.getByRole('button', { name: 'Analyze 2 shows' }).click()
    await expect(page.getByRole('link', { name: /^Follow job \d+$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Analyze 1 show', exact: true })).toBeEnabled()
    await expectProblem(/status of 400/)
    await accessible(page)
    await page.getByRole('link', { name: /^Follow job \d+$/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Marginalia Hour')
    await expect(items(page)).toHaveCount(2)
    await page.goto('/profile?tab=preferences') // what other tests of this person count
    await page.getByRole('button', { name: 'Unfollow The Marginalia Hour' }).click()
    await expect(notice(page)).toContainText('Channel Unfollowed')
  })

  test('a bookmark brings the page one is on into the form, and nothing more', async ({ page, accessible }) => {
    await page.goto('/profile?tab=preferences')
    const bookmark = page.getByRole('region', { name: 'From other pages' }).getByRole('link')
    const program = (await bookmark.getAttribute('href'))!
    expect(program).toMatch(/^javascript:/)
    await bookmark.click()
    await expect(notice(page)).toContainText('Drag this link')
    await accessible(page)
    await page.goto('/about?a=1&b="2"#c')
    const there = page.url()
    // As a browser runs a bookmark: in the page, whose address it takes.
    await page.evaluate(decodeURIComponent(program.replace('javascript:', '')))
    await expect(page.getByRole('button', { name: 'Analyze Content' })).toBeVisible()
    await expect(field(page)).toHaveValue(there)
    await expect(notice(page)).toHaveCount(0)
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
