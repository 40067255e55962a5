import { chromium, type Browser } from '@playwright/test'
import { launchedFrom } from '../../playwright.config.ts'
import { wholeBrowserPath } from '../../scripts/browser-path.ts'
import { facesOf } from '../e2e/faces.ts'
import { Storefront } from '../e2e/server.ts'

/** What decides, beside the build, how a picture is drawn. */
export interface MadeWith {
  platform: string
  /** As the browser calls itself: `Chrome/156.0.8078.79`, or `HeadlessChrome/…` of its headless shell. */
  browser: string
  /** The typefaces of the style guide, by the names in their files. */
  faces: string[]
}

/** Of this machine and the build in `dist`. `null` where there is no whole browser. */
export async function whatThisMachineHas(): Promise<MadeWith | null> {
  const path = wholeBrowserPath()
  if (path === null) return null
  const browser = await chromium.launch(launchedFrom(path))
  const storefront = await Storefront.start()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${storefront.url}/styleguide/`)
    const faces = (await facesOf(page)).map(({ family }) => family)
    return { platform: process.platform, browser: await nameOf(browser), faces }
  } finally {
    await browser.close()
    await storefront.stop()
  }
}

async function nameOf(browser: Browser): Promise<string> {
  const devTools = await browser.newBrowserCDPSession()
  return (await devTools.send('Browser.getVersion')).product
}

/** Why pictures made with one are not compared with those another draws; `null` where they are. */
export function whyNotCompared(madeWith: MadeWith, here: MadeWith | null): string | null {
  if (here === null) return 'there is no whole browser here, only a headless shell'
  const differences = (
    [
      ['platform', madeWith.platform, here.platform],
      ['browser', majorOf(madeWith.browser), majorOf(here.browser)],
      ['typefaces', madeWith.faces.join(', '), here.faces.join(', ')],
    ] as const
  ).filter(([, made, found]) => made !== found)
  if (differences.length === 0) return null
  return differences
    .map(
      ([what, made, found]) => `they were made with the ${what} ${made}, and here it is ${found}`,
    )
    .join('; ')
}

/** `Chrome/156` of `Chrome/156.0.8078.79`: what is fixed within a major version does not change how pages look. */
const majorOf = (browser: string): string => browser.split('.')[0]!
