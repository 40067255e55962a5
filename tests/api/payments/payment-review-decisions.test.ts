import { describe, expect, test } from 'vitest'
import { decideReview, listRefunds, recordReceipt } from '#lib/payments/calls.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { conflictOf } from '#tests/setup/purchases.ts'
import { app, db, sam, signInAgain } from '#tests/setup/suite.ts'
import { setUpBankShop } from '#tests/setup/shop-suite.ts'
import {
  check,
  nudge,
  journeyOf,
  toReview,
  decide,
  mails,
  underReview,
  providerSays,
} from './payment-review.fixture.ts'

describe.each(databases)(
  'what staff decide of an online banking payment under review, on $name',
  (database) => {
    setUpBankShop(database)

    test('stays ended once staff decide that nothing came', async () => {
      const { id, token, paymentId } = await underReview()
      valueOf(await decide(id, paymentId, 'NOTHING_CAME'))

      expect(await check(token)).toBe('FAILED')
      await nudge(token)
      await checkDuePayments(app.deps)
      expect(await toReview()).toEqual([])
      const journey = await journeyOf(id)
      expect(journey.paymentMetadata.canPayDeposit).toBe(true)
      expect(journey.openPayment).toBeUndefined()
    })

    test('counts after all if the money comes later and the provider’s notice of it is lost', async () => {
      const { id, token, paymentId } = await underReview()
      valueOf(await decide(id, paymentId, 'NOTHING_CAME'))
      await checkDuePayments(app.deps)
      expect(await check(token)).toBe('FAILED')

      providerSays('Completed', 100_000)
      app.clock.advance(60 * 60_000)
      await checkDuePayments(app.deps)
      await signInAgain()
      expect(await journeyOf(id)).toMatchObject({ paymentMetadata: { depositPaid: true } })
    })

    test('counts when staff find the money', async () => {
      const { id, token, paymentId } = await underReview()
      valueOf(await decide(id, paymentId, 'RECEIVED'))
      expect((await journeyOf(id)).paymentMetadata).toMatchObject({
        depositPaid: true,
        paidCents: 100_000,
      })
      expect((await mails()).map(({ subject }) => subject).sort()).toEqual([
        'We’re checking your payment of $1,000',
        'We’ve checked your payment: $1,000 received',
        'We’ve received your deposit of $1,000',
      ])
      providerSays('Failed', 0)
      expect(await check(token)).toBe('PAID')
      expect((await decide(id, paymentId, 'NOTHING_CAME')).ok).toBe(false)
    })

    test('is decided by what staff saw', async () => {
      const { id, paymentId } = await underReview()
      await db.updateTable('payment').set({ received_cents: 99_900 }).execute()
      const decideOn = (seen: { receivedCents?: number | null; reviewReason?: string }) => {
        const body = { paymentId, outcome: 'NOTHING_CAME' as const, ...seen }
        return sam.call(decideReview, { params: { id }, body })
      }
      for (const old of [{ receivedCents: null }, { reviewReason: 'too much' }])
        expect(conflictOf(await decideOn(old)).message).toContain('There’s news')
      valueOf(await decideOn({ receivedCents: 99_900 }))
    })

    test('goes back when staff say so', async () => {
      const { id, paymentId } = await underReview()
      valueOf(await decide(id, paymentId, 'SEND_BACK'))
      expect((await mails()).map(({ subject }) => subject)).toContain(
        'We’re refunding your payment of $1,000',
      )
      expect((await journeyOf(id)).paymentMetadata).toMatchObject({
        canPayDeposit: true,
        paidCents: 0,
      })
    })

    test('counts after all where the provider says, after the decision, that it was paid', async () => {
      const { id, paymentId } = await underReview()
      providerSays('Completed', 100_000)
      valueOf(await decide(id, paymentId, 'NOTHING_CAME'))
      await checkDuePayments(app.deps)
      expect((await journeyOf(id)).paymentMetadata).toMatchObject({ depositPaid: true })
      expect(await toReview()).toEqual([])
    })

    test('is sent back where it was paid another way before that', async () => {
      const { id, token, paymentId } = await underReview()
      valueOf(await decide(id, paymentId, 'NOTHING_CAME'))
      const body = { source: 'BANKTRF' as const, amountCents: 100_000, reference: 'R1' }
      valueOf(await sam.call(recordReceipt, { params: { id }, body }))
      providerSays('Completed', 100_000)
      expect(await check(token)).toBe('PAID')
      expect((await journeyOf(id)).paymentMetadata.paidCents).toBe(100_000)
      expect(valueOf(await sam.call(listRefunds)).refunds).toMatchObject([
        { paymentId, amountCents: 100_000, reason: 'DUPLICATE' },
      ])
    })

    test('stays ended where staff decide while the provider is being asked', async () => {
      const { id, token, paymentId } = await underReview()
      await db
        .updateTable('payment')
        .set({ status: 'PENDING' })
        .where('payment_id', '=', paymentId)
        .execute()
      const { bank } = app.deps
      Object.assign(app.deps, {
        bank: {
          ...bank,
          async findPayment(asked: string) {
            const found = await bank.findPayment(asked)
            Object.assign(app.deps, { bank })
            await check(asked)
            valueOf(await decide(id, paymentId, 'NOTHING_CAME'))
            return found
          },
        },
      })
      expect(await check(token)).toBe('FAILED')
      expect(await toReview()).toEqual([])
    })

    test('is checked again only for what staff have not checked', async () => {
      const { id, token, paymentId } = await underReview()
      valueOf(await decide(id, paymentId, 'NOTHING_CAME'))
      providerSays('Completed', 1)
      expect(await check(token)).toBe('NEEDS_REVIEW')
      valueOf(await decide(id, paymentId, 'NOTHING_CAME'))
      await checkDuePayments(app.deps)
      expect(await check(token)).toBe('FAILED')
      expect(await toReview()).toEqual([])
    })
  },
)
