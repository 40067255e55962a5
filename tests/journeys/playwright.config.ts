import { defineConfig } from '@playwright/test'
import everyDay from '../../playwright.config.ts'

/** The long browser tests of the purchase, each cell a whole purchase: `npm run test:journeys`. */
export default defineConfig({
  ...everyDay,
  testDir: '.',
  outputDir: '../../test-results',
  workers: 2,
  timeout: 8 * 60_000,
  expect: { ...everyDay.expect, timeout: 20_000 },
  projects: everyDay.projects?.filter(({ name }) => name === 'desktop'),
})
