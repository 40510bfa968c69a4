import type { Page } from '@playwright/test'
import { demo, episodeOf } from './catalogue'
import { expect, test } from './fixture'

test.use({ person: 'reader' })

/** The channel of the demo episode. */
async function channel(page: Page) {
  const channels = (await (await page.request.get('/api/channels/stats')).json()) as {
    channelId: string
    name: string
  }[]
  return `/channel/${channels.find(c => c.name === demo.channel)!.channelId}`
}

for (const [name, path, tabs] of [
  ['home', () => '/', ['Books', 'People', 'Locations']],
  ['the directory', () => '/directory', ['Episodes', 'Entities']],
  ['the types of the directory', () => '/directory?type=book', ['Books', 'People', 'Organizations']],
  ['the channels', () => '/channels', ['Featured Channels', 'Most Active', 'Recently Updated']],
  ['a channel', channel, ['Episodes', 'Books', 'People']],
  ['the profile', () => '/profile', ['Overview', 'Activity', 'Preferences']],
] as const) {
  test(`the way back leads through the tabs of ${name}`, { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/about')
    await page.goto(await path(page))
    const chosen = (tab: string) =>
      expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true')
    const [first, ...rest] = tabs
    await chosen(first)
    for (const tab of rest) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await chosen(tab)
      await page.getByRole('tab', { name: tab, exact: true }).click() // the same again is no step
    }
    for (const tab of tabs.slice(0, -1).toReversed()) {
      await page.goBack()
      await chosen(tab)
    }
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })
}

test('typing is no step of the way back', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/about')
  await page.goto('/people')
  const field = page.getByRole('searchbox')
  for (const words of ['hawk', 'hawking']) {
    await field.fill(words)
    await expect(page).toHaveURL(url => url.searchParams.get('search') === words)
  }
  // Taking it away is one, and the way back brings it again, to stay.
  await page.getByRole('button', { name: 'Remove filter “hawking”' }).click()
  await expect(field).toHaveValue('')
  await page.goBack()
  await expect(field).toHaveValue('hawking')
  await expect(page.getByText('Showing 1 of 1 person')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('what is looked for in an episode stands in its address', { tag: '@any-width' }, async ({ page }) => {
  const { id } = await episodeOf(page.request, demo.title)
  await page.goto(`/episode/${id}`)
  const filters = page.getByRole('group', { name: 'Show' })
  const rows = page.getByRole('main').getByRole('heading', { level: 4 })
  await filters.getByRole('button', { name: /^Books/ }).click()
  await expect(page).toHaveURL(`/episode/${id}?type=book`)
  await page.getByPlaceholder('Search mentions').fill(demo.book)
  await expect(page).toHaveURL(`/episode/${id}?type=book&search=${demo.book}`)
  await page.reload()
  await expect(rows).toHaveText([new RegExp(`^${demo.book}`)])
  await expect(page.getByPlaceholder('Search mentions')).toHaveValue(demo.book)
  await expect(filters.getByRole('button', { pressed: true })).toHaveText(/^Books/)
  await page.goBack()
  await expect(filters.getByRole('button', { pressed: true })).toHaveText(/^All/)
  await expect(page).toHaveURL(`/episode/${id}`)
})

test('words too many to search for are told at their field', { tag: '@any-width' }, async ({ page }) => {
  const long = 'word '.repeat(50)
  const told = page.getByText('Please use at most 200 characters.')
  for (const path of ['/books', '/directory', '/channels', '/search', await channel(page)]) {
    await page.goto(path)
    const field = page.getByRole('searchbox')
    await field.fill(long)
    await expect(told).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill('Middlemarch')
    await expect(told).toBeHidden()
    await expect(page).toHaveURL(/Middlemarch/)
  }
  // Also when a link brings them; then everything is listed.
  await page.goto(`/books?search=${encodeURIComponent(long)}`)
  await expect(told).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).nth(5)).toBeVisible()
})
