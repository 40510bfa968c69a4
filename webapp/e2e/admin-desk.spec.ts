import type { Page } from '@playwright/test'
import { notice } from './catalogue'
import { expect, test } from './fixture'
import { people, signInAs } from './people'

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('a user', () => {
  test.use({ person: 'reader' })
  for (const path of ['/admin', '/admin/trends', '/admin/costs', '/admin/audit']) {
    test(`finds no page at ${path}`, { tag: '@any-width' }, async ({ page }) => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(h1(page)).toHaveText('Page Not Found')
    })
  }
})

test.describe('a moderator', () => {
  test.use({ person: 'moderator' })
  test('sees the work and nothing about people', { tag: '@any-width' }, async ({ page }) => {
    const asked: string[] = []
    page.on('request', r => void asked.push(new URL(r.url()).pathname))
    await page.goto('/admin')
    await expect(h1(page)).toHaveText('Admin Dashboard')
    await expect(page.getByText('Processing Jobs', { exact: true })).toBeVisible()
    await expect(page.getByText('Total Users')).toHaveCount(0)
    await expect(page.getByText(/unique user/)).toHaveCount(0)
    await expect(page.getByRole('tab')).toHaveText(['Analytics', 'Top Entities'])
    const navigation = page.getByRole('navigation', { name: 'Administration' })
    await expect(navigation.getByRole('link', { name: 'Trends' })).toBeVisible()
    await expect(navigation.getByRole('link', { name: 'Costs' })).toHaveCount(0)
    await page.goto('/admin/trends')
    await expect(page.getByRole('heading', { name: 'Rising Entities' })).toBeVisible()
    await expect(page.getByText('New users')).toHaveCount(0)
    expect(asked.filter(path => /ListUsers|GetCosts|ListBudgets|ListAudit/.test(path))).toEqual([])
    for (const path of ['/admin/costs', '/admin/audit']) expect((await page.goto(path))?.status()).toBe(404)
  })
})

test.describe('an admin', () => {
  test.use({ person: 'admin' })

  test(
    'reaches the dashboard from the menu, and the other pages from there',
    { tag: '@any-width' },
    async ({ page }) => {
      await page.goto('/about')
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click()
      await expect(h1(page)).toHaveText('Admin Dashboard')
      for (const name of [
        'Database',
        'Workflow engine',
        'Queue mentionary',
        'Queue mentionary-fetch',
        'Sign-in',
        'Language model',
        'Disk',
      ])
        await expect(page.getByRole('list', { name: 'Checks' }).getByText(name, { exact: true })).toBeVisible()
      await expect(page.getByLabel('Key figures')).toContainText('Healthy')
      await page.getByRole('button', { name: 'Check again' }).click()
      for (const [name, title] of [
        ['Trends', 'Trends and Analytics'],
        ['Costs', 'Costs'],
        ['Audit', 'Audit'],
      ] as const) {
        await page.goto('/admin')
        await page.getByRole('main').locator('.admin-places').getByRole('link', { name }).click()
        await expect(h1(page)).toHaveText(title)
      }
    },
  )

  test.describe('and somebody else, whose role changes', () => {
    test.describe.configure({ mode: 'default' }) // one after the other: both are about Wren

    test(
      'changes a role and a status at once, and the other browser is signed out',
      { tag: '@any-width' },
      async ({ page, browser, baseURL }) => {
        // Nobody is signed in there: a sign-in ends the session that the browser had.
        const other = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
        const wren = await other.newPage()
        const enter = async () => {
          await wren.goto('/api/login?returnTo=/jobs')
          await signInAs(wren, 'wren')
        }
        await enter()
        await expect(wren.getByRole('button', { name: 'Account' })).toBeVisible()

        await page.goto('/admin?q=wren')
        const row = page.getByRole('row', { name: new RegExp(people.wren) })
        await expect(page.getByRole('row')).toHaveCount(2)
        await row.getByRole('combobox', { name: /^Role of/ }).click()
        await page.getByTitle('Moderator').click()
        await expect(notice(page)).toContainText('User role updated successfully')
        await expect(wren.getByRole('heading', { name: 'Development sign-in' })).toBeVisible()
        await row.getByRole('combobox', { name: /^Role of/ }).click()
        await page.getByTitle('User', { exact: true }).last().click()
        await expect(row).toContainText('User')

        await enter()
        await expect(wren.getByRole('button', { name: 'Account' })).toBeVisible()
        await row.getByRole('switch').click()
        await expect(notice(page)).toContainText('User status updated successfully')
        await expect(row).toContainText('Inactive')
        await expect(wren.getByRole('heading', { name: 'Development sign-in' })).toBeVisible()
        await enter()
        await expect(wren.getByRole('button', { name: 'Account' })).toHaveCount(0)
        await row.getByRole('switch').click()
        await expect(row).not.toContainText('Inactive')
        await enter()
        await expect(wren.getByRole('button', { name: 'Account' })).toBeVisible()
        await other.close()

        await page.goto('/admin/audit')
        const entry = page.getByRole('row', { name: new RegExp(people.wren) }).first()
        await expect(entry).toContainText('Status changed')
        await expect(entry).toContainText('false → true')
        await entry.getByRole('button', { name: /^Only changes of/ }).click()
        await expect(page).toHaveURL(/object=user%2F/)
        await expect(page.getByText(/^\d+ changes?$/)).toBeVisible()
        const csv = await page.request.get(`/api/admin/audit/export${new URL(page.url()).search}`)
        expect(csv.status()).toBe(200)
        const lines = (await csv.text()).trim().split('\n')
        expect(lines[0]).toBe('id,time,actor,actorName,operation,object,objectName,field,before,after')
        expect(lines[1]).toMatch(new RegExp(`user\\.status,user/\\w+,${people.wren},isActive,false,true$`))
      },
    )

    test(
      'a batch of somebody who is no admin any more stops and says why, and whoever resumes it takes it over',
      { tag: '@any-width' },
      async ({ page, accessible, browser, baseURL }) => {
        test.setTimeout(90_000)
        const origin = new URL(baseURL!).origin
        const other = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
        const wren = await other.newPage()
        const enter = async (path: string) => {
          await wren.goto(`/api/login?returnTo=${path}`)
          await signInAs(wren, 'wren')
          await expect(wren.getByRole('button', { name: 'Account' })).toBeVisible()
        }
        await enter('/jobs')
        await page.goto('/admin')
        const found = (await (await page.request.get('/api/admin/users?search=wren')).json()) as { id: string }[]
        const make = async (role: string) => {
          const answer = await page.request.patch(`/api/admin/users/${found[0]!.id}/role`, {
            data: { role },
            headers: { origin },
          })
          expect(answer.status()).toBe(200)
        }
        await make('admin')
        await enter('/admin/batch')
        // Addresses that lead to nothing: what matters is which of them are submitted at all.
        const lines = Array.from({ length: 30 }, (_, i) => `https://www.youtube.com/feed/held${i}`)
        await wren.getByLabel('URLs, one per line').fill(lines.join('\n'))
        await wren.getByRole('button', { name: 'Start Batch Processing' }).click()
        await expect(wren).toHaveURL(/batch=\d+/)
        const batch = new URL(wren.url()).searchParams.get('batch')!
        await make('user')
        await expect(wren.getByRole('heading', { name: 'Development sign-in' })).toBeVisible()
        await other.close()

        await page.goto(`/admin/batch?batch=${batch}`)
        const why = page.getByText(`${people.wren} may no longer run batches, so it stopped before the next line.`)
        await expect(why).toBeVisible({ timeout: 15_000 })
        await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible()
        await accessible(page)
        const settled = async () => {
          const now = (await (await page.request.get(`/api/admin/batches/${batch}`)).json()) as Record<string, number>
          return now['successful']! + now['failed']!
        }
        const before = await settled()
        expect(before).toBeLessThan(30)
        await page.getByRole('button', { name: 'Resume' }).click()
        await expect(notice(page)).toContainText('Batch Resumed')
        await expect(why).toHaveCount(0)
        await expect.poll(settled, { timeout: 20_000 }).toBeGreaterThan(before)
        await expect(
          page.getByRole('row', { name: new RegExp(`feed/held0 and 29 others #${batch} .*${people.admin}`) }),
        ).toBeVisible()
        await page.getByRole('button', { name: 'Cancel', exact: true }).click()
        await page.getByRole('button', { name: 'Cancel batch' }).click()
        await expect(notice(page)).toContainText('Batch Canceled')
      },
    )
  })

  test('the place that is open is seen in the navigation', async ({ page }) => {
    for (const [path, name] of [
      ['/admin/audit', 'Audit'],
      ['/admin', 'Dashboard'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name })).toBeInViewport(
        { ratio: 1 },
      )
    }
  })

  test('their own row is explained and offers nothing', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/admin?q=margarethe')
    const row = page.getByRole('row', { name: new RegExp(people.admin) })
    await expect(row).toContainText('You cannot change your own role or status.')
    await expect(row.getByRole('switch')).toHaveCount(0)
    await expect(row.getByRole('combobox')).toHaveCount(0)
  })

  test(
    'a cap is set, lifted for one person, and given back',
    { tag: '@any-width' },
    async ({ page, browser, baseURL }) => {
      // Only who has signed in once can be chosen.
      const other = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
      const tobias = await other.newPage()
      await tobias.goto('/api/login')
      await signInAs(tobias, 'moderator')
      await expect(tobias.getByRole('button', { name: 'Account' })).toBeVisible()
      await other.close()

      await page.goto('/admin/costs')
      await page.getByRole('button', { name: 'Cap for a person' }).click()
      const dialog = page.getByRole('dialog', { name: 'Cap for a person' })
      await dialog.getByRole('combobox', { name: 'Person' }).fill('tobias')
      await page.getByText('tobias@example.com').click()
      await dialog.getByRole('radio', { name: 'No cap for this person' }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(notice(page)).toContainText('Cap updated')
      const row = page.getByRole('row', { name: new RegExp(people.moderator) })
      await expect(row).toContainText('No cap')
      await row.getByRole('button', { name: /^Change the cap/ }).click()
      const again = page.getByRole('dialog', { name: `Cap of ${people.moderator}` })
      await again.getByRole('radio', { name: 'The same as everybody else' }).check()
      await again.getByRole('button', { name: 'Save' }).click()
      await expect(row).toHaveCount(0)
    },
  )

  test('days, dates and filters of trends stand in the address', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/admin/trends')
    await page.getByText('7 days', { exact: true }).click()
    await expect(page).toHaveURL(/days=7/)
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByTitle('Books').click()
    await expect(page).toHaveURL(/type=book/)
    const rising = page.getByRole('table').last()
    await expect(rising.getByText('book', { exact: true }).first()).toBeVisible()
    await expect(rising.getByText('person', { exact: true })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Last 7 days' })).toBeVisible()
  })
})

/** The refusal of a sign-in that is too old, as Connect writes it. */
function tooOld() {
  const text = (field: number, words: string) =>
    Buffer.concat([Buffer.from([field * 8 + 2, words.length]), Buffer.from(words)])
  const value = Buffer.concat([text(1, 'sign_in_again'), text(2, 'mentionary')]).toString('base64')
  return {
    status: 403,
    contentType: 'application/json',
    body: JSON.stringify({
      code: 'permission_denied',
      message: 'For this change your sign-in must not be older than 12 hours. Please sign in again.',
      details: [{ type: 'google.rpc.ErrorInfo', value: value.replace(/=+$/, '') }],
    }),
  }
}

test(
  'an old sign-in is confirmed, and the change is made after it',
  { tag: '@any-width' },
  async ({ page, expectProblem }) => {
    // A session of its own: this sign-in takes the place of the one before.
    await page.goto('/api/login?returnTo=/admin/costs')
    await signInAs(page, 'admin')
    await expect(h1(page)).toHaveText('Costs') // a route that is set while a page is on its way may miss it
    await page.route('**/mentionary.v1.AdminService/SetBudget', route => route.fulfill(tooOld()), { times: 1 })
    const change = page.getByRole('button', { name: 'Change the cap of Each person' })
    const line = page.getByRole('row').filter({ has: change }) // caps of minutes have such a line, too
    const dialog = page.getByRole('dialog', { name: 'Cap of each person' })
    await change.click()
    await dialog.getByRole('radio', { name: 'A number of tokens a day' }).check()
    await dialog.getByRole('spinbutton', { name: 'Tokens a day' }).fill('123456789')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
    await expect(confirm).toContainText('Nothing has changed yet.')
    await confirm.getByRole('link', { name: 'Sign In Again' }).click()
    await signInAs(page, 'admin')
    await expect(notice(page)).toContainText('Cap updated')
    await expect(line).toContainText('123,456,789 tokens a day')
    await expectProblem(/status of 403/)

    await change.click()
    await expect(dialog.getByRole('spinbutton', { name: 'Tokens a day' })).toHaveValue(/123/) // it shows what holds
    await dialog.getByRole('radio', { name: 'No cap' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(line).toContainText('No cap')
  },
)
