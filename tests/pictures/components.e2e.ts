import { expect, test } from '../e2e/test.ts'
import { PICTURE_SIZES } from './sizes.ts'

/** Parts of the guide. The cars are left out: drawings have tests of their own, which say more. */
const PARTS = [
  'tokens',
  'type',
  'buttons',
  'fields',
  'choices',
  'forms',
  'messages',
  'figures',
  'cards',
]

test('every component looks as it did', async ({ page }) => {
  // Eighteen pictures of the longest page there is.
  test.slow()
  await page.goto('/styleguide/')
  await page.locator('.chat').evaluate((chat: HTMLElement) => (chat.hidden = true))

  for (const { name, width, height } of PICTURE_SIZES) {
    await page.setViewportSize({ width, height })
    for (const part of PARTS) {
      const section = page.locator(`#${part}`)
      // Each alone, so that none is drawn a fraction of a pixel lower because of the one above it.
      await section.evaluate((shown) => {
        for (const other of document.querySelectorAll<HTMLElement>('.guide__part'))
          other.hidden = other !== shown
      })
      await expect
        .soft(section)
        .toHaveScreenshot(`${part}-${name}.png`, { mask: [section.locator('img')] })
    }
  }
})
