import { defineConfig, devices } from '@playwright/test'
import { browserPath } from './scripts/browser-path.ts'

/** How a browser is started, wherever it is. */
export const launchedFrom = (executablePath: string | null) => ({
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Letters are drawn alike whatever the machine’s settings for fonts.
    '--font-render-hinting=none',
    '--disable-lcd-text',
  ],
})
export const DESK = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } }

/** The browser tests run against the built site and a real server with a database of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than the cores of the machine it is made for: a browser test mostly waits.
  workers: 3,
  // A machine that is busy beside may cost a test its second; a test that needed it is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'en-NZ',
    timezoneId: 'Pacific/Auckland',
    // Recording takes a third of the time.
    trace: 'on-first-retry',
    // Frames that nobody looks at take as much as the page itself. `main-job.e2e.ts` has them all.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchedFrom(browserPath()),
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: '**/main-job.e2e.ts',
      use: DESK,
    },
    {
      name: 'phone',
      testMatch: '**/main-job.e2e.ts',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 360, height: 780 },
        screen: { width: 360, height: 780 },
        hasTouch: true,
        isMobile: true,
        contextOptions: { reducedMotion: 'no-preference' },
      },
    },
  ],
})
