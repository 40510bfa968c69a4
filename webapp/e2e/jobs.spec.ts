import type { Page } from '@playwright/test'
import { entityOf, notice } from './catalogue'
import { expect, test } from './fixture'
import { feedOf, release, transcript, vttFile } from './shows'

test.use({ person: 'reader' })
// Work on several episodes, the later ones behind the pace at which a server is asked.
test.describe.configure({ timeout: 120_000 })

const address = (page: Page) => page.getByLabel('Video URL, channel ID or playlist URL')
/** The state of the job: a word, a sentence, the next attempt. */
const state = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\S/ }).first()
const item = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Episodes' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
const soon = { timeout: 60_000 }

/** Hands an address in at home and goes to its job. */
async function analyze(page: Page, input: string) {
  await page.goto('/')
  await address(page).fill(input)
  await page.getByRole('button', { name: 'Analyze Content' }).click()
  await expect(notice(page)).toContainText(/Processing Started.*Job \d+ created\. Processing will begin shortly\./s)
  await page
    .getByRole('link', { name: /^Follow job \d+$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/jobs\/\d+$/)
}

/** Gives an episode its transcript by the dialog of its line. */
async function provide(page: Page, title: string, text: string) {
  await item(page, title).getByRole('button', { name: 'Provide transcript' }).click()
  const dialog = page.getByRole('dialog', { name: 'Provide transcript' })
  await dialog.getByLabel('Transcript file').setInputFiles(vttFile('given.vtt', text))
  await dialog.getByRole('button', { name: 'Send transcript' }).click()
  await expect(notice(page)).toContainText('Transcript Received')
  await expect(dialog).toBeHidden()
}

/** The address of a book's quotes. */
async function quotesOf(page: Page, name: string) {
  const { id, slug } = await entityOf(page.request, 'book', name)
  return `/entity/${id}/${slug}`
}

/** Keeps every sentence that the job and its episodes had, however short it stood there. */
async function keepLines(page: Page) {
  await page.addInitScript(() => {
    const lines = new Set<string>()
    Object.assign(window, { lines })
    new MutationObserver(() => {
      for (const line of document.querySelectorAll('.item-words p, .job-state p')) lines.add(line.textContent)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { lines: Set<string> }).lines].join('\n'))
}

test('a demo feed that is known already is done at once', { tag: '@any-width' }, async ({ page }) => {
  await analyze(page, `${process.env['DEMO_URL'] ?? ''}/feeds/marginalia-hour.xml`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Marginalia Hour')
  await expect(state(page)).toContainText('Completed')
  const known = item(page, "The Books We Didn't Finish")
  await expect(known).toContainText('Already analyzed')
  await known.getByRole('link', { name: 'Open episode' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("The Books We Didn't Finish")
})

test('a feed is followed live, and what its server lacks is given by hand', async ({ page }, info) => {
  const part = (n: number) => `The lively ${info.project.name} show, part ${n}`
  const lines = await keepLines(page)
  await analyze(page, feedOf(info, 'lively'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`The lively ${info.project.name} show`)
  await expect(page.getByRole('region', { name: 'Episodes' }).getByRole('heading')).toHaveCount(5)
  for (const n of [1, 4, 5]) await expect(item(page, part(n))).toContainText('Analyzed', soon)
  expect(await lines()).toMatch(/Fetching the transcript/)

  // One transcript is lost, one server is ill.
  await expect(item(page, part(2))).toContainText('Needs a transcript')
  await expect(item(page, part(2))).toContainText('There is no transcript. Upload one to continue.')
  await expect(item(page, part(3))).toContainText(
    'is having problems. It will be tried again. You can also upload a transcript.',
  )
  await expect(item(page, part(3))).toContainText(/Next attempt at .*\d/)
  await expect(state(page)).toContainText(/Next attempt at .*\d/)
  await expect(state(page)).toContainText('3 of 5 episodes')

  await page.getByRole('button', { name: /^Needs a transcript/ }).click()
  await expect(page.getByRole('region', { name: 'Episodes' }).getByRole('heading')).toHaveText([part(2)])
  await page.getByRole('button', { name: /^All/ }).click()
  await provide(page, part(2), transcript(part(2)))
  await expect(item(page, part(2))).toContainText('Analyzed', soon)
  await provide(page, part(3), transcript(part(3)))
  await expect(state(page)).toContainText('Completed', soon)
  await expect(state(page)).toContainText('All 5 episodes are analyzed.')

  await item(page, part(2)).getByRole('link', { name: 'Open episode' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(part(2))
  const quote = page.getByRole('figure').filter({ hasText: 'I read a book called The Quiet Harbour.' })
  await expect(quote).toBeVisible()
  await expect(quote.getByRole('time')).toHaveText('0:02')
})

test('a running job is cancelled and tried again', { tag: '@any-width' }, async ({ page }, info) => {
  const title = `The slow ${info.project.name} show`
  await analyze(page, feedOf(info, 'slow'))
  await expect(item(page, `${title}, part 2`)).toContainText('Fetching the transcript')
  await expect(state(page)).toContainText('Running')

  await page.getByRole('button', { name: 'Cancel job' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this job?' })
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await question.getByRole('button', { name: 'Cancel job' }).click()
  await expect(notice(page)).toContainText('Job Canceled')
  await expect(state(page)).toContainText('Canceled')
  await expect(item(page, `${title}, part 2`)).toContainText('Canceled')
  await expect(page.getByRole('button', { name: 'Cancel job' })).toBeHidden()

  await release(info, 'slow')
  await page.getByRole('button', { name: 'Retry all' }).click()
  await expect(notice(page)).toContainText('Retry Started')
  await expect(state(page)).toContainText('Completed', soon)
  await page.getByRole('link', { name: 'My Jobs' }).first().click()
  await expect(
    page
      .getByRole('list', { name: 'Jobs' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: title, exact: true }) }),
  ).toContainText('Completed')
})

test('a job is paused and resumed', { tag: '@any-width' }, async ({ page }, info) => {
  const title = `The late ${info.project.name} show`
  await analyze(page, feedOf(info, 'late'))
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(notice(page)).toContainText('Job Paused')
  await expect(state(page)).toContainText('Paused')

  await release(info, 'late')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title, soon)
  for (const n of [1, 2, 3])
    await expect(item(page, `${title}, part ${n}`)).toContainText('Resume the job to continue.')

  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(notice(page)).toContainText('Job Resumed')
  await expect(state(page)).toContainText('Completed', soon)
})

test(
  'a video whose site is out of reach is completed with a transcript',
  { tag: '@any-width' },
  async ({ page, browser, session }, info) => {
    // Without a network the site is out of reach; with one it knows no such video. Both times somebody can go on.
    await analyze(
      page,
      `https://www.youtube.com/watch?v=${info.project.name === 'phone' ? 'zzzzzzzzzz0' : 'zzzzzzzzzz1'}`,
    )
    await expect(state(page)).toContainText(/^(Waiting|Failed|Needs a transcript)/, soon)
    await expect(state(page)).toContainText('YouTube')
    await expect(state(page)).toContainText(/Next attempt at .*\d|Finished/)
    await page.getByRole('button', { name: 'Provide transcript' }).click()
    const dialog = page.getByRole('dialog', { name: 'Provide transcript' })
    await dialog.getByRole('button', { name: 'Send transcript' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(/Please choose a file\./)
    await dialog.getByLabel('Transcript file').setInputFiles(vttFile('video.vtt', transcript('a video')))
    await dialog.getByRole('button', { name: 'Send transcript' }).click()
    await expect(state(page)).toContainText('Completed', soon)
    await expect(page.getByRole('list', { name: /^Stages of/ }).getByText('Publish: Done')).toBeAttached()
    await page.getByRole('link', { name: 'Open episode' }).click()
    await expect(page.getByRole('figure').first()).toBeVisible()
    await expect(page.getByText('Only you and moderators see this')).toBeVisible()
    await expect(page.getByText('Waiting for a moderator to publish it.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)

    // Nobody else sees a word of it, until a moderator publishes it: then it says where it comes from.
    const own = new URL(page.url()).pathname
    const visitor = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage()
    expect((await visitor.request.get(`/api/episodes/${own.split('/').at(-1)!}`)).status()).toBe(404)
    await visitor.goto(own)
    await expect(visitor.getByRole('heading', { name: 'Episode not found' })).toBeVisible()
    const moderator = await (await browser.newContext({ storageState: await session('moderator') })).newPage()
    await moderator.goto(own)
    await moderator.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(moderator).toHaveURL(url => url.pathname.startsWith('/episode/') && url.pathname !== own)
    const shared = new URL(moderator.url()).pathname
    await expect(async () => {
      await visitor.goto(shared)
      await expect(visitor.getByText('Given by a reader').first()).toBeVisible({ timeout: 1_000 })
    }).toPass(soon)
    // Of so short a transcript visitors read no quotes; readers do.
    await page.goto(await quotesOf(page, 'The Quiet Harbour'))
    await expect(page.getByText('Given by a reader').first()).toBeVisible()
    await page.goto(shared)
    await expect(page.getByRole('figure').first()).toContainText('Given by a reader')
    await page.getByRole('link', { name: 'Transcript', exact: true }).click()
    await expect(page.getByText('Given by a reader').first()).toBeVisible()
    await Promise.all([visitor.context().close(), moderator.context().close()])
  },
)

test('an address that cannot be read is refused with a sentence', async ({ page, expectProblem }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Analyze Content' }).click()
  await expect(notice(page)).toHaveText(/^Error\s*Please enter a YouTube URL/)
  await expect(address(page)).toBeFocused()
  for (const [input, words] of [
    ['https://me:secret@example.org/feed', /user name or password/],
    ['ftp://example.org/feed.xml', /https?/],
  ] as const) {
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await address(page).fill(input)
    await page.getByRole('button', { name: 'Analyze Content' }).click()
    await expect(notice(page)).toContainText(words)
    await expect(notice(page)).toContainText(/^Error.+\./)
    await expectProblem(/status of 400/)
    await expect(address(page)).toHaveValue(input)
  }
})

test('a number of episodes out of range is said beside its field', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/')
  await address(page).fill('https://example.org/feed.xml')
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByLabel('Episodes of a channel or feed').selectOption('Recent episodes')
  await page.getByLabel('Number of episodes').fill('101')
  await page.getByRole('button', { name: 'Analyze Content' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Please enter a whole number from 1 to 100\./)
  await expect(
    page.getByLabel('Episodes of a channel or feed').getByRole('option', { name: 'All episodes' }),
  ).toHaveCount(0)
})

test('a long transcript is uploaded and read part by part', { tag: '@any-width' }, async ({ page }, info) => {
  const title = `A long evening, ${info.project.name}`
  const lines = await keepLines(page)
  await page.goto('/')
  await page.getByLabel('Transcript files').setInputFiles(vttFile(`${title}.vtt`, transcript(title, 9_000)))
  await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText(`${title}.vtt`)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Channel', { exact: true }).fill('Kitchen table')
  await page.getByRole('button', { name: 'Analyze 1 transcript' }).click()
  await expect(notice(page)).toContainText('Processing Started')
  await page
    .getByRole('link', { name: /^Follow job \d+$/ })
    .first()
    .click()
  await expect(state(page)).toContainText('Completed', soon)
  // Whether its steps were seen on the way depends on the machine; what came of them stays.
  const stages = page.getByRole('list', { name: /^Stages/ })
  await expect(stages.getByRole('listitem').filter({ hasText: 'Find mentions' })).toHaveText(/(\d+) of \1 parts read\./)
  expect(await lines(), 'nothing begins anew').not.toMatch(/Finding mentions[^]*It starts in a moment/)

  await page.getByRole('link', { name: 'Open episode' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('Only you and moderators see this')).toBeVisible()
  await expect(page.getByRole('figure').filter({ hasText: 'The Quiet Harbour' }).getByRole('time')).toHaveText('0:02')
})

test('files are dropped, and those that cannot be read say why', async ({ page, expectProblem }, info) => {
  await page.goto('/')
  const files = [
    { name: 'empty.vtt', text: '' },
    { name: 'picture.png', text: 'no text' },
    { name: 'broken.vtt', text: 'WEBVTT\n\n00:00:01.000 --> tomorrow\nWords.\n' },
    {
      name: `dropped ${info.project.name}.srt`,
      text: `1\n00:00:00,000 --> 00:00:04,000\nI read a book called Salt and Iron, ${info.project.name}.\n`,
    },
  ]
  const dropped = await page.evaluateHandle(all => {
    const data = new DataTransfer()
    for (const { name, text } of all) data.items.add(new File([text], name))
    return data
  }, files)
  await page
    .getByRole('region', { name: 'Upload transcripts' })
    .locator('.upload-drop')
    .dispatchEvent('drop', { dataTransfer: dropped })
  const rows = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: 'empty.vtt' })).toContainText('This file is empty.')
  await expect(rows.filter({ hasText: 'picture.png' })).toContainText('Mentionary reads VTT, SRT, JSON and TXT files.')

  await page.getByRole('button', { name: 'Analyze 2 transcripts' }).click()
  await expect(rows.filter({ hasText: 'broken.vtt' }).getByRole('alert')).toHaveText(/Line \d: .+\./)
  await expectProblem(/status of 400/)
  await expect(notice(page)).toContainText('Processing Started')
  await expect(rows).toHaveCount(3) // the good one has gone into the job
  await page.getByRole('button', { name: 'Remove broken.vtt' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear list' }).click()
  await expect(rows).toHaveCount(0)
})

test('somebody else’s job is not shown', { tag: '@any-width' }, async ({ page, expectProblem }) => {
  expect((await page.goto('/jobs/1'))?.status()).toBe(404) // the program’s own, of the demo library
  await expect(page.getByRole('heading', { name: 'Job not found' })).toBeVisible()
  await expectProblem(/status of 404/)
})
