import { recordReceipt } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import type { PayOption } from '#lib/codes.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirming, ready } from '#tests/setup/purchases.ts'
import { app, mia, sam } from '#tests/setup/suite.ts'

// A purchase on finance, and what the customer and staff do with it.

/** Confirmed with an answer of the lender. */
export const bought = async (
  payOption: PayOption = 'LOANCLASIC',
  body = anApplication(),
  car: { kdcd?: string; colourCode?: string } = {},
) => {
  const { id } = await ready(mia, { ...car, payOption })
  const applied = valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
  app.clock.advance(1000)
  return valueOf(await confirming(mia, applied))
}

export const journeyOf = async (id: string) =>
  valueOf(await mia.call(getPurchaseJourney, { params: { id } }))

export const receipt = (id: string, source: 'BANKTRF' | 'MTF', amountCents: number) =>
  sam.call(recordReceipt, { params: { id }, body: { source, amountCents, reference: source } })
