import type { Locator } from '@playwright/test'
import { arriveSignedIn, callsOf } from './arrange.ts'
import { seeDays } from './service.ts'
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

test('forced colours distinguish a chosen time, the open list and disabled controls', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/service/')
  const goOn = page.locator('main').getByRole('button', { name: 'Continue' })
  await page.getByLabel('Registration').fill('ABC123')
  await goOn.click()
  await page.getByRole('radio').first().check()
  await goOn.click()
  await page.getByRole('radio').first().check()
  await goOn.click()
  await seeDays(page, 2)
  for (const group of [/^Day/, /^Time on/]) {
    const choices = page.getByRole('group', { name: group }).locator('label:has(input:enabled)')
    const drawn = async () => {
      // Neither the pointer nor the focus is what tells it.
      await page.mouse.move(0, 0)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      return pixels(choices.nth(0))
    }
    await choices.nth(0).click()
    const chosen = await drawn()
    await choices.nth(1).click()
    expect(await drawn()).not.toBe(chosen)
  }

  const { confirmed } = await callsOf(request, 'customer@demo.example')
  const id = await confirmed()
  await arriveSignedIn(page, 'staff@demo.example')
  await page.goto('/staff/#/work')
  const everything = page.getByRole('link', { name: /^Everything \d/ })
  await expect(everything).toHaveAttribute('aria-current', 'page')
  const open = await everything.evaluate((link) => getComputedStyle(link).borderLeftColor)
  await page.getByRole('link', { name: /^Appraisals/ }).click()
  await expect(everything).not.toHaveAttribute('aria-current', 'page')
  expect(await everything.evaluate((link) => getComputedStyle(link).borderLeftColor)).not.toBe(open)

  await page.goto(`/staff/#/purchase/${id}`)
  const colourOf = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).color)
  expect(await colourOf('Issue the agreement')).not.toBe(await colourOf('Record a receipt'))
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

test('on a phone a message keeps off the tabs of the account', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await arriveSignedIn(page, 'customer@demo.example')
  await page.goto('/customer/#/profile')
  await page.getByRole('button', { name: 'Save profile' }).click()
  const message = page.getByRole('region', { name: 'Messages' }).locator('.toast')
  await expect(message).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))

  const tabs = await page.locator('.account > .tabs').boundingBox()
  const { y } = (await message.boundingBox())!

  expect(y).toBeGreaterThanOrEqual(tabs!.y + tabs!.height)
})

test('a price that goes over to another page takes its last line with its total', async ({
  page,
  request,
}) => {
  const { started } = await callsOf(request, 'customer@demo.example')
  const accessoryCodes = ['BOOT', 'SCUFF', 'TOW', 'RBAR', 'RBOX', 'BIKE', 'DASH', 'WSHLD', 'MUD']
  const { id } = await started({ accessoryCodes })
  await arriveSignedIn(page, 'customer@demo.example')
  await page.goto(`/purchase/#/${id}/confirm`)
  await expect(page.getByRole('heading', { name: 'Confirm your purchase' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })

  const total = page.locator('main .summary__line--total').first()
  await expect(total).toHaveCSS('break-before', 'avoid')
  await expect(total).toHaveCSS('break-inside', 'avoid')
  await expect(page.getByText('Continue on another device')).toBeHidden()
})
