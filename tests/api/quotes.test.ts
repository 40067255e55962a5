import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { catalogue } from '#content/catalogue.ts'
import type { ApiCall } from '#lib/api/client.ts'
import { createPurchaseJourney, listPurchaseJourneys, listQuotes } from '#lib/contract/customers.ts'
import { getPurchaseJourney } from '#lib/contract/purchase-journeys.ts'
import * as calls from '#lib/contract/quotes.ts'
import { listDemoMail } from '#lib/contract/site.ts'
import type { QuoteRequest } from '#lib/contract/shapes/quote.ts'
import { priceQuote } from '#lib/domain/pricing.ts'
import type { Database } from '#server/db/database.ts'
import { forgetOld } from '#server/jobs/retention.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
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

const DAY_MS = 24 * 60 * 60 * 1000

describe.each(databases)('quotes on $name', ({ open }) => {
  let db: Kysely<Database>
  let app: Application
  let browser: ApiCall
  let mia: Person
  let kowhai: Person
  let staff: Person

  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    browser = app.browser()
    mia = await arrive(app)
    kowhai = await arrive(app, 'company@demo.example')
    staff = await arrive(app, 'staff@demo.example')
  })
  afterEach(() => db.destroy())

  /** An answer as bytes, but for the id that every request has of its own. */
  const bytes = async (path: string, init?: RequestInit) => {
    const response = await app.request(path, init)
    const body = (await response.text()).replace(/"requestId":"[^"]+"/, '')
    return `${response.status} ${response.headers.get('content-type')} ${body}`
  }

  describe('calculating', () => {
    test.each<Partial<QuoteRequest>>([
      {},
      { accessoryCodes: ['DASH'], servicePlanCode: 'CARE3' },
      { payOption: 'LOANFLEXI' },
      {
        payOption: 'FINANCE',
        finance: { depositCents: 1_000_000, termMonths: 48, frequency: 'Weekly' },
      },
      { payOption: 'LEASETC' },
    ])('%j costs on the server what the engine says', async (facts) => {
      const quote = await quoted(browser, facts)
      const engine = priceQuote(aRequest(facts), catalogue)
      if (!engine.ok) throw new Error('the engine refuses it')
      const { lines, totals, finance, vehicle, request } = engine.value
      expect(quote).toMatchObject({ lines, totals, finance, vehicle })
      expect(quote.request).toEqual({ ...request, newUsed: 'NEW' })
      expect(valueOf(await browser(calls.getQuote, { params: { id: quote.quoteId } }))).toEqual(
        quote,
      )
    })

    test('makes an anonymous quote, whoever is named', async () => {
      const quote = await quoted(browser, {
        customerId: mia.customerId,
        anonymousQuote: false,
        customerName: 'Mia Harris',
        customerEmail: 'customer@demo.example',
      })
      expect(quote).toMatchObject({
        customerId: null,
        anonymousQuote: true,
        customerName: 'Anonymous Anonymous',
        customerEmail: 'anonymous@quote.invalid',
        newUsed: 'NEW',
        created: '2026-11-23T01:00:00.000Z',
        expires: '2026-12-07T01:00:00.000Z',
        version: 1,
      })
    })

    test('gives the browser one signed cookie, and no other call gives one', async () => {
      const post = (cookie?: string) =>
        app.request('/api/quote', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
          body: JSON.stringify(aRequest()),
        })
      const first = (await post()).headers.get('set-cookie')!
      expect(first).toMatch(
        /^anon=[\w-]{22}\.[\w-]{27}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
      )
      const cookie = first.split(';')[0]!
      expect((await post(cookie)).headers.get('set-cookie')).toBeNull()
      // One that we did not sign names no browser.
      expect(
        (await post(`${cookie.slice(0, -1)}${cookie.endsWith('x') ? 'y' : 'x'}`)).headers.get(
          'set-cookie',
        ),
      ).not.toBeNull()
    })

    test.each<[Record<string, unknown>, string, string[]]>([
      [{ kdcd: 'NONE-A' }, 'InvalidQuoteInfo', ['kdcd']],
      [
        { colourCode: 'NONE', interiorCode: 'LEB' },
        'InvalidQuoteInfo',
        ['colourCode', 'interiorCode'],
      ],
      [{ accessoryCodes: ['NOSUCH'] }, 'InvalidQuoteInfo', ['accessoryCodes']],
      [{ servicePlanCode: 'NOSUCH' }, 'InvalidQuoteInfo', ['servicePlanCode']],
      [{ outletCode: 'NIL99' }, 'InvalidQuoteInfo', ['outletCode']],
      [{ newUsed: 'USED' }, 'InvalidQuoteInfo', ['newUsed']],
      [{ payOption: 'RESERVATION' }, 'InvalidQuoteInfo', ['payOption']],
      [
        { payOption: 'FINANCE', finance: { depositCents: 1, termMonths: 48, frequency: 'Weekly' } },
        'InvalidQuoteInfo',
        ['finance.depositCents'],
      ],
      [{ payOption: 'BARTER' }, 'Validation', ['payOption']],
      [{ kdcd: undefined }, 'Validation', ['kdcd']],
      [{ totals: { driveAwayCents: 1 } }, 'Validation', ['totals']],
      [{ driveAwayCents: 1, price: 2 }, 'Validation', ['driveAwayCents', 'price']],
    ])('%j is refused as %s naming %j', async (facts, code, fields) => {
      const response = await app.request('/api/quote', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...aRequest(), ...facts }),
      })
      expect(response.status).toBe(400)
      const problem = (await response.json()) as { code: string; messages: { property: string }[] }
      expect(problem.code).toBe(code)
      expect(problem.messages.map(({ property }) => property)).toEqual(fields)
      expect(await db.selectFrom('quote').selectAll().execute()).toEqual([])
    })

    test('a reservation can be quoted once the flag is on', async () => {
      const flagged = startApplication(db, { env: { FEATURE_RESERVATIONS: 'on' } })
      const quote = await quoted(flagged.browser(), { payOption: 'RESERVATION' })
      expect(quote.totals.depositDueCents).toBe(50_000)
    })
  })

  describe('who sees a quote', () => {
    const missing = 'AAAAAAAAAAAAAAAAAAAAAA'
    const as = ({ accessToken }: Person) => ({
      headers: { authorization: `Bearer ${accessToken}` },
    })
    let other: Person
    beforeEach(async () => {
      other = await arrive(app, 'company@demo.example')
    })

    test.each<[string, RequestInit['method']]>([
      ['', 'GET'],
      ['', 'DELETE'],
      ['/refresh', 'POST'],
    ])('%s by %s: somebody else’s is as missing as one that is not there', async (tail, method) => {
      const anonymous = await quoted(browser)
      const mias = await saved(mia)
      for (const { quoteId } of [anonymous, mias]) {
        expect(await bytes(`/api/quote/${quoteId}${tail}`, { method })).toBe(
          await bytes(`/api/quote/${missing}${tail}`, { method }),
        )
        const signed = { method, ...as(other) }
        const answer = await bytes(`/api/quote/${quoteId}${tail}`, signed)
        expect(answer).toBe(await bytes(`/api/quote/${missing}${tail}`, signed))
        expect(answer).toMatch(/^404 /)
      }
      expect(await bytes(`/api/quote/${mias.quoteId}${tail}`, { method })).toMatch(/^401 /)
      expect(await db.selectFrom('quote').select('version').execute()).toEqual([
        { version: 1 },
        { version: 1 },
      ])
    })

    test('a cookie opens the browser’s own anonymous quotes, and none that are a customer’s', async () => {
      const quote = await quoted(browser)
      const params = { id: quote.quoteId }
      expect(valueOf(await browser(calls.getQuote, { params })).quoteId).toBe(quote.quoteId)
      const other = app.browser()
      await quoted(other)
      expect(await other(calls.getQuote, { params })).toMatchObject({ ok: false })
    })

    test('staff see every quote', async () => {
      for (const { quoteId } of [await quoted(browser), await saved(mia)])
        expect(valueOf(await staff.call(calls.getQuote, { params: { id: quoteId } })).quoteId).toBe(
          quoteId,
        )
    })
  })

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

    test('nobody copies to another customer, or from a browser that is not theirs', async () => {
      const { params } = await withAnonymousQuote()
      const body = { customerId: kowhai.customerId }
      expect(faultsOf(await mia.call(calls.copyQuote, { params, body }))).toMatchObject({
        status: 403,
        code: 'NotPermitted',
      })
      expect(faultsOf(await kowhai.call(calls.copyQuote, { params, body })).status).toBe(404)
    })

    test('a request is priced and saved as the customer’s', async () => {
      const quote = await saved(mia, { accessoryCodes: ['DASH'] })
      expect(quote).toMatchObject({ customerId: mia.customerId, anonymousQuote: false })
      expect(
        valueOf(await mia.call(listQuotes, { params: { id: mia.customerId } })).quotes,
      ).toEqual([quote])
    })

    test('staff must name the customer, customers only themselves', async () => {
      expect(faultsOf(await staff.call(calls.saveQuote, { body: aRequest() }))).toEqual({
        status: 400,
        code: 'Validation',
        fields: ['customerId'],
      })
      const forMia = aRequest({ customerId: mia.customerId })
      expect(valueOf(await staff.call(calls.saveQuote, { body: forMia })).customerId).toBe(
        mia.customerId,
      )
      expect(faultsOf(await kowhai.call(calls.saveQuote, { body: forMia })).status).toBe(403)
      const forNobody = aRequest({ customerId: 999_999 })
      expect(faultsOf(await staff.call(calls.saveQuote, { body: forNobody })).status).toBe(404)
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
      mia = await arrive(app)
      const second = valueOf(await save('T2B'))
      expect(second.quoteId).not.toBe(first.quoteId)
      expect(second.request.colourCode).toBe('T2B')
    })
  })

  describe('when its car would be ready', () => {
    const days = async (facts: Partial<QuoteRequest>) => (await quoted(browser, facts)).delivery
    /** The clock of the tests stands at 23 November 2026. */
    const DECEMBER = { from: '2027-02-11', to: '2027-03-11' }
    const JANUARY = { from: '2027-03-14', to: '2027-04-11' }

    test('is soon for one in stock, after the next free month of building for another', async () => {
      expect(await days({ colourCode: 'BLD' })).toEqual({ from: '2026-11-30', to: '2026-12-07' })
      expect(await days({ colourCode: 'T2B' })).toEqual(DECEMBER)
      await db
        .insertInto('build_slot')
        .values({ model_code: 'TN', month: '2026-12', promised: 8 })
        .execute()
      app.clock.advance(5_000)
      expect(await days({ colourCode: 'T2B' })).toEqual(JANUARY)
    })

    test('follows the stock, in the list and in the mail as well', async () => {
      const quote = await saved(mia, { colourCode: 'BLD' })
      await db.updateTable('stock').set({ quantity: 0 }).where('colour_code', '=', 'BLD').execute()
      app.clock.advance(5_000)
      const params = { id: quote.quoteId }
      expect(valueOf(await mia.call(calls.getQuote, { params })).delivery).toEqual(DECEMBER)
      const listed = await mia.call(listQuotes, { params: { id: mia.customerId } })
      expect(valueOf(listed).quotes[0]?.delivery).toEqual(DECEMBER)
      valueOf(await mia.call(calls.emailQuote, { body: { quoteId: quote.quoteId } }))
      const query = { to: 'customer@demo.example' }
      const [mail] = valueOf(await browser(listDemoMail, { query })).messages
      expect(mail?.text).toContain('Ready 11 February to 11 March 2027, if you order today.')
    })

    test('is not said of what nobody can have', async () => {
      const none = catalogue.stock.find(({ level }) => level === 'Unavailable')!
      expect(await days({ kdcd: none.kdcd, colourCode: none.colourCode })).toBeNull()
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

    test('prices anew and says what changed', async () => {
      const quote = await saved(mia, { accessoryCodes: ['DASH'] })
      const later = await arrive(tomorrow())
      const fresh = valueOf(await later.call(calls.refreshQuote, { params: { id: quote.quoteId } }))
      expect(fresh).toMatchObject({
        quoteId: quote.quoteId,
        version: 2,
        catalogueVersion: 'dearer',
        expires: '2026-12-08T01:00:00.000Z',
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

    test('a quote keeps the discount of an offer that has ended until it is priced anew', async () => {
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

  describe('e-mailing', () => {
    const mailsTo = async (to: string) =>
      valueOf(await browser(listDemoMail, { query: { to } })).messages

    test('goes to the owner’s own address, five times an hour', async () => {
      const { quoteId } = await saved(mia)
      const send = () => mia.call(calls.emailQuote, { body: { quoteId, message: 'For Hemi' } })
      for (let i = 0; i < 5; i++) expect(valueOf(await send())).toEqual({ queued: true })
      expect(faultsOf(await send())).toMatchObject({ status: 429, code: 'TooManyRequests' })
      const messages = await mailsTo('customer@demo.example')
      expect(messages).toHaveLength(5)
      expect(messages[0]!.text).toContain('Your note: For Hemi')
      expect(messages[0]!.text).toContain(`quoteId=${quoteId}`)
      app.clock.advance(60 * 60 * 1000)
      mia = await arrive(app)
      expect(valueOf(await send())).toEqual({ queued: true })
    })

    test('staff send it to the customer, and nobody else can', async () => {
      const { quoteId } = await saved(mia)
      valueOf(await staff.call(calls.emailQuote, { body: { quoteId } }))
      expect(await mailsTo('customer@demo.example')).toHaveLength(1)
      expect(faultsOf(await kowhai.call(calls.emailQuote, { body: { quoteId } })).status).toBe(404)
    })

    test('an anonymous quote goes to the customer who is signed in in its browser', async () => {
      const { quoteId } = await quoted(mia.call)
      valueOf(await mia.call(calls.emailQuote, { body: { quoteId } }))
      expect(await mailsTo('customer@demo.example')).toHaveLength(1)
      expect(await mailsTo('anonymous@quote.invalid')).toHaveLength(0)
      expect(faultsOf(await staff.call(calls.emailQuote, { body: { quoteId } }))).toEqual({
        status: 400,
        code: 'InvalidEmailQuoteInfo',
        fields: ['quoteId'],
      })
    })

    test('an expired price is not mailed', async () => {
      const { quoteId } = await saved(mia)
      app.clock.advance(14 * DAY_MS)
      const later = await arrive(app)
      expect(faultsOf(await later.call(calls.emailQuote, { body: { quoteId } }))).toMatchObject({
        status: 400,
        code: 'InvalidEmailQuoteInfo',
      })
    })

    test('a bad body is refused by field', async () => {
      const body = { quoteId: 'no spaces please', message: 'x'.repeat(501), to: 'a@b' }
      expect(faultsOf(await mia.call(calls.emailQuote, { body: body as never })).fields).toEqual([
        'quoteId',
        'message',
        'to',
      ])
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
