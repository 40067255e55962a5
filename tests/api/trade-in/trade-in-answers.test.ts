import { describe, expect, test } from 'vitest'
import { issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { answerTradeInOffer, offerForTradeIn } from '#lib/trade-in/calls.ts'
import { listPurchaseJourneys } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { advanceJourney, getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import {
  accept,
  issue,
  journeyOf,
  read,
  record,
  setUpAgreements,
} from '#tests/api/agreements/agreements.fixture.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { confirming, conflictOf, faultsOf, ready } from '#tests/setup/purchases.ts'
import { confirmedBeforeOffer, offerFor, writeOldCar } from '#tests/setup/trade-ins.ts'
import { app, db, mia, sam, signInAgain } from '#tests/setup/suite.ts'

const answer = (
  { id, tradeInformation }: PurchaseJourney,
  said: 'ACCEPT' | 'DECLINE' | 'APPRAISAL',
) =>
  mia.call(answerTradeInOffer, {
    params: { id },
    body: { vehicleId: tradeInformation.vehicles[0]!.id, answer: said },
  })
const listed = async () =>
  valueOf(await sam.call(listWork, { query: { kind: 'appraisals' } })).items.map(
    ({ purchaseJourneyId }) => purchaseJourneyId,
  )
const lastMail = async () =>
  valueOf(await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }))
    .messages[0]!
const vehicleOf = ({ tradeInformation }: PurchaseJourney) => tradeInformation.vehicles[0]!

describe.each(databases)('decision 62: a trade-in outlives confirmation, on $name', (database) => {
  setUpAgreements(database)

  test('an offer that was accepted long before is asked for again before the purchase is confirmed', async () => {
    const { id } = await ready(mia)
    const asked = await writeOldCar(mia, id, { request: 'APPRAISAL' })
    await offerFor(sam, asked, 2_000_000)
    const accepted = await writeOldCar(mia, id, { request: 'ACCEPT' })
    app.clock.advance((7 + 30) * DAY_MS + 1)
    await signInAgain()
    expect(conflictOf(await confirming(mia, accepted)).message).toMatch(
      /^The offer of \$20,000 for your Tarvane Cove was valid until .+ Go back to Trade-in and ask for a new offer\.$/,
    )
    const again = await writeOldCar(mia, id, { request: 'APPRAISAL' })
    expect(vehicleOf(again)).toMatchObject({ status: 'APPRAISAL_REQUESTED' })
    expect((await confirming(mia, again)).ok).toBe(true)
  })

  test('an offer is for the car that staff have seen', async () => {
    const { id } = await ready(mia)
    const seen = await writeOldCar(mia, id, { request: 'APPRAISAL' })
    const offer = ({ version }: PurchaseJourney) =>
      sam.call(offerForTradeIn, {
        params: { id },
        body: { vehicleId: vehicleOf(seen).id, offerCents: 4_500_000 },
        ifMatch: `"v${version}"`,
        idempotencyKey: `offer-for-version-${version}`,
      })
    const swapped = await writeOldCar(mia, id, {
      id: vehicleOf(seen).id,
      registration: 'WRECK1',
      request: 'APPRAISAL',
    })
    expect(faultsOf(await offer(seen)).status).toBe(412)
    expect(vehicleOf(await journeyOf(id)).offerCents).toBeUndefined()
    valueOf(await offer(swapped))
    // The answer to it was lost.
    expect(vehicleOf(valueOf(await offer(swapped))).offerCents).toBe(4_500_000)
  })

  test('staff see which other purchases count the same old car, by its plate or its VIN', async () => {
    const vin = '7AT0H65YX18000123'
    const elsewhere = async ({ id }: PurchaseJourney) => {
      const { journey, tradedInElsewhere } = valueOf(
        await sam.call(getPurchaseForStaff, { params: { id } }),
      )
      return tradedInElsewhere[vehicleOf(journey).id]
    }
    const first = await offerFor(sam, await confirmedBeforeOffer(mia, {}, { vin }), 1_500_000)
    const second = await confirmedBeforeOffer(mia, {}, { registration: 'T0I101' })
    const third = await confirmedBeforeOffer(mia, {}, { registration: 'NEW1', vin })
    // An offer alone is no trade.
    expect(await elsewhere(second)).toBeUndefined()
    valueOf(await answer(first, 'ACCEPT'))
    const accepted = [{ reference: first.reference, isHandedIn: false }]
    expect([await elsewhere(second), await elsewhere(third)]).toEqual([accepted, accepted])
    expect(await elsewhere(first)).toBeUndefined()

    await db
      .updateTable('purchase_journey')
      .set({ status: 'COMPLETE' })
      .where('purchase_journey_id', '=', first.id)
      .execute()
    expect(await elsewhere(third)).toEqual([{ reference: first.reference, isHandedIn: true }])
    await db
      .updateTable('purchase_journey')
      .set({ status: 'CANCELLED' })
      .where('purchase_journey_id', '=', first.id)
      .execute()
    expect(await elsewhere(third)).toBeUndefined()
  })

  test('it stays with staff, is offered on, and counts once it is accepted', async () => {
    const confirmed = await confirmedBeforeOffer(mia)
    const { driveAwayCents } = confirmed.currentQuote.totals
    expect(vehicleOf(confirmed)).toMatchObject({
      status: 'APPRAISAL_REQUESTED',
      // Asked for on Monday 23 November.
      offerDue: '2026-11-25',
    })
    expect(await listed()).toEqual([confirmed.id])

    // The mail of the confirmation says so.
    expect((await lastMail()).text).toContain('We’re still working on your trade-in offer.')

    app.clock.advance(1000)
    const offered = await offerFor(sam, confirmed, 1_500_000)
    expect(await listed()).toEqual([])
    app.clock.advance(1000)
    const mail = await lastMail()
    expect(mail.subject).toBe('Our offer for your trade-in: $15,000')
    expect(mail.text).toContain(`/purchase/#/${confirmed.id}/payment`)
    expect(offered.paymentMetadata).toEqual(confirmed.paymentMetadata)

    const accepted = valueOf(await answer(offered, 'ACCEPT'))
    expect(vehicleOf(accepted).status).toBe('APPRAISAL_ACCEPTED')
    expect(accepted.currentQuote.totals.driveAwayCents).toBe(driveAwayCents)
    expect(accepted.paymentMetadata).toMatchObject({
      depositCents: 100_000,
      balanceCents: driveAwayCents - 100_000 - 1_500_000,
      tradeInCents: 1_500_000,
    })
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params: { id: confirmed.id } }))
    expect(notes.map(({ text }) => text).sort()).toEqual([
      'Offer of $15,000 accepted: Tarvane Cove 2021, TOI101',
      'Offered $15,000: Tarvane Cove 2021, TOI101',
    ])
    // Idempotent.
    expect(valueOf(await answer(offered, 'ACCEPT')).paymentMetadata).toEqual(
      accepted.paymentMetadata,
    )
  })

  test('an offer after the deposit of a loan is paid is owed to the customer', async () => {
    const confirmed = await confirmedBeforeOffer(mia, { payOption: 'LOANCLASIC' })
    const { depositDueCents } = confirmed.currentQuote.totals
    await record(confirmed.id, depositDueCents)
    const accepted = valueOf(await answer(await offerFor(sam, confirmed, 900_000), 'ACCEPT'))
    expect(accepted.currentQuote).toEqual(confirmed.currentQuote)
    expect(accepted.paymentMetadata).toMatchObject({
      paidCents: depositDueCents,
      owedCents: 900_000,
      canPayDeposit: false,
      canPayBalance: false,
    })
    valueOf(await issue(await journeyOf(confirmed.id)))
    const { document } = await read(confirmed.id)
    expect(document).toContain('Your trade-in\t$9,000\tCounts towards the price')
    expect(document).toContain('We pay you at hand-over\t−$9,000')
  })

  test('more owing than is offered becomes a balance to pay', async () => {
    const confirmed = await confirmedBeforeOffer(
      mia,
      { payOption: 'LOANCLASIC' },
      { owingCents: 1_000_000 },
    )
    await record(confirmed.id, confirmed.currentQuote.totals.depositDueCents)
    const accepted = valueOf(await answer(await offerFor(sam, confirmed, 900_000), 'ACCEPT'))
    expect(accepted.paymentMetadata).toMatchObject({
      depositPaid: true,
      balanceCents: 100_000,
      tradeInCents: -100_000,
      canPayBalance: true,
    })
  })

  test('a payment that is settled never has to grow', async () => {
    const confirmed = await confirmedBeforeOffer(mia, {}, { owingCents: 1_000_000 })
    await record(confirmed.id, confirmed.currentQuote.totals.driveAwayCents)
    const offered = await offerFor(sam, confirmed, 900_000)
    expect(conflictOf(await answer(offered, 'ACCEPT')).message).toContain('Please call your dealer')
    expect(vehicleOf(await journeyOf(confirmed.id)).status).toBe('APPRAISAL_DONE')
  })

  test('a declined offer leaves the car out of the purchase', async () => {
    const offered = await offerFor(sam, await confirmedBeforeOffer(mia), 1_500_000)
    const declined = valueOf(await answer(offered, 'DECLINE'))
    expect(vehicleOf(declined)).toMatchObject({ status: 'TRADE_ADDED' })
    expect(vehicleOf(declined)).not.toHaveProperty('offerCents')
    expect(faultsOf(await answer(declined, 'ACCEPT')).status).toBe(409)
  })

  test('the agreement asks staff about a trade-in that is not decided', async () => {
    const { id } = await confirmedBeforeOffer(mia)
    await record(id, 100_000)
    const journey = await journeyOf(id)
    expect(conflictOf(await issue(journey)).message).toContain('no accepted offer yet')

    // An acceptance on paper does not leave it out unasked.
    const onPaper = () =>
      sam.call(advanceJourney, {
        params: { id },
        body: { event: 'agreement-accepted', note: 'Signed at the dealer, in the file' },
      })
    expect(conflictOf(await onPaper()).message).toContain('no accepted offer yet')
    expect(vehicleOf(await journeyOf(id)).status).toBe('APPRAISAL_REQUESTED')

    const leaveOut = { undecidedTradeIns: 'LEAVE_OUT' } as const
    valueOf(
      await sam.call(issueAgreement, {
        params: { id },
        query: leaveOut,
        ifMatch: `"v${journey.version}"`,
      }),
    )
    app.clock.advance(1000)
    const { document } = await read(id)
    expect(document).not.toContain('TOI101')
    expect((await lastMail()).text).toContain(
      'It doesn’t include your trade-in, Tarvane Cove 2021, TOI101, because',
    )
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(notes.map(({ text }) => text)).toContain(
      'Left out of the agreement: Tarvane Cove 2021, TOI101',
    )
    expect(await listed()).toEqual([])
    expect(valueOf(await onPaper()).status.purchaseJourneyStatusCode).toBe('AGREEMENT')
    expect(conflictOf(await answer(await journeyOf(id), 'APPRAISAL')).message).toContain(
      'It’s too late to add a trade-in',
    )
  })

  test('a declined offer comes back: asked for by its customer, or made by staff', async () => {
    const offered = await offerFor(sam, await confirmedBeforeOffer(mia), 1_500_000)
    const declined = valueOf(await answer(offered, 'DECLINE'))
    const { purchaseJourneyList } = valueOf(
      await mia.call(listPurchaseJourneys, { params: { id: mia.customerId }, query: {} }),
    )
    expect(purchaseJourneyList[0]!.openTradeIns).toMatchObject([{ status: 'TRADE_ADDED' }])
    expect(await listed()).toEqual([])
    const asked = valueOf(await answer(declined, 'APPRAISAL'))
    expect(vehicleOf(asked).status).toBe('APPRAISAL_REQUESTED')
    expect(await listed()).toEqual([asked.id])

    const again = valueOf(await answer(await offerFor(sam, asked, 1_400_000), 'DECLINE'))
    const unasked = await offerFor(sam, again, 1_600_000)
    expect(vehicleOf(unasked)).toMatchObject({ status: 'APPRAISAL_DONE', offerCents: 1_600_000 })
  })

  test('an offer accepted after the agreement is issued voids it, and accepting it leaves the car out', async () => {
    const { id } = await confirmedBeforeOffer(mia)
    await record(id, 100_000)
    const issueWithout = async () => {
      const query = { undecidedTradeIns: 'LEAVE_OUT' } as const
      const ifMatch = `"v${(await journeyOf(id)).version}"`
      valueOf(await sam.call(issueAgreement, { params: { id }, query, ifMatch }))
      return read(id)
    }
    const first = await issueWithout()
    const offered = await offerFor(sam, await journeyOf(id), 1_500_000)
    expect(offered.metadata.hasAgreement).toBe(true)
    const accepted = valueOf(await answer(offered, 'ACCEPT'))
    expect(accepted.metadata).not.toHaveProperty('hasAgreement')
    expect(faultsOf(await accept(id, first.agreementId)).status).toBe(404)

    app.clock.advance(1000)
    valueOf(await answer(accepted, 'APPRAISAL'))
    const { agreementId } = await issueWithout()
    const asked = valueOf(await answer(await journeyOf(id), 'APPRAISAL'))
    await offerFor(sam, asked, 1_400_000)
    expect(conflictOf(await accept(id, agreementId)).message).toContain(
      'an offer for your trade-in, Tarvane Cove 2021, TOI101, which this agreement doesn’t include',
    )
    const declined = valueOf(await answer(await journeyOf(id), 'DECLINE'))
    valueOf(await answer(declined, 'APPRAISAL'))
    app.clock.advance(1000)
    const agreed = valueOf(await accept(id, agreementId))
    expect(agreed.status.purchaseJourneyStatusCode).toBe('AGREEMENT')
    expect(vehicleOf(agreed).status).toBe('TRADE_ADDED')
    expect((await lastMail()).text).toContain('It doesn’t include your trade-in, Tarvane Cove 2021')
    expect(await listed()).toEqual([])
  })
})
