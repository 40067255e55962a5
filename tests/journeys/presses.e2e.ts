import type { Locator, Page } from '@playwright/test'
import type { PayOption } from '#lib/codes.ts'
import { arriveSignedIn } from '#tests/e2e/arrange.ts'
import { codeMailedTo, expect, test } from '#tests/e2e/test.ts'
import { newBuyer, type Buyer } from '#tests/e2e/main-job.ts'
import { countEffort } from './effort.ts'

// How much a purchase asks of four buyers, from a built car (“Start purchase”) to the payment. Run with
// `npm run test:journeys -- -g presses`; each prints what it counted.

const MIA = { ...newBuyer(), firstName: 'Mia', lastName: 'Harris', email: 'customer@demo.example' }

interface Case {
  payOption: PayOption
  /** Signed in, with name, phone and address on record. */
  isKnown: boolean
  tradesIn?: true
  /** The most that each may ask. */
  presses: number
  fields: number
  screens: number
}

const CASES: Record<string, Case> = {
  'a known customer who pays cash': {
    payOption: 'CASH',
    isKnown: true,
    presses: 5,
    // The signature.
    fields: 1,
    screens: 4,
  },
  'a known customer who takes a loan and applies for it': {
    payOption: 'LOANCLASIC',
    isKnown: true,
    presses: 13,
    fields: 33,
    screens: 9,
  },
  'a new visitor who pays cash': {
    payOption: 'CASH',
    isKnown: false,
    presses: 8,
    fields: 7,
    screens: 6,
  },
  'a known customer who trades in a car': {
    payOption: 'CASH',
    isKnown: true,
    tradesIn: true,
    presses: 9,
    fields: 3,
    screens: 5,
  },
}

for (const [who, { payOption, isKnown, tradesIn = false, ...most }] of Object.entries(CASES))
  test(`presses, fields and screens of ${who}`, async ({ page }) => {
    const buyer = isKnown ? MIA : newBuyer()
    if (isKnown) await arriveSignedIn(page, buyer.email)
    await page.goto(`/build-and-quote/?kdcd=TN27H-A&colour=BLD&pay=${payOption}`)
    const start = page.getByRole('button', { name: 'Start purchase' })
    await expect(start).toBeEnabled()
    const effort = await countEffort(page)
    await start.click()
    page.setDefaultTimeout(10_000)
    let hasTradeIn = !tradesIn
    for (let step = await stepOf(page, ''); step !== 'payment'; step = await stepOf(page, step)) {
      if (!hasTradeIn && step === 'configure')
        await page
          .getByRole('main')
          .getByRole('link', { name: 'Add the car you’re trading in' })
          .click()
      else await (DOES[step.split('/')[0]!] ?? goOn)(page, buyer, step)
      hasTradeIn ||= step === 'trade-in'
    }
    const { presses, fields, screens } = effort
    process.stdout.write(
      `${who}: ${presses} presses, ${fields} fields, ${screens.length} screens: ${screens.join(', ')}\n`,
    )
    expect(presses).toBeLessThanOrEqual(most.presses)
    expect(fields).toBeLessThanOrEqual(most.fields)
    expect(screens.length).toBeLessThanOrEqual(most.screens)
  })

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const goOn = (page: Page) => press(page, 'Continue')

/** The step that is open, once it is another one than before. */
async function stepOf(page: Page, before: string): Promise<string> {
  const open = () => /#\/[\w-]+\/([\w/-]+)/.exec(page.url())?.[1] ?? ''
  await expect.poll(open, { timeout: 20_000 }).not.toBe(before)
  await expect.poll(open).not.toBe('')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^Your purchase$/)
  await expect(page.getByText(/^(Loading this step|Saving your purchase)/)).toHaveCount(0)
  return open()
}

/** Fills in a field that has nothing in it yet, as a person who is asked for it does. */
async function fillIn(field: Locator, text: string) {
  if ((await field.inputValue()) === '') await field.fill(text)
}

const DOES: Record<string, (page: Page, buyer: Buyer, step: string) => Promise<void>> = {
  async 'owner-details'(page, buyer, step) {
    const main = page.getByRole('main')
    if (step.endsWith('contact-details')) {
      await fillIn(main.getByLabel('First name'), buyer.firstName)
      await fillIn(main.getByLabel('Last name'), buyer.lastName)
      await fillIn(main.getByLabel('Email address'), buyer.email)
      await fillIn(main.getByLabel('Mobile phone'), buyer.mobile)
      return goOn(page)
    }
    if (step.endsWith('email-verification')) {
      await main.getByLabel('Verification code').fill(await codeMailedTo(page, buyer.email))
      return press(page, 'Verify')
    }
    const picker = main.getByRole('combobox', { name: /address/i })
    if ((await picker.isVisible()) && (await picker.inputValue()) === '') {
      await picker.pressSequentially('12 ponsonby')
      await main.getByRole('listbox').getByRole('option').first().click()
    }
    const dealers = main.getByRole('group', { name: 'Dealer' }).getByRole('radio')
    await expect(dealers.first()).toBeVisible()
    const isChosen = await main.getByRole('group', { name: 'Dealer' }).locator(':checked').count()
    if (!isChosen) await dealers.first().check()
    return goOn(page)
  },
  async finance(page, { firstName, lastName }, step) {
    const main = page.getByRole('main')
    if (await main.getByRole('heading', { name: 'What happens next' }).isVisible())
      return goOn(page)
    if (step.endsWith('signature')) {
      const declarations = main.getByRole('group', { name: 'Declarations' }).getByRole('checkbox')
      for (const declaration of await declarations.all()) await declaration.check()
      await main.getByLabel('Full name').fill(`${firstName} ${lastName}`)
      return press(page, 'Sign and send')
    }
    // One answer can lead to another question.
    const empty = main.locator('[aria-required="true"]:is(input, textarea, select)')
    await expect(empty.first()).toBeVisible()
    for (let at = 0; at < (await empty.count()); at++) {
      const field = empty.nth(at)
      if ((await field.inputValue()) !== '') continue
      const label = await field.evaluate((control: HTMLInputElement) =>
        (control.labels?.[0]?.textContent ?? '').replace(' *', ''),
      )
      if (await field.evaluate((control) => control.tagName === 'SELECT'))
        await field.selectOption(CHOSEN[label] ?? { index: 1 })
      else await field.fill(ANSWERS[label] ?? '0')
    }
    return goOn(page)
  },
  async 'trade-in'(page) {
    const main = page.getByRole('main')
    await press(page, 'Add a vehicle')
    await main.getByRole('textbox', { name: 'Registration' }).fill('TOI101')
    await press(page, 'Look up')
    await expect(main.getByText('Guide value')).toBeVisible()
    await fillIn(main.getByLabel('Money owing'), '0')
    await press(page, 'Add vehicle')
    return goOn(page)
  },
  async confirm(page, { firstName, lastName }) {
    await page.getByLabel('I accept the terms and conditions').check()
    await page.getByLabel('Full name').fill(`${firstName} ${lastName}`)
    await press(page, 'Confirm purchase')
  },
}

const CHOSEN: Record<string, string> = { 'How often you’re paid': 'Fortnightly' }
const ANSWERS: Record<string, string> = {
  'Date of birth': '5/4/1988',
  'Licence number': 'AB123456',
  'Licence version': '123',
  'Licence expiry': '5/4/2031',
  'Home address': '12 Kauri Road, Westmere, Auckland 1022',
  'Years at this address': '6',
  Employer: 'Harris Design',
  Role: 'Designer',
  'Years in this job': '5',
  'Your income after tax': '3400',
}
