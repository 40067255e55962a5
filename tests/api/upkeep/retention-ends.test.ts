import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#lib/shared/durations.ts'
import { invitePerson, removePerson } from '#lib/people/calls.ts'
import { decideReview, startPoliPayment } from '#lib/payments/calls.ts'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed } from '#tests/setup/purchases.ts'
import { bankShop, setUpBankShop } from '#tests/setup/shop-suite.ts'
import { app, db, mia, sam, signInAgain } from '#tests/setup/suite.ts'

describe.each(databases)('what has ended, on $name', (database) => {
  setUpBankShop(database)

  const forgetIn = async (days: number) => {
    app.clock.advance(days * DAY_MS)
    await forgetOld(app.deps)
  }

  test.each(['cancel', 'decline', 'unverified'] as const)(
    'a purchase that online banking paid nothing for (%s) is gone after a year',
    async (outcome) => {
      const { id } = await confirmed(mia)
      const { navigateUrl } = valueOf(
        await mia.call(startPoliPayment, {
          body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' },
        }),
      )
      await bankShop.atThePage(navigateUrl, { outcome, notice: 'never', return: 'never' })
      app.clock.advance(HOUR_MS)
      await checkDuePayments(app.deps)
      await signInAgain()
      const payment = await db.selectFrom('payment').selectAll().executeTakeFirstOrThrow()
      if (outcome === 'unverified') {
        expect(payment).toMatchObject({ status: 'NEEDS_REVIEW' })
        valueOf(
          await sam.call(decideReview, {
            params: { id },
            body: { paymentId: payment.payment_id, outcome: 'NOTHING_CAME' },
          }),
        )
      }
      valueOf(await mia.call(cancelPurchase, { params: { id } }))
      const left = () => db.selectFrom('purchase_journey').select('status').execute()
      await forgetIn(364)
      expect(await left()).toEqual([{ status: 'CANCELLED' }])
      await forgetIn(2)
      expect(await left()).toEqual([])
    },
  )

  test('an invitation that is withdrawn is gone after thirty days', async () => {
    const { id } = await confirmed(mia)
    const { people } = valueOf(
      await mia.call(invitePerson, {
        params: { id },
        body: { name: 'Zara Withdrawn', email: 'zara@post.example', role: 'PARTNER' },
      }),
    )
    valueOf(await mia.call(removePerson, { params: { id, personId: people[0]!.personId } }))
    const left = () => db.selectFrom('purchase_person').select('name').execute()
    await forgetIn(29)
    expect(await left()).toEqual([{ name: 'Zara Withdrawn' }])
    await forgetIn(2)
    expect(await left()).toEqual([])
  })
})
