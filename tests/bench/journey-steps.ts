import type { Locator, Page } from '@playwright/test'
import type { Buyer } from '../e2e/main-job.ts'
import { codeMailedTo } from '../e2e/test.ts'

/** A screen on the way from the home page to a paid deposit. */
export interface Step {
  /** The screen that the press leads to. */
  screen: string
  /** What is pressed; empty for the page that is opened first. */
  press: string
  /** What a buyer enters on the screen before it, and the press. */
  does: (buyer: Buyer) => Promise<unknown>
  /** Where the screen is, and what can then be used on it. */
  isAt: { path: string; hash?: string; usable: string }
  /** The wait is the payment provider's. */
  isProviders?: true
}

const KEY_MS = 60

/**
 * Moves a field to the middle, as a phone does when its keyboard comes up. Without a window Chromium presents no frame
 * that only changes the lowest 80 px of the screen, on any page, and would count the time until the next touch.
 */
const inView = (field: Locator) =>
  field.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))

/**
 * @param shop The address of the shop without the slow network, by which the code is read from the mailbox.
 */
export function stepsOf(page: Page, shop: string): Step[] {
  const main = page.getByRole('main')
  const tap = (role: 'link' | 'button', name: string | RegExp) =>
    main.getByRole(role, { name }).first().tap()
  const type = async (label: string, text: string) => {
    const field = main.getByLabel(label).first()
    await inView(field)
    await field.tap()
    await page.keyboard.type(text, { delay: KEY_MS })
  }
  const goOn = () => tap('button', /^Continue$/)
  const choose = (group: string, name: RegExp) =>
    main
      .getByRole('group', { name: group, exact: true })
      .locator('label')
      .filter({ hasText: name })
      .first()
      .tap()
  const step = (hash: string, usable: string) => ({ path: '/purchase/', hash, usable })

  return [
    {
      screen: 'home',
      press: '',
      does: () => page.goto('/'),
      isAt: { path: '/', usable: 'main a[href="/models/tarn/"]' },
    },
    {
      screen: 'model',
      press: 'Tarn',
      does: () => tap('link', /^Tarn/),
      isAt: { path: '/models/tarn/', usable: 'main a[href*="/build-and-quote/"]' },
    },
    {
      screen: 'build and quote',
      press: 'Build and quote',
      does: () => tap('link', 'Build and quote'),
      isAt: { path: '/build-and-quote/', usable: '.builder:not([inert]) input' },
    },
    {
      screen: 'purchase: your car',
      press: 'Start purchase',
      async does() {
        await choose('Grade', /Hybrid Plus/)
        await choose('Colour', /Cloud Pearl/)
        await choose('Pay option', /^Cash/)
        await tap('button', 'Start purchase')
      },
      isAt: step('configure', '.step-actions button'),
    },
    {
      screen: 'contact details',
      press: 'Continue',
      does: goOn,
      isAt: step('owner-details/contact-details', 'main input'),
    },
    {
      screen: 'email code',
      press: 'Continue',
      async does({ firstName, lastName, email, mobile }) {
        await type('First name', firstName)
        await type('Last name', lastName)
        await type('Email address', email)
        await type('Mobile phone', mobile)
        await goOn()
      },
      isAt: step('owner-details/email-verification', 'main input'),
    },
    {
      screen: 'confirm your details',
      press: 'Verify',
      async does({ email }) {
        await type('Verification code', await codeMailedTo(page, email, shop))
        await tap('button', 'Verify')
      },
      isAt: step('owner-details/confirmation', 'main input'),
    },
    {
      screen: 'confirm your purchase',
      press: 'Continue',
      async does() {
        const address = main.getByRole('combobox', { name: /address/i })
        await inView(address)
        await address.tap()
        await page.keyboard.type('12 ponsonby', { delay: KEY_MS })
        await main.getByRole('listbox').getByRole('option').first().tap()
        const dealers = main.getByRole('group', { name: 'Dealer' })
        await dealers.locator('label').first().tap()
        await goOn()
      },
      isAt: step('confirm', '.action-bar button'),
    },
    {
      screen: 'payment',
      press: 'Confirm purchase',
      async does({ firstName, lastName }) {
        await main.getByLabel('I accept the terms and conditions').tap()
        await type('Full name', `${firstName} ${lastName}`)
        await tap('button', 'Confirm purchase')
      },
      isAt: step('payment', 'main .card button'),
    },
    {
      screen: 'the provider’s page',
      press: 'Pay deposit',
      does: () => tap('button', /^Pay deposit/),
      isAt: { path: '/demo/card/', usable: 'button' },
      isProviders: true,
    },
    {
      screen: 'deposit paid',
      press: 'Pay successfully',
      does: () => page.getByRole('button', { name: 'Pay successfully' }).tap(),
      isAt: step('payment?statusCode=PAID', 'main .step-actions button'),
      isProviders: true,
    },
  ]
}
