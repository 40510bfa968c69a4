import type { Page } from '@playwright/test'
import { expect, test } from './fixture'

const home = '/admin/data-quality'

/** Calls the API as the person of the page does. */
async function call<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const answer = await page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(path!, {
        method: method!,
        ...(body && { headers: { 'Content-Type': 'application/json' }, body }),
      })
      return { ok: response.ok, text: await response.text() }
    },
    [method, path, body && JSON.stringify(body)],
  )
  expect(answer.ok, answer.text).toBe(true)
  return JSON.parse(answer.text) as T
}

type Curated = { entity: { id: number; name: string; type: string } }

/** The least mentioned entities of a type: what no other test looks at. */
async function least(page: Page, type: string, n: number) {
  const rows = await call<Curated[]>(page, 'GET', `/api/quality/entities?type=${type}&sort=fewest&limit=${n}`)
  expect(rows).toHaveLength(n)
  return rows.map(r => r.entity)
}

const search = (page: Page, words: string) => page.getByLabel('Search entities').fill(words)
const toast = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByText(words, { exact: true })

test.describe('who may', () => {
  for (const person of [undefined, 'noor'] as const) {
    test.describe(person ?? 'visitor', () => {
      test.use({ person })
      test('gets the 404 page', async ({ page }) => {
        const answer = await page.goto(home)
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
      })
    })
  }
  for (const person of ['moderator', 'admin'] as const) {
    test.describe(person, () => {
      test.use({ person })
      test('sees the page as specified', async ({ page, accessible }) => {
        const answer = await page.goto(home)
        expect(answer?.status()).toBe(200)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data Quality')
        await expect(page.getByRole('tab', { name: 'Link Validation' })).toHaveAttribute('aria-selected', 'true')
        await expect(page.getByRole('tab', { name: 'Entity Disambiguation' })).toBeVisible()
        await expect(page.locator('.quality-type')).toHaveText('Books')
        const first = page.locator('.quality-first').getByRole('button', { name: 'Find Similar' })
        await expect(first).toHaveCount(10)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await accessible(page)
        }
      })
    })
  }
})

test.describe('a moderator', () => {
  test.use({ person: 'moderator' })

  test('validates links, and the results stand there', async ({ page }) => {
    await page.goto(`${home}?type=product`)
    await page.getByRole('button', { name: 'Validate Links' }).click()
    await expect(toast(page, 'Validation Complete')).toBeVisible({ timeout: 40_000 })
    await expect(page.getByText(/^Validated \d+ entities$/)).toBeVisible()
    await expect(
      page
        .locator('.quality-table')
        .getByText(/^\d+ invalid$/)
        .first(),
    ).toBeVisible()
    await expect(page.locator('.quality-table').getByRole('button', { name: 'Find Similar' }).first()).toBeVisible()
  })

  test('finds duplicates', async ({ page }) => {
    await page.goto(`${home}?type=concept&tab=duplicates`)
    await page.getByRole('button', { name: 'Find Duplicates' }).click()
    await expect(toast(page, 'Disambiguation Complete')).toBeVisible({ timeout: 40_000 })
    await expect(page.getByText(/^Merged: \d+, Created: 0, Skipped: \d+$/)).toBeVisible()
  })

  test('looks at a whole type, and sees how far that is', async ({ page, accessible }) => {
    await page.goto(`${home}?type=location&tab=duplicates`)
    await page.getByRole('button', { name: 'Look at more than 100' }).click()
    await accessible(page)
    await page.getByRole('menuitem', { name: 'Among all locations' }).click()
    const last = page.getByRole('region', { name: 'The last pass' })
    await expect(last).toContainText('Done', { timeout: 40_000 })
    await expect(last).toContainText(/(?<!\d)(\d+) of \1 entities/)
  })

  test('is told when a call does not work', async ({ page, expectProblem }) => {
    await page.route('**/*EntityService/BatchValidate', route => route.fulfill({ status: 503, body: '{}' }))
    await page.route('**/*EntityService/BatchDisambiguate', route => route.fulfill({ status: 503, body: '{}' }))
    await page.route('**/*EntityService/ListSimilarEntities**', route => route.fulfill({ status: 503, body: '{}' }))
    await page.goto(home)
    await page.getByRole('button', { name: 'Validate Links' }).click()
    await expect(toast(page, 'Validation Failed')).toBeVisible()
    await expect(page.getByText('Unable to validate entities')).toBeVisible()
    await page.getByRole('tab', { name: 'Entity Disambiguation' }).click()
    await page.getByRole('button', { name: 'Find Duplicates' }).click()
    await expect(toast(page, 'Disambiguation Failed')).toBeVisible()
    await expect(page.getByText('Unable to process disambiguation')).toBeVisible()
    await page.locator('.quality-first').getByRole('button', { name: 'Find Similar' }).first().click()
    await expect(toast(page, 'Error')).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Notifications (F8)' }).getByText('Failed to find similar entities'),
    ).toBeVisible()
    await expectProblem(/503/)
  })

  test(
    'sees what is similar, merges it after a preview, and takes that back',
    { tag: '@any-width' },
    async ({ page, accessible }) => {
      await page.goto(home)
      const [one, two] = await least(page, 'person', 2)
      const before = await call(page, 'GET', `/api/quality/entities/${two!.id}`)
      const renamed = await call<{ id: number }>(page, 'PATCH', `/api/entities/${two!.id}`, {
        name: `${one!.name}e`,
      })
      await page.goto(`${home}?type=person&similar=${one!.id}`)
      const card = page.locator('.quality-card').filter({ hasText: `${one!.name}e` })
      await expect(card.getByRole('progressbar', { name: 'Similarity' })).toBeVisible()
      await expect(card.getByText(/^(High|Medium|Low) \d+%$/)).toBeVisible()
      await card.getByRole('button', { name: 'Merge' }).click()
      const dialog = page.getByRole('dialog', { name: 'Merge Entities' })
      await expect(dialog.getByRole('heading', { name: 'What moves' })).toBeVisible()
      await accessible(page)
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
      await expect(toast(page, 'Entities Merged')).toBeVisible()
      await page.goto(`${home}?tab=history&of=merges`)
      await page
        .getByRole('row')
        .filter({ hasText: `${one!.name}e` }) // others merge at the same time
        .getByRole('button', { name: /^Undo merge/ })
        .first()
        .click()
      await expect(toast(page, 'Merge Undone')).toBeVisible()
      await call(page, 'POST', `/api/changes/${renamed.id}/undo`, {})
      expect(await call(page, 'GET', `/api/quality/entities/${two!.id}`)).toEqual(before)
    },
  )

  test('merges several at once, and takes them back as one', { tag: '@any-width' }, async ({ page, accessible }) => {
    await page.goto(`${home}?tab=entities&type=location&sort=fewest`)
    const those = await least(page, 'location', 4)
    const read = () => Promise.all(those.map(({ id }) => call(page, 'GET', `/api/quality/entities/${id}`)))
    const before = await read()
    await expect(page.getByRole('link', { name: those[3]!.name, exact: true })).toBeVisible()
    await page.locator('h1').click()
    for (let i = 0; i < 4; i++) await page.keyboard.press('x')
    await expect(page.getByText(/^4 of/)).toBeVisible()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: 'Merge Entities' })
    await expect(dialog.getByRole('heading', { name: /^What moves from/ })).toHaveCount(3)
    for (const { name } of those) await expect(dialog.getByRole('link', { name, exact: true })).toBeVisible()
    await accessible(page)
    await dialog.getByRole('button', { name: `Leave out ${those[3]!.name}` }).click()
    await dialog.getByRole('radio', { name: `${those[1]!.name} stays` }).check()
    await expect(dialog.getByRole('heading', { name: /^What moves from/ })).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(toast(page, 'Entities Merged')).toBeVisible()
    await page.goto(`${home}?tab=history&of=merges`)
    const row = page.getByRole('row').filter({ hasText: `${those[0]!.name}, ${those[2]!.name}` })
    await row
      .getByRole('button', { name: /^Undo merge/ })
      .first()
      .click()
    await expect(toast(page, 'Merge Undone')).toBeVisible()
    expect(await read()).toEqual(before)
  })

  test('changes a type with two keys, and takes it back with one', { tag: '@any-width' }, async ({ page }) => {
    await page.goto(`${home}?tab=entities&type=concept&sort=fewest`)
    const [one] = await least(page, 'concept', 1)
    await expect(page.getByRole('link', { name: one!.name })).toBeVisible()
    await page.locator('h1').click()
    await page.keyboard.press('t')
    await expect(page.getByRole('dialog', { name: 'Change the type of 1 entity' })).toBeVisible()
    await page.keyboard.press('d')
    await expect(toast(page, '1 entity moved to product')).toBeVisible()
    await expect(page.getByRole('link', { name: one!.name, exact: true })).toHaveCount(0)
    await page.keyboard.press('u')
    await expect(toast(page, 'Undone')).toBeVisible()
    await expect(page.getByRole('link', { name: one!.name, exact: true })).toBeVisible()
  })

  test(
    'hides several at once: strangers do not find them, and they come back',
    { tag: '@any-width' },
    async ({ page, browser, baseURL }) => {
      await page.goto(`${home}?tab=entities&type=sponsor&sort=fewest`)
      const [one, two] = await least(page, 'sponsor', 2)
      await expect(page.getByRole('link', { name: one!.name })).toBeVisible()
      await page.locator('h1').click()
      await page.keyboard.press('x')
      await page.keyboard.press('x')
      await expect(page.getByText(/^2 of/)).toBeVisible()
      await page.keyboard.press('h')
      await expect(toast(page, '2 entities hidden')).toBeVisible()
      const stranger = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
      for (const { id } of [one!, two!]) expect((await stranger.request.get(`/api/entities/${id}`)).status()).toBe(404)
      await page.keyboard.press('u')
      await expect(toast(page, 'Undone')).toBeVisible()
      for (const { id } of [one!, two!]) expect((await stranger.request.get(`/api/entities/${id}`)).ok()).toBe(true)
      await stranger.close()
    },
  )

  test('edits and locks a field, and splits a mention off', { tag: '@any-width' }, async ({ page, accessible }) => {
    await page.goto(home)
    const [one] = await least(page, 'company', 1)
    await page.goto(`${home}?type=company&edit=${one!.id}`)
    await page.getByLabel('Category', { exact: true }).fill('Tools')
    await page.getByRole('switch', { name: 'Lock Category' }).click()
    await accessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Entity Saved')).toBeVisible()
    await expect(page.getByText('By a moderator')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Lock Category' })).toBeChecked()
    await page.getByRole('button', { name: 'Split' }).click()
    const dialog = page.getByRole('dialog', { name: /^Split/ })
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByLabel('Name of the new entity').fill('Something Else Entirely')
    await dialog.getByRole('button', { name: 'Split' }).click()
    await expect(toast(page, 'Entity Split')).toBeVisible()
    await page.goto(`${home}?tab=history`)
    await expect(page.getByRole('row', { name: /Split.*Something Else Entirely/ })).toBeVisible()
    for (const told of ['Change Undone', 'Change Undone']) {
      await page
        .locator('button:enabled', { hasText: /^Undo$/ })
        .first()
        .click()
      await expect(toast(page, told)).toBeVisible()
    }
  })

  test('searches all entities of a type', async ({ page, accessible }) => {
    await page.goto(`${home}?tab=entities&type=person`)
    const [one] = await least(page, 'person', 1)
    await search(page, one!.name)
    await expect(page.getByRole('link', { name: one!.name })).toBeVisible()
    await expect(page).toHaveURL(/[?&]q=/)
    await accessible(page)
    await page.locator('h1').click()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Change the type')
  })
})
