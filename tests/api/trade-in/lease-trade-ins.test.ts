import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#lib/shared/durations.ts'
import { decideFinance } from '#lib/finance/calls.ts'
import { getPurchaseJourney, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { advanceJourney, getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aRequest, confirming, ready } from '#tests/setup/purchases.ts'
import { app, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { offerFor, writeOldCar } from '#tests/setup/trade-ins.ts'

// Its offer was accepted before the buyer chose the lease, which counts no trade-in.
describe.each(databases)('the old car of a lease, on $name', (database) => {
  setUpSignedIn(database)

  /** It is valid for a week. */
  const accepted = async () => {
    const { id } = await ready(mia)
    await offerFor(sam, await writeOldCar(mia, id, { request: 'APPRAISAL' }), 1_000_000)
    await writeOldCar(mia, id, { request: 'ACCEPT' })
    const body = { currentQuoteRequest: aRequest({ payOption: 'LEASEUC' }) }
    return valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body }))
  }
  const pass = async (days: number) => {
    app.clock.advance(days * DAY_MS)
    await signInAgain()
  }

  test('is in the way of no confirmation, however old its offer is', async () => {
    const { id } = await accepted()
    await pass(7 + 31)
    const current = valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
    const { status } = valueOf(await confirming(mia, current))
    expect(status.purchaseJourneyStatusCode).toBe('CONFIRMED')
  })

  test.each([
    [7 + 29, 1_000_000],
    [7 + 31, 0],
  ])('after %i days, counts for %i cents once it is a cash purchase', async (days, cents) => {
    const { id } = await accepted()
    const current = valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
    const { currentQuote } = valueOf(await confirming(mia, current))
    await pass(days)
    const body = { code: 'DECLINE' as const, conditions: [] }
    valueOf(await sam.call(decideFinance, { params: { id }, body }))
    const toCash = { event: 'changed-to-cash', note: 'Mia, on the phone' } as const
    const cash = valueOf(await sam.call(advanceJourney, { params: { id }, body: toCash }))
    expect(cash.paymentMetadata.tradeInCents ?? 0).toBe(cents)
    const { driveAwayCents } = currentQuote.totals
    const { depositCents, balanceCents } = cash.paymentMetadata
    expect(depositCents + balanceCents + cents).toBe(driveAwayCents)

    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    const { text } = messages.find(({ subject }) => subject.startsWith('You’re now paying cash'))!
    expect(text.includes('Your trade-in: $10,000')).toBe(cents > 0)
    expect(text.includes('our offer has run out: Tarvane Cove 2021, TOI101.')).toBe(cents === 0)
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    const leftOut = 'Left out, because the offer has run out: Tarvane Cove 2021, TOI101'
    expect(notes.some((note) => note.text === leftOut)).toBe(cents === 0)
    // Staff can make another offer for it.
    if (cents === 0) await offerFor(sam, cash, 900_000)
  })
})
