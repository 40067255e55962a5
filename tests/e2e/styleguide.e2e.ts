import { expect, test } from './test.ts'

/** The browser that made the pictures. Another draws edges in its own way, and is not compared (docs/decisions/0012). */
const MADE_WITH = { platform: 'linux', major: '156' }

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
const SIZES = [
  { name: 'phone', width: 360, height: 780 },
  { name: 'desk', width: 1280, height: 900 },
]

test('every component is accessible, and looks as it did', async ({
  page,
  browser,
  expectAccessible,
}) => {
  // Eighteen pictures and the longest page there is.
  test.slow()
  await page.goto('/styleguide/')
  const major = browser.version().split('.')[0]
  const isCompared = process.platform === MADE_WITH.platform && major === MADE_WITH.major
  if (!isCompared)
    test.info().annotations.push({
      type: 'pictures not compared',
      description: `made with Chromium ${MADE_WITH.major} on ${MADE_WITH.platform}; this is ${major} on ${process.platform}`,
    })

  for (const { name, width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    await page.locator('.guide').evaluate((guide) => {
      for (const part of guide.querySelectorAll<HTMLElement>('.guide__part')) part.hidden = false
    })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `sideways scrolling at ${width} px`).toBeLessThanOrEqual(0)
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
