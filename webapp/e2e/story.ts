import type { Page } from '@playwright/test'
import { expect } from './fixture'

export const soon = { timeout: 60_000 }

/** The state of the job: a word, a sentence, the next attempt. */
export const state = (page: Page) => page.locator('.job-state')

const stages = (page: Page) => page.getByRole('list', { name: /^Stages of/ }).getByRole('listitem')

/** The line of one stage. */
export const stage = (page: Page, name: string) => stages(page).filter({ hasText: name })

/** Every stage of an episode, as people hear it. */
export const names = [
  'Fetch episode',
  'Fetch transcript',
  'Find mentions',
  'Put mentions together',
  'Publish',
  'Find links',
  'Check links',
]

/** A moment of today, or of another day, as the page writes it. */
const moment = /(\w{3} \d+, \d{4}, )?\d\d:\d\d/

type Told = { word: string; sentence: string | RegExp; stages: string[] }

/** Expects what a page tells about a job of one episode, now and after it was loaded anew. */
export async function tells(page: Page, { word, sentence, stages: words }: Told) {
  for (let times = 0; times < 2; times++) {
    await expect(state(page).locator('.job-state-word')).toHaveText(word, soon)
    await expect(state(page)).toContainText(sentence)
    await expect(stages(page).locator('.stage-name')).toHaveText(words.map((w, i) => `${names[i]!}: ${w}`))
    for (const [i, w] of words.entries()) {
      const line = stages(page).nth(i)
      const mark = line.locator('.stage-mark .icon')
      if (['Done', 'Failed', 'Will be tried again', 'Not needed', 'Canceled'].includes(w))
        await expect(mark).toBeVisible()
      else await expect(mark).toHaveCount(0)
      if (['Done', 'Failed', 'Canceled'].includes(w)) await expect(line.locator('.stage-time')).toHaveText(moment)
      if (w === 'Will be tried again')
        await expect(line.locator('.stage-time')).toHaveText(new RegExp(`^Next attempt at ${moment.source}$`))
      if (w === 'Not needed' || w === 'Not reached') await expect(line.locator('.stage-time')).toHaveText(w)
    }
    if (times === 0) await page.reload()
  }
}

const rank = ['Waiting', 'Running', 'Done']

/** Keeps the words of each stage in the order in which they stood there, and returns those that came after a later one. */
export async function watchStages(page: Page) {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      for (const name of document.querySelectorAll('.stage-name'))
        if (!seen.includes(name.textContent)) seen.push(name.textContent)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
  return async () => {
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    const back = names.filter(name => {
      const ranks = seen.filter(s => s.startsWith(`${name}: `)).map(s => rank.indexOf(s.slice(name.length + 2)))
      return ranks.some((r, i) => r < 0 || (i > 0 && r < ranks[i - 1]!))
    })
    return { seen, back }
  }
}
