import { describe, expect, test } from 'vitest'
import {
  cancelPurchase,
  getPurchaseJourney,
  getPurchaseRecord,
  listPurchaseJourneys,
} from '#lib/purchases/calls.ts'
import { getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { addPurchaseNote, advanceJourney, getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { decideFinance } from '#lib/finance/calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { dealSums } from '#lib/payments/deal-sums.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { handOverCar } from '#server/delivery/complete.ts'
import { keepPricePromises } from '#server/purchases/price-promise.ts'
import { aReferredApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, conflictOf, faultsOf } from '#tests/setup/purchases.ts'
import { bought } from '#tests/api/finance/credit.fixture.ts'
import { app, db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('the price promise on $name', (database) => {
  setUpSignedIn(database)

  /** The shop on a day when every car costs so many cents more. */
  const shopAt = (cents: number) => {
    const models = app.deps.catalogue.models.map((model) => ({
      ...model,
      variants: model.variants.map((variant) => ({
        ...variant,
        options: variant.options.map((option) => ({
          ...option,
          totalPriceCents: option.totalPriceCents + cents,
        })),
      })),
    }))
    return { ...app.deps, catalogue: { ...app.deps.catalogue, models } }
  }
  const pricesMove = async (cents: number) => {
    app.clock.advance(1000)
    await keepPricePromises(shopAt(cents))
  }
  const journey = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
  const mails = async () => {
    const query = { to: 'customer@demo.example' }
    const { messages } = valueOf(await app.browser()(listDemoMail, { query }))
    return messages.filter(({ subject }) => / costs .* less$/.test(subject))
  }
  const work = async () =>
    valueOf(await sam.call(listWork, { query: { kind: 'price-falls' } })).items
  const pay = async (id: string, amountCents: number, source: 'BANKTRF' | 'MTF' = 'BANKTRF') => {
    const reference = `R-${id}-${amountCents}`
    const body = { source, amountCents, reference }
    valueOf(await sam.call(recordReceipt, { params: { id }, body }))
  }
  const priceOf = ({ currentQuote }: PurchaseJourney) => currentQuote.totals.driveAwayCents
  /** Every sum of a purchase adds up to its price (decision 63). */
  const expectSums = ({ currentQuote: quote, paymentMetadata }: PurchaseJourney) => {
    const { lines, totals } = quote
    const { driveAwayCents, vehicleCents, accessoriesCents, onRoadCents } = totals
    const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0)
    expect(sum(lines.map(({ amountCents }) => amountCents))).toBe(driveAwayCents)
    expect(vehicleCents + accessoriesCents + onRoadCents).toBe(driveAwayCents)
    const { paidCents, tradeInCents: equityCents = 0 } = paymentMetadata
    const { parts } = dealSums({ deal: quote, equityCents, paidCents })
    expect(sum(parts.map(({ cents }) => cents))).toBe(driveAwayCents)
  }

  test('a fall is credited once, a deeper one again, and a rise changes nothing', async () => {
    const before = await confirmed(mia)
    const { id } = before
    await pricesMove(200_000)
    expect((await journey(id)).currentQuote).toEqual(before.currentQuote)

    await Promise.all([pricesMove(-50_000), pricesMove(-50_000)])
    await pricesMove(-50_000)
    const once = await journey(id)
    expect(priceOf(once)).toBe(priceOf(before) - 50_000)
    expect(once.currentQuote.lines.find(({ kind }) => kind === 'CREDIT')).toMatchObject({
      label: 'Price promise',
      amountCents: -50_000,
    })
    expect(once.paymentMetadata.balanceCents).toBe(before.paymentMetadata.balanceCents - 50_000)
    expect(once.paymentMetadata.depositCents).toBe(before.paymentMetadata.depositCents)
    expectSums(once)
    expect(await mails()).toHaveLength(1)

    await pricesMove(300_000)
    await pricesMove(-50_000)
    expect(priceOf(await journey(id))).toBe(priceOf(once))

    await pricesMove(-80_000)
    const twice = await journey(id)
    expect(priceOf(twice)).toBe(priceOf(before) - 80_000)
    expectSums(twice)
    expect(await mails()).toHaveLength(2)
    const { purchaseJourneyList } = valueOf(
      await mia.call(listPurchaseJourneys, { params: { id: mia.customerId } }),
    )
    expect(purchaseJourneyList[0]?.quote.totals).toEqual(twice.currentQuote.totals)
    const seen = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(seen.journey.currentQuote.totals).toEqual(twice.currentQuote.totals)
    expect((await work()).length).toBe(0)
  })

  test('what is paid beyond the lower price goes back at the hand-over', async () => {
    const { id, paymentMetadata } = await confirmed(mia)
    await pay(id, paymentMetadata.depositCents)
    const body = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body }))
    await pay(id, paymentMetadata.balanceCents)
    await pricesMove(-50_000)
    const credited = await journey(id)
    expect(credited.paymentMetadata.owedCents).toBe(50_000)
    expectSums(credited)
    expect((await mails())[0]?.text).toContain('we’ll pay you $500 at the hand-over')
    const { preparation } = valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    expect(preparation?.checklist.map(({ id: line }) => line)).toContain('account')
  })

  test('an agreement that is not accepted is issued again', async () => {
    const { id, paymentMetadata } = await confirmed(mia)
    await pay(id, paymentMetadata.depositCents)
    valueOf(await sam.call(issueAgreement, { params: { id } }))
    await pricesMove(-50_000)
    expect((await journey(id)).metadata.hasAgreement).toBeUndefined()
    expect(faultsOf(await mia.call(getAgreement, { params: { id } })).status).toBe(404)
    expect((await mails())[0]?.text).toContain('please don’t accept it')
  })

  test('a loan borrows less, at the rate that was quoted', async () => {
    const before = await confirmed(mia, { payOption: 'LOANCLASIC' })
    await pricesMove(-50_000)
    const after = await journey(before.id)
    const [was, is] = [before.currentQuote.finance!, after.currentQuote.finance!]
    expect(is.amountFinancedCents).toBe(was.amountFinancedCents - 50_000)
    expect(is.paymentCents).toBeLessThan(was.paymentCents)
    expect(is.annualRatePct).toBe(was.annualRatePct)
    expect(after.paymentMetadata.depositCents).toBe(before.paymentMetadata.depositCents)
    expectSums(after)
    expect((await mails())[0]?.text).toContain('You’ll borrow that much less')
  })

  test('a lease costs less, too', async () => {
    const before = await confirmed(mia, { payOption: 'LEASE' })
    await pricesMove(-50_000)
    const after = await journey(before.id)
    expect(after.currentQuote.finance!.paymentCents).toBeLessThan(
      before.currentQuote.finance!.paymentCents,
    )
    expect(after.paymentMetadata.balanceCents).toBe(after.currentQuote.finance!.paymentCents)
    expectSums(after)
  })

  test('once the lender has paid, staff agree on the credit, once for each fall', async () => {
    const before = await confirmed(mia, { payOption: 'LOANCLASIC' })
    const { id } = before
    await pay(id, before.paymentMetadata.depositCents)
    await pay(id, before.currentQuote.finance!.amountFinancedCents, 'MTF')
    await pricesMove(-50_000)
    await pricesMove(-50_000)
    await pricesMove(-80_000)
    expect(priceOf(await journey(id))).toBe(priceOf(before))
    expect(await mails()).toEqual([])
    expect(await work()).toMatchObject([
      { purchaseJourneyId: id, amountCents: 50_000 },
      { purchaseJourneyId: id, amountCents: 30_000 },
    ])
    const note = (text: string) => sam.call(addPurchaseNote, { params: { id }, body: { text } })
    valueOf(await note('Called about the colour.'))
    expect(await work()).toHaveLength(2)
    valueOf(await note('Price promise: the lender takes $800 off the loan.'))
    expect(await work()).toEqual([])
  })

  test('a fall that was left to staff is credited once the purchase is paid in cash', async () => {
    const { id } = await bought('LOANCLASIC', aReferredApplication)
    const before = await journey(id)
    // No loan is as small as what would be left.
    await pricesMove(-4_000_000)
    expect(await work()).toMatchObject([{ purchaseJourneyId: id, amountCents: 4_000_000 }])
    const body = { code: 'DECLINE' as const, conditions: [] }
    valueOf(await sam.call(decideFinance, { params: { id }, body }))
    const cash = { event: 'changed-to-cash', note: 'Mia, on the phone' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body: cash }))
    await pricesMove(-4_000_000)
    const credited = await journey(id)
    expect(priceOf(credited)).toBe(priceOf(before) - 4_000_000)
    expectSums(credited)
    expect(await work()).toEqual([])
    await pricesMove(-4_000_000)
    expect(priceOf(await journey(id))).toBe(priceOf(credited))
    expect(await mails()).toHaveLength(1)
  })

  test('what staff have settled is not credited again, and what is credited is not left to staff', async () => {
    const toCash = async (id: string) => {
      const body = { code: 'DECLINE' as const, conditions: [] }
      valueOf(await sam.call(decideFinance, { params: { id }, body }))
      const cash = { event: 'changed-to-cash', note: 'Mia, on the phone' } as const
      valueOf(await sam.call(advanceJourney, { params: { id }, body: cash }))
    }
    const [settled, open] = [
      await bought('LOANCLASIC', aReferredApplication),
      await bought('LOANCLASIC', aReferredApplication),
    ]
    await pricesMove(-4_000_000)
    await pricesMove(-4_010_000)
    const text = 'Price promise: paid by hand.'
    valueOf(await sam.call(addPurchaseNote, { params: { id: settled.id }, body: { text } }))
    await toCash(settled.id)
    await toCash(open.id)
    await pricesMove(-4_010_000)
    expect(priceOf(await journey(settled.id))).toBe(priceOf(settled))
    expect(priceOf(await journey(open.id))).toBe(priceOf(open) - 4_010_000)
    expect(await work()).toEqual([])
    await pricesMove(-4_020_000)
    expect(await work()).toMatchObject([{ purchaseJourneyId: settled.id, amountCents: 10_000 }])
  })

  test('a fall is credited while the balance comes in parts, and while too much of it is under review', async () => {
    for (const beyondCents of [-1_000_000, 5_000]) {
      const before = await confirmed(mia)
      const { depositCents, balanceCents } = before.paymentMetadata
      await pay(before.id, depositCents)
      await pay(before.id, balanceCents + beyondCents)
      await pricesMove(-200_000)
      const after = await journey(before.id)
      expect(priceOf(after)).toBe(priceOf(before) - 200_000)
      expectSums(after)
    }
    expect(await work()).toEqual([])
  })

  test('a fall that no job has seen is credited at the hand-over', async () => {
    const { id, version, currentQuote, paymentMetadata } = await confirmed(mia)
    const { depositCents, balanceCents } = paymentMetadata
    await pay(id, depositCents + balanceCents)
    const body = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body }))
    const dealer = { type: 'APICLIENT', clientId: 'dms', scopes: [] } as const
    const act = { actor: dealer, effectId: 'hand-over-1' }
    const handOver = (ifMatch?: string) => handOverCar(shopAt(-200_000), act, id, 'NEW123', ifMatch)
    await expect(handOver(`"v${version}"`)).rejects.toMatchObject({ status: 412 })
    await handOver()
    expect(priceOf(await journey(id))).toBe(currentQuote.totals.driveAwayCents - 200_000)
  })

  test('a car is handed over once staff have settled the fall', async () => {
    const { id, currentQuote, paymentMetadata } = await bought('LOANCLASIC')
    await pay(id, paymentMetadata.depositCents)
    const body = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body }))
    await pay(id, currentQuote.finance!.amountFinancedCents, 'MTF')
    await pricesMove(-200_000)
    const handOver = () => {
      const given = { event: 'handed-over', registration: 'NEW123' } as const
      return sam.call(advanceJourney, { params: { id }, body: given })
    }
    expect(conflictOf(await handOver()).message).toContain('The price has dropped')
    const text = 'Price promise: the lender pays $2,000 back.'
    valueOf(await sam.call(addPurchaseNote, { params: { id }, body: { text } }))
    valueOf(await handOver())
  })

  test('a purchase that was cancelled is left alone', async () => {
    const { id } = await confirmed(mia)
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    await pricesMove(-50_000)
    expect(await db.selectFrom('price_credit').selectAll().execute()).toEqual([])
  })
})
