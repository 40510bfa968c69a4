import { expect, test } from './fixture'
import { look, sights } from './pages'

// The longest pages have thousands of places to look at.
test.describe.configure({ timeout: 120_000 })

// What everybody may see, people who are signed in see too, with more on it.
const looks = sights.flatMap(sight =>
  sight.person || sight.visitorsOnly
    ? [sight]
    : [sight, { ...sight, name: `${sight.name}, signed in`, person: 'moderator' as const }],
)

for (const sight of looks) {
  test.describe(sight.name, () => {
    test.use({ person: sight.person })
    test(`${sight.name} is accessible`, async ({ page, accessible }, info) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await look(page, sight)
      await accessible(page)
      await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
      // Colors are the same at every width, but tables of the administration become cards.
      if (info.project.name !== 'desktop' && !page.url().includes('/admin')) return
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      const turn = page.getByRole('button', { name: 'Dark theme' })
      if ((await turn.count()) > 0) await turn.click()
      else
        // The page as the switch would make it, which pages without the head of the others do not have.
        await page.evaluate(() => {
          document.documentElement.dataset['theme'] = 'dark'
        })
      await accessible(page)
    })
  })
}
