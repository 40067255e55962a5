import { defineConfig } from '@playwright/test'
import everyDay from '../../playwright.config.ts'

/** The browser tests of the second brand, on the build that `run.ts` makes: `npm run test:brand`. */
export default defineConfig({
  ...everyDay,
  testDir: '.',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 4 * 60_000,
  projects: everyDay.projects?.filter(({ name }) => name === 'desktop'),
})
