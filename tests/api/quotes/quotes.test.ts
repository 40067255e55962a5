import { beforeEach, describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { listQuotes } from '#lib/quotes/calls.ts'
import * as calls from '#lib/quotes/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, aRequest, faultsOf, quoted, saved, type Person } from '#tests/setup/purchases.ts'
import {
  app,
  db,
  kowhai,
  mia,
  sam,
  setUpTwoCustomers,
  signInAgain,
  visitor,
} from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

describe.each(databases)('quotes on $name', (database) => {
  setUpTwoCustomers(database)

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
      const quote = await quoted(visitor, facts)
      const engine = priceQuote(aRequest(facts), catalogue)
      if (!engine.ok) throw new Error('the engine refuses it')
      const { lines, totals, finance, vehicle, request } = engine.value
      expect(quote).toMatchObject({ lines, totals, finance, vehicle })
      expect(quote.request).toEqual({ ...request, newUsed: 'NEW' })
      expect(valueOf(await visitor(calls.getQuote, { params: { id: quote.quoteId } }))).toEqual(
        quote,
      )
    })

    test('makes an anonymous quote for any customer named', async () => {
      const quote = await quoted(visitor, {
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
        expires: '2026-12-07T10:59:59.999Z',
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
      // One that we did not sign names no visitor.
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
    ])('%s by %s: another customer’s is not found', async (tail, method) => {
      const anonymous = await quoted(visitor)
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
      const quote = await quoted(visitor)
      const params = { id: quote.quoteId }
      expect(valueOf(await visitor(calls.getQuote, { params })).quoteId).toBe(quote.quoteId)
      const other = app.browser()
      await quoted(other)
      expect(await other(calls.getQuote, { params })).toMatchObject({ ok: false })
    })

    test('staff see every quote', async () => {
      for (const { quoteId } of [await quoted(visitor), await saved(mia)])
        expect(valueOf(await sam.call(calls.getQuote, { params: { id: quoteId } })).quoteId).toBe(
          quoteId,
        )
    })
  })

  describe('when its car would be ready', () => {
    const days = async (facts: Partial<QuoteRequest>) => (await quoted(visitor, facts)).delivery
    /** The clock of the tests is set to 23 November 2026. */
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
      const [mail] = valueOf(await visitor(listDemoMail, { query })).messages
      expect(mail?.text).toContain(
        'Ready 11\u00a0February to 11\u00a0March\u00a02027, if you order today.',
      )
    })

    test('is not shown for a car that is not available', async () => {
      const none = catalogue.stock.find(({ level }) => level === 'Unavailable')!
      expect(await days({ kdcd: none.kdcd, colourCode: none.colourCode })).toBeNull()
    })
  })

  describe('emailing', () => {
    const mailsTo = async (to: string) =>
      valueOf(await visitor(listDemoMail, { query: { to } })).messages

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
      await signInAgain()
      expect(valueOf(await send())).toEqual({ queued: true })
    })

    test('only staff send it to the customer', async () => {
      const { quoteId } = await saved(mia)
      valueOf(await sam.call(calls.emailQuote, { body: { quoteId } }))
      expect(await mailsTo('customer@demo.example')).toHaveLength(1)
      expect(faultsOf(await kowhai.call(calls.emailQuote, { body: { quoteId } })).status).toBe(404)
    })

    test('an anonymous quote goes to the customer who is signed in in its browser', async () => {
      const { quoteId } = await quoted(mia.call)
      valueOf(await mia.call(calls.emailQuote, { body: { quoteId } }))
      expect(await mailsTo('customer@demo.example')).toHaveLength(1)
      expect(await mailsTo('anonymous@quote.invalid')).toHaveLength(0)
      expect(faultsOf(await sam.call(calls.emailQuote, { body: { quoteId } }))).toEqual({
        status: 400,
        code: 'InvalidEmailQuoteInfo',
        fields: ['quoteId'],
      })
    })

    test('an expired price is not mailed', async () => {
      const { quoteId } = await saved(mia)
      app.clock.advance(15 * DAY_MS)
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
})
