import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { listPurchaseJourneys, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { refreshQuote } from '#lib/quotes/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { dealSums } from '#lib/payments/deal-sums.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { tradeInEquity } from '#lib/payments/pay-options.ts'
import { withRunningOffers } from '#lib/catalogue/offers.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import {
  issue,
  journeyOf,
  read,
  record,
  setUpAgreements,
} from '#tests/api/agreements/agreements.fixture.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aRequest, confirming, ready } from '#tests/setup/purchases.ts'
import { offerFor, writeOldCar } from '#tests/setup/trade-ins.ts'
import { app, mia, sam } from '#tests/setup/suite.ts'

/** The Current at $59,273. */
const CURRENT = {
  kdcd: 'CU27L-B',
  colourCode: 'T2W',
  accessoryCodes: ['BOOT', 'V2L', 'MUD'],
  servicePlanCode: 'CARE3',
  payOption: 'FINANCE',
} as const satisfies Partial<QuoteRequest>

const patch = async (id: string, body: JourneyPatch) =>
  valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body }))

/** A purchase with an old car on which there is an accepted offer. */
async function withTradeIn(facts: Partial<QuoteRequest>, offerCents: number, owingCents = 0) {
  const { id } = await ready(mia, facts)
  await offerFor(sam, await writeOldCar(mia, id, { owingCents, request: 'APPRAISAL' }), offerCents)
  return writeOldCar(mia, id, { owingCents, request: 'ACCEPT' })
}

const partsOf = ({ currentQuote, tradeInformation, paymentMetadata }: PurchaseJourney) =>
  Object.fromEntries(
    dealSums({
      deal: currentQuote,
      equityCents: tradeInEquity(tradeInformation.vehicles),
      ...paymentMetadata,
    }).parts.map(({ label, cents }) => [label, cents]),
  )

describe.each(databases)('decision 63: sums add up, on $name', (database) => {
  setUpAgreements(database)

  test('a trade-in worth more than the deposit of a loan raises it, and less is borrowed', async () => {
    const before = await ready(mia, CURRENT)
    expect(before.currentQuote.totals).toMatchObject({
      driveAwayCents: 5_927_300,
      depositDueCents: 592_730,
    })
    const journey = await withTradeIn(CURRENT, 1_330_000, 200_000)
    const { totals, finance, request } = journey.currentQuote
    expect(partsOf(journey)).toEqual({ 'Your trade-in': 1_130_000, 'From the lender': 4_797_300 })
    expect(totals).toMatchObject({ driveAwayCents: 5_927_300, depositDueCents: 1_130_000 })
    expect(journey.paymentMetadata).toMatchObject({
      depositCents: 0,
      balanceCents: 0,
      tradeInCents: 1_130_000,
    })
    // The figures are those of a loan with that deposit.
    const engine = priceQuote(
      { ...request, finance: { ...request.finance!, depositCents: 1_130_000 } },
      withRunningOffers(catalogue, '2026-11-23'),
    )
    expect(engine).toMatchObject({ ok: true, value: { finance } })
    expect(finance!.paymentCents).toBeLessThan(before.currentQuote.finance!.paymentCents)
    // The price that was quoted still holds.
    expect(journey.currentQuote.created).toBe(journey.originalQuote.created)

    const confirmed = valueOf(await confirming(mia, journey))
    expect(partsOf(confirmed)).toEqual(partsOf(journey))
  })

  test('the buyer may keep the deposit and have the difference paid out', async () => {
    const { id, currentQuoteRequest: asked } = await withTradeIn(CURRENT, 1_130_000)
    const finance = { ...asked.finance!, tradeInSurplus: 'PAY_OUT' as const }
    const chosen = await patch(id, { currentQuoteRequest: { ...asked, finance } })
    expect(partsOf(chosen)).toEqual({
      'Your trade-in': 1_130_000,
      'From the lender': 5_334_570,
      'We pay you at hand-over': -537_270,
    })
    expect(chosen.paymentMetadata).toMatchObject({ depositCents: 0, owedCents: 537_270 })

    const { tradeInSurplus: _choice, ...all } = finance
    const back = await patch(id, { currentQuoteRequest: { ...asked, finance: all } })
    expect(partsOf(back)).toEqual({ 'Your trade-in': 1_130_000, 'From the lender': 4_797_300 })
  })

  test('a price that is refreshed counts the trade-in as before', async () => {
    const journey = await withTradeIn(CURRENT, 1_330_000, 200_000)
    const { quoteId } = journey.currentQuote
    const refreshed = valueOf(await mia.call(refreshQuote, { params: { id: quoteId } }))
    expect(refreshed.totals).toMatchObject({
      driveAwayCents: 5_927_300,
      depositDueCents: 1_130_000,
    })
    const after = await journeyOf(journey.id)
    expect(after.currentQuote.totals).toEqual(refreshed.totals)
    expect(after.currentQuote.finance).toEqual(journey.currentQuote.finance)
    expect(partsOf(after)).toEqual({ 'Your trade-in': 1_130_000, 'From the lender': 4_797_300 })

    // The quote that it was started from is the customer's to refresh, too.
    const { originalQuote } = journey
    valueOf(await mia.call(refreshQuote, { params: { id: originalQuote.quoteId } }))
    expect(partsOf(await journeyOf(journey.id))).toEqual(partsOf(after))
  })

  test('a trade-in that is taken off gives the deposit back as it was chosen', async () => {
    const { id } = await withTradeIn(CURRENT, 1_130_000)
    const without = await patch(id, { tradeInformation: { vehicles: [] } })
    expect(partsOf(without)).toEqual({ Deposit: 592_730, 'From the lender': 5_334_570 })
  })

  test.each([
    ['cash', { payOption: 'CASH' }],
    ['a loan', { payOption: 'LOANCLASIC' }],
  ] as const)('the lines of every mail and of the agreement add up: %s', async (_, how) => {
    // $3,000 more is owing than is offered.
    const journey = valueOf(await confirming(mia, await withTradeIn(how, 900_000, 1_200_000)))
    const wholeCents = journey.currentQuote.totals.driveAwayCents + 300_000
    await record(journey.id, journey.paymentMetadata.depositCents)
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    const mails = messages.filter(({ text }) => text.includes('What you pay and when'))
    expect(mails).toHaveLength(2)
    for (const { text } of mails) {
      const [, list] = text.split('What you pay and when\n\n')
      const [lines, total] = list!.split('\n\n')
      const sums = [...lines!.matchAll(/^\S[^:\n]*: (−?)\$([\d,.]+)$/gm)].map(
        ([, minus, amount]) => Number(`${minus ? '-' : ''}${amount!.replaceAll(',', '')}`) * 100,
      )
      expect(sums.reduce((all, cents) => all + cents, 0)).toBeCloseTo(wholeCents, 3)
      expect(total).toContain(`Drive-away price and what you still owe: ${formatMoney(wholeCents)}`)
      expect(list).toContain('including the $3,000 still owing on your trade-in')
    }
    valueOf(await issue(await journeyOf(journey.id)))
    const { document } = await read(journey.id)
    expect(document).toContain(
      `Drive-away price and what you still owe\t${formatMoney(wholeCents)}`,
    )
  })

  test('a car bought with cash and a trade-in adds up for its buyer and for staff', async () => {
    const cove = { kdcd: 'CV27P-A', colourCode: undefined }
    const { id } = valueOf(await confirming(mia, await withTradeIn(aRequest(cove), 1_600_000)))
    await record(id, 100_000)
    const { purchaseJourneyList } = valueOf(
      await mia.call(listPurchaseJourneys, { params: { id: mia.customerId } }),
    )
    expect(purchaseJourneyList[0]).toMatchObject({
      quote: { totals: { driveAwayCents: 2_844_000 } },
      paymentMetadata: {
        depositCents: 100_000,
        balanceCents: 1_144_000,
        paidCents: 100_000,
        tradeInCents: 1_600_000,
      },
    })
    const { outstanding, journey } = valueOf(
      await sam.call(getPurchaseForStaff, { params: { id } }),
    )
    expect(outstanding).toEqual({ depositCents: 0, balanceCents: 1_144_000, lenderCents: 0 })
    expect(partsOf(journey)).toEqual({
      'Your trade-in': 1_600_000,
      'Paid so far': 100_000,
      Balance: 1_144_000,
    })
    expect(partsOf(await journeyOf(id))).toEqual(partsOf(journey))
  })
})
