import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPurchaseJourney } from '#lib/purchases/calls.ts'
import { startActing } from '#lib/staff/calls.ts'
import {
  calculateQuote,
  copyQuote,
  createQuoteCode,
  deleteQuote,
  emailQuote,
  saveQuote,
} from '#lib/quotes/calls.ts'
import type { Result } from '#lib/api/failure.ts'
import type { Db } from '#server/database.ts'
import type { Caller } from '#server/platform/http/network-budgets.ts'
import { requireRoomForFile } from '#server/customers/quotas.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aRequest, arrive, quoted, saved, started, type Person } from '#tests/setup/purchases.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** Status and sentence of an answer that must be a failure. */
function refusalOf(result: Result<unknown>) {
  if (result.ok || result.failure.kind !== 'problem')
    throw new Error(`not a problem: ${JSON.stringify(result)}`)
  return [result.failure.status, result.failure.problem.message]
}

describe.each(databases)('what one customer may have us keep and send, on $name', ({ open }) => {
  let db: Db
  let app: Application
  let mia: Person

  const shopWith = async (env: Record<string, string>) => {
    app = startApplication(db, { env })
    await seedDemo(app.deps)
    mia = await arrive(app)
  }
  const countOf = async (table: 'quote' | 'purchase_journey' | 'purchase_file') => {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  beforeEach(async () => {
    db = await open()
  })
  afterEach(() => db.destroy())

  describe('quotes', () => {
    const FULL = [
      409,
      'You have 3 quotes, the most we keep for one customer. Delete one under My Quotes, then save this one.',
    ]

    test('saved at once stop at the limit, in the database', async () => {
      await shopWith({ LIMIT_SAVED_QUOTES: '3' })
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => mia.call(saveQuote, { body: aRequest() })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
      expect(await countOf('quote')).toBe(3)
      expect(refusalOf(answers.find(({ ok }) => !ok)!)).toEqual(FULL)
    })

    test('copied to an account count too; a deleted one makes room', async () => {
      await shopWith({ LIMIT_SAVED_QUOTES: '3' })
      const [first] = [await saved(mia), await saved(mia), await saved(mia)]
      const { quoteId } = await quoted(mia.call)
      const copy = () =>
        mia.call(copyQuote, { params: { id: quoteId }, body: { customerId: mia.customerId } })
      expect(refusalOf(await copy())).toEqual(FULL)
      valueOf(await mia.call(deleteQuote, { params: { id: first.quoteId } }))
      const kept = valueOf(await copy())
      expect(valueOf(await copy()).quoteId).toBe(kept.quoteId)
    })

    test('staff who act for the customer may save one more', async () => {
      await shopWith({ LIMIT_SAVED_QUOTES: '1' })
      await saved(mia)
      const sam = await arrive(app, 'staff@demo.example')
      valueOf(await sam.call(startActing, { body: { customerId: mia.customerId } }))
      const body = { quoteId: (await quoted(sam.call)).quoteId, customerId: mia.customerId }
      valueOf(await sam.call(saveQuote, { body }))
    })

    test('saved by the accounts of one network are limited a day', async () => {
      await shopWith({ LIMIT_NETWORK_SAVED_QUOTES_PER_DAY: '2' })
      await saved(mia)
      const oliver = await arrive(app, 'oliver.marsh@demo.example')
      await saved(oliver)
      const body = { quoteId: (await quoted(oliver.call)).quoteId }
      expect(refusalOf(await oliver.call(saveQuote, { body }))).toEqual([
        429,
        'Your network has reached today’s limit for saving quotes. You can still download it, or try again tomorrow.',
      ])
      expect(await countOf('quote')).toBe(3)
    })

    test('get codes for a limited number of prices in a network and day', async () => {
      await shopWith({ LIMIT_NETWORK_QUOTE_CODES_PER_DAY: '1' })
      const codeFor = async () =>
        mia.call(createQuoteCode, { params: { id: (await saved(mia)).quoteId } })
      valueOf(await codeFor())
      expect(refusalOf(await codeFor())).toEqual([
        429,
        'Your network has reached today’s limit for sharing quotes. Please try again tomorrow, or call us.',
      ])
    })

    test('of visitors are limited by network and day, also after a restart', async () => {
      await shopWith({ LIMIT_ANONYMOUS_QUOTES_PER_DAY: '2' })
      await quoted(app.browser())
      // One that is refused doesn't count.
      const body = aRequest({ colourCode: 'NONE' })
      expect((await app.browser()(calculateQuote, { body })).ok).toBe(false)
      await quoted(app.browser())
      app = startApplication(db, { env: { LIMIT_ANONYMOUS_QUOTES_PER_DAY: '2' } })
      expect(refusalOf(await app.browser()(calculateQuote, { body: aRequest() }))).toEqual([
        429,
        'We’ve calculated a lot of quotes for your network today. Please try again tomorrow, or call us.',
      ])
      expect(await countOf('quote')).toBe(2)
      app.clock.advance(DAY_MS)
      await quoted(app.browser())
    })
  })

  test('purchases started by the accounts of one network are limited a day', async () => {
    await shopWith({ LIMIT_NETWORK_STARTED_PURCHASES_PER_DAY: '1' })
    const oliver = await arrive(app, 'oliver.marsh@demo.example')
    const start = async (who: Person) =>
      who.call(createPurchaseJourney, {
        params: { id: who.customerId },
        body: { quoteId: (await saved(who)).quoteId },
      })
    valueOf(await start(mia))
    expect(refusalOf(await start(oliver))).toEqual([
      429,
      'Your network has reached today’s limit for starting purchases. Please call us to buy now, or try again tomorrow.',
    ])
    expect(await countOf('purchase_journey')).toBe(1)
  })

  test('purchases started at once stop at the limit, in the database', async () => {
    await shopWith({ LIMIT_OPEN_PURCHASES: '2' })
    const quotes = await Promise.all(Array.from({ length: 6 }, () => saved(mia)))
    const answers = await Promise.all(
      quotes.map(({ quoteId }) =>
        mia.call(createPurchaseJourney, { params: { id: mia.customerId }, body: { quoteId } }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    expect(await countOf('purchase_journey')).toBe(2)
    expect(refusalOf(answers.find(({ ok }) => !ok)!)).toEqual([
      409,
      'You have 2 purchases that aren’t confirmed yet. Confirm one under My Purchases, or delete its quote under My Quotes. Then start this one.',
    ])
  })

  test('files of all purchases together stop at the limit', async () => {
    await shopWith({ LIMIT_FILE_MEGABYTES: '1' })
    for (const _purchase of [1, 2]) {
      const { id } = await started(mia)
      await db
        .insertInto('purchase_file')
        .values({
          file_id: app.deps.newId(),
          purchase_journey_id: id,
          kind: 'FINANCE_DOCUMENT',
          trade_vehicle_id: '',
          name: null,
          type: 'application/pdf',
          size_bytes: 400_000,
          sha256: id,
          uploaded_by: 'x',
          created_at: '2026-11-23',
          read_at: null,
          content_key: 'k1',
        })
        .execute()
    }
    const room = (sizeBytes: number, type: 'CUSTOMER' | 'STAFF' = 'CUSTOMER') =>
      db
        .transaction()
        .execute((trx) =>
          requireRoomForFile(
            app.deps,
            trx,
            { actor: { ...mia, type, sessionId: '' }, ip: '' } as Caller,
            { customerId: mia.customerId, sizeBytes },
          ),
        )
    await room(200_000)
    await room(200_001, 'STAFF')
    await expect(room(200_001)).rejects.toMatchObject({
      status: 409,
      message:
        'We keep up to 1 MB of photos and documents for one customer. Remove a file to add this one, or choose a smaller one.',
    })
  })

  test('mails are counted for the customer who causes them, and left out beyond the day’s', async () => {
    await shopWith({ LIMIT_MAILS_PER_DAY: '2' })
    const send = (kind: string, customerId: number | null, to = 'mia@post.example') =>
      db
        .transaction()
        .execute((trx) =>
          enqueueMail(
            app.deps,
            trx,
            { kind, to, subject: 'A', text: 'A', html: 'A' },
            { customerId },
          ),
        )
    const sent = []
    for (const kind of ['quote', 'service-booked', 'hand-over-booked'])
      sent.push(await send(kind, 1))
    expect(sent).toEqual([true, true, false])
    // What staff or a provider cause, a warning, another customer’s, and a visitor’s.
    expect(await send('payment-received', 1)).toBe(true)
    expect(await send('email-change-asked', 1)).toBe(true)
    // Nor may any other message keep this one back.
    expect(await send('purchase-confirmed', 1)).toBe(true)
    expect(await send('service-booked', 2)).toBe(true)
    const visits = []
    for (const to of ['mia@post.example', 'MIA@post.example', 'Mia@post.example'])
      visits.push(await send('service-booked', null, to))
    expect(visits).toEqual([true, true, false])
    expect(await send('service-booked', null, 'hana@post.example')).toBe(true)
    app.clock.advance(DAY_MS)
    expect(await send('quote', 1)).toBe(true)
  })

  test('a quote that cannot be mailed any more is refused: there is nothing else to it', async () => {
    await shopWith({ LIMIT_MAILS_PER_DAY: '2' })
    const { quoteId } = await saved(mia)
    const mail = () => mia.call(emailQuote, { body: { quoteId } })
    valueOf(await mail())
    valueOf(await mail())
    expect(refusalOf(await mail())).toEqual([
      429,
      'We’ve sent you 2 emails today, so we can’t send another yet. Please try again tomorrow.',
    ])
  })
})
