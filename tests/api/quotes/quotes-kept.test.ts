import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import {
  createPurchaseJourney,
  getPurchaseJourney,
  listPurchaseJourneys,
} from '#lib/purchases/calls.ts'
import { listQuotes } from '#lib/quotes/calls.ts'
import * as calls from '#lib/quotes/calls.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  aRequest,
  confirmed,
  faultsOf,
  quoted,
  saved,
  started,
  type Person,
} from '#tests/setup/purchases.ts'
import { app, db, kowhai, mia, sam, setUpTwoCustomers, signInAgain } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

describe.each(databases)('quotes on $name', (database) => {
  setUpTwoCustomers(database)

  describe('saving and copying', () => {
    /** Mia's browser, in which an anonymous quote was made before she signed in. */
    const withAnonymousQuote = async () => {
      const quote = await quoted(mia.call)
      return { quote, params: { id: quote.quoteId } }
    }

    test('a stored quote is copied to the customer, and the original stays', async () => {
      const { quote } = await withAnonymousQuote()
      const copy = valueOf(await mia.call(calls.saveQuote, { body: { quoteId: quote.quoteId } }))
      expect(copy).toMatchObject({
        customerId: mia.customerId,
        anonymousQuote: false,
        customerName: 'Mia Harris',
        customerEmail: 'customer@demo.example',
        lines: quote.lines,
        totals: quote.totals,
        request: quote.request,
        expires: quote.expires,
      })
      expect(copy.quoteId).not.toBe(quote.quoteId)
      const params = { id: quote.quoteId }
      expect(valueOf(await mia.call(calls.getQuote, { params }))).toEqual(quote)
    })

    test('asked for twenty times at once, there is one copy', async () => {
      const { params } = await withAnonymousQuote()
      const body = { customerId: mia.customerId }
      const copies = await Promise.all(
        Array.from({ length: 20 }, () => mia.call(calls.copyQuote, { params, body })),
      )
      const ids = new Set(copies.map((copy) => valueOf(copy).quoteId))
      expect(ids.size).toBe(1)
      expect(await db.selectFrom('quote').selectAll().execute()).toHaveLength(2)
    })

    test('a quote that is the customer’s already is its own copy', async () => {
      const { quoteId } = await saved(mia)
      const body = { customerId: mia.customerId }
      const copy = await mia.call(calls.copyQuote, { params: { id: quoteId }, body })
      expect(valueOf(copy).quoteId).toBe(quoteId)
    })

    test('a quote cannot be copied to another customer, or from another person’s browser', async () => {
      const { params } = await withAnonymousQuote()
      const body = { customerId: kowhai.customerId }
      expect(faultsOf(await mia.call(calls.copyQuote, { params, body }))).toMatchObject({
        status: 403,
        code: 'NotPermitted',
      })
      expect(faultsOf(await kowhai.call(calls.copyQuote, { params, body })).status).toBe(404)
    })

    test('staff copy an anonymous quote of their own browser, and not one of another', async () => {
      const { params, quote } = await withAnonymousQuote()
      const body = { customerId: mia.customerId }
      expect(faultsOf(await sam.call(calls.copyQuote, { params, body }))).toMatchObject({
        status: 404,
        code: 'NotFound',
      })
      const forMia = { quoteId: quote.quoteId, customerId: mia.customerId }
      expect(faultsOf(await sam.call(calls.saveQuote, { body: forMia })).status).toBe(404)
      expect(
        valueOf(await mia.call(listQuotes, { params: { id: mia.customerId } })).quotes,
      ).toEqual([])

      const own = { id: (await quoted(sam.call)).quoteId }
      const copy = valueOf(await sam.call(calls.copyQuote, { params: own, body }))
      expect(copy).toMatchObject({ customerId: mia.customerId, anonymousQuote: false })
      // A customer's own quote is copied from any browser.
      const saves = { id: (await saved(mia)).quoteId }
      expect((await sam.call(calls.copyQuote, { params: saves, body })).ok).toBe(true)
    })

    test('a request is priced and saved as the customer’s', async () => {
      const quote = await saved(mia, { accessoryCodes: ['DASH'] })
      expect(quote).toMatchObject({ customerId: mia.customerId, anonymousQuote: false })
      expect(
        valueOf(await mia.call(listQuotes, { params: { id: mia.customerId } })).quotes,
      ).toEqual([quote])
    })

    test('staff must name the customer, customers only themselves', async () => {
      expect(faultsOf(await sam.call(calls.saveQuote, { body: aRequest() }))).toEqual({
        status: 400,
        code: 'Validation',
        fields: ['customerId'],
      })
      const forMia = aRequest({ customerId: mia.customerId })
      expect(valueOf(await sam.call(calls.saveQuote, { body: forMia })).customerId).toBe(
        mia.customerId,
      )
      expect(faultsOf(await kowhai.call(calls.saveQuote, { body: forMia })).status).toBe(403)
      const forNobody = aRequest({ customerId: 999_999 })
      expect(faultsOf(await sam.call(calls.saveQuote, { body: forNobody })).status).toBe(404)
    })

    test('the same key saves once', async () => {
      const save = () => mia.call(calls.saveQuote, { body: aRequest(), idempotencyKey: 'press-1' })
      expect(valueOf(await save()).quoteId).toBe(valueOf(await save()).quoteId)
    })

    test('a key that is forgotten names nothing of what came with it', async () => {
      const save = (colourCode: string) =>
        mia.call(calls.saveQuote, { body: aRequest({ colourCode }), idempotencyKey: 'press-1' })
      const first = valueOf(await save('BLD'))
      app.clock.advance(4 * DAY_MS)
      await forgetOld(app.deps)
      await signInAgain()
      const second = valueOf(await save('T2B'))
      expect(second.quoteId).not.toBe(first.quoteId)
      expect(second.request.colourCode).toBe('T2B')
    })
  })

  describe('refreshing', () => {
    /** The same database, after the price of the camera has gone up by $10. */
    const tomorrow = () => {
      const dearer = structuredClone(catalogue)
      for (const accessory of dearer.accessories)
        if (accessory.code === 'DASH') accessory.priceCents += 1_000
      const later = startApplication(db, {
        deps: { catalogue: dearer, catalogueVersion: 'dearer' },
      })
      later.clock.advance(DAY_MS)
      return later
    }

    test('prices again and says what changed', async () => {
      const quote = await saved(mia, { accessoryCodes: ['DASH'] })
      const later = await arrive(tomorrow())
      const fresh = valueOf(await later.call(calls.refreshQuote, { params: { id: quote.quoteId } }))
      expect(fresh).toMatchObject({
        quoteId: quote.quoteId,
        version: 2,
        catalogueVersion: 'dearer',
        expires: '2026-12-08T10:59:59.999Z',
        changes: [{ code: 'DASH', fromCents: 64_900, toCents: 65_900 }],
      })
      expect(fresh.totals.driveAwayCents).toBe(quote.totals.driveAwayCents + 1_000)
    })

    test('what a journey shows of its quote has a new version then', async () => {
      const journey = await started(mia)
      const params = { id: journey.currentQuote.quoteId }
      expect(valueOf(await mia.call(calls.refreshQuote, { params })).changes).toEqual([])
      const after = await mia.call(getPurchaseJourney, { params: { id: journey.id } })
      expect(valueOf(after).version).toBe(journey.version + 1)
    })

    test('a quote keeps the discount of an offer that has ended until it is priced again', async () => {
      const offersOf = (days: { from: string; until: string }) => ({
        catalogue: { ...catalogue, offers: catalogue.offers.map((one) => ({ ...one, ...days })) },
      })
      const running = startApplication(db, {
        deps: offersOf({ from: '2026-11-23', until: '2026-11-30' }),
      })
      const early = await arrive(running)
      const quote = await saved(early, { kdcd: 'ES27H-A', colourCode: undefined })
      expect(quote.lines).toContainEqual(
        expect.objectContaining({ kind: 'OFFER', amountCents: -150_000 }),
      )
      const ended = startApplication(db, {
        deps: offersOf({ from: '2026-11-23', until: '2026-11-23' }),
      })
      ended.clock.advance(DAY_MS)
      const later = await arrive(ended)
      const params = { id: quote.quoteId }
      expect(valueOf(await later.call(calls.getQuote, { params })).totals).toEqual(quote.totals)
      expect(valueOf(await later.call(calls.refreshQuote, { params })).changes).toEqual([
        { code: 'estuary-summer', fromCents: -150_000, toCents: null },
      ])
    })

    test('a choice that is gone is named', async () => {
      const quote = await saved(mia, { accessoryCodes: ['DASH'] })
      const without = startApplication(db, {
        deps: {
          catalogue: {
            ...catalogue,
            accessories: catalogue.accessories.filter(({ code }) => code !== 'DASH'),
          },
        },
      })
      const later = await arrive(without)
      const params = { id: quote.quoteId }
      expect(faultsOf(await later.call(calls.refreshQuote, { params }))).toEqual({
        status: 409,
        code: 'Conflict',
        fields: ['accessoryCodes'],
      })
    })

    test('a confirmed price stays', async () => {
      const { currentQuote } = await confirmed(mia)
      const params = { id: currentQuote.quoteId }
      expect(faultsOf(await mia.call(calls.refreshQuote, { params })).status).toBe(409)
    })
  })

  describe('listing and deleting', () => {
    const idsOf = async ({ call, customerId }: Person) =>
      valueOf(await call(listQuotes, { params: { id: customerId } })).quotes.map(
        ({ quoteId }) => quoteId,
      )

    test('a customer’s own, newest first', async () => {
      const first = await saved(mia)
      app.clock.advance(1000)
      const second = await saved(mia)
      await saved(kowhai)
      expect(await idsOf(mia)).toEqual([second.quoteId, first.quoteId])
      const params = { id: mia.customerId }
      expect(faultsOf(await kowhai.call(listQuotes, { params })).status).toBe(403)
    })

    test('a page at a time', async () => {
      // All of the same instant: their ids decide.
      const all = [await saved(mia), await saved(mia), await saved(mia)].map((it) => it.quoteId)
      const params = { id: mia.customerId }
      const page = async (query: { limit: string; cursor?: string }) =>
        valueOf(await mia.call(listQuotes, { params, query }))
      const first = await page({ limit: '2' })
      expect(first.quotes).toHaveLength(2)
      const rest = await page({ limit: '2', cursor: first.nextCursor! })
      expect(rest).toMatchObject({ quotes: [{}], nextCursor: null })
      const listed = [...first.quotes, ...rest.quotes].map(({ quoteId }) => quoteId)
      expect(listed.toSorted()).toEqual(all.toSorted())
      expect((await page({ limit: '3' })).nextCursor).toBeNull()
    })

    test('a deleted quote is gone, with the purchase that was only started', async () => {
      const { id, currentQuote } = await started(mia)
      const params = { id: currentQuote.quoteId }
      valueOf(await mia.call(calls.deleteQuote, { params }))
      expect(await idsOf(mia)).toEqual([])
      expect(faultsOf(await mia.call(calls.getQuote, { params })).status).toBe(404)
      expect(faultsOf(await mia.call(getPurchaseJourney, { params: { id } })).status).toBe(404)
    })

    test('the quote of a confirmed purchase stays', async () => {
      const { currentQuote } = await confirmed(mia)
      const params = { id: currentQuote.quoteId }
      expect(faultsOf(await mia.call(calls.deleteQuote, { params })).status).toBe(409)
      expect(await idsOf(mia)).toEqual([currentQuote.quoteId])
    })

    test('starting again from the same quote finds the purchase there is', async () => {
      const anonymous = await quoted(mia.call)
      const copy = valueOf(
        await mia.call(calls.copyQuote, {
          params: { id: anonymous.quoteId },
          body: { customerId: mia.customerId },
        }),
      )
      const input = { params: { id: mia.customerId }, body: { quoteId: copy.quoteId } }
      const journey = valueOf(await mia.call(createPurchaseJourney, input))
      expect(faultsOf(await mia.call(createPurchaseJourney, input))).toMatchObject({
        status: 409,
        code: 'Conflict',
      })
      const { purchaseJourneyList } = valueOf(
        await mia.call(listPurchaseJourneys, { params: { id: mia.customerId } }),
      )
      expect(purchaseJourneyList).toMatchObject([
        { purchaseJourneyId: journey.id, quote: { quoteId: copy.quoteId } },
      ])
    })
  })
})
