import type { Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { signIn } from './main-job.ts'
import { expect, test } from './test.ts'

const result = (page: Page) =>
  page.getByRole('main').locator('section', { has: page.getByText(/^Source: /) })
const check = async (page: Page, name: 'Registration' | 'VIN', text: string) => {
  await page.getByLabel(name, { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

test.beforeEach(async ({ page }) => {
  await page.goto('/recalls/')
})

test('§1 recalls are found by registration, with the keyboard alone', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  // Before that nothing in it takes the focus.
  await page.locator('form:not([inert])', { has: page.getByLabel('Registration') }).waitFor()
  await page.getByLabel('Registration').focus()
  await page.keyboard.type('toi 101')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Check for recalls' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: '1 outstanding recall' })).toBeFocused()
  await expect(result(page)).toContainText('Tarvane Cove 2021')
  const recall = result(page).getByRole('article')
  for (const words of [
    'Compulsory recall',
    'Not yet repaired',
    'Front passenger airbag inflator',
    'The inflator may deploy with too much force.',
    'Replace the inflator free of charge (about 90 minutes).',
    'TVN-2024-003',
    '14 May 2024',
  ])
    await expect(recall).toContainText(words)
  await expect(result(page).getByRole('link', { name: 'Book a service' })).toHaveAttribute(
    'href',
    '/service/',
  )
  await expectAccessibleAtEveryWidth()
})

test('decision 46: a VIN is enough, a completed recall is shown, and none found is not called safe', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  await check(page, 'VIN', '7avmr4h76l 0001032')
  await expect(page.getByRole('heading', { name: 'No outstanding recalls' })).toBeFocused()
  await expect(result(page).getByRole('article')).toContainText('Repaired')

  await page.getByLabel('VIN', { exact: true }).fill('')
  await check(page, 'Registration', 'TOI102')
  await expect(page.getByRole('heading', { name: 'No recalls found' })).toBeFocused()
  await expect(result(page)).toContainText(/Source: Tarvane recalls, .* Checked \d+\s\w+\s20\d\d/)
  await expect(page.getByRole('main')).not.toContainText(/\bsafe\b/i)
  await expectAccessibleAtEveryWidth()

  await page.route('**/api/recalls?*', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { recalls: object[] }
    const [recall] = json.recalls
    json.recalls = [
      { ...recall, recallNumber: 'TVN-2026-001-WITH-A-VERY-LONG-NUMBER' },
      { ...recall, recallNumber: 'TVN-2026-002', severity: 'SAFETY' },
      { ...recall, recallNumber: 'TVN-2024-003', status: 'COMPLETED' },
    ]
    await route.fulfill({ response, json })
  })
  await check(page, 'Registration', 'TOI101')
  await expect(page.getByRole('heading', { name: '2 outstanding recalls' })).toBeFocused()
  await expect(result(page).getByRole('article')).toHaveCount(3)
  await expectAccessibleAtEveryWidth()
})

test('§8 what is wrong is said at its field, in words', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  const said = page.locator('.field__error')
  await page.getByRole('button', { name: 'Check for recalls' }).click()
  await expect(said).toHaveText(['Enter a registration or a VIN', 'Enter a registration or a VIN'])
  await expect(page.getByLabel('Registration')).toBeFocused()

  await check(page, 'VIN', '7AVCV1P22M000101O')
  await expect(said).toHaveText(['', 'A VIN has 17 letters and digits, and never I, O or Q'])

  await page.getByLabel('VIN', { exact: true }).fill('7AVCV1P22M0001011')
  await check(page, 'Registration', 'TOI102')
  await expect(said).toHaveText([
    '',
    'This VIN doesn’t belong to the vehicle with this registration.',
  ])

  await page.getByLabel('VIN', { exact: true }).fill('')
  await check(page, 'Registration', 'ZZZ999')
  await expect(said).toHaveText(['We couldn’t find this registration. Please check it.', ''])
  await expect(page.getByLabel('Registration')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleAtEveryWidth()
})

test('§8 a refused security check and a register that is down keep what was typed', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  test.info().annotations.push({ type: 'expected-fault', description: 'status of 503' })
  const refuse = (status: number, code: string, message: string) =>
    page.route(
      '**/api/recalls?*',
      (route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          json: { status, code, message, messages: [] },
        }),
      { times: 1 },
    )
  await refuse(400, 'InvalidToken', 'X')
  await check(page, 'Registration', 'TOI101')
  await expect(page.getByRole('alert')).toHaveText(
    'The security check didn’t work. Please try again.',
  )
  await refuse(503, 'Unavailable', 'The vehicle register is not available right now.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'The vehicle register is not available right now.',
  )
  await expectAccessibleAtEveryWidth()
  await expect(page.getByLabel('Registration')).toHaveValue('TOI101')

  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: '1 outstanding recall' })).toBeVisible()
})

test('a result is passed on without registration and VIN', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByLabel('Registration').fill('TOI101')
  await page.getByRole('button', { name: 'Check for recalls' }).click()
  await page.getByRole('button', { name: 'Copy this result' }).click()

  await expect(page.getByText('Copied, without the registration or VIN')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('TVN-2024-003 Front passenger airbag inflator')
  expect(copied).not.toMatch(/TOI101|7AVCV/)
  expect(page.url()).toMatch(/\/recalls\/$/)
})

test('a signed-in customer finds their cars there, and no trace of them after signing out', async ({
  page,
}) => {
  await signIn(page, 'customer@demo.example', SAMPLE_PASSWORD)
  const cars = page.getByRole('group', { name: 'Your cars' })
  await cars.getByRole('button').first().click()
  await expect(page.getByText(/^Source: /)).toBeVisible()
  const plate = await page.getByLabel('Registration').inputValue()
  await expect(result(page)).toContainText(plate)

  await page.getByRole('button', { name: /^Hi, / }).click()
  await page.getByRole('button', { name: 'Log out' }).click()

  await expect(cars).toHaveCount(0)
  await expect(result(page)).toHaveCount(0)
  await expect(page.getByLabel('Registration')).toHaveValue('')
})

/** Holds back what the islands are made of, until told otherwise. */
async function holdScripts(page: Page, name: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(name, async (route) => {
    await promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  return resolve
}

test('a form takes nothing before it can keep it, and never sends itself to its own address', async ({
  page,
}) => {
  const release = await holdScripts(page, /_astro\/Recalls[^/]*\.js$/)
  const registration = page.getByLabel('Registration')
  const box = (await registration.boundingBox())!
  await page.mouse.click(box.x + 20, box.y + box.height / 2)
  await page.keyboard.type('toi 101')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(registration).toHaveValue('')
  await expect(registration).not.toBeFocused()
  expect(new URL(page.url()).search).toBe('')

  release()

  await check(page, 'Registration', 'toi 101')
  await expect(page.getByRole('heading', { name: '1 outstanding recall' })).toBeFocused()
})

test('a press on the menu before its script has come opens it once it has', async ({ page }) => {
  const release = await holdScripts(page, /_astro\/site[^/]*\.js$/)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Email address')).toBeHidden()

  release()

  await expect(page.getByLabel('Email address')).toBeVisible()
})
