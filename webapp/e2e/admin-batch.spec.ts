import type { Page, TestInfo } from '@playwright/test'
import { notice } from './catalogue'
import { expect, test } from './fixture'
import { feedOf } from './shows'

test.describe.configure({ timeout: 120_000 })
// A dot beats while a batch of the other width is live, and a page is measured when it is calm.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const lines = (page: Page) => page.getByLabel('URLs, one per line')
const results = (page: Page) =>
  page.locator('section.panel').filter({ has: page.getByRole('heading', { name: /^Results of batch/ }) })
/** Two addresses, one of which leads to nothing that is read. */
const two = (info: TestInfo) => `${feedOf(info, 'batch')}\nhttps://www.youtube.com/feed/library\n`

test.describe('for others than admins', () => {
  for (const person of ['moderator', 'noor'] as const)
    test.describe(person, () => {
      test.use({ person })
      for (const path of ['/admin/batch', '/admin/schedules'])
        test(`${path} does not exist`, async ({ page }) => {
          const answer = await page.goto(path)
          expect(answer?.status()).toBe(404)
          await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
        })
    })
})

test.describe('for admins', () => {
  test.use({ person: 'admin' })

  test('a batch is submitted line by line, found again by its address, and told of at its end', async ({
    page,
    accessible,
    browser,
    session,
  }, info) => {
    await page.goto('/admin/batch')
    await expect(page.getByRole('heading', { level: 1, name: 'Batch Processor' })).toBeVisible()
    await page.getByRole('button', { name: 'Start Batch Processing' }).click()
    await expect(notice(page)).toContainText('No URLs provided')
    await lines(page).fill('nonsense')
    await page.getByRole('button', { name: 'Start Batch Processing' }).click()
    await expect(notice(page)).toContainText('No valid YouTube URLs')
    await lines(page).fill(two(info) + two(info))
    await expect(page.getByText('2 valid URLs')).toBeVisible()
    await expect(page.getByText('The same address is in line 1.')).toBeVisible()
    await accessible(page)
    await page.getByRole('button', { name: 'Start Batch Processing' }).click()
    await expect(page).toHaveURL(/\/admin\/batch\?batch=\d+$/)
    await expect(notice(page)).toContainText('Batch processing completed')
    await expect(page.getByText('2 of 2 (100%)')).toBeVisible()
    await expect(results(page)).toContainText('Success')
    await expect(results(page)).toContainText('This YouTube address does not name a video, a channel or a playlist.')
    await expect(results(page).getByText('Completed')).toHaveCount(2, { timeout: 60_000 })
    await accessible(page)

    // Another browser finds it as it is.
    const other = await browser.newContext({ storageState: await session('admin') })
    const second = await other.newPage()
    await second.goto(page.url())
    await expect(second.getByText('2 of 2 (100%)')).toBeVisible()
    await other.close()
  })

  test('a batch is paused, resumed and canceled', async ({ page }) => {
    await page.goto('/admin/batch')
    await lines(page).fill(Array.from({ length: 30 }, (_, i) => `https://www.youtube.com/feed/library${i}`).join('\n'))
    await page.getByRole('button', { name: 'Start Batch Processing' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(notice(page)).toContainText('Batch Paused')
    await page.reload()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(notice(page)).toContainText('Batch Resumed')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel batch' }).click()
    await expect(notice(page)).toContainText('Batch Canceled')
    await expect(page.getByRole('button', { name: 'New batch' })).toBeVisible()
    await expect(results(page)).toContainText('Canceled')
  })

  test('files are read into lines', async ({ page }) => {
    await page.goto('/admin/batch')
    await expect(lines(page)).toBeVisible()
    const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles(
      file(
        'shows.opml',
        '<opml version="2.0"><body><outline text="A" xmlUrl="https://feeds.example.org/a.xml"/></body></opml>',
      ),
    )
    await expect(lines(page)).toHaveValue('https://feeds.example.org/a.xml\n')
    await chooser.setInputFiles(file('shows.csv', 'title,url\nB,https://feeds.example.org/b.xml\n'))
    await expect(lines(page)).toHaveValue('https://feeds.example.org/a.xml\nhttps://feeds.example.org/b.xml\n')
    await expect(page.getByText('2 valid URLs')).toBeVisible()
  })

  test('a channel is taken whole, by number or by days', async ({ page, accessible }) => {
    await page.goto('/admin/batch?tab=channel')
    await expect(page.getByLabel('Number of episodes')).toHaveValue('10')
    await page.getByText('Date Range (Days)').click()
    await expect(page.getByLabel('Days back')).toHaveValue('30')
    await page.getByText('All Episodes', { exact: true }).click()
    await expect(page.getByText('Every episode, up to 10,000')).toBeVisible()
    await accessible(page)
    await page.getByRole('button', { name: 'Process Channel' }).click()
    await expect(notice(page)).toContainText('No channel URL provided')
    await page.getByRole('tab', { name: 'Playlist Processing' }).click()
    await page.getByRole('button', { name: 'Process Playlist' }).click()
    await expect(notice(page)).toContainText('No playlist URL provided')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL('/')
  })

  test('a recurring batch is made, edited, run, paused and ended', async ({ page, accessible }, info) => {
    const name = `Mondays ${info.project.name} ${info.repeatEachIndex} ${info.retry}` // a broken first try leaves its own behind
    await page.goto('/admin/schedules?new=1')
    const dialog = page.getByRole('dialog', { name: 'New recurring batch' })
    await dialog.getByLabel('Name (optional)').fill(name)
    await dialog.getByLabel('Addresses, one per line').fill('https://www.youtube.com/feed/library')
    await accessible(page)
    await dialog.getByRole('button', { name: 'Create schedule' }).click()
    await expect(notice(page)).toContainText('Schedule Created')
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText('Every Monday at 06:00')
    await expect(row).toContainText('06:00', { timeout: 20_000 })
    await row.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit recurring batch' })
    await expect(edit.getByLabel('Addresses, one per line')).toHaveValue('https://www.youtube.com/feed/library')
    await edit.getByLabel('Name (optional)').fill(`${name}, edited`)
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(notice(page)).toContainText('Schedule Changed')
    await expect(row).toContainText(', edited')
    await row.getByRole('button', { name: 'Run now' }).click()
    await expect(notice(page)).toContainText('Run Started')
    await row.getByRole('button', { name: 'Pause' }).click()
    await expect(notice(page)).toContainText('Schedule Paused')
    await expect(row).toContainText('Paused')
    await expect(row.getByRole('link')).toHaveAttribute('href', /\/admin\/batch\?batch=\d+/)
    await accessible(page)
    await row.getByRole('button', { name: 'End' }).click()
    await page.getByRole('button', { name: 'End schedule' }).click()
    await expect(notice(page)).toContainText('Schedule Ended')
    await expect(row).toHaveCount(0)
  })
})
