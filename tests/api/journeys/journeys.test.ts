import { describe, expect, test } from 'vitest'
import { createPurchaseJourney, listPurchaseJourneys } from '#lib/purchases/calls.ts'
import { retrieveAndCreateCar } from '#lib/vehicles/calls.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirmed,
  confirming,
  conflictOf,
  faultsOf,
  quoted,
  saved,
  started,
  TERMS_VERSION,
} from '#tests/setup/purchases.ts'
import { tradeIn, create, createBody, get, patch, statusOf } from './journeys.fixture.ts'
import { app, db, kowhai, mia, sam, setUpTwoCustomers, signInAgain } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

const MISSING = 'AAAAAAAAAAAAAAAAAAAAAA'

describe.each(databases)('purchase journeys on $name', (database) => {
  setUpTwoCustomers(database)

  describe('starting', () => {
    test('a quote of the customer’s starts one journey', async () => {
      // A purchase says it itself: its quote is kept as it was.
      const { delivery, ...quote } = await saved(mia, { outletCode: 'AKL01' })
      expect(delivery).toEqual({ from: '2026-11-30', to: '2026-12-07' })
      const journey = valueOf(await create(mia, { quoteId: quote.quoteId }))
      expect(journey).toMatchObject({
        purchaseJourneyId: journey.id,
        status: { purchaseJourneyStatusCode: 'STARTED' },
        created: '2026-11-23T01:00:00.000Z',
        originalQuote: quote,
        currentQuote: quote,
        currentQuoteRequest: quote.request,
        customer: { id: mia.customerId, name: { firstName: 'Mia', lastName: 'Harris' } },
        metadata: { furthestStep: 'configure' },
        paymentMetadata: {
          canPayDeposit: false,
          canPayBalance: false,
          depositPaid: false,
          depositCents: 100_000,
          paidCents: 0,
        },
        hasConfirmedOwnerDetails: false,
        confirmedDate: null,
        tradeInformation: { vehicles: [] },
        ownerDetails: null,
        outletCode: 'AKL01',
        delivery,
        version: 1,
      })
      expect(faultsOf(await create(mia, { quoteId: quote.quoteId }))).toMatchObject({
        status: 409,
        code: 'Conflict',
      })
      expect(await get(mia, journey.id)).toEqual(journey)
    })

    test('twenty at once start one', async () => {
      const { quoteId } = await saved(mia)
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(mia, { quoteId })))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await db.selectFrom('purchase_journey').selectAll().execute()).toHaveLength(1)
    })

    test('only from the customer’s own quote, for a customer one may act for', async () => {
      const anonymous = await quoted(mia.call)
      const kowhais = await saved(kowhai)
      for (const quoteId of [anonymous.quoteId, kowhais.quoteId, MISSING])
        expect(faultsOf(await create(mia, { quoteId }))).toMatchObject({ status: 404 })
      expect(
        faultsOf(await kowhai.call(createPurchaseJourney, createBody({ quoteId: MISSING }))),
      ).toMatchObject({ status: 403, code: 'NotPermitted' })
      const mias = await saved(mia)
      const byStaff = await sam.call(createPurchaseJourney, createBody({ quoteId: mias.quoteId }))
      expect(valueOf(byStaff).customer.id).toBe(mia.customerId)
    })

    test('vehicles are stamped with the day it is in New Zealand', async () => {
      // Eleven at night in London; the next day has long begun in Auckland.
      app.clock.atMs = Date.parse('2026-11-23T23:00:00.000Z')
      await signInAgain()
      const { quoteId } = await saved(mia)
      await mia.call(retrieveAndCreateCar, { params: { regNo: 'TOI101' } })
      const { tradeInformation } = valueOf(
        await create(mia, {
          quoteId,
          tradeInformation: { vehicles: [tradeIn({ id: 'new-0', registration: 'toi-1 01' })] },
        }),
      )
      expect(tradeInformation.vehicles).toEqual([
        {
          id: expect.stringMatching(/^[\w-]{22}$/),
          registration: 'TOI101',
          make: 'Tarvane',
          model: 'Cove',
          year: 2021,
          odometerKm: 48_210,
          owingCents: 250_000,
          photos: [],
          status: 'TRADE_ADDED',
          guide: { lowCents: 1_485_000, highCents: 1_782_000 },
          confirmedDate: '2026-11-24',
          openRecalls: [expect.objectContaining({ recallNumber: 'TVN-2024-003' })],
        },
      ])
    })

    test.each<[object, string[]]>([
      [{ quoteId: 'x' }, []],
      [{}, ['quoteId']],
      [{ quoteId: 'x', status: 'CONFIRMED' }, ['status']],
      [
        { quoteId: 'x', tradeInformation: { vehicles: [{}] } },
        ['tradeInformation.vehicles.0.registration'],
      ],
    ])('%j: the fields at fault are named', async (body, fields) => {
      const { accessToken } = await arrive(app)
      const response = await app.request(`/api/customer/${mia.customerId}/purchase-journeys`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${accessToken}`,
        },
        body: JSON.stringify(body),
      })
      const { messages } = (await response.json()) as { messages: { property?: string }[] }
      const named = messages.flatMap(({ property }) => property ?? [])
      expect(response.status).toBe(fields.length > 0 ? 400 : 404)
      expect(named).toEqual(expect.arrayContaining(fields))
    })
  })

  describe('who sees a journey', () => {
    const bytes = async (path: string, init: RequestInit) => {
      const response = await app.request(path, init)
      return `${response.status} ${(await response.text()).replace(/"requestId":"[^"]+"/, '')}`
    }

    test.each<[string, string, object | undefined]>([
      ['GET', '', undefined],
      ['PATCH', '', { outletCode: null }],
      ['DELETE', '', undefined],
      [
        'POST',
        '/confirm-purchase',
        { acceptedTotalCents: 1, termsVersion: TERMS_VERSION, signatureName: 'M' },
      ],
      ['GET', '/finance-application', undefined],
      ['POST', '/finance-application', anApplication()],
    ])('%s%s: another customer’s is not found', async (method, tail, body) => {
      const { id } = await started(mia)
      const { accessToken } = await arrive(app, 'company@demo.example')
      const init = {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      }
      const answer = await bytes(`/api/purchase-journey/${id}${tail}`, init)
      expect(answer).toMatch(/^404 /)
      expect(answer).toBe(await bytes(`/api/purchase-journey/${MISSING}${tail}`, init))
      expect((await get(mia, id)).version).toBe(1)
    })

    test('lists are the customer’s own, newest first', async () => {
      const first = await started(mia)
      app.clock.advance(1000)
      const second = await started(mia)
      await started(kowhai)
      const params = { id: mia.customerId }
      for (const { call } of [mia, sam])
        expect(valueOf(await call(listPurchaseJourneys, { params })).purchaseJourneyList).toEqual(
          [second, first].map((journey) => ({
            purchaseJourneyId: journey.id,
            reference: journey.reference,
            status: journey.status,
            quote: journey.currentQuote,
            originalQuoteId: journey.originalQuote.quoteId,
            paymentMetadata: journey.paymentMetadata,
            metadata: journey.metadata,
            created: journey.created,
            confirmedDate: null,
            delivery: { from: '2026-11-30', to: '2026-12-07' },
          })),
        )
      expect(faultsOf(await kowhai.call(listPurchaseJourneys, { params })).status).toBe(403)

      let cursor: string | null = null
      for (const id of [second.id, first.id]) {
        const query: { limit: string; cursor?: string } = { limit: '1', ...(cursor && { cursor }) }
        const page = valueOf(await mia.call(listPurchaseJourneys, { params, query }))
        expect(page.purchaseJourneyList).toMatchObject([{ purchaseJourneyId: id }])
        cursor = page.nextCursor
      }
      expect(cursor).toBeNull()
    })
  })

  describe('running out', () => {
    test('a purchase expires after thirty days without a change, a confirmed one does not', async () => {
      const idle = await started(mia)
      const kept = await confirmed(mia)
      app.clock.advance(29 * DAY_MS)
      await expire(app.deps)
      await signInAgain()
      expect(statusOf(await get(mia, idle.id))).toBe('STARTED')
      app.clock.advance(2 * DAY_MS)
      await expire(app.deps)
      await signInAgain()
      expect(statusOf(await get(mia, idle.id))).toBe('EXPIRED')
      expect(statusOf(await get(mia, kept.id))).toBe('CONFIRMED')
      expect(faultsOf(await patch(mia, idle.id, { outletCode: null })).status).toBe(409)
      expect(conflictOf(await confirming(mia, idle)).status).toBe(409)
    })

    test('anonymous quotes go after ninety days, those of customers stay', async () => {
      await quoted(app.browser())
      const { quoteId } = await saved(mia)
      app.clock.advance(91 * DAY_MS)
      await expire(app.deps)
      expect(await db.selectFrom('quote').select('quote_id').execute()).toEqual([
        { quote_id: quoteId },
      ])
    })
  })
})
