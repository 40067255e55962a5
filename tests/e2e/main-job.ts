import { expect, type Page } from '@playwright/test'
import type { Storefront } from './server.ts'
import { codeMailedTo } from './test.ts'

/** What a buyer does, as verbs. Each waits for what a person would see. */

export interface Buyer {
  firstName: string
  lastName: string
  email: string
  mobile: string
}

let buyers = 0
export const newBuyer = (): Buyer => ({
  firstName: 'Hana',
  lastName: 'Whitford',
  email: `hana.${process.pid}.${Date.now()}.${++buyers}@mail.example`,
  mobile: '021 555 0142',
})

/** Chooses a Tarn with an option, a colour, an interior and an accessory, for cash. */
export async function configureTarn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: /^Tarn/ }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Tarn/ })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Build and quote' }).first().click()
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  await expect(page.getByText('Change model')).toBeVisible()
  await group('Grade')
    .getByRole('radio', { name: /Hybrid Plus/ })
    .check()
  await group('Option')
    .getByRole('radio', { name: /Touring Pack/ })
    .check()
  await group('Colour')
    .getByRole('radio', { name: /Cloud Pearl/ })
    .check()
  await group('Interior')
    .getByRole('radio', { name: /Black synthetic leather/ })
    .check()
  await page.getByText(/more accessories/).click()
  await group('Accessories')
    .getByRole('checkbox', { name: /Front and rear dash camera/ })
    .check()
  await group('Pay option').getByRole('radio', { name: /^Cash/ }).check()
  // 44,390 and 950 for the pearl, 649 for the camera, 1,450 on the road.
  await expect(page.getByLabel('Drive-away price').first()).toHaveText(/\$47,439/)
  // The address follows a tenth of a second later, which is too late for who reloads as quickly as a test.
  await expect(page).toHaveURL(/accessories=[^&]*DASH/)
}

/** From build and quote to the journey's owner details. */
export async function startPurchase(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start purchase' }).click()
  await expect(page).toHaveURL(/\/purchase\//)
  await expect(page.getByRole('navigation', { name: 'Purchase steps' })).toBeVisible()
}

/** Presses the step's main button until the step is reached. */
export async function continueTo(page: Page, step: RegExp): Promise<void> {
  for (let presses = 0; presses < 6 && !step.test(page.url()); presses++) {
    const before = page.url()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect.poll(() => page.url()).not.toBe(before)
  }
  await expect(page).toHaveURL(step)
}

export async function enterContactDetails(page: Page, buyer: Buyer): Promise<void> {
  await page.getByLabel('First name').fill(buyer.firstName)
  await page.getByLabel('Last name').fill(buyer.lastName)
  await page.getByRole('main').getByLabel('Email address').fill(buyer.email)
  await page.getByLabel('Mobile phone').fill(buyer.mobile)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
}

export async function verify(page: Page, buyer: Buyer, mailbox = ''): Promise<void> {
  await page.getByLabel('Verification code').fill(await codeMailedTo(page, buyer.email, mailbox))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/#\/[\w-]{20,}\/owner-details\/confirmation/)
  await expect(page.getByRole('button', { name: `Hi, ${buyer.firstName}` })).toBeVisible()
}

/** Signs in from the menu with a password. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  const menu = page.getByRole('banner')
  await menu.getByRole('button', { name: 'Login', exact: true }).click()
  await menu.getByLabel('Email address').fill(email)
  await menu.getByRole('button', { name: 'Next' }).click()
  await menu.getByLabel('Password').fill(password)
  await menu.getByRole('button', { name: 'Login', exact: true }).last().click()
  await expect(menu.getByRole('button', { name: /^Hi, / })).toBeVisible()
}

export async function confirmPurchase(
  page: Page,
  buyer: Pick<Buyer, 'firstName' | 'lastName'>,
): Promise<void> {
  await page.getByLabel('I accept the terms and conditions').check()
  await page.getByLabel('Full name').fill(`${buyer.firstName} ${buyer.lastName}`)
  await page.getByRole('button', { name: 'Confirm purchase' }).click()
  await expect(page).toHaveURL(/\/payment/)
}

/** Goes to the card provider's page and ends the payment there. */
export async function pay(
  page: Page,
  ending: 'Pay successfully' | 'Decline' | 'Cancel',
): Promise<void> {
  await page.getByRole('button', { name: /^Pay deposit/ }).click()
  await expect(page).toHaveURL(/\/demo\/card\//)
  await page.getByRole('button', { name: ending }).click()
}

/** From the step to confirm to a deposit that is paid, while the process is killed before each. */
export async function confirmAndPayThroughKills(
  page: Page,
  storefront: Storefront,
  buyer: Pick<Buyer, 'firstName' | 'lastName'>,
): Promise<void> {
  // What the browser was fetching for the next step as the process died, it fetches again.
  await storefront.killAndStart()
  await page.reload()
  await confirmPurchase(page, buyer)
  await storefront.killAndStart()
  await page.reload()
  await page.getByRole('button', { name: /^Pay deposit/ }).click()
  await expect(page).toHaveURL(/\/demo\/card\//)
  await storefront.killAndStart()
  await page.getByRole('button', { name: 'Pay successfully' }).click()
  await expect(page).toHaveURL(/statusCode=PAID/)
  await storefront.killAndStart()
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Your deposit is paid')
}

/** Enters the address by hand, whether the list or an address that was entered before is shown. */
export async function fillAddress(page: Page): Promise<void> {
  const byHand = page.getByRole('button', { name: 'Enter it manually' })
  await expect(byHand.or(page.getByLabel('Street address'))).toBeVisible()
  if (await byHand.isVisible()) await byHand.click()
  await page.getByLabel('Street address').fill('12 Ponsonby Road')
  await page.getByLabel('Suburb').fill('Ponsonby')
  await page.getByLabel('Town or city').fill('Auckland')
  await page.getByLabel('Postcode').fill('1011')
}
