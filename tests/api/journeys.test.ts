import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { catalogue } from '#content/catalogue.ts'
import { createPurchaseJourney, listPurchaseJourneys, listQuotes } from '#lib/contract/customers.ts'
import { retrieveAndCreateCar } from '#lib/contract/lookups.ts'
import * as calls from '#lib/contract/purchase-journeys.ts'
import { getQuote } from '#lib/contract/quotes.ts'
import { listDemoMail } from '#lib/contract/site.ts'
import type {
  JourneyPatch,
  PurchaseJourney,
  TradeVehicleInput,
} from '#lib/contract/shapes/journey.ts'
import type { QuoteRequest } from '#lib/contract/shapes/quote.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { expire } from '#server/jobs/expiry.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  aRequest,
  confirmed,
  confirming,
  conflictOf,
  faultsOf,
  ownerDetails,
  quoted,
  ready,
  saved,
  started,
  TERMS_VERSION,
  type Person,
} from '#tests/setup/purchases.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MISSING = 'AAAAAAAAAAAAAAAAAAAAAA'

const tradeIn = (facts: Partial<TradeVehicleInput> = {}): TradeVehicleInput => ({
  registration: 'TOI101',
  make: 'Tarvane',
  model: 'Cove',
  year: 2021,
  odometerKm: 48_210,
  owingCents: 250_000,
  ...facts,
})

describe.each(databases)('purchase journeys on $name', ({ open }) => {
  let db: Kysely<Database>
  let app: Application
  let mia: Person
  let kowhai: Person
  let staff: Person

  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    mia = await arrive(app)
    kowhai = await arrive(app, 'company@demo.example')
    staff = await arrive(app, 'staff@demo.example')
  })
  afterEach(() => db.destroy())

  const create = ({ call, customerId }: Person, body: Parameters<typeof createBody>[0]) =>
    call(createPurchaseJourney, createBody(body, customerId))
  const createBody = (
    body: {
      quoteId: string
      outletCode?: string
      tradeInformation?: { vehicles: TradeVehicleInput[] }
    },
    id = mia.customerId,
  ) => ({ params: { id }, body })
  const get = async ({ call }: Person, id: string) =>
    valueOf(await call(calls.getPurchaseJourney, { params: { id } }))
  const patch = ({ call }: Person, id: string, body: JourneyPatch, ifMatch?: string) =>
    call(calls.updatePurchaseJourney, { params: { id }, body, ...(ifMatch && { ifMatch }) })
  const statusOf = ({ status }: PurchaseJourney) => status.purchaseJourneyStatusCode
  const mailsTo = async (to: string) =>
    valueOf(await app.browser()(listDemoMail, { query: { to } })).messages

  describe('starting', () => {
    test('a quote of the customer’s starts one journey', async () => {
      // When the car would be ready is told of a quote; a purchase has its own promise.
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
      const byStaff = await staff.call(createPurchaseJourney, createBody({ quoteId: mias.quoteId }))
      expect(valueOf(byStaff).customer.id).toBe(mia.customerId)
    })

    test('vehicles are stamped with the day it is in New Zealand', async () => {
      // Eleven at night in London; the next day has long begun in Auckland.
      app.clock.atMs = Date.parse('2026-11-23T23:00:00.000Z')
      mia = await arrive(app)
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
    ])(
      '%s%s: somebody else’s is as missing as one that is not there',
      async (method, tail, body) => {
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
      },
    )

    test('lists are the customer’s own, newest first', async () => {
      const first = await started(mia)
      app.clock.advance(1000)
      const second = await started(mia)
      await started(kowhai)
      const params = { id: mia.customerId }
      for (const { call } of [mia, staff])
        expect(valueOf(await call(listPurchaseJourneys, { params })).purchaseJourneyList).toEqual(
          [second, first].map((journey) => ({
            purchaseJourneyId: journey.id,
            status: journey.status,
            quote: journey.currentQuote,
            originalQuoteId: journey.originalQuote.quoteId,
            paymentMetadata: journey.paymentMetadata,
            metadata: journey.metadata,
            created: journey.created,
            confirmedDate: null,
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
      const changed = await change({ accessoryCodes: ['MATS'] })
      const base = journey.originalQuote.totals.driveAwayCents
      expect(changed.originalQuote).toEqual(journey.originalQuote)
      expect(changed.currentQuote.totals.driveAwayCents).toBe(base + 18_900)
      expect(changed.currentQuoteRequest.accessoryCodes).toEqual(['MATS'])
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
        await patch(mia, id, { currentQuoteRequest: aRequest({ accessoryCodes: ['MATS'] }) }),
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
  })

  describe('trade-in', () => {
    const vehiclesOf = async (id: string, vehicles: TradeVehicleInput[]) =>
      valueOf(await patch(mia, id, { tradeInformation: { vehicles } })).tradeInformation.vehicles
    const offer = (id: string, days = 7) =>
      db
        .updateTable('trade_vehicle')
        .set({
          status: 'APPRAISAL_DONE',
          offer_cents: 1_500_000,
          offer_expires_at: new Date(app.clock.atMs + days * DAY_MS).toISOString(),
        })
        .where('trade_vehicle_id', '=', id)
        .execute()

    test('goes from added to requested, and once offered to accepted', async () => {
      const { id } = await started(mia)
      const [added] = await vehiclesOf(id, [tradeIn()])
      expect(added).toMatchObject({ status: 'TRADE_ADDED', confirmedDate: '2026-11-23' })
      const ask = { ...tradeIn(), id: added!.id }
      const accept = [{ ...ask, request: 'ACCEPT' as const }]
      expect(faultsOf(await patch(mia, id, { tradeInformation: { vehicles: accept } }))).toEqual({
        status: 409,
        code: 'Conflict',
        fields: ['tradeInformation.vehicles.0.request'],
      })
      const [requested] = await vehiclesOf(id, [{ ...ask, request: 'APPRAISAL' }])
      expect(requested).toMatchObject({ id: added!.id, status: 'APPRAISAL_REQUESTED' })

      await offer(added!.id)
      const before = await get(mia, id)
      expect(before.tradeInformation.vehicles[0]).toMatchObject({
        status: 'APPRAISAL_DONE',
        offerCents: 1_500_000,
      })
      const [accepted] = await vehiclesOf(id, accept)
      expect(accepted!.status).toBe('APPRAISAL_ACCEPTED')
      // Only now the value is in the deal: the offer less what is owing on it.
      const after = await get(mia, id)
      expect(before.paymentMetadata.balanceCents - after.paymentMetadata.balanceCents).toBe(
        1_250_000,
      )
      expect((await vehiclesOf(id, accept))[0]!.status).toBe('APPRAISAL_ACCEPTED')
    })

    test('an offer past its date cannot be accepted', async () => {
      const { id } = await started(mia)
      const [vehicle] = await vehiclesOf(id, [tradeIn()])
      await offer(vehicle!.id, 7)
      app.clock.advance(7 * DAY_MS)
      mia = await arrive(app)
      const vehicles = [{ ...tradeIn(), id: vehicle!.id, request: 'ACCEPT' as const }]
      expect(faultsOf(await patch(mia, id, { tradeInformation: { vehicles } })).status).toBe(409)
    })

    test('an offer past its date is asked for again', async () => {
      const { id } = await started(mia)
      const [vehicle] = await vehiclesOf(id, [tradeIn()])
      await offer(vehicle!.id, 7)
      const ask = [{ ...tradeIn(), id: vehicle!.id, request: 'APPRAISAL' as const }]
      expect((await vehiclesOf(id, ask))[0]).toMatchObject({ status: 'APPRAISAL_DONE' })
      app.clock.advance(7 * DAY_MS)
      mia = await arrive(app)
      const [asked] = await vehiclesOf(id, ask)
      expect(asked).toMatchObject({ id: vehicle!.id, status: 'APPRAISAL_REQUESTED' })
      expect(asked).not.toHaveProperty('offerCents')
    })

    test.each([
      ['while the offer holds', 6, 'APPRAISAL_DONE', 1_500_000],
      ['after it', 8, 'APPRAISAL_REQUESTED', undefined],
    ])('acceptance is taken back %s', async (_, days, status, offerCents) => {
      const { id } = await started(mia)
      const [vehicle] = await vehiclesOf(id, [tradeIn()])
      const known = { ...tradeIn(), id: vehicle!.id }
      await offer(vehicle!.id, 7)
      await vehiclesOf(id, [{ ...known, request: 'ACCEPT' }])
      const { balanceCents } = (await get(mia, id)).paymentMetadata
      app.clock.advance(days * DAY_MS)
      mia = await arrive(app)
      const [back] = await vehiclesOf(id, [{ ...known, request: 'APPRAISAL' }])
      expect(back!.status).toBe(status)
      expect(back!.offerCents).toBe(offerCents)
      expect((await get(mia, id)).paymentMetadata.balanceCents - balanceCents).toBe(1_250_000)
    })

    test('an offer was for the vehicle as it was described', async () => {
      const { id } = await started(mia)
      const [vehicle] = await vehiclesOf(id, [tradeIn()])
      await offer(vehicle!.id)
      await vehiclesOf(id, [{ ...tradeIn(), id: vehicle!.id, request: 'ACCEPT' }])
      const [changed] = await vehiclesOf(id, [tradeIn({ id: vehicle!.id, owingCents: 0 })])
      expect(changed).toMatchObject({ id: vehicle!.id, status: 'TRADE_ADDED' })
      expect(changed!.offerCents).toBeUndefined()
    })

    test('a retry without ids finds the same vehicles, and one that is left out is gone', async () => {
      const { id } = await started(mia)
      const both = [tradeIn(), tradeIn({ registration: 'ABC123' })]
      const first = await vehiclesOf(id, both)
      expect(await vehiclesOf(id, both)).toEqual(first)
      expect(await vehiclesOf(id, [both[1]!])).toEqual([first[1]])
      // The same id twice is one vehicle and a new one.
      const twice = both.map((vehicle) => ({ ...vehicle, id: first[1]!.id }))
      expect(new Set((await vehiclesOf(id, twice)).map((vehicle) => vehicle.id)).size).toBe(2)
    })
  })

  describe('confirming', () => {
    const allocations = () => db.selectFrom('allocation').selectAll().execute()
    const events = () =>
      db
        .selectFrom('journey_event')
        .select(['event', 'from_status', 'to_status', 'actor'])
        .execute()
    const inStock = async (kdcd: string, colourCode: string) =>
      (
        await db
          .selectFrom('stock')
          .select('quantity')
          .where('kdcd', '=', kdcd)
          .where('colour_code', '=', colourCode)
          .executeTakeFirstOrThrow()
      ).quantity

    test('holds a car, says so by mail, and opens the deposit', async () => {
      const journey = valueOf(await confirming(mia, await ready(mia)))
      expect(journey).toMatchObject({
        status: { purchaseJourneyStatusCode: 'CONFIRMED' },
        confirmedDate: '2026-11-23',
        paymentMetadata: {
          canPayDeposit: true,
          canPayBalance: false,
          depositPaid: false,
          depositCents: 100_000,
          balanceCents: journey.currentQuote.totals.driveAwayCents - 100_000,
        },
      })
      expect(await allocations()).toMatchObject([{ kind: 'STOCK', stock_id: 'TN27H-A-BLD' }])
      expect(await inStock('TN27H-A', 'BLD')).toBe(5)
      expect(await events()).toEqual([
        {
          event: 'confirmed',
          from_status: 'STARTED',
          to_status: 'CONFIRMED',
          actor: `customer:${mia.customerId}`,
        },
      ])
      const [mail] = await mailsTo('customer@demo.example')
      expect(mail!.subject).toBe('Your purchase is confirmed: Tarn 1.5 Hybrid Plus')
      expect(mail!.text).toContain('the deposit of $1,000')
      expect(mail!.text).toContain(`/purchase/#/${journey.id}/payment`)
    })

    test('fifty at once confirm once', async () => {
      const journey = await ready(mia)
      const answers = await Promise.all(Array.from({ length: 50 }, () => confirming(mia, journey)))
      const first = valueOf(answers[0]!)
      for (const answer of answers) expect(valueOf(answer)).toEqual(first)
      expect(await allocations()).toHaveLength(1)
      expect(await events()).toHaveLength(1)
      expect(await inStock('TN27H-A', 'BLD')).toBe(5)
      expect(await mailsTo('customer@demo.example')).toHaveLength(1)
    })

    test('again at another price it says at which it is confirmed', async () => {
      const journey = await confirmed(mia)
      const total = journey.currentQuote.totals.driveAwayCents
      expect(conflictOf(await confirming(mia, journey, { acceptedTotalCents: 1 }))).toMatchObject({
        status: 409,
        newTotalCents: total,
      })
    })

    test('a price that was not the quoted one is asked again', async () => {
      const journey = await ready(mia)
      const total = journey.currentQuote.totals.driveAwayCents
      const answer = await confirming(mia, journey, { acceptedTotalCents: total - 1 })
      expect(conflictOf(answer)).toMatchObject({
        status: 409,
        code: 'Conflict',
        newTotalCents: total,
      })
      expect(statusOf(await get(mia, journey.id))).toBe('STARTED')
    })

    test('an expired quote is priced anew; a price that moved is shown before it is asked again', async () => {
      const journey = await ready(mia, { accessoryCodes: ['MATS'] })
      const total = journey.currentQuote.totals.driveAwayCents
      const dearer = structuredClone(catalogue)
      for (const accessory of dearer.accessories)
        if (accessory.code === 'MATS') accessory.priceCents += 1_000
      const later = startApplication(db, { deps: { catalogue: dearer } })
      later.clock.advance(14 * DAY_MS)
      const again = await arrive(later)

      expect(conflictOf(await confirming(again, journey))).toMatchObject({
        status: 409,
        newTotalCents: total + 1_000,
      })
      const shown = await get(again, journey.id)
      expect(shown.currentQuote.totals.driveAwayCents).toBe(total + 1_000)
      expect(shown.originalQuote.totals.driveAwayCents).toBe(total)
      expect(statusOf(valueOf(await confirming(again, shown)))).toBe('CONFIRMED')
    })

    test('an expired quote whose price stayed is confirmed at once', async () => {
      const journey = await ready(mia)
      app.clock.advance(14 * DAY_MS)
      const again = await arrive(app)
      expect(statusOf(valueOf(await confirming(again, journey)))).toBe('CONFIRMED')
    })

    test('a price that holds does not move with the catalogue', async () => {
      const journey = await ready(mia)
      const dearer = structuredClone(catalogue)
      for (const { variants } of dearer.models)
        for (const variant of variants) {
          variant.priceCents += 100_000
          for (const option of variant.options) option.totalPriceCents += 100_000
        }
      const again = await arrive(startApplication(db, { deps: { catalogue: dearer } }))
      expect(statusOf(valueOf(await confirming(again, journey)))).toBe('CONFIRMED')
    })

    test('wants confirmed owner details and the terms in force', async () => {
      const unready = await started(mia)
      expect(conflictOf(await confirming(mia, unready))).toMatchObject({
        status: 409,
        message: 'Please confirm the owner details first.',
      })
      const journey = await ready(mia)
      expect(faultsOf(await confirming(mia, journey, { termsVersion: '2019-01-01' }))).toEqual({
        status: 409,
        code: 'Conflict',
        fields: ['termsVersion'],
      })
      const body = { acceptedTotalCents: -1, termsVersion: '', signatureName: ' ', status: 'X' }
      const answer = await mia.call(calls.confirmPurchase, {
        params: { id: journey.id },
        body: body as never,
      })
      expect(faultsOf(answer)).toEqual({
        status: 400,
        code: 'Validation',
        fields: ['acceptedTotalCents', 'termsVersion', 'signatureName', 'status'],
      })
      expect(await allocations()).toEqual([])
    })

    test('of two who want the last car, one gets it and the other a build slot', async () => {
      const last = { kdcd: 'TN27H-A', colourCode: 'RDB' }
      const [one, other] = [await ready(mia, last), await ready(kowhai, last)]
      const answers = await Promise.all([confirming(mia, one), confirming(kowhai, other)])
      expect(answers.map((answer) => statusOf(valueOf(answer)))).toEqual(['CONFIRMED', 'CONFIRMED'])
      expect(await inStock('TN27H-A', 'RDB')).toBe(0)
      const held = (await allocations()).map(({ kind, model_code, month }) => ({
        kind,
        model_code,
        month,
      }))
      expect(held).toHaveLength(2)
      expect(held).toEqual(
        expect.arrayContaining([
          { kind: 'STOCK', model_code: null, month: null },
          { kind: 'BUILD', model_code: 'TN', month: '2026-12' },
        ]),
      )
    })

    test('build slots fill up month by month', async () => {
      await db
        .insertInto('build_slot')
        .values([
          { model_code: 'TN', month: '2026-12', promised: 8 },
          { model_code: 'TN', month: '2027-01', promised: 7 },
        ])
        .execute()
      const onOrder = { kdcd: 'TN27H-B', colourCode: 'WHP' }
      const first = await confirmed(mia, onOrder)
      expect(first.metadata.deliveryStatus).toBe('ONORDER')
      await confirmed(mia, onOrder)
      expect((await allocations()).map(({ month }) => month).sort()).toEqual(['2027-01', '2027-02'])
    })

    test('with neither car nor slot the purchase waits, and nothing can be paid', async () => {
      const full = ['2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05']
      await db
        .insertInto('build_slot')
        .values(full.map((month) => ({ model_code: 'TN', month, promised: 8 })))
        .execute()
      // What is not built any more has no slots at all.
      for (const car of [
        { kdcd: 'TN27H-B', colourCode: 'WHP' },
        { kdcd: 'SK27S-A', colourCode: 'ORK' },
      ]) {
        const journey = await confirmed(mia, car)
        expect(statusOf(journey)).toBe('NOCARAVAIL')
        expect(journey.paymentMetadata).toMatchObject({
          canPayDeposit: false,
          canPayBalance: false,
        })
        expect(valueOf(await confirming(mia, journey))).toEqual(journey)
      }
      expect(await allocations()).toEqual([])
      const [mail] = await mailsTo('customer@demo.example')
      expect(mail!.subject).toMatch(/^We are looking for your car/)
    })

    test('the same key answers the same, and not for another body', async () => {
      const journey = await ready(mia)
      const confirm = (signatureName: string) =>
        mia.call(calls.confirmPurchase, {
          params: { id: journey.id },
          body: {
            acceptedTotalCents: journey.currentQuote.totals.driveAwayCents,
            termsVersion: TERMS_VERSION,
            signatureName,
          },
          idempotencyKey: 'press-1',
        })
      expect(valueOf(await confirm('Mia Harris'))).toEqual(valueOf(await confirm('Mia Harris')))
      expect(faultsOf(await confirm('Mia H')).status).toBe(422)
    })
  })

  describe('running out', () => {
    test('a purchase nobody touches for thirty days expires, a confirmed one does not', async () => {
      const idle = await started(mia)
      const kept = await confirmed(mia)
      app.clock.advance(29 * DAY_MS)
      await expire(app.deps)
      mia = await arrive(app)
      expect(statusOf(await get(mia, idle.id))).toBe('STARTED')
      app.clock.advance(2 * DAY_MS)
      await expire(app.deps)
      mia = await arrive(app)
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
