import type { Locator } from '@playwright/test'
import { demo, episodeOf, notice } from './catalogue'
import { expect, test } from './fixture'

test.use({ person: 'reader' })

test('mentions are found by type and by words', async ({ page }) => {
  const { id } = await episodeOf(page.request, demo.title)
  await page.goto(`/episode/${id}`)
  await expect(page).toHaveTitle(`${demo.title} · Mentionary`)
  const filters = page.getByRole('group', { name: 'Show' })
  const rows = page.getByRole('main').getByRole('heading', { level: 4 })
  await expect(filters.getByRole('button', { pressed: true })).toHaveText(/^All\d+$/)
  const all = await rows.count()

  await filters.getByRole('button', { name: /^Books/ }).click()
  const books = Number((await filters.getByRole('button', { name: /^Books/ }).textContent())!.replace(/\D/g, ''))
  await expect(rows).toHaveCount(books)
  expect(books).toBeLessThan(all)
  await filters.getByRole('button', { name: /^All/ }).click()

  await page.getByPlaceholder('Search mentions').fill('middleMARCH')
  await expect(rows).toHaveText([new RegExp(`^${demo.book}`)])
  await page.getByPlaceholder('Search mentions').fill('zzzz')
  await expect(page.getByText('No entities found matching "zzzz"')).toBeVisible()
})

test('the evidence of a mention is heard at its second', async ({ page }) => {
  const { id } = await episodeOf(page.request, demo.title)
  await page.goto(`/episode/${id}`)
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 4, name: new RegExp(`^${demo.book}`) }) })
  const quote = row.getByRole('figure').first()
  await expect(quote.locator('mark')).toHaveText(demo.book)
  const time = quote.getByRole('button', { name: /^Play from/ })
  const [minutes, seconds] = (await time.getByRole('time').textContent())!.split(':').map(Number)
  await time.click()
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(demo.title)
  const second = minutes! * 60 + seconds!
  await expect
    .poll(
      () => page.locator('audio').evaluate((audio: HTMLAudioElement) => Math.floor(audio.currentTime)),
      'where the recording stands',
    )
    .toBeGreaterThanOrEqual(second)
  expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeLessThan(second + 15)

  // It goes on while one browses, and the transcript follows.
  await quote.getByRole('link', { name: 'In the transcript' }).click()
  await expect(page).toHaveURL(new RegExp(`/transcript/.+#t=${second}$`))
  await expect(page.locator('.spoken-asked')).toContainText(demo.book)
  await expect(page.locator('.spoken-now')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Follow along' })).toHaveAttribute('aria-pressed', 'true')
  await page
    .getByRole('link', { name: /play from here/ })
    .first()
    .click()
  await expect
    .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeLessThan(10)
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(demo.title)
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
  expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible()
  await page.getByRole('button', { name: 'Close player' }).click()
  await expect(page.getByRole('region', { name: 'Player' })).toBeHidden()

  await quote.getByRole('link', { name: 'In the transcript' }).click()
  await expect(page).toHaveURL(new RegExp(`/transcript/.+#t=${second}$`))
  await expect(page.locator('.spoken-asked')).toBeInViewport()
  await expect(page.locator('.spoken-asked')).toContainText(demo.book)
})

test(
  'an episode with many mentions is read at a glance, and nothing of it is lost',
  { tag: '@any-width' },
  async ({ page }) => {
    const { id } = await episodeOf(page.request, demo.title)
    await page.goto(`/episode/${id}`)
    const rows = page.getByRole('main').getByRole('heading', { level: 4 })
    await expect(rows.first()).toBeVisible()
    expect(await rows.count()).toBeGreaterThan(25)
    expect(await page.evaluate(() => document.documentElement.scrollHeight), 'height of the page').toBeLessThan(5_200)

    // The other sentences unfold, and are printed.
    const folds = page.getByRole('main').locator('details')
    const hidden = folds.first().getByRole('figure').or(folds.first().getByRole('link')).first()
    await expect(hidden).toBeHidden()
    await folds.first().locator('summary').click()
    await expect(hidden).toBeVisible()
    await folds.first().locator('summary').click()
    await expect(hidden).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(hidden).toBeVisible()
  },
)

test('a place on the timeline leads to its quote', async ({ page }) => {
  const { id } = await episodeOf(page.request, demo.title)
  await page.goto(`/episode/${id}`)
  await page.getByPlaceholder('Search mentions').fill('zzzz') // what is filtered away is shown again
  await expect(page.getByText('No entities found matching "zzzz"')).toBeVisible()
  await page
    .getByRole('group', { name: 'Mentions over the episode' })
    .getByRole('button', { name: /^Umberto Eco, person, \d+:\d\d$/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.mention-found')).toBeInViewport()
  await expect(page.locator('.mention-found')).toContainText('Eco')
})

test('the transcript marks what was found and is searched', async ({ page }) => {
  const { videoId } = await episodeOf(page.request, demo.title)
  await page.goto(`/transcript/${videoId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.title)
  await expect(page.getByRole('heading', { name: 'With Timestamps' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Processed', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: demo.book, exact: true }).first().locator('mark')).toBeVisible()

  const field = page.getByPlaceholder('Search in transcript')
  const found = page.getByRole('search').getByRole('status')
  await field.fill('kidney')
  await expect(found).toHaveText(/^1 of [2-9]\d*$/)
  await expect(page.locator('mark.mark-active')).toHaveText('kidney')
  await field.press('Enter')
  await expect(found).toHaveText(/^2 of/)
  await field.press('Shift+Enter')
  await expect(found).toHaveText(/^1 of/)
  await field.fill('zzzz')
  await expect(found).toHaveText('Not found')

  const panel = page.getByRole('complementary', { name: 'Extracted Entities' })
  await panel.getByRole('tab', { name: /^People/ }).click()
  await panel.getByRole('link', { name: /^Umberto Eco, first said at/ }).click()
  await expect(page.locator('.spoken-asked')).toBeInViewport()
  await expect(page.locator('.spoken-asked')).toContainText('Umberto Eco')
  await page.getByRole('link', { name: 'Back to episode' }).press('Enter')
  await expect(page).toHaveURL(/\/episode\//)
})

test('favorites stay', { tag: '@any-width' }, async ({ page }) => {
  const { id } = await episodeOf(page.request, demo.title)
  await page.goto(`/episode/${id}`)
  await page.getByRole('button', { name: 'Favorite', exact: true }).click()
  await expect(notice(page)).toContainText(/Added to favorites.*Item has been added to your favorites/s)
  const book = page.getByRole('button', { name: `Favorite ${demo.book}`, exact: true })
  await book.click()
  await expect(book).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'My Favorites' }).click()
  await expect(page.getByRole('tab', { name: 'Favorites' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel').getByRole('link', { name: demo.title, exact: true })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('link', { name: demo.book, exact: true })).toBeVisible()

  await page.goto(`/episode/${id}`)
  await expect(book).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Favorited' }).click()
  await expect(notice(page)).toContainText('Removed from favorites')
  await book.click()
  await expect(book).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Favorite', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await expect(book).toHaveAttribute('aria-pressed', 'false')
})

test('a mention is shared as a link that leads back to it', { tag: '@any-width' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // Without a share sheet of the device the link is copied.
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  const { id } = await episodeOf(page.request, demo.title)
  await page.goto(`/episode/${id}`)
  await page.getByRole('button', { name: `Share ${demo.book}` }).click()
  await expect(notice(page)).toContainText('Link Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`^${demo.book}, mentioned in .+ http\\S+/episode/${id}#${demo.book}$`))
  await page.goto('about:blank')
  await page.goto(copied.split(' ').at(-1)!)
  await expect(page.locator('.entity-row-found')).toContainText(demo.book)
  await expect(page.locator('.entity-row-found')).toBeInViewport()
})

test('an entity shows a reader every quote', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('tab', { name: 'Books' }).click()
  await page.getByRole('tabpanel').getByRole('link', { name: demo.book, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.book)
  await expect(page.getByRole('link', { name: 'In the transcript' }).first()).toBeVisible()
  // Other tests submit episodes meanwhile: the figure and the quotes follow, and agree when they have.
  await expect(async () => {
    const counted = await page
      .getByText(/^\d+ mentions?$/)
      .first()
      .textContent()
    await expect(page.getByRole('main').getByRole('figure')).toHaveCount(Number(counted!.replace(/\D/g, '')), {
      timeout: 1_000,
    })
  }).toPass({ timeout: 15_000 })
})

test('the keyboard alone leads from home to the proof', async ({ page }) => {
  test.setTimeout(120_000) // dozens of stops
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'View Details' })).toHaveCount(6)
  /** Presses Tab until the focus is on one of them; a trap would end in the timeout. */
  const reach = async (targets: Locator) => {
    await expect(async () => {
      await page.keyboard.press('Tab')
      expect(await targets.evaluateAll(all => all.includes(document.activeElement as HTMLElement))).toBe(true)
    }).toPass({ intervals: [0], timeout: 40_000 })
  }
  await reach(page.getByRole('link', { name: 'View Details' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/episode\/\d+/)
  await expect(page.getByRole('main')).toBeFocused()
  await reach(page.getByPlaceholder('Search mentions'))
  await reach(page.getByRole('button', { name: /^Play from|^Share / }))
  await page.keyboard.press('Enter')
  await expect(notice(page).or(page.getByRole('region', { name: 'Player' }))).toBeVisible()
})
