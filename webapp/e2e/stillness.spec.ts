import type { Page, Request } from '@playwright/test'
import { demo } from './catalogue'
import { expect, test } from './fixture'
import { address, seen, sights } from './pages'

// Nothing that somebody looks at may move while the rest arrives. How much may, by the measure of browsers:
const most = 0.01

test.describe.configure({ timeout: 300_000 })

/** What one page has moved by itself, and which pieces of it. */
type Moved = { score: number; pieces: string[] }

/** Sums up everything that moves on the pages that are opened from here on, except right after a press. */
async function measure(page: Page) {
  await page.addInitScript(() => {
    const moved: Moved = { score: 0, pieces: [] }
    Object.assign(window, { moved })
    const name = (node: Node | null | undefined) =>
      node instanceof Element ? `${node.localName}.${node.className}` : `“${node?.textContent?.slice(0, 30) ?? ''}”`
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        if (entry.hadRecentInput) continue
        moved.score += entry.value
        moved.pieces.push(
          ...entry.sources.map(
            s => `${name(s.node)} ${s.previousRect.x},${s.previousRect.y} -> ${s.currentRect.x},${s.currentRect.y}`,
          ),
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * Answers, pictures and fonts come late and one after the other, code a little late; who is signed in is known first or last. No answer stands
 * in the document, as when the server had none in time.
 */
async function slow(page: Page, session: 'first' | 'last' = 'first') {
  let asked = 0
  const delay = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('AuthService')) return session === 'first' ? 300 : 900
    if (/^\/(api|mentionary\.v1)/.test(pathname)) return 400 + (asked++ % 3) * 200
    return /\.woff2$/.test(pathname) ? 500 : /\.js$/.test(pathname) ? 50 : 0
  }
  await page.route('**', async (route, request) => {
    if (request.isNavigationRequest()) {
      const response = await route.fetch()
      const body = (await response.text()).replace(/<script type="application\/json" id="answers".*?<\/script>/s, '')
      await route.fulfill({ response, body }).catch(() => {}) // the page was left meanwhile
      return
    }
    const ms = delay(request)
    if (ms > 0) await new Promise(done => setTimeout(done, ms))
    await route.continue().catch(() => {}) // the page was left meanwhile
  })
}

/** Waits until nothing is on its way any more and the last of it has been drawn. */
async function settled(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].filter(i => i.loading !== 'lazy').map(i => i.decode().catch(() => {})))
    for (let i = 0; i < 10; i++) await new Promise(requestAnimationFrame)
  })
}

/** What somebody who is signed in so looks at: an admin at what only admins may open. */
const seenBy = (person: 'moderator' | 'admin' | undefined) =>
  sights.filter(s => (person === 'moderator' ? s.person !== 'admin' && !s.visitorsOnly : s.person === person))

const moved = (page: Page) => page.evaluate(() => (window as unknown as { moved: Moved }).moved)

for (const [width, height, scrolled] of [
  [390, 844, false],
  [1440, 900, false],
  [390, 844, true],
] as const) {
  for (const person of [undefined, 'moderator', 'admin'] as const) {
    test.describe(`${width} px${scrolled ? ', scrolled' : ''}, ${person ?? 'a visitor'}`, () => {
      test.use({ person, viewport: { width, height } })
      test('no page moves while its data arrives', { tag: '@any-width' }, async ({ page }) => {
        await measure(page)
        const found: string[] = []
        for (const sight of seenBy(person)) {
          const path = await address(page, sight)
          await slow(page, width < 600 ? 'first' : 'last')
          await page.goto(path)
          if (scrolled) {
            await expect(page.locator('[aria-busy=true]').or(sight.drawn(page)).first()).toBeAttached()
            await page.evaluate(() => scrollTo(0, innerHeight * 0.6))
          }
          await seen(page, sight)
          await settled(page)
          const { score, pieces } = await moved(page)
          if (score > most)
            found.push(`${path} moves by ${score.toFixed(3)}: ${[...new Set(pieces)].slice(0, 6).join(' | ')}`)
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        }
        expect(found, found.join('\n')).toEqual([])
      })
    })
  }
}

test.describe('a page that moves', () => {
  test.use({ viewport: { width: 1440, height: 900 } })
  test('is noticed', { tag: '@any-width' }, async ({ page }) => {
    // The foot of the page stands right below what has arrived so far, as it once did.
    await page.addInitScript(() => {
      const bad = new CSSStyleSheet()
      bad.replaceSync('.shell-main.shell-main { min-height: 0 } .shell-main ~ .footer.footer { display: block }')
      document.adoptedStyleSheets.push(bad)
    })
    await measure(page)
    await slow(page)
    await page.goto(`/search?q=${demo.book}`)
    await expect(page.getByRole('main').getByRole('link', { name: demo.book }).first()).toBeVisible()
    await settled(page)
    expect((await moved(page)).score).toBeGreaterThan(most)
  })
})
