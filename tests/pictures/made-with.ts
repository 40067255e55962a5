import { chromium, type Browser, type Page } from '@playwright/test'
import { launchedFrom } from '../../playwright.config.ts'
import { wholeBrowserPath } from '../../scripts/browser-path.ts'
import { facesOf } from '../e2e/faces.ts'
import { Storefront } from '../e2e/server.ts'
import type { MadeWith } from './why-not-compared.ts'

const SAMPLE = 'Ngāruawāhia, $38,440'

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
    return {
      platform: process.platform,
      browser: await nameOf(browser),
      faces,
      sampleWidthPx: await widthOf(page, SAMPLE),
    }
  } finally {
    await browser.close()
    await storefront.stop()
  }
}

async function nameOf(browser: Browser): Promise<string> {
  const devTools = await browser.newBrowserCDPSession()
  return (await devTools.send('Browser.getVersion')).product
}

const widthOf = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (sample) => {
    const span = document.createElement('span')
    span.textContent = sample
    span.style.position = 'absolute'
    span.style.whiteSpace = 'nowrap'
    document.querySelector('main')!.append(span)
    await document.fonts.ready
    return span.getBoundingClientRect().width
  }, text)
