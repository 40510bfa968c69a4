import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './fixture'

/** An episode of the demo library, and things said in it that stand neither in its title nor in its public description. */
export const demo = {
  title: "The Books We Didn't Finish",
  channel: 'The Marginalia Hour',
  secrets: ['Stephen Hawking', 'A Brief History of Time', 'tsundoku'],
  book: 'Middlemarch',
} as const

type Listed = { id: number; videoId: string; title: string }

/** The numbers of episodes and entities depend on the order in which feeds were read; their names do not. */
export async function episodeOf(request: APIRequestContext, title: string): Promise<Listed> {
  const found = ((await (await request.get('/api/episodes?limit=100')).json()) as Listed[]).find(e => e.title === title)
  expect(found, `no episode ${title}`).toBeDefined()
  return found!
}

export async function entityOf(
  request: APIRequestContext,
  type: string,
  name: string,
): Promise<{ id: number; slug: string }> {
  const answer = (await (await request.get(`/api/entities?type=${type}&limit=1000`)).json()) as {
    id: number
    name: string
    slug: string
  }[]
  const found = answer.find(e => e.name === name)
  expect(found, `no ${type} ${name}`).toBeDefined()
  return found!
}

/** The notification that is shown. */
export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')

export const signedOut = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign In' })

/**
 * Keeps the browser on the page that sends it to the sign-in, so that what that page says can be read however slow the
 * machine is. The answer lets it go.
 */
export async function heldSignIn(page: Page): Promise<() => void> {
  let go = () => {}
  const read = new Promise<void>(resolve => {
    go = resolve
  })
  await page.route('**/api/login**', async route => {
    await read
    await route.continue()
  })
  return go
}
