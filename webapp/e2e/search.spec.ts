import type { APIRequestContext, Page } from '@playwright/test'
import { expect, named, test } from './fixture'

// Every search box finds what its placeholder promises, in the demo library as it is.

type Found = { name: string; description: string | null; metadata: Record<string, string | null> }

const listed = async (request: APIRequestContext, type: string) =>
  (await (await request.get(`/api/entities?type=${type}&limit=1000`)).json()) as Found[]

/** The first words of a text: as much of it as people type. */
const begin = (text: string) => text.split(/\s+/).slice(0, 3).join(' ')

const box = (page: Page, label: string) => page.getByRole('main').getByPlaceholder(label, { exact: true })

async function finds(page: Page, label: string, typed: string, name: string) {
  await box(page, label).fill(typed)
  await expect(page, `“${typed}” in “${label}”`).toHaveURL(url => [...url.searchParams.values()].includes(typed))
  await expect(page.getByRole('main').getByText(named(name)).first(), `“${typed}” finds ${name}`).toBeVisible()
}

for (const { path, label, type, fields } of [
  { path: '/books', label: 'Search books, authors or descriptions', type: 'book', fields: ['author'] },
  { path: '/products', label: 'Search products, companies or descriptions', type: 'product', fields: ['company'] },
  { path: '/locations', label: 'Search locations, countries or descriptions', type: 'location', fields: ['country'] },
  { path: '/people', label: 'Search people', type: 'person', fields: ['title'] },
  { path: '/concepts', label: 'Search concepts', type: 'concept', fields: [] },
]) {
  test(`${path} finds what it promises`, { tag: '@any-width' }, async ({ page }) => {
    const all = await listed(page.request, type)
    await page.goto(path)
    for (const field of fields) {
      const one = all.find(e => e.metadata[field])
      expect(one, `no ${type} of the demo library has a ${field}`).toBeDefined()
      await finds(page, label, one!.metadata[field]!, one!.name)
    }
    const told = all.find(e => e.description)
    expect(told, `no ${type} of the demo library has a description`).toBeDefined()
    await finds(page, label, begin(told!.description!), told!.name)
    await finds(page, label, all[0]!.name, all[0]!.name)
  })
}

test('the directory finds episodes by their channel, and entities', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/directory?tab=episodes')
  for (const typed of ['marginalia', 'hour', 'Marginalia Hour']) {
    await finds(page, 'Search episodes or channels', typed, "The Books We Didn't Finish")
  }
  await finds(page, 'Search episodes or channels', 'Books We', "The Books We Didn't Finish")
  const location = (await listed(page.request, 'location')).find(e => e.metadata['country'])!
  await page.goto('/directory?tab=entities&type=location')
  await finds(page, 'Search entities', location.metadata['country']!, location.name)
})

test('channels are found by name and description, and what is in them', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/channels')
  await finds(page, 'Search channels', 'marginalia', 'The Marginalia Hour')
  const channels = (await (await page.request.get('/api/channels/stats')).json()) as {
    channelId: string
    name: string
    description: string | null
  }[]
  const told = channels.find(c => c.description)!
  await finds(page, 'Search channels', begin(told.description!), told.name)
  await page.goto(`/channel/${channels.find(c => c.name === 'The Marginalia Hour')!.channelId}`)
  await finds(page, 'Search this channel', 'finish', "The Books We Didn't Finish")
})

test('the search finds channels, and names with their letters mixed up', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/search')
  const label = 'Search mentions, episodes and channels'
  await finds(page, label, 'marginalia', "The Books We Didn't Finish")
  await finds(page, label, 'khaneman', 'Daniel Kahneman')
  await finds(page, label, 'Middlemarhc', 'Middlemarch')
  await page.goto('/people')
  await finds(page, 'Search people', 'khaneman', 'Daniel Kahneman')
})

test('the landing page searches the directory', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/')
  const finder = page.getByRole('search', { name: 'Directory' })
  await finder.getByPlaceholder('Search episodes and mentions').fill('marginalia')
  await finder.getByPlaceholder('Search episodes and mentions').press('Enter')
  await expect(page.getByRole('main').getByText("The Books We Didn't Finish").first()).toBeVisible()
})
