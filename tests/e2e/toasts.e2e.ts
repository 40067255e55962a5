import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const WIDTHS = [360, 390, 1000, 1280]

/** Opens the menu and signs in with a wrong password, which a toast says. */
async function failToSignIn(page: Page) {
  const menu = page.getByRole('banner')
  await menu.getByRole('button', { name: 'Login' }).click()
  await menu.getByLabel('Email address').fill('customer@demo.example')
  await menu.getByRole('button', { name: 'Next' }).click()
  await menu.getByLabel('Password').fill('a wrong password')
  await menu.getByLabel('Password').press('Enter')
  await expect(page.locator('.toast')).toContainText('Failed to sign in')
  await page.locator('.toasts').hover()
}

const boxOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!

test.describe('messages are where the specification puts them at every width, and an open menu begins below them', () => {
  for (const [path, place] of [
    ['/customer/#/sign-in', 'top-centre'],
    ['/purchase/', 'top-right'],
  ] as const)
    test(`${place} on ${path}`, async ({ page }) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 850 })
        await page.goto('about:blank')
        await page.goto(path)
        await failToSignIn(page)

        const toast = await boxOf(page, '.toast')
        const freePx = width - toast.width
        const leftPx = place === 'top-right' ? freePx - 16 : freePx / 2
        expect(toast.y, `at the top, ${width} px wide`).toBeLessThan(220)
        expect(Math.abs(toast.x - leftPx), `${width} px wide`).toBeLessThanOrEqual(12)

        await expect
          .poll(
            async () => {
              const panel = await boxOf(page, '.menu__panel')
              const isBeside = panel.x >= toast.x + toast.width || panel.x + panel.width <= toast.x
              return isBeside || panel.y >= toast.y + toast.height
            },
            { message: `the panel is not covered, ${width} px wide` },
          )
          .toBe(true)
      }
    })
})
