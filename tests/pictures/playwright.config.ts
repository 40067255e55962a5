import { defineConfig } from '@playwright/test'
import everyDay, { DESK, launchedFrom } from '../../playwright.config.ts'
import { wholeBrowserPath } from '../../scripts/browser-path.ts'

/** Screens and components, compared pixel by pixel (docs/decisions/0012-screens-are-compared-by-picture.md): `npm run pictures:check`. */
export default defineConfig({
  ...everyDay,
  testDir: '.',
  outputDir: '../../test-results',
  snapshotPathTemplate: '{testDir}/images/{arg}{ext}',
  expect: {
    ...everyDay.expect,
    // Edges of letters may differ a little; a word, a colour or a gap may not.
    toHaveScreenshot: { maxDiffPixelRatio: 0.005, animations: 'disabled' },
  },
  projects: [
    {
      name: 'pictures',
      // Letters are as people's browsers draw them.
      use: { ...DESK, launchOptions: launchedFrom(wholeBrowserPath()) },
    },
  ],
})
