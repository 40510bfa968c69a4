import { test } from './fixture'
import { look, sights } from './pages'

// Pictures of the pages for people: npx playwright test --config playwright.shots.config.ts, with SHOTS=folder.
for (const sight of sights) {
  test.describe(sight.name, () => {
    test.use({ person: sight.person })
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${sight.name}, ${colorScheme}`, async ({ page }, info) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await look(page, sight)
        await page.screenshot({
          path: `${process.env['SHOTS'] ?? 'shots'}/${sight.name.replaceAll(' ', '-')}-${info.project.name}-${colorScheme}.png`,
          fullPage: true,
        })
      })
    }
  })
}
