import { createHmac } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { checkStripePayment, decideReview } from '#lib/payments/calls.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, conflictOf, faultsOf } from '#tests/setup/purchases.ts'
import { start, check, journeyOf, payments, receipts, paidOnce } from './payments.fixture.ts'
import { app, db, mia, sam, visitor } from '#tests/setup/suite.ts'
import { cardShop, setUpCardShop } from '#tests/setup/shop-suite.ts'

describe.each(databases)('card payments on $name', (database) => {
  setUpCardShop(database)

  describe('what is not as it should be', () => {
    const paidPage = async () => {
      const journey = await confirmed(mia)
      const started = valueOf(await start(journey))
      await cardShop.atThePage(started.redirectUrl, {
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
    ])('a wrong %s goes to review, and never counts', async (what, change) => {
      const { journey, sessionId } = await paidPage()
      cardShop.provider((database) => database.exec(change))
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
        'A payment of the deposit is already on its way.',
      )
    })

    test('what the card provider has cannot be said not to have come', async () => {
      const { journey, paymentId, sessionId } = await paidPage()
      cardShop.provider((database) => database.exec(`update session set amount_cents = 100`))
      await check(sessionId)
      const outcome = 'NOTHING_CAME' as const
      const decided = await sam.call(decideReview, {
        params: { id: journey.id },
        body: { paymentId, outcome },
      })
      expect(conflictOf(decided).message).toBe(
        'The card provider has this money. Accept it or send it back.',
      )
    })

    test('a second success is kept to be refunded and does not count', async () => {
      const { journey, paymentId } = await paidPage()
      const other = await confirmed(mia)
      const second = valueOf(await start(other))
      await cardShop.atThePage(second.redirectUrl, {
        outcome: 'pay',
        notice: 'never',
        return: 'never',
      })
      // As if both had been paid for the same purchase.
      await db.updateTable('payment').set({ status: 'EXPIRED' }).execute()
      await db.updateTable('payment').set({ purchase_journey_id: journey.id }).execute()
      cardShop.provider((database) =>
        database
          .prepare(`update session set order_json = json_set(order_json, '$.clientReferenceId', ?)`)
          .run(journey.id),
      )
      const logged = vi.spyOn(app.deps.log, 'error')
      await Promise.all([paymentId, second.paymentId].map((id) => settlePayment(app.deps, id)))
      expect(logged.mock.calls).toMatchObject([[{ event: 'payment_duplicate' }]])
      const settled = await payments()
      expect(settled.map(({ status }) => status)).toEqual(['PAID', 'PAID'])
      expect(settled.map(({ duplicate }) => duplicate).sort()).toEqual([0, 1])
      expect((await journeyOf(journey)).paymentMetadata.paidCents).toBe(100_000)
      expect(await receipts()).toHaveLength(1)
    })

    test('money for a purchase that has been cancelled goes to review', async () => {
      const { journey, sessionId } = await paidPage()
      await db.updateTable('purchase_journey').set({ status: 'CANCELLED' }).execute()
      const logged = vi.spyOn(app.deps.log, 'error')
      expect(await check(sessionId)).toMatchObject({ statusCode: 'NEEDS_REVIEW' })
      expect(await payments()).toMatchObject([
        { review_reason: 'the purchase had already been cancelled when the money arrived' },
      ])
      expect(logged.mock.calls).toMatchObject([[{ event: 'payment_needs_review' }]])
      expect((await journeyOf(journey)).status.purchaseJourneyStatusCode).toBe('CANCELLED')
    })

    test('a provider is asked once in three seconds for a payment, however often a page asks', async () => {
      const { sessionId } = valueOf(await start(await confirmed(mia)))
      const asked = vi.spyOn(app.deps.card, 'findSession')
      app.clock.advance(3_000)
      const ask = () => visitor(checkStripePayment, { body: { sessionId } })
      const answers = await Promise.all(Array.from({ length: 50 }, ask))
      expect(new Set(answers.map((answer) => valueOf(answer).statusCode))).toEqual(
        new Set(['CREATED']),
      )
      app.clock.advance(2_999)
      valueOf(await ask())
      expect(asked).toHaveBeenCalledTimes(1)
      app.clock.advance(1)
      valueOf(await ask())
      expect(asked).toHaveBeenCalledTimes(2)
    })

    test('nor is it asked more often by those who come back again and again', async () => {
      const { sessionId, paymentId } = valueOf(await start(await confirmed(mia)))
      const asked = vi.spyOn(app.deps.card, 'findSession')
      const closed = vi.spyOn(app.deps.card, 'expireSession')
      const comeBack = (query: string) => app.request(`/api/stripe/return?${query}`)
      for (let times = 0; times < 5; times++)
        expect((await comeBack(`session_id=${sessionId}`)).status).toBe(303)
      expect(asked).toHaveBeenCalledTimes(1)
      app.clock.advance(3_000)
      await comeBack(`session_id=${sessionId}`)
      expect(asked).toHaveBeenCalledTimes(2)
      // The provider is away, so the page stays open.
      closed.mockRejectedValue(new ProviderUnavailable('The card provider', 'away'))
      for (let times = 0; times < 5; times++) await comeBack(`paymentId=${paymentId}&cancelled=1`)
      expect(closed).toHaveBeenCalledTimes(1)
    })

    test('an unknown session is 404, and a malformed one 400', async () => {
      const ask = (body: object) => visitor(checkStripePayment, { body: body as never })
      expect(faultsOf(await ask({ sessionId: 'cs_test_none' }))).toMatchObject({ status: 404 })
      expect(faultsOf(await ask({ sessionId: '' })).fields).toEqual(['sessionId'])
      for (const [path, status] of [
        ['?session_id=cs_test_none', 404],
        ['?paymentId=none', 404],
        ['', 400],
        ['?paymentId=a%20b', 400],
        ['?session_id=x&cancelled=2', 400],
      ] as const)
        expect((await app.request(`/api/stripe/return${path}`)).status, path).toBe(status)
    })

    test('a return leads nowhere but into the shop, whatever else is in its address', async () => {
      const { sessionId, journey } = await paidPage()
      for (const extra of ['//evil.test', 'javascript:alert(1)', '%0d%0aLocation:x', '@evil.test'])
        expect(
          await cardShop.comeBack(
            `/api/stripe/return?session_id=${sessionId}&next=${extra}&statusCode=${extra}`,
          ),
        ).toBe(`http://shop.test/purchase/#/${journey.id}/payment?statusCode=PAID`)
    })
  })

  describe('notices', () => {
    const send = (body: string, signature?: string) =>
      app.request('/api/stripe/webhook', {
        method: 'POST',
        body,
        headers: signature ? { 'stripe-signature': signature } : {},
      })
    const signed = (body: string, ageS = 0) => {
      const time = Math.floor(app.clock.atMs / 1000) - ageS
      const { webhookSecret } = cardShop.simulator.settings
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
      await cardShop.atThePage(redirectUrl, { outcome: 'pay', notice: 'never', return: 'never' })
      const body = notice(sessionId)
      const answers = await Promise.all(Array.from({ length: 100 }, () => send(body, signed(body))))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      // A notice is answered before a slow machine has settled it.
      await vi.waitFor(() => paidOnce(journey), { timeout: 10_000 })
    })

    test('what a notice says is not believed: the provider is asked', async () => {
      const journey = await confirmed(mia)
      const { sessionId } = valueOf(await start(journey))
      const body = notice(sessionId)
      expect((await send(body, signed(body))).status).toBe(200)
      expect((await journeyOf(journey)).paymentMetadata.depositPaid).toBe(false)
    })

    test('ignores notices about unknown objects', async () => {
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
        expect(await app.deps.card.readNotice(Buffer.from(flipped), signature)).toBeNull()
      }
    })
  })
})
