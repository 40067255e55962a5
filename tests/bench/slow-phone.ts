import { chromium, type Browser, type Page } from '@playwright/test'
import { wholeBrowserPath } from '../../scripts/browser-path.ts'

/** The processor's speed is divided by this. */
const SLOWED_DOWN = 4

export async function launchBrowser(...args: string[]): Promise<Browser> {
  const executablePath = wholeBrowserPath()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', ...args],
  })
}

/** @returns The session of the developer tools that keeps it slow. */
export async function slowDown(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_DOWN })
  return devTools
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
