import type { Page } from '@playwright/test'
import { demo, entityOf, episodeOf } from './catalogue'
import { expect } from './fixture'
import type { Person } from './people'

/** A page to look at: its address, and what is there when it is drawn. */
export type Sight = {
  name: string
  person?: Person
  /** Looks otherwise, or has another address, for people who are signed in. */
  visitorsOnly?: true
  path: string | ((page: Page) => Promise<string>)
  drawn: (page: Page) => ReturnType<Page['locator']>
}

const heading = (name?: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, ...(name && { name }) })
const link = (name: string) => (page: Page) => page.getByRole('main').getByRole('link', { name }).first()
const button = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first()
const list = (name: string) => (page: Page) => page.getByRole('list', { name })
/** The first line of a table below its head, also the one that says that there is none. */
const row = (page: Page) => page.locator('.ant-table-row, .long-row, .ant-table-placeholder').first()
const figure = (page: Page) => page.getByRole('figure').first()

const episode = async (page: Page) => `/episode/${(await episodeOf(page.request, demo.title)).id}`
const transcript = async (page: Page) => `/transcript/${(await episodeOf(page.request, demo.title)).videoId}`
const book = async (page: Page) => `/entity/${(await entityOf(page.request, 'book', demo.book)).id}/middlemarch`

/** The channel of the demo episode. */
async function channel(page: Page) {
  const channels = (await (await page.request.get('/api/channels/stats')).json()) as {
    channelId: string
    name: string
  }[]
  return `/channel/${channels.find(c => c.name === demo.channel)!.channelId}`
}

/** A job of the demo library; moderators look at everybody's. */
async function job(page: Page) {
  const jobs = (await (await page.request.get('/api/jobs?all=true&limit=100')).json()) as {
    id: number
    title: string
  }[]
  return `/jobs/${jobs.find(j => j.title === demo.channel)!.id}`
}

export const sights: readonly Sight[] = [
  { name: 'landing', visitorsOnly: true, path: '/', drawn: link('View Details') },
  {
    name: 'teaser',
    visitorsOnly: true,
    path: episode,
    drawn: page => page.getByRole('button', { name: 'Get Instant Access' }),
  },
  { name: 'directory', path: '/directory', drawn: link('View Details') },
  {
    name: 'directory of entities',
    path: '/directory?type=book',
    drawn: page => page.getByRole('table').getByRole('link').first(),
  },
  { name: 'books', path: '/books', drawn: link(demo.book) },
  { name: 'products', path: '/products', drawn: page => page.getByRole('heading', { level: 3 }).nth(3) },
  { name: 'people', path: '/people', drawn: page => page.getByRole('heading', { level: 3 }).nth(3) },
  { name: 'locations', path: '/locations', drawn: page => page.getByRole('heading', { level: 3 }).nth(3) },
  { name: 'concepts', path: '/concepts', drawn: page => page.getByRole('heading', { level: 3 }).nth(3) },
  { name: 'channels', path: '/channels', drawn: link('View Channel') },
  { name: 'channel', path: channel, drawn: link('View Details') },
  { name: 'search', path: `/search?q=${demo.book}`, drawn: link(demo.book) },
  { name: 'entity', visitorsOnly: true, path: book, drawn: figure },
  { name: 'sign-in', visitorsOnly: true, path: '/jobs', drawn: heading('Please Sign In') },
  { name: 'development sign-in', visitorsOnly: true, path: '/api/login', drawn: heading('Development sign-in') },
  { name: 'not found', path: '/no/such/page', drawn: heading('Page Not Found') },
  { name: 'about', path: '/about', drawn: heading() },
  { name: 'privacy', path: '/privacy', drawn: heading() },
  { name: 'terms', path: '/terms', drawn: heading() },
  { name: 'home', person: 'moderator', path: '/', drawn: link('View Details') },
  { name: 'episode', person: 'moderator', path: episode, drawn: figure },
  { name: 'transcript', person: 'moderator', path: transcript, drawn: heading(demo.title) },
  { name: 'entity of a reader', person: 'moderator', path: book, drawn: link('In the transcript') },
  {
    name: 'jobs',
    person: 'moderator',
    path: '/jobs?all=1',
    drawn: page => page.getByRole('list', { name: 'Jobs' }).getByRole('link').first(),
  },
  {
    name: 'profile',
    person: 'moderator',
    path: '/profile',
    drawn: page => page.getByRole('tab', { name: 'Overview' }),
  },
  {
    name: 'preferences',
    person: 'moderator',
    path: '/profile?tab=preferences',
    drawn: page => page.getByRole('button', { name: 'Sign out everywhere' }),
  },
  { name: 'job', person: 'moderator', path: job, drawn: link('Open episode') },
  { name: 'dashboard', person: 'admin', path: '/admin', drawn: button('Check again') },
  { name: 'dashboard of a moderator', person: 'moderator', path: '/admin', drawn: button('Check again') },
  {
    name: 'analytics',
    person: 'admin',
    path: '/admin?tab=analytics',
    drawn: page => page.getByRole('heading', { name: 'Top Events' }),
  },
  { name: 'top entities', person: 'admin', path: '/admin?tab=entities', drawn: button('Check again') },
  { name: 'trends', person: 'admin', path: '/admin/trends', drawn: page => page.getByRole('img').first() },
  { name: 'activity', person: 'admin', path: '/admin/trends?tab=activity', drawn: list('Latest jobs') },
  { name: 'workflows', person: 'admin', path: '/admin/workflows', drawn: row },
  {
    name: 'workflow of an episode',
    person: 'admin',
    path: '/admin/workflows/run-1',
    drawn: list('Parts of the transcript'),
  },
  {
    name: 'workflow of a job',
    person: 'admin',
    path: '/admin/workflows/job-1',
    drawn: page => page.getByRole('heading', { name: 'Episodes' }),
  },
  {
    name: 'queues',
    person: 'admin',
    path: '/admin/queues',
    drawn: page => page.getByRole('heading', { name: 'mentionary-fetch' }),
  },
  { name: 'batch', person: 'admin', path: '/admin/batch', drawn: heading('Batch Processor') },
  { name: 'schedules', person: 'admin', path: '/admin/schedules', drawn: heading('Schedules') },
  {
    name: 'data quality',
    person: 'moderator',
    path: '/admin/data-quality',
    drawn: page => page.locator('.quality-first').getByRole('button', { name: 'Find Similar' }).first(),
  },
  {
    name: 'data quality, duplicates',
    person: 'moderator',
    path: '/admin/data-quality?tab=duplicates&type=person',
    drawn: page => page.locator('.quality-first').getByRole('button', { name: 'Find Similar' }).first(),
  },
  {
    name: 'data quality, all entities',
    person: 'moderator',
    path: '/admin/data-quality?tab=entities&type=person',
    drawn: page => page.locator('.quality-all').getByRole('link').first(),
  },
  { name: 'data quality, history', person: 'moderator', path: '/admin/data-quality?tab=history', drawn: row },
  { name: 'review', person: 'moderator', path: '/admin/review', drawn: button(/^Undo/) },
  { name: 'reports', person: 'moderator', path: '/admin/review?kind=reported', drawn: button(/^Undo/) },
  { name: 'decisions', person: 'moderator', path: '/admin/review?tab=decisions', drawn: row },
  { name: 'glossary', person: 'moderator', path: '/admin/review?tab=glossary', drawn: row },
  { name: 'uploads', person: 'moderator', path: '/admin/uploads', drawn: row },
  { name: 'evaluation', person: 'admin', path: '/admin/eval', drawn: heading('Evaluation') },
  { name: 'costs', person: 'admin', path: '/admin/costs', drawn: button('Cap for a person') },
  { name: 'audit', person: 'admin', path: '/admin/audit', drawn: row },
]

/** Opens a page and waits until it is drawn. */
export async function look(page: Page, sight: Sight) {
  await page.goto(await address(page, sight))
  await seen(page, sight)
}

/** Opens a page with our fonts at hand. One that comes too late is not used (build/fonts-plugin.ts), and with it every line is another. */
export async function openWithFonts(page: Page, path: string) {
  await page.goto(path)
  await page.evaluate(() => document.fonts.ready)
  await page.goto(path)
}

/** Where a page is in this catalogue. */
export async function address(page: Page, { path }: Sight) {
  return typeof path === 'string' ? path : path(page)
}

/** Waits until an opened page is drawn. */
export async function seen(page: Page, { drawn, person }: Sight) {
  await expect(drawn(page)).toBeVisible()
  if (person) await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}
