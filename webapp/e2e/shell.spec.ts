import { expect, test } from './fixture'

test('the chosen theme stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the first stop of the tabulator skips to the content', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})

test('every directory is reachable from the head of a page', async ({ page, isMobile, viewport }) => {
  await page.goto('/about')
  const nav = page.getByRole('navigation', { name: 'Main' })
  if (isMobile || (viewport?.width ?? 0) < 1080) {
    await expect(nav).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
  }
  await expect(nav.getByRole('link')).toHaveText([
    'Directory',
    'Channels',
    'Concepts',
    'Books',
    'Products',
    'People',
    'Locations',
  ])
  await nav.getByRole('link', { name: 'Books' }).click()
  await expect(page).toHaveURL(/\/books$/)
})
