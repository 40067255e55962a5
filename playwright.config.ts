import { defineConfig, devices } from '@playwright/test'
import { browserPath } from './scripts/browser-path.ts'

const executablePath = browserPath()

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
  expect: {
    timeout: 10_000,
    // Edges of letters may differ a little; a word, a colour or a gap may not (docs/decisions/0012).
    toHaveScreenshot: { maxDiffPixelRatio: 0.005, animations: 'disabled' },
  },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: [['list']],
  use: {
    locale: 'en-NZ',
    timezoneId: 'Pacific/Auckland',
    // Recording takes a third of the time.
    trace: 'on-first-retry',
    launchOptions: {
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
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: '**/main-job.e2e.ts',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 360, height: 780 },
        hasTouch: true,
        isMobile: true,
      },
    },
  ],
})
