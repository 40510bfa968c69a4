import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Apart from vite.config.ts, so that the build's plugins stay out of the tests.
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    testTimeout: 30_000,
    env: { TZ: 'UTC' },
  },
})
