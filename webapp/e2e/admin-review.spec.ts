import type { Page } from '@playwright/test'
import { demo, entityOf, episodeOf, notice } from './catalogue'
import { expect, test } from './fixture'

type Item = { id: number; name: string; type: string; mentions: number; channel: { id: number } }

/** What waits, as the API tells it: those that change most first. */
async function waiting(page: Page, channel = 0): Promise<Item[]> {
  return (await (await page.request.get(`/api/review?kind=low&channel=${channel}`)).json()) as Item[]
}

const claim = (page: Page) => page.getByRole('article')
const name = (page: Page) => claim(page).getByRole('heading', { level: 2 })
const foot = (page: Page) => page.locator('.review-foot').getByRole('status')

test.describe('a reader', () => {
  test.use({ person: 'reader' })
  test('does not find the review', async ({ page }) => {
    const answer = await page.goto('/admin/review')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    expect((await page.request.get('/api/review')).status()).toBe(403)
  })

  test('reports a mention in two presses', async ({ page, accessible }) => {
    const { id } = await episodeOf(page.request, demo.title)
    await page.goto(`/episode/${id}`)
    await page
      .getByRole('button', { name: /^Wrong\?/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'What is wrong?' })
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Choose what is wrong.')
    await accessible(page)
    await dialog.getByRole('radio', { name: 'Something else is meant' }).check()
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await expect(notice(page)).toContainText('Thank you')
    await expect(dialog).toHaveCount(0)
  })
})

test('what a visitor writes is there again after signing in', async ({ page }) => {
  const book = await entityOf(page.request, 'book', demo.book)
  await page.goto(`/entity/${book.id}/${book.slug}`)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'What is wrong?' })
  await dialog.getByRole('radio', { name: 'Something else is wrong' }).check()
  await dialog.getByLabel('What is it?').fill('It is a film here.')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await page.getByRole('button', { name: 'Elio Brandvold' }).click()
  await expect(dialog.getByLabel('What is it?')).toHaveValue('It is a film here.')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(notice(page)).toContainText('A moderator will look at it.')
})

test.describe('a moderator', () => {
  test.use({ person: 'moderator' })

  test('sees the claim beside its sentence, on every width', async ({ page, accessible }) => {
    await page.goto('/admin/review')
    await expect(claim(page).getByRole('blockquote').first()).toBeVisible()
    await accessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await accessible(page)
    await page.goto('/admin/review?tab=decisions')
    await expect(page.getByRole('table').first()).toBeVisible()
    await accessible(page)
  })
})

// One after the other, and not at the same time on another width: they decide about the same queue.
test.describe('a moderator at the queue', { tag: '@any-width' }, () => {
  test.use({ person: 'moderator' })
  test.describe.configure({ mode: 'serial' })

  test('decides by keyboard; the next one stands there at once, and the last one is taken back', async ({ page }) => {
    const [first, second] = await waiting(page)
    await page.goto('/admin/review')
    await expect(name(page)).toHaveText(first!.name)
    // The next one does not wait for the server.
    let answer = () => {}
    const held = new Promise<void>(done => {
      answer = done
    })
    await page.route('**/DecideReviewItem', async route => {
      await held
      await route.continue()
    })
    await page.keyboard.press('w')
    await expect(name(page)).toHaveText(second!.name)
    await expect(foot(page)).toContainText('Names nothing')
    answer()
    await expect.poll(async () => (await waiting(page))[0]!.name).toBe(second!.name)
    await page.keyboard.press('u')
    await expect(notice(page)).toContainText('Decision Undone')
    await expect.poll(async () => (await waiting(page))[0]!.name).toBe(first!.name)
    await expect(name(page)).toHaveText(first!.name)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Another entity is meant')
  })

  test('says of what type it is with a digit, and the directory and the glossary know at once', async ({ page }) => {
    const item = (await waiting(page)).find(i => i.type !== 'product')!
    await page.goto(`/admin/review?channel=${item.channel.id}`)
    await page
      .getByRole('button', { name: new RegExp(`^${item.type} ?${item.name}`) })
      .first()
      .click()
    await expect(name(page)).toHaveText(item.name)
    await page.keyboard.press('2')
    await expect(foot(page)).toContainText('Is a product')
    await expect.poll(async () => (await waiting(page)).some(i => i.id === item.id)).toBe(false)
    await page.goto('/admin/review?tab=glossary')
    await expect(page.getByRole('row', { name: new RegExp(item.name) }).first()).toContainText('product')
    await page.goto('/admin/review?tab=decisions')
    const row = page.getByRole('row', { name: new RegExp(item.name) }).first()
    await expect(row).toContainText('Is a product')
    await row.getByRole('button', { name: /Undo/ }).click()
    await expect(row).toContainText('Undone')
    await expect
      .poll(async () => (await waiting(page)).some(i => i.name === item.name && i.type === item.type))
      .toBe(true)
  })

  test('a decision that the server refuses comes back, and says why', async ({ page, expectProblem }) => {
    const [first] = await waiting(page)
    await page.goto('/admin/review')
    await expect(name(page)).toHaveText(first!.name)
    await page.route('**/DecideReviewItem', route =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'aborted', message: 'Somebody decided it.' }),
      }),
    )
    await page.keyboard.press('r')
    await expect(notice(page)).toContainText('Somebody decided it.')
    await expect(page.locator('.upcoming, .claim').getByText(first!.name, { exact: true }).first()).toBeAttached()
    await expectProblem(/409/)
  })

  test('writes lines into a glossary by pasting them', async ({ page, accessible }, info) => {
    // Words of its own for every try: one that was broken off leaves its lines behind.
    const own = String.fromCharCode(65 + info.repeatEachIndex, 65 + info.retry)
    const [cow, will] = [`Cow Newport ${own}`, `Slow Will ${own}`]
    await page.goto('/admin/review?tab=glossary')
    await page.getByRole('button', { name: 'Add Lines' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to a glossary' })
    await dialog.getByLabel('Channel').click()
    await page.getByTitle(demo.channel, { exact: true }).click()
    await dialog.getByText('Paste many').click()
    await dialog.getByLabel('One line each').fill(`${cow} -> Cal Newport (person)\n${will}`)
    await accessible(page)
    await dialog.getByRole('button', { name: 'Add 2 Lines' }).click()
    await expect(page.getByRole('row', { name: cow })).toContainText('Cal Newport')
    await expect(page.getByRole('row', { name: will })).toContainText('Nothing')
    for (const heard of [cow, will]) {
      await page.getByRole('button', { name: `Forget ${heard}` }).click()
      await page.getByRole('dialog', { name: 'Forget this line?' }).getByRole('button', { name: 'Forget' }).click()
      await expect(page.getByRole('row', { name: heard })).toHaveCount(0)
    }
  })

  test('answers what readers reported', async ({ page, accessible }) => {
    const book = await entityOf(page.request, 'book', demo.book)
    await page.request.post('/api/reports', {
      data: { itemType: 'entity', itemId: book.id, reason: 'broken_link', text: 'The shop is gone.' },
    })
    await page.goto('/admin/review?kind=reported')
    await expect(claim(page)).toBeVisible()
    await accessible(page)
    while ((await name(page).textContent()) !== demo.book) await page.keyboard.press('j')
    await expect(claim(page)).toContainText('The shop is gone.')
    await page.keyboard.press('r')
    await expect(foot(page)).toContainText('Nothing is wrong')
    type Thing = { itemType: string; itemId: number }
    const open = async () => (await (await page.request.get('/api/reports')).json()) as Thing[]
    await expect.poll(async () => (await open()).some(r => r.itemType === 'entity' && r.itemId === book.id)).toBe(false)
  })
})
