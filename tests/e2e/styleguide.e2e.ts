import { PICTURE_SIZES, picturesAreCompared } from './pictures.ts'
import { expect, expectNoSidewaysScroll, test } from './test.ts'

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

test('every component is accessible, and looks as it did', async ({
  page,
  browser,
  expectAccessible,
}) => {
  // Eighteen pictures and the longest page there is.
  test.slow()
  await page.goto('/styleguide/')
  const isCompared = picturesAreCompared(browser, test.info())

  for (const { name, width, height } of PICTURE_SIZES) {
    await page.setViewportSize({ width, height })
    await page.locator('.guide').evaluate((guide) => {
      for (const part of guide.querySelectorAll<HTMLElement>('.guide__part')) part.hidden = false
    })
    await expectNoSidewaysScroll(page, `at ${width} px`)
    if (name === 'phone') await expectAccessible()
    if (!isCompared) continue
    await page.locator('.chat').evaluate((chat: HTMLElement) => (chat.hidden = true))
    for (const part of PARTS) {
      const section = page.locator(`#${part}`)
      // Each by itself, so that none is drawn a fraction of a pixel lower because of what stands above it.
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
