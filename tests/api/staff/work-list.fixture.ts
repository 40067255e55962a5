import { recordReceipt } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { WorkKind } from '#lib/staff/staff-lists.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { decideFinance } from '#lib/finance/calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { valueOf } from '#tests/setup/people.ts'
import { app, mia, sam } from '#tests/setup/suite.ts'

// A shop with a customer and staff, and what staff do for purchases.
export const journeyOf = async (id: string) =>
  valueOf(await mia.call(getPurchaseJourney, { params: { id } }))

/** The clock goes on, so that the next mail is the latest. */
export const latestMail = async () => {
  const query = { to: 'customer@demo.example' }
  const { messages } = valueOf(await app.browser()(listDemoMail, { query }))
  app.clock.advance(1000)
  return messages[0]!
}

export const record = async (id: string, amountCents: number, reference: string) => {
  valueOf(
    await sam.call(recordReceipt, {
      params: { id },
      body: { source: 'BANKTRF', amountCents, reference },
    }),
  )
  app.clock.advance(1000)
}

export const work = async (kind?: WorkKind) =>
  valueOf(await sam.call(listWork, { query: kind ? { kind } : {} })).items

export const decide = (
  { id, version }: Pick<PurchaseJourney, 'id' | 'version'>,
  code: 'AUTOAPPR' | 'DECLINE',
  limitCents = 3_000_000,
  isCorrection?: true,
) =>
  sam.call(decideFinance, {
    params: { id },
    ifMatch: `"v${version}"`,
    body: {
      code,
      limitCents,
      annualRatePct: 8.95,
      validUntil: '2026-12-20',
      conditions: [],
      ...(isCorrection && { isCorrection }),
    },
  })
