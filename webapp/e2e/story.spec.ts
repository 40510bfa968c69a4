import type { Page } from '@playwright/test'
import { notice } from './catalogue'
import { expect, test } from './fixture'
import { feedOf, release, transcript, vttFile } from './shows'
import { soon, stage, state, tells, watchStages } from './story'

// What the page of a job tells in each state that a job of one episode can be in, made by the real program and scripted
// podcasts, live and after a reload.

test.use({ person: 'reader' })
test.describe.configure({ timeout: 120_000 })

async function analyze(page: Page, input: string) {
  await page.goto('/')
  await page.getByLabel('Video URL, channel ID or playlist URL').fill(input)
  await page.getByRole('button', { name: 'Analyze Content' }).click()
  await page
    .getByRole('link', { name: /^Follow job \d+$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/jobs\/\d+$/)
}

const all = (word: string) => Array.from({ length: 7 }, () => word)

test('finished, and then already analyzed', { tag: '@any-width' }, async ({ page }, info) => {
  const story = await watchStages(page)
  await analyze(page, feedOf(info, 'plain'))
  await expect(state(page)).toContainText('Completed', soon)
  const { seen, back } = await story()
  expect(back, seen.join('\n')).toEqual([])
  await tells(page, {
    word: 'Completed',
    sentence: /^Completed.*Found \d+ entities in \d+ mentions\./,
    stages: all('Done'),
  })
  await expect(stage(page, 'Find mentions')).toContainText(/(\d+) of \1 parts read\./)
  await expect(state(page)).toContainText(/Finished .*\d/)

  await analyze(page, feedOf(info, 'plain'))
  for (const reload of [false, true]) {
    if (reload) await page.reload()
    await expect(state(page)).toContainText('Completed', soon)
    await expect(state(page)).toContainText('It was analyzed before, so nothing had to be done. Found')
    await expect(page.getByText('No stage has begun')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Episodes' })).toContainText(/Analyzed \w+ \d+, \d{4}, \d\d:\d\d\./)
  }
  await page.getByRole('link', { name: 'Open episode' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('part 1')
})

test('running, paused, running again, canceled', { tag: '@any-width' }, async ({ page }, info) => {
  await analyze(page, feedOf(info, 'held'))
  const fetching = {
    word: 'Running',
    sentence: 'Fetching the transcript.',
    stages: ['Done', 'Running', ...all('Waiting').slice(2)],
  }
  await tells(page, fetching)

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(notice(page)).toContainText('Job Paused')
  await tells(page, { word: 'Paused', sentence: /^PausedResume the job to continue\.$/, stages: all('Waiting') })

  await page.getByRole('button', { name: 'Resume' }).click()
  await tells(page, fetching)

  await page.getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()
  await expect(notice(page)).toContainText('Job Canceled')
  await tells(page, {
    word: 'Canceled',
    sentence: 'Retry it to analyze it.',
    stages: ['Done', 'Canceled', ...all('Not reached').slice(2)],
  })

  await release(info, 'held')
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await tells(page, { word: 'Completed', sentence: 'Found', stages: all('Done') })
})

test('without a transcript, and with one that somebody gives', { tag: '@any-width' }, async ({ page }, info) => {
  await analyze(page, feedOf(info, 'lost'))
  await tells(page, {
    word: 'Needs a transcript',
    sentence: 'There is no transcript. Upload one to continue.',
    stages: ['Done', 'Failed', ...all('Not reached').slice(2)],
  })
  await expect(state(page)).not.toContainText('Finished')
  await page.getByRole('button', { name: 'Provide transcript' }).click()
  const dialog = page.getByRole('dialog', { name: 'Provide transcript' })
  await dialog.getByLabel('Transcript file').setInputFiles(vttFile('given.vtt', transcript('what was lost')))
  await dialog.getByRole('button', { name: 'Send transcript' }).click()
  await tells(page, {
    word: 'Completed',
    sentence: 'Found',
    stages: ['Not needed', 'Not needed', ...all('Done').slice(2)],
  })
})

test('waiting for a server that is ill', { tag: '@any-width' }, async ({ page }, info) => {
  await analyze(page, feedOf(info, 'ill'))
  await expect(state(page)).toContainText('Waiting', soon)
  await expect(state(page)).toContainText(
    "The podcast's server is having problems. It will be tried again. You can also upload a transcript.",
  )
  await expect(state(page)).toContainText(/Next attempt at \d\d:\d\d\./)
  await expect(stage(page, 'Fetch transcript')).toContainText(/: Will be tried again.*Next attempt at \d\d:\d\d/)
  await expect(stage(page, 'Find mentions')).toContainText(': Waiting')
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()
  await tells(page, {
    word: 'Canceled',
    sentence: 'Retry it to analyze it.',
    stages: ['Done', 'Canceled', ...all('Not reached').slice(2)],
  })
})

test('failed before an episode was found', { tag: '@any-width' }, async ({ page }, info) => {
  await analyze(page, feedOf(info, 'plain').replace('feed.xml', 'nothing.xml'))
  for (const reload of [false, true]) {
    if (reload) await page.reload()
    await expect(state(page)).toContainText(/^Failed[A-Z].*\.Finished/, soon)
    await expect(page.getByText('This job has no episodes')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry', exact: true })).toBeVisible()
  }
})
