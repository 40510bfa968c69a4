import type { Page } from '@playwright/test'
import { demo, entityOf, episodeOf, heldSignIn, notice, signedOut } from './catalogue'
import { expect, named, test } from './fixture'

test('the landing page says what this is and what is there', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every book, every name, and the second it was said')
  const numbers = page.getByRole('region', { name: 'The directory in numbers' })
  await expect(numbers).toContainText(/Episodes analyzed\s*\d+/)
  await expect(numbers.getByRole('link')).toHaveText(['Episodes analyzed', 'Books', 'Products', 'People'])
  await expect(page.getByRole('link', { name: 'View Details' })).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Top 100 Podcasts' })).toBeVisible()
  await expect(page.getByText('7-day free trial. No credit card. Cancel anytime.')).toBeVisible()

  await page.getByRole('button', { name: 'A podcast feed' }).click()
  await expect(page.getByLabel('Video URL, channel ID or playlist URL')).toHaveValue(/^https:\/\//)
})

test('handing something in needs an account, and what was typed comes back', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Video URL, channel ID or playlist URL').fill('https://example.org/feed.xml')
  const go = await heldSignIn(page)
  await page.getByRole('button', { name: 'Analyze Content' }).click()
  await expect(notice(page)).toContainText(/Sign in required.*Please sign in to analyze content/s) // it stays for five seconds
  go()
  await expect(page.getByRole('heading', { name: 'Development sign-in' })).toBeVisible()
  await page.getByRole('button', { name: 'Noor Castellane' }).click()
  await expect(page.getByLabel('Video URL, channel ID or playlist URL')).toHaveValue('https://example.org/feed.xml')
})

test('an episode shows a visitor how much was found, and nothing of it', async ({ page }) => {
  const answers: Promise<string>[] = []
  page.on('response', r => {
    if (r.url().includes('/api/') || /mentionary\.v1/.test(r.url())) answers.push(r.text().catch(() => ''))
  })
  const { id } = await episodeOf(page.request, demo.title)
  await page.goto(`/episode/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.title)
  await expect(page.getByRole('heading', { name: /^\d+ entities discovered in this episode$/ })).toBeVisible()
  await expect(page.getByText(/^\d+ books$/)).toBeVisible()
  expect(answers.length).toBeGreaterThan(0)
  const said = [...(await Promise.all(answers)), await page.content()].join('\n')
  expect(said).toContain(demo.title.slice(0, 9))
  for (const secret of demo.secrets) expect(said).not.toContain(secret)

  await page.getByPlaceholder('Enter your email').fill('reader@example.org')
  const go = await heldSignIn(page)
  await page.getByRole('button', { name: 'Get Instant Access' }).click()
  await expect(notice(page)).toContainText(/Welcome to Mentionary!.*Please sign in to access the full content\./s) // for five seconds
  go()
  await expect(page.getByRole('heading', { name: 'Development sign-in' })).toBeVisible()
  await page.getByRole('button', { name: 'Elio Brandvold' }).click()
  await expect(page).toHaveURL(`/episode/${id}`)
  await expect(page.getByText(named(demo.secrets[0])).first()).toBeVisible()
})

for (const [path, heading, total, name] of [
  ['/books', 'Books', 'Total Books', 'Middlemarch'],
  ['/products', 'Products', 'Total Products', 'Kindle'],
  ['/people', 'People', 'Total People', 'Stephen Hawking'],
  ['/locations', 'Locations', 'Total Locations', 'Lisbon'],
  ['/concepts', 'Concepts', 'Total Concepts', 'yak shaving'],
] as const) {
  test(`${path} lists and finds`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByText(total)).toBeVisible()
    const cards = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 })
    await expect(cards.nth(5)).toBeVisible()
    await page.getByRole('searchbox').fill(name)
    await expect(page).toHaveURL(url => url.searchParams.get('search') === name)
    await expect(cards.first()).toContainText(name)

    await page.getByRole('searchbox').fill('zzzz nothing of that name')
    await expect(page.getByText(/^No .* found$/)).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(cards.nth(5)).toBeVisible()
  })
}

test('channels lead to their episodes', async ({ page }) => {
  await page.goto('/channels')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('searchbox').fill('Marginalia')
  await expect(page.getByRole('link', { name: 'View Channel' })).toHaveCount(1)
  await page.getByRole('link', { name: 'View Channel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.channel)
  await expect(page.getByRole('link', { name: demo.title, exact: true })).toBeVisible()
})

test('the directory keeps its filters in the address', async ({ page }) => {
  await page.goto('/directory')
  await expect(page.getByText(/^\d+ episodes found$/)).toBeVisible()
  await page.getByRole('searchbox').fill('thermometer')
  await expect(page.getByText('1 episode found')).toBeVisible()
  await page.getByRole('tab', { name: 'Entities' }).click()
  await expect(page).toHaveURL(/tab=entities/)
  await page.goto('/directory?type=person')
  await expect(page.getByRole('tab', { name: 'Entities' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('thermometer')
})

test('search finds a name and leads to its quotes', async ({ page }) => {
  await page.goto('/search')
  await page.getByRole('searchbox').fill(demo.book)
  await page.getByRole('main').getByRole('link', { name: demo.book, exact: true }).click()
  await expect(page).toHaveURL(/\/entity\/\d+\/middlemarch$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.book)
  await expect(page.getByRole('figure').first()).toContainText(demo.book)
  await expect(page.getByRole('figure').first().getByRole('time')).toHaveText(/^\d+:\d\d$/)
  await expect(page.getByRole('link', { name: demo.title }).first()).toBeVisible()
})

test('the page of an entity says when and where it is mentioned, and what with', async ({ page }) => {
  const { id } = await entityOf(page.request, 'person', 'Daniel Kahneman')
  await page.goto(`/entity/${id}`)
  await expect(page.getByRole('img', { name: /^Mentions from Jun 2026 to Oct 2026, most in/ })).toBeVisible()
  await page
    .getByRole('region', { name: 'Often mentioned together' })
    .getByRole('link', { name: 'Thinking, Fast and Slow' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thinking, Fast and Slow')
})

test('an entity has one address, whatever the end of a link', { tag: '@any-width' }, async ({ page }) => {
  const { id } = await entityOf(page.request, 'book', demo.book)
  await page.goto(`/entity/${id}/an-old-name`)
  await expect(page).toHaveURL(`/entity/${id}/middlemarch`)
})

test('an address that is no page is answered with 404', { tag: '@any-width' }, async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})

test('what is not there says so', { tag: '@any-width' }, async ({ page, expectProblem }) => {
  for (const [path, words] of [
    ['/episode/999999', 'Episode not found'],
    ['/entity/999999/nothing', 'Entity not found'],
    ['/channel/c-nothing', 'Channel not found'],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await expectProblem(/status of 404/)
  }
})

test('pages of an account are not shown to visitors', { tag: '@any-width' }, async ({ page }) => {
  for (const path of ['/jobs', '/jobs/1', '/transcript/anything']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  }
  for (const path of ['/admin', '/admin/batch', '/admin/workflows']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  }
  await expect(signedOut(page)).toBeVisible()
})

/** Every theme and background that was on the screen while the page was loaded, one picture after the other. */
async function seenThemes(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

for (const [system, chosen] of [
  ['light', 'dark'],
  ['dark', 'light'],
] as const) {
  test(`the chosen ${chosen} theme is there from the first picture on`, { tag: '@any-width' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.goto('/')
    await page.getByRole('button', { name: chosen === 'dark' ? 'Dark theme' : 'Light theme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', chosen)
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        const body = document.querySelector('body')
        if (body) {
          const now = `${document.documentElement.dataset['theme'] ?? 'none'} ${getComputedStyle(body).backgroundColor}`
          if (seen.at(-1) !== now) seen.push(now)
        }
        requestAnimationFrame(look)
      }
      look()
    })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const seen = await seenThemes(page)
    expect(seen.filter(s => !s.endsWith('rgba(0, 0, 0, 0)'))).toHaveLength(1)
    expect(
      seen.every(s => s.startsWith(chosen)),
      seen.join(', '),
    ).toBe(true)
  })
}
