import type { Browser, TestInfo } from '@playwright/test'

/**
 * The browsers that draw the pictures alike, as was seen. Another may draw edges in its own way, and is not compared
 * (docs/decisions/0012).
 */
const DRAWN_ALIKE = { platform: 'linux', from: 150, to: 156 }

export const PICTURE_SIZES = [
  { name: 'phone', width: 360, height: 780 },
  { name: 'desk', width: 1280, height: 900 },
] as const

/** Whether pictures are compared here. Where they are not, the report says so. */
export function picturesAreCompared(browser: Browser, info: TestInfo): boolean {
  const { platform, from, to } = DRAWN_ALIKE
  const major = Number(browser.version().split('.')[0])
  const isCompared = process.platform === platform && major >= from && major <= to
  if (!isCompared)
    info.annotations.push({
      type: 'pictures not compared',
      description: `made with Chromium ${from} to ${to} on ${platform}; this is ${major} on ${process.platform}`,
    })
  return isCompared
}
