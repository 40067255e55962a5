import { describe, expect, test } from 'vitest'
import { getQuote, listQuotes } from '#lib/quotes/calls.ts'
import * as calls from '#lib/purchases/calls.ts'
import type { JourneyPatch } from '#lib/purchases/shapes.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  aRequest,
  confirmed,
  faultsOf,
  ownerDetails,
  started,
} from '#tests/setup/purchases.ts'
import { tradeIn, create, get, patch, statusOf } from './journeys.fixture.ts'
import { app, db, mia, setUpTwoCustomers } from '#tests/setup/suite.ts'
import { beforeReading } from '#tests/setup/written.ts'

describe.each(databases)('purchase journeys on $name', (database) => {
  setUpTwoCustomers(database)

  describe('changing', () => {
    test('merges by field and counts the version in the ETag', async () => {
      const { id } = await started(mia)
      const { accessToken } = await arrive(app)
      const authorization = `Bearer ${accessToken}`
      const first = await app.request(`/api/purchase-journey/${id}`, { headers: { authorization } })
      expect(first.headers.get('etag')).toBe('"v1"')

      valueOf(await patch(mia, id, { outletCode: 'AKL01' }, '"v1"'))
      const after = valueOf(await patch(mia, id, { ownerDetails: ownerDetails() }, '"v2"'))
      expect(after).toMatchObject({
        outletCode: 'AKL01',
        version: 3,
        ownerDetails: { ...ownerDetails(), mobilePhone: '+64215550123' },
      })
      expect(faultsOf(await patch(mia, id, { outletCode: null }, '"v2"'))).toMatchObject({
        status: 412,
        code: 'Conflict',
      })
      const stale = await app.request(`/api/purchase-journey/${id}`, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json', 'if-match': '"v1"' },
        body: '{}',
      })
      expect([stale.status, stale.headers.get('etag')]).toEqual([412, '"v3"'])
      expect(await stale.json()).toMatchObject({ code: 'Conflict', current: after })
      expect(
        valueOf(await patch(mia, id, { outletCode: null }, '"v2", "v3"')).outletCode,
      ).toBeNull()
      expect(valueOf(await patch(mia, id, {})).version).toBe(4)
    })

    test('twenty changes on the same version: one is taken', async () => {
      const { id } = await started(mia)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => patch(mia, id, { outletCode: 'AKL01' }, '"v1"')),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect((await get(mia, id)).version).toBe(2)
    })

    test('the furthest step never moves back', async () => {
      const { id } = await started(mia)
      const reach = async (furthestStep: NonNullable<JourneyPatch['metadata']>['furthestStep']) =>
        valueOf(await patch(mia, id, { metadata: { furthestStep } })).metadata.furthestStep
      expect(await reach('owner-details')).toBe('owner-details')
      expect(await reach('quote')).toBe('owner-details')
      expect(await reach('confirm')).toBe('confirm')
    })

    test('owner details are confirmed only when there are any', async () => {
      const { id } = await started(mia)
      expect(faultsOf(await patch(mia, id, { hasConfirmedOwnerDetails: true }))).toEqual({
        status: 400,
        code: 'Validation',
        fields: ['hasConfirmedOwnerDetails'],
      })
      valueOf(await patch(mia, id, { ownerDetails: ownerDetails() }))
      const after = valueOf(await patch(mia, id, { hasConfirmedOwnerDetails: true }))
      expect(after.hasConfirmedOwnerDetails).toBe(true)
    })

    test.each<[JourneyPatch, string, string[]]>([
      [
        { ownerDetails: ownerDetails({ mobilePhone: '12' }) },
        'Validation',
        ['ownerDetails.mobilePhone'],
      ],
      [
        { ownerDetails: ownerDetails({ homePhone: 'ring me' }) },
        'Validation',
        ['ownerDetails.homePhone'],
      ],
      [
        { ownerDetails: ownerDetails({ dateOfBirth: '1990-02-30' }) },
        'Validation',
        ['ownerDetails.dateOfBirth'],
      ],
      [
        { ownerDetails: ownerDetails({ customerType: 'COMPANY' }) },
        'Validation',
        ['ownerDetails.companyName'],
      ],
      [
        {
          ownerDetails: {
            ...ownerDetails(),
            driverLicence: { number: 'AB123456', type: 'FULL' },
          } as never,
        },
        'Validation',
        ['ownerDetails.driverLicence.version'],
      ],
      [{ outletCode: 'NIL99' }, 'Validation', ['outletCode']],
      [
        { currentQuoteRequest: aRequest({ colourCode: 'NONE' }) },
        'InvalidQuoteInfo',
        ['currentQuoteRequest.colourCode'],
      ],
      [
        { tradeInformation: { vehicles: [tradeIn(), tradeIn()] } },
        'Validation',
        ['tradeInformation.vehicles.1.registration'],
      ],
      [
        { tradeInformation: { vehicles: [tradeIn({ photos: ['none'] })] } },
        'Validation',
        ['tradeInformation.vehicles.0.photos'],
      ],
    ])('%j is refused as %s naming %j', async (body, code, fields) => {
      const { id } = await started(mia)
      expect(faultsOf(await patch(mia, id, body))).toEqual({ status: 400, code, fields })
      expect((await get(mia, id)).version).toBe(1)
    })

    test('what is the server’s is refused by name', async () => {
      const { id } = await started(mia)
      const before = await get(mia, id)
      const columns = Object.keys(
        (await db.selectFrom('purchase_journey').selectAll().executeTakeFirstOrThrow()) as object,
      )
      const shown = Object.keys(before).filter(
        (field) =>
          ![
            'currentQuoteRequest',
            'outletCode',
            'tradeInformation',
            'ownerDetails',
            'hasConfirmedOwnerDetails',
            'metadata',
          ].includes(field),
      )
      for (const field of [...shown, ...columns, 'prototype', 'constructor']) {
        const body = { [field]: 'CONFIRMED' } as JourneyPatch
        expect(faultsOf(await patch(mia, id, body)), field).toMatchObject({
          status: 400,
          fields: [field],
        })
      }
      const server = ['status', 'guide', 'offerCents', 'offerExpires', 'confirmedDate']
      for (const field of server) {
        const vehicle = { ...tradeIn(), [field]: 1 }
        const answer = await patch(mia, id, { tradeInformation: { vehicles: [vehicle] } })
        expect(faultsOf(answer).fields).toEqual([`tradeInformation.vehicles.0.${field}`])
      }
      const metadata = { furthestStep: 'confirm', deliveryStatus: 'LANDED' } as never
      expect(faultsOf(await patch(mia, id, { metadata })).fields).toEqual([
        'metadata.deliveryStatus',
      ])
      expect(await get(mia, id)).toEqual(before)
    })

    test('another car is priced as the current quote; the first quote stays', async () => {
      const journey = await started(mia)
      const change = async (facts: Partial<QuoteRequest>) =>
        valueOf(await patch(mia, journey.id, { currentQuoteRequest: aRequest(facts) }))
      const changed = await change({ accessoryCodes: ['DASH'] })
      const base = journey.originalQuote.totals.driveAwayCents
      expect(changed.originalQuote).toEqual(journey.originalQuote)
      expect(changed.currentQuote.totals.driveAwayCents).toBe(base + 64_900)
      expect(changed.currentQuoteRequest.accessoryCodes).toEqual(['DASH'])
      expect(changed.currentQuote).toMatchObject({ customerId: mia.customerId, version: 1 })

      const again = await change({ payOption: 'LOANCLASIC' })
      expect(again.currentQuote).toMatchObject({
        quoteId: changed.currentQuote.quoteId,
        version: 2,
        payOption: 'LOANCLASIC',
      })
      // One line in My Quotes, and neither quote starts a second purchase.
      const { quotes } = valueOf(await mia.call(listQuotes, { params: { id: mia.customerId } }))
      expect(quotes).toEqual([{ ...journey.originalQuote, delivery: expect.anything() }])
      for (const { quoteId } of [journey.originalQuote, again.currentQuote])
        expect(faultsOf(await create(mia, { quoteId })).status).toBe(409)
    })

    test('asking for what is quoted already keeps the promised price', async () => {
      const journey = await started(mia)
      app.clock.advance(60_000)
      const { currentQuote, originalQuote } = journey
      const same = valueOf(
        await patch(mia, journey.id, {
          currentQuoteRequest: { ...currentQuote.request, customerId: mia.customerId },
        }),
      )
      expect(same.currentQuote).toEqual(originalQuote)
    })

    test('a confirmed purchase is not changed', async () => {
      const { id, version } = await confirmed(mia)
      expect(faultsOf(await patch(mia, id, { outletCode: 'AKL01' })).status).toBe(409)
      expect((await get(mia, id)).version).toBe(version)
    })

    test('a started purchase can be deleted, a confirmed one cannot', async () => {
      const journey = await started(mia)
      const { id } = journey
      const changed = valueOf(
        await patch(mia, id, { currentQuoteRequest: aRequest({ accessoryCodes: ['DASH'] }) }),
      )
      valueOf(await mia.call(calls.deletePurchaseJourney, { params: { id } }))
      expect(faultsOf(await mia.call(calls.getPurchaseJourney, { params: { id } })).status).toBe(
        404,
      )
      const quote = async (quoteId: string) => mia.call(getQuote, { params: { id: quoteId } })
      expect((await quote(journey.originalQuote.quoteId)).ok).toBe(true)
      expect((await quote(changed.currentQuote.quoteId)).ok).toBe(false)

      const { id: other } = await confirmed(mia)
      expect(
        faultsOf(await mia.call(calls.deletePurchaseJourney, { params: { id: other } })).status,
      ).toBe(409)
      expect(statusOf(await get(mia, other))).toBe('CONFIRMED')
    })

    test('one that is deleted while it is cancelled is gone', async () => {
      const params = { id: (await started(mia)).id }
      beforeReading(app, 'payment', () => mia.call(calls.deletePurchaseJourney, { params }))
      expect(faultsOf(await mia.call(calls.cancelPurchase, { params })).status).toBe(404)
    })
  })
})
