import { describe, expect, test } from 'vitest'
import { getStripeConfig, startStripePayment } from '#lib/payments/calls.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, conflictOf, faultsOf, ready } from '#tests/setup/purchases.ts'
import { start, payments } from './payments.fixture.ts'
import { app, db, mia, signInAgain, visitor } from '#tests/setup/suite.ts'
import { cardShop, setUpCardShop } from '#tests/setup/shop-suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('card payments on $name', (database) => {
  setUpCardShop(database)

  test('the configuration is public and holds no secret', async () => {
    expect(valueOf(await visitor(getStripeConfig))).toEqual({
      enabled: true,
      publishableKey: 'pk_test_simulated',
      uiMode: 'hosted_page',
      currency: 'nzd',
      country: 'NZ',
      testMode: true,
    })
    const without = startApplication(db).browser()
    expect(valueOf(await without(getStripeConfig))).toMatchObject({ enabled: false })
  })

  test('without a provider nothing can be started, and it says so', async () => {
    const without = startApplication(db)
    const person = await arrive(without)
    const answer = await start(await confirmed(person), 'DEPOSIT', person)
    expect(faultsOf(answer)).toMatchObject({ status: 503, code: 'Unavailable' })
    expect(await payments()).toEqual([])
  })

  describe('starting', () => {
    test('opens a page for the amount that the server calculates', async () => {
      const journey = await confirmed(mia)
      const started = valueOf(await start(journey))
      expect(started).toEqual({
        paymentId: expect.stringMatching(/^[\w-]{22}$/),
        sessionId: expect.stringMatching(/^cs_test_\w+$/),
        redirectUrl: `http://shop.test/demo/card/${started.sessionId}`,
        amountCents: 100_000,
        currency: 'nzd',
        expiresAt: '2026-11-23T01:31:00.000Z',
      })
      const page = await cardShop.simulator.pages.request(started.redirectUrl)
      const html = await page.text()
      expect(page.headers.get('content-security-policy')).toMatch(
        /default-src 'none'; style-src 'sha256-[^']+'; font-src data:; form-action 'self'/,
      )
      expect(html).not.toContain('<script')
      for (const text of ['$1,000 NZD', started.paymentId, 'Deposit – Tarn 1.5 Hybrid Plus'])
        expect(html).toContain(text)
    })

    test('fifty at once open one page', async () => {
      const journey = await confirmed(mia)
      const answers = await Promise.all(Array.from({ length: 50 }, () => start(journey)))
      const sessions = new Set(answers.map((answer) => valueOf(answer).sessionId))
      expect(sessions.size).toBe(1)
      expect(cardShop.sessionCalls()).toBe(1)
      expect(await payments()).toHaveLength(1)
    })

    test('an open page is answered again, one that is about to close is not', async () => {
      const journey = await confirmed(mia)
      const first = valueOf(await start(journey))
      app.clock.advance(10 * MINUTE_MS)
      expect(valueOf(await start(journey)).sessionId).toBe(first.sessionId)
      app.clock.advance(17 * MINUTE_MS)
      await signInAgain()
      const second = valueOf(await start(journey))
      expect(second.sessionId).not.toBe(first.sessionId)
      expect((await payments()).map(({ status }) => status)).toEqual(['CANCELLED', 'CREATED'])
      const page = await cardShop.simulator.pages.request(first.redirectUrl)
      expect(await page.text()).toContain('This payment page is closed')
    })

    test('an amount that has changed gets a page of its own', async () => {
      const journey = await confirmed(mia)
      const first = valueOf(await start(journey))
      await db.updateTable('payment').set({ amount_cents: 90_000 }).execute()
      const second = valueOf(await start(journey))
      expect(second).toMatchObject({ amountCents: 100_000 })
      expect(second.sessionId).not.toBe(first.sessionId)
    })

    test('only for what can be paid, and only by the owner and staff', async () => {
      const unconfirmed = await ready(mia)
      expect(conflictOf(await start(unconfirmed))).toMatchObject({
        status: 409,
        message: 'Please confirm the purchase before you pay.',
      })
      const journey = await confirmed(mia)
      expect(conflictOf(await start(journey, 'BALANCE'))).toMatchObject({
        message: 'Please pay the deposit first.',
      })
      const kowhai = await arrive(app, 'company@demo.example')
      expect(faultsOf(await start(journey, 'DEPOSIT', kowhai))).toEqual(
        faultsOf(await start({ id: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'DEPOSIT', kowhai)),
      )
      const staff = await arrive(app, 'staff@demo.example')
      expect(valueOf(await start(journey, 'DEPOSIT', staff)).amountCents).toBe(100_000)
      const lease = await confirmed(mia, { payOption: 'LEASELC' })
      expect(conflictOf(await start(lease)).message).toBe('The deposit is paid, or none is due.')
    })

    test('a bad body is refused by field', async () => {
      const body = { purchaseJourneyId: 'a b', paymentType: 'TIP', amountCents: 1 } as never
      expect(faultsOf(await mia.call(startStripePayment, { body }))).toEqual({
        status: 400,
        code: 'Validation',
        fields: ['purchaseJourneyId', 'paymentType', 'amountCents'],
      })
    })

    test('a provider that does not answer is said, and the next try opens one page', async () => {
      const journey = await confirmed(mia)
      cardShop.breakProvider(true)
      expect(faultsOf(await start(journey))).toMatchObject({ status: 503, code: 'Unavailable' })
      cardShop.breakProvider(false)
      expect(valueOf(await start(journey)).amountCents).toBe(100_000)
      expect(await payments()).toHaveLength(1)
    })

    test('an attempt that is too old for the provider makes way for a new one', async () => {
      const journey = await confirmed(mia)
      cardShop.breakProvider(true)
      expect(faultsOf(await start(journey)).status).toBe(503)
      cardShop.breakProvider(false)
      app.clock.advance(10 * MINUTE_MS)
      expect(valueOf(await start(journey)).amountCents).toBe(100_000)
      expect((await payments()).map(({ status }) => status)).toEqual(['FAILED', 'CREATED'])
    })

    test('after a crash between the provider’s answer and ours the same page is found', async () => {
      const journey = await confirmed(mia)
      const first = valueOf(await start(journey))
      await db
        .updateTable('payment')
        .set({ provider_reference: null, provider_url: null })
        .execute()
      expect(valueOf(await start(journey)).sessionId).toBe(first.sessionId)
    })

    test('a crash before anybody saw a page is swept away', async () => {
      const journey = await confirmed(mia)
      valueOf(await start(journey))
      await db
        .updateTable('payment')
        .set({ provider_reference: null, provider_url: null })
        .execute()
      app.clock.advance(MINUTE_MS)
      await checkDuePayments(app.deps)
      expect(await payments()).toMatchObject([{ status: 'EXPIRED', next_check_at: null }])
      expect(valueOf(await start(journey)).amountCents).toBe(100_000)
    })
  })
})
