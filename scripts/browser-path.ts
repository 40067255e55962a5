import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const firstOf = (...paths: string[]): string | null =>
  paths.find((path) => existsSync(path)) ?? null

/** A full browser: the one of `BROWSER_PATH`, Playwright's own, or the system's Chromium. */
export const wholeBrowserPath = (): string | null =>
  firstOf(
    process.env.BROWSER_PATH ?? '',
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
  )

/** The browser of the tests. Of the system's, the headless shell comes first, because it takes a third less time. */
export const browserPath = (): string | null =>
  firstOf(
    process.env.BROWSER_PATH ?? '',
    chromium.executablePath(),
    '/usr/bin/chromium-headless-shell',
  ) ?? wholeBrowserPath()
