import type { APIRequestContext } from '@playwright/test'
import { notice } from './catalogue'
import { expect, test } from './fixture'

// No book of the demo library: who sent a private upload finds its mentions there, too, and other tests count those.
const book = 'Persuasion'

/** An upload of the signed-in person, analyzed. */
async function upload(request: APIRequestContext, title: string) {
  const text = [
    `WEBVTT\n\n00:00:01.000 --> 00:00:09.000\nToday we read a book called ${book} by Jane Austen.`,
    `00:00:10.000 --> 00:00:19.000\nThis is ${title}.\n`,
  ].join('\n\n')
  const sent = (await (
    await request.post('/api/uploads', {
      multipart: { file: { name: `${title}.vtt`, mimeType: 'text/vtt', buffer: Buffer.from(text) }, title },
    })
  ).json()) as { uploadId: string }
  expect((await request.post('/api/process', { data: { uploadIds: [sent.uploadId] } })).ok()).toBe(true)
}

type Waiting = { episode: { id: number; title: string } }
const listed = async (request: APIRequestContext, title: string) =>
  ((await (await request.get('/api/unpublished?limit=1000')).json()) as Waiting[]).find(w => w.episode.title === title)

test.describe('a reader', () => {
  test.use({ person: 'reader' })
  test('does not find the uploads of others', async ({ page }) => {
    const answer = await page.goto('/admin/uploads')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  })
})

test.describe('a moderator', () => {
  test.use({ person: 'moderator' })
  test('reads, edits, publishes several and takes one back', async ({
    page,
    browser,
    session,
    accessible,
    baseURL,
  }, info) => {
    const sender = await browser.newContext({
      storageState: await session(info.project.name === 'phone' ? 'elio' : 'noor'),
      baseURL: baseURL!,
    })
    const own = Date.now().toString(36)
    const titles = [`First talk ${own}`, `Second talk ${own}`] as const
    for (const title of titles) await upload(sender.request, title)
    for (const title of titles)
      await expect.poll(async () => (await listed(page.request, title))?.episode.title, { timeout: 30_000 }).toBe(title)
    await page.goto('/admin/uploads')
    await page.getByRole('button', { name: `Read ${titles[0]}` }).click()
    const drawer = page.getByRole('dialog', { name: titles[0] })
    await expect(drawer.getByText(book).first()).toBeVisible()
    await drawer.getByRole('tab', { name: 'Transcript' }).click()
    await expect(
      drawer.getByRole('listitem').filter({ hasText: `0:01 Today we read a book called ${book}` }),
    ).toBeVisible()
    await accessible(page)
    await drawer.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: `Edit ${titles[1]}` }).click()
    const form = page.getByRole('dialog', { name: 'Edit the upload' })
    await form.getByLabel('Title').fill(`Third talk ${own}`)
    await form.getByLabel('Channel').fill(`Kitchen Talks ${own}`)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(notice(page)).toContainText('Saved')
    const row = page.getByRole('row', { name: new RegExp(`Third talk ${own}`) })
    await expect(row).toContainText(`Kitchen Talks ${own}`)

    await row.getByRole('checkbox').check()
    await page
      .getByRole('row', { name: new RegExp(titles[0]) })
      .getByRole('checkbox')
      .check()
    await page.getByRole('button', { name: 'Publish 2', exact: true }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Published', { exact: true }).click()
    await expect(page.getByRole('row', { name: new RegExp(`Third talk ${own}`) })).toBeVisible()
    await page
      .getByRole('row', { name: new RegExp(titles[0]) })
      .getByRole('checkbox')
      .check()
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
    await expect(page.getByRole('row', { name: new RegExp(titles[0]) })).toHaveCount(0)
    expect(await listed(page.request, titles[0])).toBeDefined()
    await page.emulateMedia({ colorScheme: 'dark' })
    await accessible(page)
    await sender.close()
  })
})
