import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const firstOf = (...paths: string[]): string | null =>
  paths.find((path) => existsSync(path)) ?? null

/** A whole browser, as people have it: the one named by `BROWSER_PATH`, Playwright's own, or the system's Chromium. */
export const wholeBrowserPath = (): string | null =>
  firstOf(
    process.env.BROWSER_PATH ?? '',
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
  )

/** The browser the tests use: of the system's rather the one that cannot show a window, which takes a third less. */
export const browserPath = (): string | null =>
  firstOf(
    process.env.BROWSER_PATH ?? '',
    chromium.executablePath(),
    '/usr/bin/chromium-headless-shell',
  ) ?? wholeBrowserPath()
