import { describe, expect, test, vi } from 'vitest'
import type { PaymentType } from '#lib/codes.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, conflictOf, faultsOf } from '#tests/setup/purchases.ts'
import {
  start,
  check,
  journeyOf,
  payments,
  events,
  receipts,
  paidOnce,
} from './payments.fixture.ts'
import { app, db, mia, signInAgain } from '#tests/setup/suite.ts'
import { cardShop, setUpCardShop } from '#tests/setup/shop-suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('card payments on $name', (database) => {
  setUpCardShop(database)

  describe('paying', () => {
    test('the return settles, and the notice that comes later changes nothing', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, sessionId, paymentId } = valueOf(await start(journey))
      const { location } = await cardShop.atThePage(redirectUrl, { outcome: 'pay' })
      expect(location).toBe(`http://shop.test/api/stripe/return?session_id=${sessionId}`)
      expect(await cardShop.comeBack(location!)).toBe(
        `http://shop.test/purchase/#/${journey.id}/payment?statusCode=PAID`,
      )
      await paidOnce(journey)
      await expect.poll(cardShop.notices).toBe(1)
      await paidOnce(journey)
      expect(await check(sessionId)).toEqual({
        paymentId,
        purchaseJourneyId: journey.id,
        paymentType: 'DEPOSIT',
        statusCode: 'PAID',
        message: 'Thank you. We’ve received your payment.',
      })
      expect(faultsOf(await start(journey)).status).toBe(409)
    })

    test('the notice settles before the buyer is back', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl } = valueOf(await start(journey))
      const { location } = await cardShop.atThePage(redirectUrl, {
        outcome: 'pay',
        notice: 'first',
      })
      await paidOnce(journey)
      expect(await cardShop.comeBack(location!)).toContain('statusCode=PAID')
      await paidOnce(journey)
    })

    test('a notice that comes twice counts once', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl } = valueOf(await start(journey))
      await cardShop.atThePage(redirectUrl, { outcome: 'pay', notice: 'twice', return: 'never' })
      await expect.poll(cardShop.notices).toBe(2)
      await paidOnce(journey)
      expect(await db.selectFrom('provider_event').selectAll().execute()).toHaveLength(1)
    })

    test('a lost notice and a closed browser: the sweeper finds the payment', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl } = valueOf(await start(journey))
      const { location, html } = await cardShop.atThePage(redirectUrl, {
        outcome: 'pay',
        notice: 'never',
        return: 'never',
      })
      expect(location).toBeNull()
      expect(html).toContain('The buyer has left')
      await checkDuePayments(app.deps)
      expect((await journeyOf(journey)).paymentMetadata.depositPaid).toBe(false)
      app.clock.advance(3_000)
      await Promise.all([
        checkDuePayments(app.deps),
        checkDuePayments(app.deps),
        checkDuePayments(app.deps),
      ])
      await paidOnce(journey)
      expect(await payments()).toMatchObject([{ checks: 1, next_check_at: null }])
    })

    test('everything at once counts once', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, sessionId, paymentId } = valueOf(await start(journey))
      const { location } = await cardShop.atThePage(redirectUrl, {
        outcome: 'pay',
        notice: 'twice',
      })
      app.clock.advance(3_000)
      await Promise.all([
        ...Array.from({ length: 10 }, () => cardShop.comeBack(location!)),
        ...Array.from({ length: 10 }, () => check(sessionId)),
        ...Array.from({ length: 10 }, () => settlePayment(app.deps, paymentId)),
        checkDuePayments(app.deps),
      ])
      await expect.poll(cardShop.notices).toBe(2)
      await paidOnce(journey)
    })

    test('after the deposit the balance, and then nothing', async () => {
      const journey = await confirmed(mia)
      const pay = async (type: PaymentType) => {
        const { redirectUrl, amountCents } = valueOf(await start(journey, type))
        const { location } = await cardShop.atThePage(redirectUrl, {
          outcome: 'pay',
          notice: 'never',
        })
        await cardShop.comeBack(location!)
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
      const { location } = await cardShop.atThePage(redirectUrl, { outcome: 'decline' })
      expect(location).toBe(new URL(redirectUrl).pathname)
      const page = await cardShop.simulator.pages.request(redirectUrl)
      expect(await page.text()).toContain('Your card was declined.')
      expect(await check(sessionId)).toMatchObject({ statusCode: 'CREATED' })
      expect((await journeyOf(journey)).paymentMetadata.canPayDeposit).toBe(true)
      expect((await app.deps.card.findSession(sessionId))?.declineReason).toBe(
        'Your card was declined.',
      )
      const paid = await cardShop.atThePage(redirectUrl, { outcome: 'pay' })
      expect(await cardShop.comeBack(paid.location!)).toContain('statusCode=PAID')
      await paidOnce(journey)
    })

    test('a cancelled page is closed, and another one can be paid at once', async () => {
      const journey = await confirmed(mia)
      const first = valueOf(await start(journey))
      const { location } = await cardShop.atThePage(first.redirectUrl, { outcome: 'cancel' })
      expect(await cardShop.comeBack(location!)).toBe(
        `http://shop.test/purchase/#/${journey.id}/payment?statusCode=CANCELLED`,
      )
      expect(await check(first.sessionId)).toMatchObject({ statusCode: 'CANCELLED' })
      // Going back in the browser finds the page closed.
      await cardShop.atThePage(first.redirectUrl, { outcome: 'pay' })
      expect((await journeyOf(journey)).paymentMetadata.depositPaid).toBe(false)

      const second = valueOf(await start(journey))
      const paid = await cardShop.atThePage(second.redirectUrl, { outcome: 'pay' })
      await cardShop.comeBack(paid.location!)
      await paidOnce(journey)
      expect((await payments()).map(({ status }) => status).sort()).toEqual(['CANCELLED', 'PAID'])
    })

    test('a page is cancelled though the notice of its closing comes first', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, paymentId } = valueOf(await start(journey))
      const { deps } = app
      const { expireSession } = deps.card
      vi.spyOn(deps.card, 'expireSession').mockImplementationOnce(async (id) => {
        await expireSession(id)
        expect(await settlePayment(deps, paymentId)).toMatchObject({ status: 'EXPIRED' })
      })
      const { location } = await cardShop.atThePage(redirectUrl, {
        outcome: 'cancel',
        notice: 'never',
      })
      expect(await cardShop.comeBack(location!)).toContain('statusCode=CANCELLED')
    })

    test('a page that was paid is not cancelled any more', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, paymentId } = valueOf(await start(journey))
      await cardShop.atThePage(redirectUrl, { outcome: 'pay', notice: 'never', return: 'never' })
      const back = `/api/stripe/return?paymentId=${paymentId}&cancelled=1`
      expect(await cardShop.comeBack(back)).toContain('statusCode=PAID')
      await paidOnce(journey)
    })

    test('a page whose time ran out is expired, and another one can be paid', async () => {
      const journey = await confirmed(mia)
      const { sessionId } = valueOf(await start(journey))
      app.clock.advance(32 * MINUTE_MS)
      await checkDuePayments(app.deps)
      expect(await check(sessionId)).toMatchObject({ statusCode: 'EXPIRED' })
      await signInAgain()
      expect(valueOf(await start(journey)).sessionId).not.toBe(sessionId)
    })

    test('a provider that does not answer on the way back is asked again later', async () => {
      const journey = await confirmed(mia)
      const { redirectUrl, sessionId } = valueOf(await start(journey))
      const { location } = await cardShop.atThePage(redirectUrl, {
        outcome: 'pay',
        notice: 'never',
      })
      cardShop.breakProvider(true)
      expect(await cardShop.comeBack(location!)).toContain('statusCode=CREATED')
      expect(await check(sessionId)).toMatchObject({ statusCode: 'CREATED' })
      app.clock.advance(3_000)
      await checkDuePayments(app.deps)
      cardShop.breakProvider(false)
      app.clock.advance(3_000)
      await checkDuePayments(app.deps)
      await paidOnce(journey)
    })
  })
})
