import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

// Pictures only: SHOTS=folder tools/e2e.sh --config playwright.shots.config.ts
export default defineConfig({
  ...base,
  testMatch: 'shots.spec.ts',
  testIgnore: [],
  projects: (base.projects ?? []).map(project => ({ ...project, testIgnore: [] })),
})
