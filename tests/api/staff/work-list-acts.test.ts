import { describe, expect, test } from 'vitest'
import { completeRefund, decideReview, listRefunds, recordReceipt } from '#lib/payments/calls.ts'
import { cancelPurchase, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { offerForTradeIn } from '#lib/trade-in/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, faultsOf, ready, started } from '#tests/setup/purchases.ts'
import { journeyOf, latestMail, record, work } from './work-list.fixture.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

describe.each(databases)('what staff do for purchases, on $name', (database) => {
  setUpSignedIn(database)

  describe('trade-ins', () => {
    const write = (
      id: string,
      vehicle: { owingCents?: number; request?: 'APPRAISAL' | 'ACCEPT' },
    ) =>
      mia.call(updatePurchaseJourney, {
        params: { id },
        body: {
          tradeInformation: {
            vehicles: [
              {
                registration: 'TOI101',
                make: 'Tarvane',
                model: 'Cove',
                year: 2021,
                odometerKm: 48_210,
                owingCents: 200_000,
                ...vehicle,
              },
            ],
          },
        },
      })
    const vehicleIn = ({ tradeInformation }: PurchaseJourney) => tradeInformation.vehicles[0]!
    const offer = (id: string, vehicleId: string, offerCents: number) =>
      sam.call(offerForTradeIn, { params: { id }, body: { vehicleId, offerCents } })
    const waiting = () => work('appraisals')

    test('are appraised, offered for, and accepted into the deal', async () => {
      const { id } = await ready(mia)
      const added = vehicleIn(valueOf(await write(id, {})))
      expect(faultsOf(await offer(id, added.id, 1_500_000)).status).toBe(409)
      expect(await waiting()).toEqual([])

      const asked = valueOf(await write(id, { request: 'APPRAISAL' }))
      expect(await waiting()).toMatchObject([
        {
          kind: 'appraisals',
          id: added.id,
          purchaseJourneyId: id,
          customer: { name: 'Mia Harris' },
          detail: 'Tarvane Cove 2021, TOI101',
        },
      ])
      const offered = valueOf(await offer(id, added.id, 1_500_000))
      expect(offered.version).toBeGreaterThan(asked.version)
      expect(vehicleIn(offered)).toMatchObject({
        status: 'APPRAISAL_DONE',
        offerCents: 1_500_000,
        offerExpires: new Date(app.clock.atMs + 7 * DAY_MS).toISOString(),
      })
      expect((await latestMail()).subject).toBe('Our offer for your trade-in: $15,000')
      expect(await waiting()).toEqual([])
      // Better, before it is accepted.
      valueOf(await offer(id, added.id, 1_600_000))

      const accepted = valueOf(await write(id, { request: 'ACCEPT' }))
      expect(vehicleIn(accepted)).toMatchObject({
        status: 'APPRAISAL_ACCEPTED',
        offerCents: 1_600_000,
      })
      const { driveAwayCents, depositDueCents } = accepted.currentQuote.totals
      expect(accepted.paymentMetadata.balanceCents).toBe(
        driveAwayCents - depositDueCents - (1_600_000 - 200_000),
      )
      expect(faultsOf(await offer(id, added.id, 1)).status).toBe(409)
    })

    test('are offered for no longer than seven days, and only while the purchase is open', async () => {
      const { id } = await ready(mia)
      const { id: vehicleId } = vehicleIn(valueOf(await write(id, { request: 'APPRAISAL' })))
      expect(faultsOf(await offer(id, 'another', 1)).status).toBe(404)
      valueOf(await offer(id, vehicleId, 1_500_000))
      app.clock.advance(7 * DAY_MS)
      await signInAgain()
      expect(faultsOf(await write(id, { request: 'ACCEPT' })).status).toBe(409)
      valueOf(await mia.call(cancelPurchase, { params: { id } }))
      await signInAgain()
      expect(faultsOf(await offer(id, vehicleId, 1)).status).toBe(409)
    })
  })

  describe('§4 the statuses that people move', () => {
    const BODIES = {
      'car-found': { event: 'car-found' },
      'agreement-accepted': { event: 'agreement-accepted', note: 'Signed at Albany.' },
      'handed-over': { event: 'handed-over', registration: 'NEW101' },
    } as const
    const advance = (id: string, event: keyof typeof BODIES) =>
      sam.call(advanceJourney, { params: { id }, body: BODIES[event] })
    const statusOf = ({ status }: PurchaseJourney) => status.purchaseJourneyStatusCode

    test('from confirmed to agreement to complete, each when it is paid for', async () => {
      const { id, paymentMetadata } = await confirmed(mia)
      expect(faultsOf(await advance(id, 'handed-over')).status).toBe(409)
      expect(faultsOf(await advance(id, 'agreement-accepted')).status).toBe(409)
      await record(id, paymentMetadata.depositCents, 'R1')
      const agreed = valueOf(await advance(id, 'agreement-accepted'))
      expect([statusOf(agreed), agreed.paymentMetadata.canPayBalance]).toEqual(['AGREEMENT', true])
      expect(faultsOf(await advance(id, 'handed-over')).status).toBe(409)
      await record(id, paymentMetadata.balanceCents, 'R2')
      expect(statusOf(valueOf(await advance(id, 'handed-over')))).toBe('COMPLETE')
      expect(faultsOf(await advance(id, 'handed-over')).status).toBe(409)
    })

    test('a car that is found, or handed over, is answered again after a lost answer, and done once', async () => {
      const car = { kdcd: 'SK27S-A', colourCode: 'WHS' } as const
      const { id } = await confirmed(mia, car)
      await db.updateTable('stock').set({ quantity: 1 }).where('kdcd', '=', car.kdcd).execute()
      const twice = async (event: 'car-found' | 'handed-over') => {
        const asked = { params: { id }, body: BODIES[event], idempotencyKey: `press-${event}` }
        const first = valueOf(await sam.call(advanceJourney, asked))
        // As it is left by a process that died before it had kept the answer.
        const lost = { status: null, body: null, created_at: '2026-01-01T00:00:00.000Z' }
        await db.updateTable('idempotency').set(lost).where('key', '=', `press-${event}`).execute()
        expect(valueOf(await sam.call(advanceJourney, asked))).toEqual(first)
        expect(faultsOf(await advance(id, event)).status).toBe(409)
        return first
      }
      const { paymentMetadata } = await twice('car-found')
      await record(id, paymentMetadata.depositCents, 'R1')
      valueOf(await advance(id, 'agreement-accepted'))
      await record(id, paymentMetadata.balanceCents, 'R2')
      await twice('handed-over')
      const events = await db.selectFrom('journey_event').select('event').execute()
      for (const event of ['car-found', 'handed-over'])
        expect(events.filter((row) => row.event === event)).toHaveLength(1)
    })

    test('what a lender pays is waited for before the car is handed over', async () => {
      const { id, currentQuote, paymentMetadata } = await confirmed(mia, {
        payOption: 'LOANCLASIC',
      })
      await record(id, paymentMetadata.depositCents, 'R1')
      valueOf(await advance(id, 'agreement-accepted'))
      expect(faultsOf(await advance(id, 'handed-over')).status).toBe(409)
      const amountCents = currentQuote.finance!.amountFinancedCents
      const body = { source: 'MTF', amountCents, reference: 'M1' } as const
      valueOf(await sam.call(recordReceipt, { params: { id }, body }))
      expect(statusOf(valueOf(await advance(id, 'handed-over')))).toBe('COMPLETE')
    })

    test('a car is found for a purchase that had none, when there is one', async () => {
      // The catalogue calls it unavailable, so nothing is built.
      const car = { kdcd: 'SK27S-A', colourCode: 'WHS' } as const
      const { id } = await confirmed(mia, car)
      expect(await work()).toMatchObject([
        { kind: 'no-car', id, customer: { id: mia.customerId }, amountCents: null },
      ])
      expect(faultsOf(await advance(id, 'car-found')).status).toBe(409)
      app.clock.advance(1000)
      await db
        .updateTable('stock')
        .set({ quantity: 1 })
        .where('kdcd', '=', car.kdcd)
        .where('colour_code', '=', car.colourCode)
        .execute()
      const found = valueOf(await advance(id, 'car-found'))
      expect([statusOf(found), found.paymentMetadata.canPayDeposit]).toEqual(['CONFIRMED', true])
      expect((await latestMail()).subject).toContain('We’ve found your car')
      expect(faultsOf(await advance(id, 'car-found')).status).toBe(409)
      const { depositCents: amountCents } = found.paymentMetadata
      expect(await work()).toMatchObject([{ kind: 'unpaid', id, amountCents }])
    })
  })

  describe('payments that a person has to look at', () => {
    const toReview = () => work('transfers')
    const decide = (
      id: string,
      paymentId: string,
      outcome: 'RECEIVED' | 'SEND_BACK' | 'NOTHING_CAME',
    ) => sam.call(decideReview, { params: { id }, body: { paymentId, outcome } })

    test('what was too much goes back, once', async () => {
      const { id, paymentMetadata } = await confirmed(mia)
      const { depositCents, balanceCents } = paymentMetadata
      await record(id, depositCents + balanceCents + 700, 'R1')
      const [over] = await toReview()
      expect(over).toMatchObject({ amountCents: 700, detail: 'More than was due' })
      const other = await started(mia)
      expect(faultsOf(await decide(other.id, over!.id, 'SEND_BACK')).status).toBe(404)

      valueOf(await decide(id, over!.id, 'SEND_BACK'))
      expect(faultsOf(await decide(id, over!.id, 'SEND_BACK')).status).toBe(409)
      expect(await toReview()).toEqual([])
      const { refunds } = valueOf(await sam.call(listRefunds))
      expect(refunds).toMatchObject([{ amountCents: 700, reason: 'REVIEWED', status: 'BY_HAND' }])
      const { paidCents } = (await journeyOf(id)).paymentMetadata
      expect(paidCents).toBe(depositCents + balanceCents)
      const params = { id: refunds[0]!.refundId }
      app.clock.advance(1000)
      valueOf(
        await sam.call(completeRefund, { params, body: { reference: 'B-1', amountCents: 700 } }),
      )
      expect((await latestMail()).subject).toBe('We’ve refunded $7')
    })

    test('of a transfer that was not finished, what has come goes back', async () => {
      const { id } = await confirmed(mia)
      await record(id, 40_000, 'R1')
      valueOf(await mia.call(cancelPurchase, { params: { id } }))
      expect(await toReview()).toEqual([])
      expect((await latestMail()).text).toContain('We’re refunding your $400')
      expect(valueOf(await sam.call(listRefunds)).refunds).toMatchObject([{ amountCents: 40_000 }])
    })

    test('money that was not due cannot count', async () => {
      const { id, paymentMetadata } = await confirmed(mia)
      await record(id, paymentMetadata.depositCents + paymentMetadata.balanceCents + 700, 'R1')
      const [over] = await toReview()
      expect(faultsOf(await decide(id, over!.id, 'RECEIVED')).status).toBe(409)
    })

    test('where nothing came, the customer can pay again', async () => {
      const { id } = await confirmed(mia)
      await record(id, 100, 'R1')
      await db
        .updateTable('payment')
        .set({ status: 'NEEDS_REVIEW', review_reason: 'a test says so' })
        .execute()
      expect((await journeyOf(id)).paymentMetadata.canPayDeposit).toBe(false)
      const [payment] = await toReview()
      valueOf(await decide(id, payment!.id, 'NOTHING_CAME'))
      expect((await journeyOf(id)).paymentMetadata.canPayDeposit).toBe(true)
      expect(valueOf(await sam.call(listRefunds)).refunds).toEqual([])
    })
  })
})
