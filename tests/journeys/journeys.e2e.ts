import type { Page } from '@playwright/test'
import { PAY_OPTIONS, type PayOption } from '#lib/codes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { isReservation, payKind } from '#lib/payments/pay-options.ts'
import { fillAddress } from '#tests/e2e/main-job.ts'
import { Storefront } from '#tests/e2e/server.ts'
import { codeMailedTo, expect, test as base } from '#tests/e2e/test.ts'
import { BUYERS, type Cast } from './buyers.ts'
import { keepFinanceDraft } from './finance.ts'
import { expectStep, pressOffline, survives } from './hazards.ts'

/** A shop in which reservations are switched on. */
const test = base.extend<object, { storefront: Storefront }>({
  storefront: [
    async ({}, use) => {
      const storefront = await Storefront.start({ FEATURE_RESERVATIONS: 'on' })
      await use(storefront)
      await storefront.stop()
    },
    { scope: 'worker' },
  ],
})

for (const payOption of PAY_OPTIONS)
  for (const [who, cast] of Object.entries(BUYERS))
    test(`${payOption}: ${who} comes to Complete, whatever happens at each step`, async ({
      page,
    }) => {
      test.info().annotations.push(
        { type: 'expected-fault', description: 'ERR_INTERNET_DISCONNECTED' },
        // The browser’s own words for a part of the page that it could not fetch.
        { type: 'expected-fault', description: 'Failed to fetch' },
      )
      await buy(page, payOption, cast())
    })

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

async function buy(page: Page, payOption: PayOption, cast: Cast) {
  const { buyer, isAnonymous, applies } = cast
  const kind = payKind(payOption)
  await cast.arrive(page)
  const quote = await start(page, payOption)
  const at = (step: string) => survives(page, step, quote)
  const goOn = (to: RegExp) => pressOffline(page, continueButton(page), to)

  await test.step('configure, quote and trade-in', async () => {
    await at('Configure')
    await page.getByRole('link', { name: 'Quote', exact: true }).click()
    await at('Quote')
    if (kind === 'cash' || kind === 'finance') {
      await goOn(/\/trade-in$/)
      await at('Trade-in')
    }
    await goOn(/\/owner-details\//)
  })

  if (isAnonymous)
    await test.step('who buys, and the code', async () => {
      await page.getByLabel('First name').fill(buyer.firstName)
      await page.getByLabel('Last name').fill(buyer.lastName)
      await page.getByRole('main').getByLabel('Email address').fill(buyer.email)
      await page.getByLabel('Mobile phone').fill(buyer.mobile)
      await at('Owner details')
      await expect(page.getByLabel('First name')).toHaveValue(buyer.firstName)
      await goOn(/email-verification$/)
      await at('Owner details')
      await page.getByLabel('Verification code').fill(await codeMailedTo(page, buyer.email))
      await pressOffline(page, page.getByRole('button', { name: 'Verify' }), /\/confirmation$/)
    })

  await test.step('the details are confirmed', async () => {
    await expect(page).toHaveURL(/\/owner-details\/confirmation$/)
    await at('Owner details')
    await fillAddress(page)
    await goOn(kind === 'finance' || kind === 'lease' ? /\/finance$/ : /\/confirm$/)
  })

  if (kind === 'finance' || kind === 'lease')
    await test.step('finance', async () => {
      await at('Finance pre-approval')
      if (applies) await apply(page, quote, buyer)
      else await goOn(/\/confirm$/)
    })

  await test.step('confirmed', async () => {
    await at('Confirmation')
    await page.getByLabel('I accept the terms and conditions').check()
    await page
      .getByLabel('Full name')
      .fill(cast.staffName ?? `${buyer.firstName} ${buyer.lastName}`)
    await pressOffline(page, page.getByRole('button', { name: 'Confirm purchase' }), /\/payment/)
    await at('Payment')
  })

  if (kind !== 'lease')
    await test.step('paid', async () => {
      await pressOffline(page, page.getByRole('button', { name: /^Pay deposit/ }), /\/demo\/card\//)
      await page.getByRole('button', { name: 'Pay successfully' }).click()
      await expect(page).toHaveURL(/\/payment\?statusCode=PAID/)
      await expect(page.getByRole('main')).toContainText(
        isReservation(payOption) ? 'paid' : 'Your deposit is paid',
      )
      await at('Payment')
    })
  await goOn(/\/complete$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`, ${buyer.firstName}\\.$`),
  )
  await at('Complete')
}

/** A purchase of a car that there are many of, from a quote of this browser’s. */
async function start(page: Page, payOption: PayOption): Promise<Quote> {
  const data = { kdcd: 'TN27H-A', colourCode: 'BLD', payOption }
  const answer = await page.request.post('/api/quote', { data })
  const quote = (await answer.json()) as Quote
  await page.goto(`/purchase/?quoteId=${quote.quoteId}`)
  return quote
}

/** The lender’s questions, answered before and gone through page by page, signed and sent. */
async function apply(page: Page, quote: Quote, { firstName, lastName }: Cast['buyer']) {
  await keepFinanceDraft(page)
  await page.reload()
  await expect(page.getByLabel('Date of birth')).not.toHaveValue('')
  for (const next of ['assets-income', 'liabilities', 'signature']) {
    await pressOffline(page, continueButton(page), new RegExp(`/finance/${next}$`))
    await survives(page, 'Finance pre-approval', quote)
  }
  for (const declaration of await page
    .getByRole('group', { name: 'Declarations' })
    .getByRole('checkbox')
    .all())
    await declaration.check()
  await page.getByLabel('Full name').fill(`${firstName} ${lastName}`)
  await pressOffline(page, page.getByRole('button', { name: 'Sign and send' }), /\/finance$/)
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
  await survives(page, 'Finance pre-approval', quote)
  await expectStep(page, 'Finance pre-approval', quote)
  await pressOffline(page, continueButton(page), /\/confirm$/)
}
