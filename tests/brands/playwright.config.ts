import { defineConfig } from '@playwright/test'
import { browserPath } from '../../scripts/browser-path.ts'
import everyDay, { launchedFrom } from '../../playwright.config.ts'

const launched = launchedFrom(browserPath())

/** The browser tests of the second brand, on the build that `run.ts` makes: `npm run test:brand`. */
export default defineConfig({
  ...everyDay,
  testDir: '.',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 4 * 60_000,
  use: {
    ...everyDay.use,
    // 3D without a graphics card.
    launchOptions: {
      ...launched,
      args: [...launched.args, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    },
  },
  projects: everyDay.projects?.filter(({ name }) => name === 'desktop'),
})
