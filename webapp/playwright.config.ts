import { defineConfig } from '@playwright/test'

// tools/e2e.sh starts the whole program on free ports with the demo library and gives its address.
const baseURL = process.env['BASE_URL'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'shots.spec.ts', // pictures, by playwright.shots.config.ts
  // Of each run its own: Playwright empties the folder when it begins, also under another run's feet.
  outputDir: `test-results/${new URL(baseURL).port}`,
  workers: 2,
  fullyParallel: true,
  // A second try tells a test that is unlucky on a busy machine from a fault. tools/e2e.sh names at its end what needed one: each
  // is a fault of the test or of the product, to be mended like any other.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: process.env['REPORT'] ?? 'test-results/report.json' }]],
  forbidOnly: true,
  // Generous: a busy machine is slow, and what never comes fails all the same.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL,
    // Chromium of the system, without the parts that draw windows, which take half of the time; as root, in containers, it does not start
    // with its sandbox.
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Of a second try: what a trace keeps of each step costs a sixth of all the time.
    trace: { mode: 'on-first-retry', screenshots: false },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // Signing in, and what is tagged so, is the same at every width.
    {
      name: 'phone',
      testIgnore: ['shots.spec.ts', 'signin.spec.ts'],
      grepInvert: /@any-width/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
  ],
})
