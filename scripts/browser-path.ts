import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The browser the tests use: the one named by `BROWSER_PATH`, Playwright's own, or the system's Chromium. */
export const browserPath = (): string | null =>
  [
    process.env.BROWSER_PATH ?? '',
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
  ].find((path) => existsSync(path)) ?? null
