import type { Page } from '@playwright/test'
import { expect } from '../e2e/test.ts'
import { test } from './built-brand.ts'

/** The first picture takes a processor long that has no graphics card beside it. */
const DRAWN_MS = 60_000

const viewerOf = (page: Page) => page.locator('model-viewer')
/** Of the car, which its name says. */
const handleOf = (page: Page, name: RegExp) => viewerOf(page).getByRole('img', { name })

for (const [where, address] of [
  ['the page of a model with photographs', '/models/kea/'],
  ['the page of a model that is drawn', '/models/tui/'],
  ['build and quote', '/build-and-quote/?model=kea'],
] as const)
  test(`on ${where}, a car is turned in 3D by keys, in the colour that is chosen`, async ({
    page,
    expectAccessible,
  }) => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto(address, { waitUntil: 'networkidle' })
    expect(loaded.filter((url) => /show-car|\.glb/.test(url))).toEqual([])
    const button = page.getByRole('button', { name: 'View in 3D' })
    await button.press('Enter')
    const car = handleOf(page, /, in 3D/)
    await expect(car).toBeFocused({ timeout: DRAWN_MS })
    await expect(page.getByText('Drag it, or use the arrow keys.')).toBeVisible()
    // Only phones have it.
    await expect(page.getByText('View in your driveway')).toHaveCount(0)
    expect(loaded.filter((url) => url.endsWith('.glb'))).toHaveLength(1)
    await expectAccessible()

    const first = await viewerOf(page).screenshot()
    await car.press('ArrowRight')
    await expect(async () =>
      expect((await viewerOf(page).screenshot()).equals(first)).toBe(false),
    ).toPass({ timeout: DRAWN_MS })
    for (const [name, code] of [
      ['Winter Snow', 'SNOW'],
      ['Bush Green', 'PINE'],
    ] as const) {
      await page.getByRole('radio', { name }).check()
      await expect(handleOf(page, new RegExp(`in ${name}, in 3D`))).toBeVisible()
      await expect(viewerOf(page)).toHaveJSProperty('variantName', code)
    }

    await car.press('Escape')
    await expect(viewerOf(page)).toHaveCount(0)
    await expect(button).toBeFocused()
  })
