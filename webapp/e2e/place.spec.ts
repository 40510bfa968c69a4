import type { Page } from '@playwright/test'
import { expect, test } from './fixture'
import { openWithFonts } from './pages'

test.use({ person: 'reader' })

/** Scrolls as a person does, part by part, so that all on the way is drawn; where the page loads on, it goes on too. */
async function scrollDown(page: Page, y: number) {
  for (let at = 0; at < y;) {
    at = Math.min(y, at + 400)
    await expect(async () => {
      await page.evaluate(to => scrollTo(0, to), at)
      expect(await page.evaluate(() => scrollY)).toBeCloseTo(at, 0)
    }).toPass({ intervals: [50] })
  }
  return page.evaluate(async () => {
    for (let calm = 0; calm < 10;) {
      const height = document.body.scrollHeight
      await new Promise(requestAnimationFrame)
      calm = height === document.body.scrollHeight ? calm + 1 : 0
    }
    return scrollY
  })
}

/** What stands in the middle of the window, but for its age, which goes on. */
const middle = async (page: Page) => {
  const text = await page.evaluate(
    () =>
      document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('li, tr, article, .card')?.textContent ?? '',
  )
  return text.replace(/just now|\d+ minutes? ago/, '')
}
const place = (page: Page) => page.evaluate(() => Math.round(scrollY))

const lists = [
  ['/books', 1500],
  ['/people', 1900],
  ['/directory', 900],
  ['/directory?tab=entities&type=person', 5500], // the second page of the list
  ['/channels', 1200],
  ['/', 1200],
  ['/?type=person', 4000], // several pages of the list
] as const

for (const [path, y] of lists) {
  test(`reload keeps the place on ${path}`, async ({ page }) => {
    await openWithFonts(page, path)
    await expect(
      page.getByRole('main').getByRole('heading', { level: 3 }).or(page.getByRole('row')).nth(4),
    ).toBeVisible()
    const before = await scrollDown(page, y)
    const there = await middle(page)
    await page.reload()
    await expect.poll(() => place(page), { timeout: 30_000 }).toBe(Math.round(before))
    await expect.poll(() => middle(page)).toBe(there)
    // Also when it is no longer held.
    await expect(page.locator('html')).not.toHaveClass('holding')
    expect(await place(page)).toBe(Math.round(before))
    expect(await middle(page)).toBe(there)
  })
}

test('the way back from a person leads to the same place of the list', async ({ page }) => {
  await page.goto('/people')
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).nth(5)).toBeVisible()
  const before = await scrollDown(page, 1900)
  const there = await middle(page)
  const link = page.getByRole('main').getByRole('link', { name: /./ }).and(page.locator('[href^="/entity/"]'))
  const seen = await link.evaluateAll(all => all.findIndex(a => a.getBoundingClientRect().top > 100))
  await link.nth(seen).click()
  await expect(page).toHaveURL(/\/entity\//)
  await expect(page.getByRole('heading', { name: 'Every mention' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => place(page)).toBe(Math.round(before))
  expect(await middle(page)).toBe(there)
})

test('an address that is typed begins at its start', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/books')
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).nth(5)).toBeVisible()
  await scrollDown(page, 1000)
  await page.goto('/about')
  await page.goto('/books')
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).nth(5)).toBeVisible()
  expect(await place(page)).toBe(0)
})
