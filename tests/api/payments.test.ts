import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Kysely } from 'kysely'
import type { ApiCall } from '#lib/api/client.ts'
import { checkStripePayment, getStripeConfig, startStripePayment } from '#lib/contract/payments.ts'
import { getPurchaseJourney } from '#lib/contract/purchase-journeys.ts'
import { listDemoMail } from '#lib/contract/site.ts'
import type { PaymentType } from '#lib/contract/shapes/codes.ts'
import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { sweep } from '#server/jobs/sweeper.ts'
import { settlePayment } from '#server/services/settle.ts'
import { startApplication } from '#tests/setup/application.ts'
import { openCardShop, type CardShop } from '#tests/setup/provider-shop.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirmed,
  conflictOf,
  faultsOf,
  ready,
  type Person,
} from '#tests/setup/purchases.ts'

const MINUTE_MS = 60_000

describe.each(databases)('card payments on $name', ({ open }) => {
  let db: Kysely<Database>
  let shop: CardShop
  let mia: Person
  let anyone: ApiCall

  beforeEach(async () => {
    db = await open()
    shop = await openCardShop(db)
    await seedDemo(shop.app.deps)
    mia = await arrive(shop.app)
    anyone = shop.app.browser()
  })
  afterEach(async () => {
    await shop.stop()
    await db.destroy()
  })

  const start = ({ id }: { id: string }, paymentType: PaymentType = 'DEPOSIT', by = mia) =>
    by.call(startStripePayment, { body: { purchaseJourneyId: id, paymentType } })
  const check = async (sessionId: string) =>
    valueOf(await anyone(checkStripePayment, { body: { sessionId } }))
  const journeyOf = async ({ id }: { id: string }): Promise<PurchaseJourney> =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
  const payments = () => db.selectFrom('payment').selectAll().orderBy('created_at').execute()
  const events = async () =>
    (await db.selectFrom('journey_event').select('event').orderBy('id').execute()).map(
      ({ event }) => event,
    )
  const receipts = async () =>
    valueOf(await anyone(listDemoMail, { query: { to: 'customer@demo.example' } })).messages.filter(
      ({ subject }) => subject.startsWith('We have received'),
    )
  /** One payment, one event, one receipt: whatever happened on the way. */
  const paidOnce = async (journey: { id: string }) => {
    expect((await journeyOf(journey)).paymentMetadata).toMatchObject({
      canPayDeposit: false,
      canPayBalance: true,
      depositPaid: true,
      paidCents: 100_000,
    })
    expect((await payments()).filter(({ status }) => status === 'PAID')).toHaveLength(1)
    expect((await events()).filter((event) => event === 'deposit-settled')).toHaveLength(1)
    expect(await receipts()).toHaveLength(1)
  }

  test('the configuration is public and holds no secret', async () => {
    expect(valueOf(await anyone(getStripeConfig))).toEqual({
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
    test('opens a page for the amount that the server reckons', async () => {
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
      const page = await shop.simulator.pages.request(started.redirectUrl)
      const html = await page.text()
      expect(page.headers.get('content-security-policy')).toMatch(
        /default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
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
      expect(shop.sessionCalls()).toBe(1)
      expect(await payments()).toHaveLength(1)
    })

    test('an open page is answered again, one that is about to close is not', async () => {
      const journey = await confirmed(mia)
      const first = valueOf(await start(journey))
      shop.app.clock.advance(10 * MINUTE_MS)
      expect(valueOf(await start(journey)).sessionId).toBe(first.sessionId)
      shop.app.clock.advance(17 * MINUTE_MS)
      mia = await arrive(shop.app)
      const second = valueOf(await start(journey))
      expect(second.sessionId).not.toBe(first.sessionId)
      expect((await payments()).map(({ status }) => status)).toEqual(['CANCELLED', 'CREATED'])
      const page = await shop.simulator.pages.request(first.redirectUrl)
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
      const kowhai = await arrive(shop.app, 'company@demo.example')
      expect(faultsOf(await start(journey, 'DEPOSIT', kowhai))).toEqual(
        faultsOf(await start({ id: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'DEPOSIT', kowhai)),
      )
      const staff = await arrive(shop.app, 'staff@demo.example')
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
      shop.breakProvider(true)
      expect(faultsOf(await start(journey))).toMatchObject({ status: 503, code: 'Unavailable' })
      shop.breakProvider(false)
      expect(valueOf(await start(journey)).amountCents).toBe(100_000)
      expect(await payments()).toHaveLength(1)
    })

    test('an attempt that is too old for the provider makes way for a new one', async () => {
      const journey = await confirmed(mia)
      shop.breakProvider(true)
      expect(faultsOf(await start(journey)).status).toBe(503)
      shop.breakProvider(false)
      shop.app.clock.advance(10 * MINUTE_MS)
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
      shop.app.clock.advance(MINUTE_MS)
      await sweep(shop.app.deps)
      expect(await payments()).toMatchObject([{ status: 'EXPIRED', next_check_at: null }])
      expect(valueOf(await start(journey)).amountCents).toBe(100_000)
    })
  })

  describe('paying', () => {
    test('the return settles, and the notice that comes later changes nothing', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, sessionId, paymentId } = valueOf(await start(journey))
      const { location } = await shop.atThePage(redirectUrl, { outcome: 'pay' })
      expect(location).toBe(`http://shop.test/api/stripe/return?session_id=${sessionId}`)
      expect(await shop.comeBack(location!)).toBe(
        `http://shop.test/purchase/#/${journey.id}/payment?statusCode=PAID`,
      )
      await paidOnce(journey)
      await expect.poll(shop.notices).toBe(1)
      await paidOnce(journey)
      expect(await check(sessionId)).toEqual({
        paymentId,
        purchaseJourneyId: journey.id,
        paymentType: 'DEPOSIT',
        statusCode: 'PAID',
        message: 'Thank you. We have received your payment.',
      })
      expect(faultsOf(await start(journey)).status).toBe(409)
    })

    test('the notice settles before the buyer is back', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl } = valueOf(await start(journey))
      const { location } = await shop.atThePage(redirectUrl, { outcome: 'pay', notice: 'first' })
      await paidOnce(journey)
      expect(await shop.comeBack(location!)).toContain('statusCode=PAID')
      await paidOnce(journey)
    })

    test('a notice that comes twice counts once', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl } = valueOf(await start(journey))
      await shop.atThePage(redirectUrl, { outcome: 'pay', notice: 'twice', return: 'never' })
      await expect.poll(shop.notices).toBe(2)
      await paidOnce(journey)
      expect(await db.selectFrom('provider_event').selectAll().execute()).toHaveLength(1)
    })

    test('a lost notice and a closed browser: the sweeper finds the payment', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl } = valueOf(await start(journey))
      const { location, html } = await shop.atThePage(redirectUrl, {
        outcome: 'pay',
        notice: 'never',
        return: 'never',
      })
      expect(location).toBeNull()
      expect(html).toContain('The buyer has left')
      await sweep(shop.app.deps)
      expect((await journeyOf(journey)).paymentMetadata.depositPaid).toBe(false)
      shop.app.clock.advance(3_000)
      await Promise.all([sweep(shop.app.deps), sweep(shop.app.deps), sweep(shop.app.deps)])
      await paidOnce(journey)
      expect(await payments()).toMatchObject([{ checks: 1, next_check_at: null }])
    })

    test('everything at once counts once', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, sessionId, paymentId } = valueOf(await start(journey))
      const { location } = await shop.atThePage(redirectUrl, { outcome: 'pay', notice: 'twice' })
      shop.app.clock.advance(3_000)
      await Promise.all([
        ...Array.from({ length: 10 }, () => shop.comeBack(location!)),
        ...Array.from({ length: 10 }, () => check(sessionId)),
        ...Array.from({ length: 10 }, () => settlePayment(shop.app.deps, paymentId)),
        sweep(shop.app.deps),
      ])
      await expect.poll(shop.notices).toBe(2)
      await paidOnce(journey)
    })

    test('after the deposit the balance, and then nothing', async () => {
      const journey = await confirmed(mia)
      const pay = async (type: PaymentType) => {
        const { redirectUrl, amountCents } = valueOf(await start(journey, type))
        const { location } = await shop.atThePage(redirectUrl, { outcome: 'pay', notice: 'never' })
        await shop.comeBack(location!)
        return amountCents
      }
      const total = journey.currentQuote.totals.driveAwayCents
      expect(await pay('DEPOSIT')).toBe(100_000)
      expect(await pay('BALANCE')).toBe(total - 100_000)
      expect((await journeyOf(journey)).paymentMetadata).toMatchObject({
        canPayDeposit: false,
        canPayBalance: false,
        paidCents: total,
      })
      expect((await journeyOf(journey)).status.purchaseJourneyStatusCode).toBe('CONFIRMED')
      expect(await events()).toEqual(['confirmed', 'deposit-settled', 'balance-settled'])
      expect(await receipts()).toHaveLength(2)
      expect(conflictOf(await start(journey, 'BALANCE')).message).toBe(
        'The balance is paid, or none is due.',
      )
    })

    test('a declined card stays at the page and can pay there', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, sessionId } = valueOf(await start(journey))
      const { location } = await shop.atThePage(redirectUrl, { outcome: 'decline' })
      expect(location).toBe(new URL(redirectUrl).pathname)
      const page = await shop.simulator.pages.request(redirectUrl)
      expect(await page.text()).toContain('Your card was declined.')
      expect(await check(sessionId)).toMatchObject({ statusCode: 'CREATED' })
      expect((await journeyOf(journey)).paymentMetadata.canPayDeposit).toBe(true)
      expect((await shop.app.deps.card.findSession(sessionId))?.declineReason).toBe(
        'Your card was declined.',
      )
      const paid = await shop.atThePage(redirectUrl, { outcome: 'pay' })
      expect(await shop.comeBack(paid.location!)).toContain('statusCode=PAID')
      await paidOnce(journey)
    })

    test('a cancelled page is closed, and another one can be paid at once', async () => {
      const journey = await confirmed(mia)
      const first = valueOf(await start(journey))
      const { location } = await shop.atThePage(first.redirectUrl, { outcome: 'cancel' })
      expect(await shop.comeBack(location!)).toBe(
        `http://shop.test/purchase/#/${journey.id}/payment?statusCode=CANCELLED`,
      )
      expect(await check(first.sessionId)).toMatchObject({ statusCode: 'CANCELLED' })
      // Going back in the browser finds the page closed.
      await shop.atThePage(first.redirectUrl, { outcome: 'pay' })
      expect((await journeyOf(journey)).paymentMetadata.depositPaid).toBe(false)

      const second = valueOf(await start(journey))
      const paid = await shop.atThePage(second.redirectUrl, { outcome: 'pay' })
      await shop.comeBack(paid.location!)
      await paidOnce(journey)
      expect((await payments()).map(({ status }) => status).sort()).toEqual(['CANCELLED', 'PAID'])
    })

    test('a page is cancelled though the notice of its closing comes first', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, paymentId } = valueOf(await start(journey))
      const { deps } = shop.app
      const { expireSession } = deps.card
      vi.spyOn(deps.card, 'expireSession').mockImplementationOnce(async (id) => {
        await expireSession(id)
        expect(await settlePayment(deps, paymentId)).toMatchObject({ status: 'EXPIRED' })
      })
      const { location } = await shop.atThePage(redirectUrl, { outcome: 'cancel', notice: 'never' })
      expect(await shop.comeBack(location!)).toContain('statusCode=CANCELLED')
    })

    test('a page that was paid is not cancelled any more', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, paymentId } = valueOf(await start(journey))
      await shop.atThePage(redirectUrl, { outcome: 'pay', notice: 'never', return: 'never' })
      const back = `/api/stripe/return?paymentId=${paymentId}&cancelled=1`
      expect(await shop.comeBack(back)).toContain('statusCode=PAID')
      await paidOnce(journey)
    })

    test('a page whose time ran out is expired, and another one can be paid', async () => {
      const journey = await confirmed(mia)
      const { sessionId } = valueOf(await start(journey))
      shop.app.clock.advance(32 * MINUTE_MS)
      await sweep(shop.app.deps)
      expect(await check(sessionId)).toMatchObject({ statusCode: 'EXPIRED' })
      mia = await arrive(shop.app)
      expect(valueOf(await start(journey)).sessionId).not.toBe(sessionId)
    })

    test('a provider that does not answer on the way back is asked again later', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, sessionId } = valueOf(await start(journey))
      const { location } = await shop.atThePage(redirectUrl, { outcome: 'pay', notice: 'never' })
      shop.breakProvider(true)
      expect(await shop.comeBack(location!)).toContain('statusCode=CREATED')
      expect(await check(sessionId)).toMatchObject({ statusCode: 'CREATED' })
      shop.app.clock.advance(3_000)
      await sweep(shop.app.deps)
      shop.breakProvider(false)
      shop.app.clock.advance(3_000)
      await sweep(shop.app.deps)
      await paidOnce(journey)
    })
  })

  describe('what is not as it should be', () => {
    const paidPage = async () => {
      const journey = await confirmed(mia)
      const started = valueOf(await start(journey))
      await shop.atThePage(started.redirectUrl, {
        outcome: 'pay',
        notice: 'never',
        return: 'never',
      })
      return { journey, ...started }
    }

    test.each([
      ['amount', `update session set amount_cents = 100`],
      ['currency', `update session set currency = 'aud'`],
      [
        'journey',
        `update session set order_json = json_set(order_json, '$.clientReferenceId', 'other')`,
      ],
      [
        'reference',
        `update session set order_json = json_set(order_json, '$.metadata.paymentId', 'other')`,
      ],
    ])('another %s is looked at by a person, and never counts', async (what, change) => {
      const { journey, sessionId } = await paidPage()
      shop.provider((database) => database.exec(change))
      expect(await check(sessionId)).toMatchObject({ statusCode: 'NEEDS_REVIEW' })
      expect(await payments()).toMatchObject([
        { status: 'NEEDS_REVIEW', review_reason: expect.stringContaining(what) },
      ])
      expect((await journeyOf(journey)).paymentMetadata).toMatchObject({
        depositPaid: false,
        canPayDeposit: false,
        paidCents: 0,
      })
      expect(await receipts()).toEqual([])
      expect(conflictOf(await start(journey)).message).toBe(
        'A payment of the deposit is on its way already.',
      )
    })

    test('a second success is kept to be refunded and does not count', async () => {
      const { journey, paymentId } = await paidPage()
      const other = await confirmed(mia)
      const second = valueOf(await start(other))
      await shop.atThePage(second.redirectUrl, { outcome: 'pay', notice: 'never', return: 'never' })
      // As if both had been paid for the same purchase.
      await db.updateTable('payment').set({ status: 'EXPIRED' }).execute()
      await db.updateTable('payment').set({ purchase_journey_id: journey.id }).execute()
      shop.provider((database) =>
        database
          .prepare(`update session set order_json = json_set(order_json, '$.clientReferenceId', ?)`)
          .run(journey.id),
      )
      await Promise.all([paymentId, second.paymentId].map((id) => settlePayment(shop.app.deps, id)))
      const settled = await payments()
      expect(settled.map(({ status }) => status)).toEqual(['PAID', 'PAID'])
      expect(settled.map(({ duplicate }) => duplicate).sort()).toEqual([0, 1])
      expect((await journeyOf(journey)).paymentMetadata.paidCents).toBe(100_000)
      expect(await receipts()).toHaveLength(1)
    })

    test('money for a purchase that was cancelled meanwhile is looked at by a person', async () => {
      const { journey, sessionId } = await paidPage()
      await db.updateTable('purchase_journey').set({ status: 'CANCELLED' }).execute()
      expect(await check(sessionId)).toMatchObject({ statusCode: 'NEEDS_REVIEW' })
      expect((await journeyOf(journey)).status.purchaseJourneyStatusCode).toBe('CANCELLED')
    })

    test('a session nobody knows is 404, and a bad one 400', async () => {
      const ask = (body: object) => anyone(checkStripePayment, { body: body as never })
      expect(faultsOf(await ask({ sessionId: 'cs_test_none' }))).toMatchObject({ status: 404 })
      expect(faultsOf(await ask({ sessionId: '' })).fields).toEqual(['sessionId'])
      for (const [path, status] of [
        ['?session_id=cs_test_none', 404],
        ['?paymentId=none', 404],
        ['', 400],
        ['?paymentId=a%20b', 400],
        ['?session_id=x&cancelled=2', 400],
      ] as const)
        expect((await shop.app.request(`/api/stripe/return${path}`)).status, path).toBe(status)
    })

    test('a return leads nowhere but into the shop, whatever else is in its address', async () => {
      const { sessionId, journey } = await paidPage()
      for (const extra of ['//evil.test', 'javascript:alert(1)', '%0d%0aLocation:x', '@evil.test'])
        expect(
          await shop.comeBack(
            `/api/stripe/return?session_id=${sessionId}&next=${extra}&statusCode=${extra}`,
          ),
        ).toBe(`http://shop.test/purchase/#/${journey.id}/payment?statusCode=PAID`)
    })
  })

  describe('notices', () => {
    const send = (body: string, signature?: string) =>
      shop.app.request('/api/stripe/webhook', {
        method: 'POST',
        body,
        headers: signature ? { 'stripe-signature': signature } : {},
      })
    const signed = (body: string, ageS = 0) => {
      const time = Math.floor(shop.app.clock.atMs / 1000) - ageS
      const { webhookSecret } = shop.simulator.settings
      const hmac = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex')
      return `t=${time},v1=${hmac}`
    }
    const notice = (sessionId: string, id = 'evt_1') =>
      JSON.stringify({
        id,
        object: 'event',
        type: 'checkout.session.completed',
        data: { object: { object: 'checkout.session', id: sessionId, payment_status: 'paid' } },
      })

    test('a hundred times the same notice is one', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, sessionId } = valueOf(await start(journey))
      await shop.atThePage(redirectUrl, { outcome: 'pay', notice: 'never', return: 'never' })
      const body = notice(sessionId)
      const answers = await Promise.all(Array.from({ length: 100 }, () => send(body, signed(body))))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      await paidOnce(journey)
    })

    test('what a notice says is not believed: the provider is asked', async () => {
      const journey = await confirmed(mia)
      const { sessionId } = valueOf(await start(journey))
      const body = notice(sessionId)
      expect((await send(body, signed(body))).status).toBe(200)
      expect((await journeyOf(journey)).paymentMetadata.depositPaid).toBe(false)
    })

    test('a notice about nothing of ours is taken and forgotten', async () => {
      for (const body of [
        notice('cs_test_none'),
        JSON.stringify({ id: 'evt_2', object: 'event', type: 'new.kind', data: { object: {} } }),
      ])
        expect((await send(body, signed(body))).status).toBe(200)
    })

    test('a notice that the provider did not sign just now is refused', async () => {
      const body = notice('cs_test_none')
      const good = signed(body)
      for (const signature of [
        undefined,
        '',
        'nonsense',
        good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        signed(body, 301),
        signed(`${body} `),
      ])
        expect((await send(body, signature)).status, signature).toBe(400)
      expect((await send(`${body} `, good)).status).toBe(400)
      expect((await send('x'.repeat(300_000), good)).status).toBe(413)
      expect(await db.selectFrom('provider_event').selectAll().execute()).toEqual([])
    })

    test('no mutation of a signed notice is accepted', async () => {
      const body = notice('cs_test_none')
      const signature = signed(body)
      for (let at = 0; at < body.length; at++) {
        const flipped = body.slice(0, at) + (body[at] === 'x' ? 'y' : 'x') + body.slice(at + 1)
        expect(await shop.app.deps.card.readNotice(Buffer.from(flipped), signature)).toBeNull()
      }
    })
  })
})
