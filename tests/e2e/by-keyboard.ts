import type { Locator, Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { Storefront } from './server.ts'
import { expect, test as base } from './test.ts'

/** For the customer area and the user menu by keyboard alone: a storefront that takes reservations. */
export const test = base.extend<object, { storefront: Storefront }>({
  storefront: [
    async ({}, use) => {
      const storefront = await Storefront.start({ FEATURE_RESERVATIONS: 'on' })
      await use(storefront)
      await storefront.stop()
    },
    { scope: 'worker' },
  ],
})

/** Goes on with Tab until something has the focus; nothing here is ever clicked. */
export async function reach(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let tabs = 0; tabs < 120; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}
export async function press(page: Page, target: Locator) {
  await reach(page, target)
  await page.keyboard.press('Enter')
}
export async function type(page: Page, target: Locator, text: string) {
  await reach(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

export const main = (page: Page) => page.getByRole('main')
export const menu = (page: Page) => page.getByRole('banner')
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name })
export const toast = (page: Page, text: string | RegExp) =>
  page.locator('.toast', { hasText: text })

export async function signInByKeyboard(page: Page, email: string, password = SAMPLE_PASSWORD) {
  await page.goto('/customer/#/sign-in')
  await type(page, main(page).getByLabel('Email address'), email)
  await page.keyboard.press('Enter')
  await type(page, main(page).getByLabel('Password'), password)
  await page.keyboard.press('Enter')
  // The area goes on to what was wanted before signing in came between.
  await expect(heading(page, /^My (Purchases|Profile)$/)).toBeVisible()
}
