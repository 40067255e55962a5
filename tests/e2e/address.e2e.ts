import type { Page } from '@playwright/test'
import { arriveSignedIn } from './arrange.ts'
import { expect, test } from './test.ts'

const SENTENCE =
  'Please pick an address from the list. If no addresses match, try using the ‘enter it manually’ option.'

const picker = (page: Page) => page.getByRole('group', { name: 'Postal address' })
const field = (page: Page) => picker(page).getByRole('combobox', { name: 'Address' })
const said = (page: Page) => picker(page).getByRole('status')
const save = (page: Page) => page.getByRole('button', { name: 'Save profile' })

test.beforeEach(async ({ page }) => {
  await arriveSignedIn(page, 'customer@demo.example')
  await page.goto('/customer/#/profile')
  // The customer may have entered an address by hand before.
  const toList = page.getByRole('button', { name: 'Search for the address instead' })
  await expect(toList.or(field(page))).toBeVisible()
  if (await toList.isVisible()) await toList.click()
  await field(page).fill('')
})

test('§5 an address is picked with the keyboard alone, and kept', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  await field(page).pressSequentially('9 bank st')
  await expect(said(page)).toHaveText('1 address matches. Use the arrow keys to choose.')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  const options = picker(page).getByRole('option')
  await expect(options).toHaveText([/^9 Bank Street, .*Whangārei \d{4}$/, /Enter it manually$/])

  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  const active = await field(page).getAttribute('aria-activedescendant')
  await expect(options.first()).toHaveAttribute('id', active!)
  await expectAccessibleAtEveryWidth()

  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText(/^Selected: 9 Bank Street/)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await expectAccessibleAtEveryWidth()

  await page.keyboard.press('Enter')
  await expect(page.getByText('Your profile is saved')).toBeVisible()
  await page.reload()
  // Only an address of the list comes back in the field of the list.
  await expect(field(page)).toHaveValue(/^9 Bank Street, .*Whangārei/)

  // Emptied, it is asked about before it is removed.
  await field(page).focus()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Remove your postal address?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep it', exact: true })).toBeFocused()
  await expectAccessibleAtEveryWidth()
  await page.keyboard.press('Enter')
  await expect(save(page)).toBeFocused()
  await expect(field(page)).toHaveValue(/^9 Bank Street, .*Whangārei/)
})

test('§5 macrons and capitals make no difference, and what was typed is marked', async ({
  page,
}) => {
  for (const typed of ['9 BANK Whangarei', '9 bank whangārei']) {
    await field(page).fill(typed)
    await expect(picker(page).getByRole('option').first()).toContainText('Whangārei')
    await expect(picker(page).locator('mark')).toHaveText(['9', 'Bank', 'Whangārei'])
  }
})

test('§5 text that is no address of the list is refused with the sentence', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  await field(page).fill('99999 nowhere lane')
  await expect(said(page)).toHaveText('No addresses match. Keep typing, or enter yours manually.')
  await page.keyboard.press('Tab')
  await expect(picker(page).getByText(SENTENCE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enter it manually' })).toBeFocused()
  await expectAccessibleAtEveryWidth()

  await page.keyboard.press('Enter')

  await expect(page.getByLabel('Street address')).toBeFocused()
  await expect(page.getByLabel('Street address')).toHaveValue('99999 nowhere lane')
  await expectAccessibleAtEveryWidth()
  await page.getByLabel('Town or city').fill('Ōpua')
  await page.getByLabel('Postcode').fill('02')
  await save(page).click()
  await expect(page.getByText('Postcode must be four digits')).toBeVisible()
  await page.getByLabel('Postcode').fill('0200')
  await save(page).click()
  await expect(page.getByText('Your profile is saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Town or city')).toHaveValue('Ōpua')

  await page.getByRole('button', { name: 'Search for the address instead' }).click()
  await expect(field(page)).toBeFocused()
})

test('§5 a list that is down or slow leaves the way by hand open', async ({
  page,
  expectAccessible,
  expectAccessibleAtEveryWidth,
}) => {
  test.info().annotations.push({ type: 'expected-fault', description: 'status of 503' })
  await page.route('**/api/addresses?*', (route) => route.fulfill({ status: 503, body: '' }))
  await field(page).fill('12 ponsonby')
  await expect(said(page)).toHaveText(
    'We can’t look up addresses right now. Please enter yours manually.',
  )
  await expectAccessibleAtEveryWidth()
  await page.unroute('**/api/addresses?*')

  let answer = () => {}
  const answered = new Promise<void>((done) => (answer = done))
  await page.route('**/api/addresses?*', async (route) => {
    await answered
    await route.continue()
  })
  await field(page).fill('12 ponsonby r')
  await expect(said(page)).toHaveText('Looking for addresses')
  await expectAccessible()
  // After eight seconds the search is given up, and further typing starts another.
  answer()
  await field(page).fill('12 ponsonby ro')
  await expect(picker(page).getByRole('option').first()).toContainText('12 Ponsonby Road')

  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('12 ponsonby ro')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
})
