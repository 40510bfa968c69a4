import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test as base, type BrowserContext, type Page, type Response } from '@playwright/test'
import { signInAs, type Person } from './people'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const demoOrigin = new URL(process.env['DEMO_URL'] ?? 'http://127.0.0.1:8091').origin

type State = Awaited<ReturnType<BrowserContext['storageState']>>

type Options = {
  /** Who is signed in when the test begins; a visitor without it. "reader" is somebody else on each width, because accounts
   * keep what a test did. */
  person: Person | 'reader' | undefined
}

type Extra = {
  /** What the browser complained about; a test that ends with one fails. */
  problems: string[]
  /** Takes out the complaints about one answer that the test provokes; fails when there is none. */
  expectProblem: (words: RegExp) => Promise<void>
  /** Fails on what breaks WCAG 2.2 AA, on headings that skip a step, on a page wider than its window, and on placeholders that are cut. */
  accessible: (page: Page) => Promise<void>
}

type Worker = {
  /** the cookies of people, each of whom signs in once a worker */ session: (person: Person) => Promise<State>
}

export const test = base.extend<Options & Extra, Worker>({
  person: [undefined, { option: true }],
  session: [
    async ({ browser }, use) => {
      const known = new Map<Person, Promise<State>>()
      const enter = async (person: Person) => {
        // Nobody is signed in there: a sign-in ends the session that the browser had.
        const context = await browser.newContext({
          baseURL: process.env['BASE_URL'] ?? 'http://127.0.0.1:8080',
          storageState: { cookies: [], origins: [] },
        })
        const page = await context.newPage()
        await page.goto('/api/login')
        await signInAs(page, person)
        await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
        const state = await context.storageState()
        await context.close()
        return state
      }
      await use(person => {
        const state = known.get(person) ?? enter(person)
        known.set(person, state)
        return state
      })
    },
    { scope: 'worker' },
  ],
  storageState: async ({ person, session }, use, info) => {
    const who = person === 'reader' ? (info.project.name === 'phone' ? 'elio' : 'noor') : person
    await use(who ? await session(who) : { cookies: [], origins: [] })
  },
  page: async ({ page }, use) => {
    // What the server has drawn takes no presses until the page itself stands there; people are not as quick as tests.
    const alive = async (answer: Response | null) => {
      await expect(page.locator('#root[inert]')).toHaveCount(0)
      return answer
    }
    const goto = page.goto.bind(page)
    const reload = page.reload.bind(page)
    page.goto = async (...how) => alive(await goto(...how))
    page.reload = async (...how) => alive(await reload(...how))
    await use(page)
  },
  problems: [
    async ({ page, baseURL }, use) => {
      const problems: string[] = []
      const origin = new URL(baseURL ?? '').origin
      // A refused content policy is a console error, so violations before a full navigation are seen too.
      page.on('console', m => {
        // The browser also notes that the page itself was answered with 404, which is right for a 404 page.
        const ownStatus = m.location().url === page.url() && m.text().includes('status of 404')
        if (['error', 'warning'].includes(m.type()) && !ownStatus) problems.push(`${m.type()}: ${m.text()}`)
      })
      page.on('pageerror', e => problems.push(`pageerror: ${e.message}`))
      page.on('dialog', d => {
        problems.push(`dialog: ${d.message()}`)
        void d.dismiss()
      })
      page.on('request', r => {
        if (/^(data|blob):/.test(r.url())) return
        // The one foreign thing is the recording of a show, played when somebody presses a time.
        const recording = r.resourceType() === 'media' && new URL(r.url()).origin === demoOrigin
        if (new URL(r.url()).origin !== origin && !recording) problems.push(`foreign: ${r.url()}`)
      })
      page.on('requestfailed', r => {
        // What a page that is left was still waiting for is given up by the browser.
        const why = r.failure()?.errorText ?? ''
        if (why !== 'net::ERR_ABORTED') problems.push(`failed: ${r.url()} ${why}`)
      })
      await use(problems)
      expect(problems, problems.join('\n')).toEqual([])
    },
    { auto: true },
  ],
  expectProblem: async ({ problems }, use) => {
    await use(async words => {
      await expect.poll(() => problems.some(p => words.test(p)), `the browser has not said ${words}`).toBe(true)
      problems.splice(0, problems.length, ...problems.filter(p => !words.test(p)))
    })
  },
  accessible: async ({}, use) => {
    await use(async page => {
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        'wider than the window',
      ).toBeLessThanOrEqual(0)
      const cut = await page.evaluate(() => {
        const pen = document.createElement('canvas').getContext('2d')!
        const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[placeholder], select')
        return [...fields]
          .filter(field => field.checkVisibility())
          .flatMap(field => {
            const own = getComputedStyle(field)
            const choice = field instanceof HTMLSelectElement
            const shown = choice ? (field.selectedOptions[0]?.label ?? '') : field.placeholder
            const words = choice ? own : getComputedStyle(field, '::placeholder')
            const room = field.clientWidth - parseFloat(own.paddingLeft) - parseFloat(own.paddingRight)
            // Also with a font of the machine, as it stands there when ours comes too late and it has no Arial to scale (ui/fonts.css).
            const widths = [words.fontFamily, 'Liberation Sans'].map(family => {
              pen.font = `${words.fontWeight} ${words.fontSize} ${family}`
              return pen.measureText(shown).width
            })
            const needed = Math.max(...widths)
            return needed > room ? [`“${shown}” needs ${Math.ceil(needed)} of ${Math.floor(room)} px`] : []
          })
      })
      expect(cut, 'placeholders and choices that are cut').toEqual([])
      if (!(await page.evaluate(() => 'axe' in window))) {
        // evaluate() is allowed by the content policy, a script element would not be.
        await page.evaluate(axeSource)
        // What is far below is not laid out yet and would be measured wrongly.
        await page.evaluate(() => {
          const everything = new CSSStyleSheet()
          everything.replaceSync('* { content-visibility: visible !important }')
          document.adoptedStyleSheets.push(everything)
        })
      }
      const found = await page.evaluate(async () => {
        // Colors on their way from one theme to the other are those of neither.
        for (
          let calm = 0;
          calm < 3;
          calm = document.getAnimations().some(a => a.playState === 'running') ? 0 : calm + 1
        )
          await new Promise(requestAnimationFrame)
        const { axe } = window as unknown as { axe: typeof import('axe-core') }
        const { violations } = await axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
          rules: { 'heading-order': { enabled: true } },
          resultTypes: ['violations'], // of what passes, one place is described
        })
        return violations.map(
          v => `${v.id}: ${v.nodes.map(n => `${n.target.join(' ')} ${n.any[0]?.message ?? ''}`).join(' | ')}`,
        )
      })
      expect(found, found.join('\n')).toEqual([])
    })
  },
})

export { expect }

/** A name by itself, or with what its link says of where it leads. */
export const named = (name: string) => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\(opens .+\\))?$`)
