import type { Locator } from '@playwright/test'
import { expect, test } from './test.ts'

/** What a page must do on paper, in a low window, and where the system chooses the colours. */

const FINANCED = '/build-and-quote/?kdcd=HD27D-C&colour=WHS&accessories=MATS,DASH&pay=LOANFLEXI'

const pixels = async (what: Locator) => (await what.screenshot()).toString('base64')

test('in forced colours what is chosen is drawn differently, and swatches have their colours', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/build-and-quote/?kdcd=TN27H-B&colour=WHP')
  for (const name of ['Grade', 'Option', 'View']) {
    const group = page.getByRole('group', { name, exact: true })
    const drawn = name === 'View' ? group.locator('span') : group.getByRole('radio')
    const chosen = group.getByRole('radio', { checked: true })
    await expect(chosen).toHaveCount(1)
    const at = await group
      .getByRole('radio')
      .evaluateAll((radios) => radios.findIndex((radio) => (radio as HTMLInputElement).checked))
    const before = await pixels(drawn.nth(at))
    await group
      .getByRole('radio')
      .nth(at === 0 ? 1 : 0)
      .check()
    await expect(drawn.nth(at)).toBeVisible()
    expect(await pixels(drawn.nth(at)), name).not.toBe(before)
  }

  const swatches = page.getByRole('group', { name: 'Colour', exact: true }).locator('.swatch')
  const drawn = new Set<string>()
  for (const swatch of await swatches.all()) drawn.add(await pixels(swatch))
  expect(drawn.size).toBe(await swatches.count())
})

test('a quote with finance prints on one page', async ({ page }) => {
  await page.goto(FINANCED)
  await expect(page.getByText('Estimated payment').first()).toBeVisible()
  await expect(page.locator('.builder')).not.toHaveAttribute('inert')

  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')

  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
})

test('at 400 % zoom nothing lies over the page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(FINANCED)
  await page.getByRole('heading', { name: 'Accessories' }).scrollIntoViewIfNeeded()

  for (const over of [
    page.getByRole('button', { name: 'Start purchase' }),
    page.getByRole('button', { name: 'Leave a message' }),
    page.getByRole('link', { name: 'Tarvane home' }),
  ])
    await expect(over).not.toBeInViewport()
})
