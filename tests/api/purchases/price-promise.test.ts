import { describe, expect, test } from 'vitest'
import { cancelPurchase, listPurchaseJourneys } from '#lib/purchases/calls.ts'
import { getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { addPurchaseNote, advanceJourney, getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { decideFinance } from '#lib/finance/calls.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import { keepPricePromises } from '#server/purchases/price-promise.ts'
import { aReferredApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, faultsOf } from '#tests/setup/purchases.ts'
import { bought } from '#tests/api/finance/credit.fixture.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import {
  expectSums,
  journey,
  mails,
  pay,
  priceOf,
  pricesMove,
  shopAt,
  work,
} from './price-promise.fixture.ts'

describe.each(databases)('the price promise on $name', (database) => {
  setUpSignedIn(database)

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
    app.clock.advance(1)
    await toCash(settled.id)
    await toCash(open.id)
    await pricesMove(-4_010_000)
    expect(priceOf(await journey(settled.id))).toBe(priceOf(settled))
    expect(priceOf(await journey(open.id))).toBe(priceOf(open) - 4_010_000)
    // What was settled with the lender is void, so staff settle it again.
    expect(
      new Set((await work()).map((fall) => [fall.purchaseJourneyId, fall.amountCents])),
    ).toEqual(
      new Set([
        [settled.id, 4_000_000],
        [settled.id, 10_000],
      ]),
    )
    const again = 'price promise: it had been paid by hand.'
    valueOf(await sam.call(addPurchaseNote, { params: { id: settled.id }, body: { text: again } }))
    expect(await work()).toEqual([])
    await pricesMove(-4_020_000)
    expect(await work()).toMatchObject([{ purchaseJourneyId: settled.id, amountCents: 10_000 }])
  })

  test('a purchase that was cancelled is left alone', async () => {
    const { id } = await confirmed(mia)
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    await pricesMove(-50_000)
    expect(await db.selectFrom('price_credit').selectAll().execute()).toEqual([])
  })

  test('a price that has stood for less than an hour makes nothing cheaper', async () => {
    const { id } = await confirmed(mia)
    const held = priceOf(await journey(id))
    const shop = { ...shopAt(-50_000), startedAt: app.deps.now() }
    app.clock.advance(HOUR_MS - 1)
    await keepPricePromises(shop)
    await signInAgain()
    expect(priceOf(await journey(id))).toBe(held)
    app.clock.advance(1)
    await keepPricePromises(shop)
    expect(priceOf(await journey(id))).toBe(held - 50_000)
  })

  test('nor does the price of a process that a newer build is replacing', async () => {
    const { id } = await confirmed(mia)
    const held = priceOf(await journey(id))
    app.clock.advance(HOUR_MS - 1)
    await keepPricePromises(shopAt(-50_000))
    await signInAgain()
    expect(priceOf(await journey(id))).toBe(held)
  })

  test('a lease is credited at the price of its day, or left to staff', async () => {
    const before = await confirmed(mia, { payOption: 'LEASELC' })
    const { id } = before
    app.clock.advance(HOUR_MS)
    await keepPricePromises(shopWithFees())
    await signInAgain()
    // The lower price is over before the lease can be worked out at it.
    await pricesMove(0)
    expect((await journey(id)).currentQuote).toEqual(before.currentQuote)
    expect(await work()).toMatchObject([{ amountCents: 10_000 }])
  })

  /** A shop where a car costs $100 less, and fees have risen. */
  const shopWithFees = () => {
    const shop = shopAt(-10_000)
    const financeProducts = shop.catalogue.financeProducts.map((product) =>
      product.kind === 'LEASE'
        ? { ...product, excessKmCents: product.excessKmCents + 25 }
        : product.kind === 'LOAN'
          ? {
              ...product,
              fees: {
                ...product.fees,
                accountFeePerMonthCents: product.fees.accountFeePerMonthCents + 1_000,
              },
            }
          : product,
    )
    return { ...shop, catalogue: { ...shop.catalogue, financeProducts } }
  }

  test('a lease that would cost more for it, because a fee has risen, is left to staff', async () => {
    const { id } = await confirmed(mia, { payOption: 'LEASELC' })
    const { finance } = (await journey(id)).currentQuote
    app.clock.advance(HOUR_MS)
    await keepPricePromises(shopWithFees())
    await signInAgain()
    expect((await journey(id)).currentQuote.finance).toEqual(finance)
    expect(await work()).toMatchObject([{ amountCents: 10_000 }])
  })

  test('a loan keeps the account fee that it was quoted', async () => {
    const { id } = await confirmed(mia, { payOption: 'LOANCLASIC' })
    const { finance: before } = (await journey(id)).currentQuote
    app.clock.advance(HOUR_MS)
    await keepPricePromises(shopWithFees())
    await signInAgain()
    const { finance: after } = (await journey(id)).currentQuote
    expect(after!.amountFinancedCents).toBe(before!.amountFinancedCents - 10_000)
    expect(after!.accountFeePerPaymentCents).toBe(before!.accountFeePerPaymentCents)
    expect(after!.totalPayableCents).toBeLessThan(before!.totalPayableCents)
  })
})
