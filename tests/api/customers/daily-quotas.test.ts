import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changePassword } from '#lib/sign-in/password-calls.ts'
import * as handOver from '#lib/purchases/delivery-calls.ts'
import { recordReceipt, startStripePayment } from '#lib/payments/calls.ts'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { addTradeInPhoto } from '#lib/purchases/file-calls.ts'
import { cancelPurchase, deletePurchaseJourney } from '#lib/purchases/calls.ts'
import { createQuoteCode, getQuoteByCode, refreshQuote } from '#lib/quotes/calls.ts'
import { addVehicle } from '#lib/vehicles/calls.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import type { Result } from '#lib/api/failure.ts'
import type { Db } from '#server/database.ts'
import { ApiProblem } from '#server/platform/http/api-problem.ts'
import type { RegisterProvider } from '#server/providers/register/register-provider.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { conditional, someFile, tradingIn } from '#tests/setup/files.ts'
import { withPasskey } from '#tests/setup/passkeys.ts'
import { valueOf } from '#tests/setup/people.ts'
import { openCardShop } from '#tests/setup/provider-shop.ts'
import { arrive, confirmed, faultsOf, saved, type Person } from '#tests/setup/purchases.ts'
import { confirmedBeforeOffer, offerFor } from '#tests/setup/trade-ins.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** How many of several answers were good; the others have to be 429. */
function goodOf(answers: Result<unknown>[]): number {
  for (const answer of answers) if (!answer.ok) expect(faultsOf(answer).status).toBe(429)
  return answers.filter(({ ok }) => ok).length
}

describe.each(databases)('daily limits on what leaves a row, on $name', ({ open }) => {
  let db: Db
  let app: Application
  let mia: Person
  let sam: Person

  const shopWith = async (env: Record<string, string>, register?: RegisterProvider) => {
    app = startApplication(db, { env, deps: { ...(register && { register }) } })
    await seedDemo(app.deps)
    await comeIn()
  }
  const comeIn = async () => {
    mia = await arrive(app)
    sam = await arrive(app, 'staff@demo.example')
  }
  beforeEach(async () => {
    db = await open()
  })
  afterEach(() => db.destroy())

  test('kept answers are limited per customer per day', async () => {
    await shopWith({ LIMIT_KEPT_ANSWERS_PER_DAY: '5' })
    const { id } = await confirmed(mia)
    const cancel = (idempotencyKey: string, by = mia) =>
      by.call(cancelPurchase, { params: { id }, idempotencyKey })
    await db.deleteFrom('rate').execute()
    const keys = Array.from({ length: 9 }, (_, n) => `key ${n}`.replace(' ', '-'))
    const answers = await Promise.all(keys.map((key) => cancel(key)))
    expect(goodOf(answers)).toBe(5)
    const kept = await db.selectFrom('idempotency').select('key').execute()
    expect(kept.filter(({ key }) => keys.includes(key))).toHaveLength(5)
    // A repeated key gets its answer again, and staff are not limited.
    valueOf(await cancel(keys[answers.findIndex(({ ok }) => ok)]!))
    valueOf(await cancel('key-of-staff', sam))
    app.clock.advance(DAY_MS)
    await comeIn()
    valueOf(await cancel('key-of-tomorrow'))
  })

  test('register requests are limited per customer per day', async () => {
    let asked = 0
    await shopWith(
      { LIMIT_ADDED_CARS_PER_DAY: '3' },
      { name: 'counted', find: async () => (asked++, null) },
    )
    const add = (registration: string, by = mia) =>
      by.call(addVehicle, { params: { id: mia.customerId }, body: { registration } })
    const answers = []
    for (const plate of ['ZZ101', 'ZZ102', 'ZZ103', 'ZZ104', 'ZZ105'])
      answers.push(await add(plate))
    expect(answers.map((answer) => faultsOf(answer).status)).toEqual([400, 400, 400, 429, 429])
    const before = asked
    expect(faultsOf(await add('ZZ106')).status).toBe(429)
    expect(asked).toBe(before)
    // A car that is already the customer’s needs no request.
    valueOf(await add('TOI101'))
  })

  test('lender requests are limited per customer per day', async () => {
    await shopWith({ LIMIT_FINANCE_APPLICATIONS_PER_DAY: '2' })
    const { decide } = app.deps.lender
    let asked = 0
    app.deps.lender.decide = (order) => (asked++, decide(order))
    for (let n = 0; n < 2; n++) {
      const { id } = await conditional(mia)
      valueOf(await mia.call(deletePurchaseJourney, { params: { id } }))
    }
    await expect(conditional(mia)).rejects.toThrow('429')
    expect(asked).toBe(2)
    const mails = await db.selectFrom('outbox').select('kind').execute()
    expect(mails.filter(({ kind }) => kind === 'finance-signed')).toHaveLength(2)
    app.clock.advance(DAY_MS)
    await comeIn()
    await conditional(mia)
  })

  test('changes of ways to sign in, and their emails, are limited per day', async () => {
    await shopWith({ LIMIT_SIGN_IN_CHANGES_PER_DAY: '3' })
    await withPasskey(mia)
    let currentPassword = SAMPLE_PASSWORD
    const answers = []
    for (let n = 0; n < 4; n++) {
      const newPassword = `seven kauri trees by a lake ${n}`
      const answer = await mia.call(changePassword, {
        params: { id: mia.customerId },
        body: { type: 'CHANGE_PASSWORD', currentPassword, newPassword },
      })
      answers.push(answer)
      if (answer.ok) currentPassword = newPassword
    }
    expect(goodOf(answers)).toBe(2)
    expect(await db.selectFrom('outbox').select('kind').execute()).toHaveLength(3)
  })

  test('a quote keeps the codes of its last ten prices', async () => {
    await shopWith({})
    const { quoteId: id } = await saved(mia)
    const codes: string[] = []
    for (let n = 0; n < 13; n++) {
      app.clock.advance(1)
      valueOf(await mia.call(refreshQuote, { params: { id } }))
      codes.push(valueOf(await mia.call(createQuoteCode, { params: { id } })).code)
    }
    const rows = await db.selectFrom('quote_code').select('code_hash').execute()
    expect(rows).toHaveLength(10)
    const opens = async (code: string) =>
      (await app.browser()(getQuoteByCode, { params: { code } })).ok
    expect([await opens(codes[2]!), await opens(codes[3]!), await opens(codes[12]!)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('codes for new prices are limited per customer per day, and those there are go on', async () => {
    await shopWith({ LIMIT_QUOTE_CODES_PER_DAY: '2' })
    const { quoteId: id } = await saved(mia)
    const next = async () => {
      app.clock.advance(1)
      valueOf(await mia.call(refreshQuote, { params: { id } }))
      return mia.call(createQuoteCode, { params: { id } })
    }
    valueOf(await next())
    const second = valueOf(await next())
    expect(valueOf(await mia.call(createQuoteCode, { params: { id } }))).toEqual(second)
    expect(await next()).toMatchObject({ failure: { status: 429 } })
    expect(await db.selectFrom('quote_code').select('code_hash').execute()).toHaveLength(2)
  })

  test('payment pages are limited per purchase per day', async () => {
    const env = { LIMIT_PAYMENT_PAGES_PER_DAY: '3' }
    const shop = await openCardShop(db, { env })
    app = shop.app
    await seedDemo(app.deps)
    await comeIn()
    const { id } = await confirmed(mia)
    const answers = []
    for (let n = 0; n < 5; n++) {
      const body = { purchaseJourneyId: id, paymentType: 'DEPOSIT' } as const
      const started = await mia.call(startStripePayment, { body })
      answers.push(started)
      if (started.ok)
        await app.request(`/api/stripe/return?paymentId=${started.value.paymentId}&cancelled=1`)
    }
    expect(goodOf(answers)).toBe(3)
    expect(await db.selectFrom('payment').select('payment_id').execute()).toHaveLength(3)
    await shop.stop()
  })

  test('file reads are limited per customer per day', async () => {
    await shopWith({ LIMIT_FILES_READ_PER_DAY: '2' })
    const { id, vehicleId } = await tradingIn(mia)
    const add = (which: string) => {
      const body = someFile('image/jpeg', which)
      return mia.call(addTradeInPhoto, { params: { id }, query: { vehicleId }, body })
    }
    // One that finds no room in the queue is none.
    const { fileCleaner } = app.deps
    const full = new ApiProblem(503, 'Unavailable', 'Later.')
    app.deps.fileCleaner = { ...fileCleaner, clean: () => Promise.reject(full) }
    for (const which of ['4', '5', '6']) expect(faultsOf(await add(which)).status).toBe(503)
    app.deps.fileCleaner = fileCleaner
    const answers = []
    for (const which of ['1', '2', '3']) answers.push(await add(which))
    expect(goodOf(answers)).toBe(2)
    // One that is known need not be read.
    valueOf(await add('2'))
  })

  test('answers to an offer are limited per day', async () => {
    await shopWith({ LIMIT_OFFER_ANSWERS_PER_DAY: '4' })
    const offered = await offerFor(sam, await confirmedBeforeOffer(mia), 1_500_000)
    const vehicleId = offered.tradeInformation.vehicles[0]!.id
    const answers = []
    for (let n = 0; n < 7; n++) {
      const body = { vehicleId, answer: n % 2 ? ('APPRAISAL' as const) : ('ACCEPT' as const) }
      answers.push(await mia.call(answerTradeInOffer, { params: { id: offered.id }, body }))
    }
    // The fifth would accept it once more; later requests change nothing.
    expect(answers.slice(0, 5).map(({ ok }) => ok)).toEqual([true, true, true, true, false])
    expect(faultsOf(answers[4]!).status).toBe(429)
    const notes = await db.selectFrom('purchase_note').select('note_id').execute()
    // With the one of the offer itself.
    expect(notes).toHaveLength(5)
  })

  test('hand-over changes and their emails are limited per day, and it can still be cancelled', async () => {
    await shopWith({ LIMIT_HAND_OVER_CHANGES_PER_DAY: '3', LIMIT_MAILS_PER_DAY: '2' })
    const { id, paymentMetadata } = await confirmed(mia, { outletCode: 'AKL01' })
    const params = { id }
    const amountCents = paymentMetadata.depositCents
    const receipt = { source: 'BANKTRF', amountCents, reference: 'R' } as const
    valueOf(await sam.call(recordReceipt, { params, body: receipt }))
    const accepted = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params, body: accepted }))
    await db.deleteFrom('rate').execute()
    await db.deleteFrom('outbox').execute()
    const { days } = valueOf(await mia.call(handOver.listHandOverTimes, { params }))
    const answers = []
    for (const startsAt of days[0]!.starts.slice(0, 5))
      answers.push(await mia.call(handOver.bookHandOver, { params, body: { startsAt } }))
    expect(goodOf(answers)).toBe(3)
    valueOf(await mia.call(handOver.cancelHandOver, { params }))
    const mails = await db.selectFrom('outbox').select('kind').orderBy('queued_at').execute()
    expect(mails.map(({ kind }) => kind).sort()).toEqual([
      'hand-over-booked',
      'hand-over-cancelled',
      'hand-over-changed',
    ])
  })
})
