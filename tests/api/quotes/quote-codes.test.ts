import { describe, expect, test } from 'vitest'
import type { Catalogue } from '#content/schema/catalogue.ts'
import * as calls from '#lib/quotes/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { quoted, saved, type Person } from '#tests/setup/purchases.ts'
import { app, db, mia, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('codes of quotes on $name', (database) => {
  setUpSignedIn(database, { env: { LIMIT_QUOTE_CODES_PER_MINUTE: '8' } })

  const codeOf = async ({ call }: Pick<Person, 'call'>, quoteId: string) =>
    valueOf(await call(calls.createQuoteCode, { params: { id: quoteId } })).code
  const reopened = (code: string) => app.browser()(calls.getQuoteByCode, { params: { code } })

  test('show the figures to anybody, and nothing of whose they are', async () => {
    const quote = await saved(mia, { payOption: 'LOANFLEXI', outletCode: 'AKL01' })
    const code = await codeOf(mia, quote.quoteId)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await codeOf(mia, quote.quoteId)).toBe(code)

    const { lines, totals, finance, vehicle, created, expires, catalogueVersion } = quote
    const figures = valueOf(await reopened(code))
    expect(figures).toMatchObject({ lines, totals, finance, vehicle, created, expires })
    expect(figures.catalogueVersion).toBe(catalogueVersion)
    // As for an order today.
    expect(figures.delivery).toEqual({ from: '2026-11-30', to: '2026-12-07' })
    expect(JSON.stringify(figures)).not.toMatch(/customer|quoteId|outlet|AKL01|Mia|Harris|example/)
    // As typed from paper.
    const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('-', ' ').replaceAll('1', 'l')
    expect(valueOf(await reopened(encodeURIComponent(typed.replaceAll(' ', '-'))))).toEqual(figures)
  })

  test('show what was quoted then, whatever the quote costs now', async () => {
    const quote = await saved(mia)
    const code = await codeOf(mia, quote.quoteId)
    const { onRoadCosts } = app.deps.catalogue
    const dearer: Catalogue['onRoadCosts'] = {
      ...onRoadCosts,
      byPowertrain: { ...onRoadCosts.byPowertrain, HYBRID: 200_000 },
    }
    app.deps.catalogue = { ...app.deps.catalogue, onRoadCosts: dearer }
    app.clock.advance(60_000)
    const params = { id: quote.quoteId }
    const after = valueOf(await mia.call(calls.refreshQuote, { params }))
    expect(after.totals.driveAwayCents).toBeGreaterThan(quote.totals.driveAwayCents)

    const later = await codeOf(mia, quote.quoteId)
    expect(later).not.toBe(code)
    expect(valueOf(await reopened(code)).totals).toEqual(quote.totals)
    expect(valueOf(await reopened(later)).totals).toEqual(after.totals)
  })

  test('are given to the browser that made a quote, with its PDF, and to no other', async () => {
    const browser = app.browser()
    const { quoteId } = await quoted(browser)
    const params = { id: quoteId }
    expect(await codeOf({ call: browser }, quoteId)).toHaveLength(19)
    expect(valueOf(await browser(calls.getQuoteDocument, { params })).mediaType).toBe(
      'application/pdf',
    )
    for (const call of [calls.createQuoteCode, calls.getQuoteDocument])
      expect(await app.browser()(call, { params })).toMatchObject({
        failure: { kind: 'signed-out' },
      })
  })

  test('are kept for the last price only while a quote has no customer', async () => {
    const browser = app.browser()
    const { quoteId } = await quoted(browser)
    const codes: string[] = []
    for (let n = 0; n < 3; n += 1) {
      app.clock.advance(1)
      valueOf(await browser(calls.refreshQuote, { params: { id: quoteId } }))
      codes.push(await codeOf({ call: browser }, quoteId))
    }
    expect(await db.selectFrom('quote_code').select('quote_id').execute()).toHaveLength(1)
    const opens = await Promise.all(codes.map(async (code) => (await reopened(code)).ok))
    expect(opens).toEqual([false, false, true])
  })

  test('open the quote that a link names, and no other', async () => {
    const [one, other] = [await saved(mia), await saved(mia, { payOption: 'LOANFLEXI' })]
    const code = await codeOf(mia, one.quoteId)
    const linked = (quoteId: string) =>
      app.browser()(calls.getQuoteByCode, { params: { code }, query: { quoteId } })
    expect(valueOf(await linked(one.quoteId)).payOption).toBe('CASH')
    expect(await linked(other.quoteId)).toMatchObject({ failure: { status: 404 } })
  })

  test('go with their quote', async () => {
    const { quoteId } = await saved(mia)
    const code = await codeOf(mia, quoteId)
    valueOf(await mia.call(calls.deleteQuote, { params: { id: quoteId } }))
    expect(await reopened(code)).toMatchObject({ failure: { status: 404 } })
    expect(await db.selectFrom('quote_code').selectAll().execute()).toEqual([])
  })

  test('are rate limited', async () => {
    const statuses: unknown[] = []
    const call = app.browser()
    for (let tried = 0; tried < 9; tried++) {
      const params = { code: `0000-0000-0000-000${tried}` }
      const answer = await call(calls.getQuoteByCode, { params })
      statuses.push(!answer.ok && 'status' in answer.failure && answer.failure.status)
    }
    expect(statuses).toEqual([...Array(8).fill(404), 429])
  })

  test('are kept as hashes only', async () => {
    const { quoteId } = await saved(mia)
    const code = await codeOf(mia, quoteId)
    const rows = await db.selectFrom('quote_code').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})
