import type { Page } from '@playwright/test'
import { demo, notice } from './catalogue'
import { expect, test } from './fixture'
import { transcript, vttFile } from './shows'

const rows = (page: Page) => page.locator('.work-table .long-row')
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** A row whose checkboxes and links can be used: the list is there. */
const ready = (page: Page) => expect(rows(page).first()).toBeVisible()

/** Submits an address that nothing answers: this machine reaches no other. Returns the title of its job. */
async function submit(page: Page, id: string) {
  const answer = await page.request.post('/api/process', {
    data: { input: `https://youtu.be/${id}` },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(200)
  return `YouTube video ${id}`
}

for (const person of [undefined, 'noor'] as const)
  test.describe(person ?? 'a visitor', () => {
    test.use({ person })
    test('finds none of these pages', async ({ page }) => {
      for (const path of ['/admin/workflows', '/admin/workflows/run-1', '/admin/queues', '/admin/temporal/']) {
        const answer = await page.goto(path)
        expect(answer?.status(), path).toBe(404)
        await expect(title(page)).toHaveText('Page Not Found')
      }
    })
  })

test.describe('a moderator', () => {
  test.use({ person: 'moderator' })

  test('sees everybody’s work and its story, but neither queues nor Temporal', async ({ page }) => {
    await page.goto('/admin/workflows?kind=run')
    await ready(page)
    await expect(
      page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Queues' }),
    ).toHaveCount(0)
    await expect(page.locator('body')).not.toContainText('@example')
    await rows(page).first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open in Temporal' })).toHaveCount(0)
    for (const path of ['/admin/queues', '/admin/temporal/']) {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await expect(title(page)).toHaveText('Page Not Found')
    }
  })
})

test.describe('an admin', () => {
  test.use({ person: 'admin' })

  test('watches work arrive, and acts on it by keyboard, with a preview and a result for each row', async ({
    page,
  }, info) => {
    await page.goto('/admin/workflows?kind=job')
    await ready(page)
    const job = await submit(page, info.project.name === 'phone' ? 'flowphone01' : 'flowdesk001')
    await expect(rowOf(page, job)).toContainText('Waiting', { timeout: 20_000 })
    // Other tests submit, too: theirs may stand above.
    await expect(async () => {
      await page.keyboard.press('j')
      await expect(rowOf(page, job)).toHaveAttribute('aria-current', 'true', { timeout: 500 })
    }).toPass()
    await page.keyboard.press('x')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: `Cancel: ${job}` })
    await expect(dialog.getByRole('list', { name: 'What will happen' })).toContainText(
      '1 episode not analyzed yet will be dropped.',
    )
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(dialog.getByRole('list', { name: 'Results' })).toContainText('Canceled.')
    await dialog.getByRole('button', { name: 'Done' }).click()
    // What became of it is seen without scrolling sideways. Other tests submit, too: rows of theirs may have pushed it down.
    await rowOf(page, job).scrollIntoViewIfNeeded()
    await expect(rowOf(page, job).getByText('Canceled', { exact: true })).toBeInViewport({ ratio: 1 })
    const log = (await (await page.request.get('/api/admin/audit?limit=5')).json()) as { operation: string }[]
    expect(log.map(entry => entry.operation)).toContain('work.cancel')
  })

  test('gives an episode its transcript, and sees it go on', async ({ page }, info) => {
    const id = info.project.name === 'phone' ? 'givenphone0' : 'givendesk00'
    await page.goto('/admin/workflows')
    await ready(page)
    await submit(page, id)
    await page.goto(`/admin/workflows?q=${id}`)
    const given = rows(page).filter({ hasText: /Waiting|Failed|Needs a transcript/ })
    await expect(given.first()).toBeVisible({ timeout: 40_000 })
    await given.first().getByRole('checkbox').check()
    await page.getByRole('button', { name: /^Provide transcript/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Provide transcript' })
    const chooser = dialog.locator('input[type=file]')
    await chooser.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('no words') })
    await expect(dialog.getByRole('listitem')).toContainText('Mentionary reads VTT, SRT, JSON and TXT files.')
    await chooser.setInputFiles(vttFile('given.vtt', transcript(id)))
    await expect(dialog).toContainText('The episode is now being analyzed with it.')
    await dialog.locator('.ant-modal-footer').getByRole('button', { name: 'Close' }).click()
    // Links are looked at last, after publishing: how long that takes is up to the sites.
    await expect(
      rows(page)
        .filter({ hasText: /Checking links|Completed/ })
        .first(),
    ).toBeVisible({ timeout: 40_000 })
  })

  test('filters stand in the address, and can be kept as a view', async ({ page }) => {
    await page.goto('/admin/workflows')
    await ready(page)
    await page.getByLabel('View', { exact: true }).click()
    await page.getByTitle('At work', { exact: true }).click()
    await expect(page).toHaveURL(/state=queued%2Crunning%2Cwaiting%2Cpaused/)
    await page.goto('/admin/workflows?state=completed&kind=run')
    await ready(page)
    await expect(rows(page).filter({ hasNotText: 'Completed' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Finished runs')
    await page.keyboard.press('Enter')
    await expect(notice(page)).toContainText('View Saved')
    await page.goto('/admin/workflows')
    await page.getByLabel('View', { exact: true }).click()
    await page.getByTitle('Finished runs').click()
    await expect(page).toHaveURL(/kind=run/)
    await page.getByLabel('Title or input').fill('no such title anywhere')
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await ready(page)
  })

  test('a channel and a submitter are found by a part of their name', async ({ page }) => {
    await page.goto('/admin/workflows?kind=run')
    await ready(page)
    await page.getByRole('combobox', { name: 'Channel' }).fill('marginalia')
    await page.getByTitle(demo.channel, { exact: true }).click()
    await expect(page).toHaveURL(/channel=/)
    await ready(page)
    await expect(rows(page).filter({ hasNotText: demo.channel })).toHaveCount(0)
    await page.reload()
    await expect(page.getByTitle(demo.channel, { exact: true }).first()).toBeVisible()
    await page.getByRole('combobox', { name: 'Submitter' }).fill('sys')
    await page.getByTitle('System', { exact: true }).click()
    await expect(page).toHaveURL(/by=system/)
  })

  test('reads the whole story of a run, and finds exactly it in Temporal', async ({ page, context }) => {
    await page.goto('/admin/workflows?kind=run&state=completed')
    await ready(page)
    await rows(page).first().getByRole('link').first().click()
    await expect(page.getByRole('figure', { name: 'Timeline of attempts' })).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Parts of the transcript' }).getByRole('listitem').first(),
    ).toBeVisible()
    for (const name of ['Attempts', 'Wanted by', 'What was written', 'For operators'])
      await expect(page.getByRole('heading', { name })).toBeVisible()
    const link = page.getByRole('link', { name: 'Open in Temporal' })
    const workflow = (await page.locator('code').first().textContent())!
    const opened = context.waitForEvent('page')
    await link.click()
    const temporal = await opened
    await expect(temporal.getByText(workflow).first()).toBeVisible({ timeout: 20_000 })
    const refused = await page.request.post(new URL(temporal.url()).pathname, {
      headers: { origin: new URL(page.url()).origin },
    })
    expect(refused.status()).toBe(405)
    await temporal.close()
  })

  test('a run of 60 parts and 300 attempts is read at a glance', async ({ page, accessible }) => {
    const began = Date.UTC(2026, 0, 5, 9)
    const at = (seconds: number) => new Date(began + seconds * 1000).toISOString()
    const chunks = Array.from({ length: 60 }, (_, index) => ({
      index,
      state: index < 52 ? 'read' : index < 56 ? 'retrying' : 'waiting',
      attempts: 5,
      candidates: index % 9,
    }))
    const attempts = Array.from({ length: 300 }, (_, i) => ({
      stage: 'extract',
      chunk: i % 60,
      attempt: 1 + Math.floor(i / 60),
      scheduledAt: at(20 + 4 * i),
      startedAt: at(21 + 4 * i),
      endedAt: at(27 + 4 * i),
      ...(i < 240 && { errorClass: 'rate_limited', text: 'The model is busy.', retryAt: at(60 + 4 * i) }),
    }))
    const step = (stage: string, state: string, from?: number, to?: number) => ({
      stage,
      state,
      ...(from !== undefined && { startedAt: at(from) }),
      ...(to !== undefined && { finishedAt: at(to) }),
    })
    const steps = [
      step('episode', 'done', 0, 4),
      step('transcript', 'done', 4, 20),
      step('extract', 'failed', 20, 1230),
      ...['consolidate', 'publish', 'links', 'check'].map(stage => step(stage, 'waiting')),
    ]
    await page.route('**/mentionary.v1.WorkService/GetWork?**', route =>
      route.fulfill({
        json: {
          work: {
            key: 'run-77',
            kind: 'run',
            type: 'llm',
            title: 'A long talk',
            state: 'failed',
            stage: 'extract',
            submitter: 'System',
            submitterId: 'system',
          },
          steps,
          attempts,
          chunks,
          ids: [{ name: 'workflow', value: 'episode/7/1-abc' }],
        },
      }),
    )
    // A run that is there, for the status of the page.
    await page.goto('/admin/workflows?kind=run')
    await ready(page)
    await rows(page).first().getByRole('link').first().click()
    const picture = page.getByRole('figure', { name: 'Timeline of attempts' })
    await expect(picture).toContainText('300 attempts')
    await expect(picture.locator('.waterfall-bar')).toHaveCount(302)
    const parts = page.getByRole('list', { name: 'Parts of the transcript' })
    await expect(parts.getByRole('listitem')).toHaveCount(60)
    const laid = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
      const figure = box('.waterfall')
      const bars = [...document.querySelectorAll('.waterfall-bar')].map(bar => bar.getBoundingClientRect())
      return {
        outside: bars.filter(b => b.left < figure.left - 1 || b.right > figure.right + 1 || b.bottom > figure.bottom)
          .length,
        unseen: bars.filter(b => b.width < 1 || b.height < 3).length,
        timeline: figure.height / innerHeight,
        grid: box('.chunk-grid').height / innerHeight,
      }
    })
    expect(laid).toMatchObject({ outside: 0, unseen: 0 })
    expect(laid.timeline, 'of the window').toBeLessThan(1)
    expect(laid.grid, 'of the window').toBeLessThan(1)
    await accessible(page) // and no wider than its window
  })

  test('pauses a queue and resumes it', async ({ page }, info) => {
    const name = info.project.name === 'phone' ? 'mentionary-fetch' : 'mentionary-model' // both widths run at once
    await page.goto('/admin/queues')
    const queue = page.locator('.panel', { has: page.getByRole('heading', { name }) })
    await expect(queue.getByText(/^\d+@/)).toBeVisible({ timeout: 20_000 })
    await queue.getByRole('button', { name: 'Drain and pause' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(queue.getByText('Paused', { exact: true })).toBeVisible()
    await queue.getByRole('button', { name: 'Resume' }).click()
    await expect(queue.getByRole('button', { name: 'Drain and pause' })).toBeVisible()
  })

  test('of 10,000 rows only those in view are in the document', async ({ page }, info) => {
    const total = 10_000
    await page.route('**/mentionary.v1.WorkService/ListWork?**', async route => {
      const message = new URL(route.request().url()).searchParams.get('message') ?? '{}'
      const { pageToken = '0', limit = 500 } = JSON.parse(message) as { pageToken?: string; limit?: number }
      const from = Number(pageToken || 0)
      const work = Array.from({ length: Math.min(limit, total - from) }, (_, i) => ({
        key: `run-${total - from - i}`,
        kind: 'run',
        type: 'offline',
        title: `${from + i}: ${'a long title of an episode '.repeat(4)}`,
        state: 'completed',
        stateText: 'The episode is analyzed.',
        createdAt: new Date(Date.UTC(2026, 0, 1) - (from + i) * 1000).toISOString(),
        submitter: 'Somebody',
        submitterId: 'somebody',
        version: 1,
      }))
      const next = from + work.length
      await route.fulfill({ json: { work, total, ...(next < total && { nextPageToken: String(next) }) } })
    })
    // Limited, so that what other tests submit meanwhile does not come in by the stream.
    await page.goto('/admin/workflows?q=a+long+title+of+an+episode')
    await ready(page)
    const more = page.getByRole('button', { name: 'Load more' })
    for (let loaded = 500; loaded < total; loaded += 500) {
      await more.click()
      await expect(
        page.getByText(loaded + 500 < total ? `${(loaded + 500).toLocaleString('en-US')} loaded` : /^10,000 in all$/),
      ).toBeVisible()
    }
    const figures = await page.evaluate(async () => {
      const holder = document.querySelector('.long-table')!
      const frames: number[] = []
      let most = 0
      let last = performance.now()
      for (let i = 0; i < 180; i++) {
        holder.scrollTop += 900
        holder.dispatchEvent(new WheelEvent('wheel', { deltaY: 900, bubbles: true }))
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        frames.push(now - last)
        last = now
        most = Math.max(most, document.querySelectorAll('.work-table .long-row').length)
      }
      frames.sort((a, b) => a - b)
      return { most, median: frames[90]!, p95: frames[171]!, top: holder.scrollTop }
    })
    const said = `rows in the document at most ${figures.most}, frames of ${figures.median.toFixed(1)} ms (median), ${figures.p95.toFixed(1)} ms (95 %)`
    info.annotations.push({ type: '10,000 rows', description: said })
    console.log(`${info.project.name}: ${said}`)
    expect(figures.most).toBeGreaterThan(3)
    expect(figures.most).toBeLessThan(60)
  })
})
