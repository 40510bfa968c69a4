import type { Browser, Page, PlaywrightTestOptions } from '@playwright/test'
import { demo, entityOf, episodeOf } from './catalogue'
import { expect, test } from './fixture'
import { openWithFonts } from './pages'

/** A page of somebody whose browser runs no scripts, and what the browser complains about. */
async function withoutScripts(
  browser: Browser,
  {
    baseURL,
    viewport,
    storageState,
  }: Pick<PlaywrightTestOptions, 'baseURL' | 'viewport'> & Partial<Pick<PlaywrightTestOptions, 'storageState'>>,
) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL!,
    viewport,
    storageState: storageState ?? { cookies: [], origins: [] },
  })
  const page = await context.newPage()
  const complaints: string[] = []
  // Without scripts nobody takes the answers that were fetched ahead.
  page.on('console', message => !/was preloaded/.test(message.text()) && complaints.push(message.text()))
  return { context, page, complaints }
}

for (const [path, title, heading] of [
  ['/', 'Mentionary', 'Every book, every name, and the second it was said'],
  ['/books', 'Books · Mentionary', 'Books'],
  ['/products', 'Products · Mentionary', 'Products'],
  ['/people', 'People · Mentionary', 'People'],
  ['/locations', 'Locations · Mentionary', 'Locations'],
  ['/concepts', 'Concepts · Mentionary', 'Concepts'],
  ['/directory', 'Directory · Mentionary', 'Everything that was mentioned'],
  ['/channels', 'Channels · Mentionary', 'The shows we listen to'],
  ['/search', 'Search · Mentionary', 'What was mentioned?'],
  ['/about', 'About · Mentionary', /./],
] as const) {
  test(
    `${path} shows its head before any script ran`,
    { tag: '@any-width' },
    async ({ browser, baseURL, viewport }) => {
      const { context, page, complaints } = await withoutScripts(browser, { baseURL, viewport })
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(200)
      await expect(page).toHaveTitle(title)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(7)
      // Above what was drawn, where it is seen. (The browser of the tests shows it to nobody.)
      expect(await answer?.text()).toMatch(/Mentionary needs JavaScript\..*<\/noscript>\s*<div id="root"/)
      expect(complaints).toEqual([])
      await context.close()
    },
  )
}

test(
  'a page about one thing shows it before any script ran, and its shape to who is signed in',
  { tag: '@any-width' },
  async ({ browser, baseURL, viewport, page: known }) => {
    const { context, page, complaints } = await withoutScripts(browser, { baseURL, viewport })
    const book = await entityOf(known.request, 'book', demo.book)
    const episode = await episodeOf(known.request, demo.title)
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto(`/entity/${book.id}/middlemarch`)
    await expect(heading).toHaveText(demo.book)
    await expect(page).toHaveTitle(`${demo.book} · Mentionary`)
    await expect(page.locator('blockquote mark')).toBeVisible()
    await page.goto(`/episode/${episode.id}`)
    await expect(heading).toHaveText(demo.title)
    expect(await page.locator('.cover img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await page.goto('/search?q=%22%3E%3Ci%3Eodd')
    await expect(page.getByRole('searchbox')).toHaveValue('"><i>odd')
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('what a visitor sees first is asked by nobody, and what comes later is', async ({ page }) => {
  const book = await entityOf(page.request, 'book', demo.book)
  const episode = await episodeOf(page.request, demo.title)
  const asked: string[] = []
  page.on('request', r => {
    const call = /mentionary\.v1\.(\w+\/\w+)\?/.exec(r.url())?.[1]
    if (call) asked.push(call)
  })
  for (const path of [`/entity/${book.id}`, `/episode/${episode.id}`, '/books', '/channels', '/search?q=a', '/about']) {
    await page.goto(path)
    await expect(page.locator('#root')).not.toHaveAttribute('inert')
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(asked, path).toEqual([])
  }
  await page.goto('/books')
  await page.getByRole('main').getByRole('link', { name: demo.book }).click()
  await expect(page.getByRole('heading', { level: 1, name: demo.book })).toBeVisible()
  await expect.poll(() => asked).toContain('EntityService/GetEntity')
})

test.describe('somebody who is signed in', () => {
  test.use({ person: 'noor' })
  test('finds no answers in the page', async ({ page }) => {
    const book = await entityOf(page.request, 'book', demo.book)
    const answer = await page.goto(`/entity/${book.id}/middlemarch`)
    expect(await answer?.text()).not.toContain('id="answers"')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.book)
  })
})

for (const path of ['/', '/books', '/directory', '/search?q=a', '/about', 'an entity', 'an episode'])
  test(`${path} keeps its head while the page takes its place`, { tag: '@any-width' }, async ({ page }) => {
    // Notes in each frame what stands there: nothing that was there may be gone in between.
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        const now = document.querySelector('h1')?.textContent ?? 'nothing'
        if (seen.at(-1) !== now) seen.push(now)
        requestAnimationFrame(look)
      }
      look()
    })
    const at = async () =>
      path === 'an entity'
        ? `/entity/${(await entityOf(page.request, 'book', demo.book)).id}`
        : path === 'an episode'
          ? `/episode/${(await episodeOf(page.request, demo.title)).id}`
          : path
    await page.goto(await at())
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(seen.filter(heading => heading !== 'nothing')).toHaveLength(1)
    expect(seen.indexOf('nothing')).toBeLessThanOrEqual(0)
  })

for (const person of [undefined, 'noor'] as const)
  test.describe(person ? 'somebody who is signed in' : 'a visitor', () => {
    test.use({ person })
    test(
      'finds the tools of the head where they were before any script ran',
      { tag: '@any-width' },
      async ({ browser, baseURL, page, storageState, viewport }) => {
        const where = (of: Page) => of.locator('.header-tools').boundingBox()
        await openWithFonts(page, '/books')
        const own = person ? page.getByRole('button', { name: 'Account' }) : page.getByRole('link', { name: 'Sign In' })
        await expect(own).toBeVisible()
        const { context, page: early } = await withoutScripts(browser, { baseURL, storageState, viewport })
        await openWithFonts(early, '/books')
        const [before, after] = [await where(early), await where(page)]
        expect([before?.x, before?.width]).toEqual([after?.x, after?.width])
        await context.close()
      },
    )
  })
