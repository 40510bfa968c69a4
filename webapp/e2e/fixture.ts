import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test as base, type Page } from '@playwright/test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Extra = {
  /** What the browser complained about; a test that ends with one fails. */
  problems: string[]
  /** Fails on what breaks WCAG 2.2 AA, and on a page wider than its window. */
  accessible: (page: Page) => Promise<void>
}

export const test = base.extend<Extra>({
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
        if (!/^(data|blob):/.test(r.url()) && new URL(r.url()).origin !== origin) problems.push(`foreign: ${r.url()}`)
      })
      await use(problems)
      expect(problems, problems.join('\n')).toEqual([])
    },
    { auto: true },
  ],
  accessible: async ({}, use) => {
    await use(async page => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'wider than the window').toBeLessThanOrEqual(0)
      // evaluate() is allowed by the content policy, a script element would not be.
      await page.evaluate(axeSource)
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') }
        const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
        return violations.map(v => `${v.id}: ${v.nodes.map(n => `${n.target.join(' ')} ${n.any[0]?.message ?? ''}`).join(' | ')}`)
      })
      expect(found, found.join('\n')).toEqual([])
    })
  },
})

export { expect }
