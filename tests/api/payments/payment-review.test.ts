import { describe, expect, test } from 'vitest'
import { listPurchaseJourneys } from '#lib/purchases/calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'
import { setUpBankShop } from '#tests/setup/shop-suite.ts'
import {
  check,
  nudge,
  journeyOf,
  decide,
  mails,
  underReview,
  providerSays,
  goTo,
  BEGUN,
  ANSWER_BY,
} from './payment-review.fixture.ts'

describe.each(databases)('an online banking payment under review, on $name', (database) => {
  setUpBankShop(database)

  // people 23
  test('of which nothing came is said to be, until what it was for is paid', async () => {
    const { id, paymentId } = await underReview()
    expect((await journeyOf(id)).missingPayment).toBeUndefined()
    valueOf(await decide(id, paymentId, 'NOTHING_CAME'))
    const missingPayment = {
      paymentId,
      paymentType: 'DEPOSIT',
      amountCents: 100_000,
      phone: '09 555 0100',
      phoneHours: 'Monday to Friday, 8 am to 6 pm',
    }
    expect(await journeyOf(id)).toMatchObject({
      missingPayment,
      paymentMetadata: { canPayDeposit: true, paidCents: 0 },
    })
    expect(
      valueOf(await mia.call(listPurchaseJourneys, { params: { id: mia.customerId } }))
        .purchaseJourneyList[0],
    ).toMatchObject({ missingPayment })

    const receipt = (amountCents: number, reference: string) =>
      sam.call(recordReceipt, {
        params: { id },
        body: { source: 'BANKTRF', amountCents, reference },
      })
    valueOf(await receipt(40_000, 'R1'))
    expect((await journeyOf(id)).missingPayment).toBeUndefined()
    valueOf(await receipt(60_000, 'R2'))
    expect(await journeyOf(id)).toMatchObject({ paymentMetadata: { depositPaid: true } })
    expect((await journeyOf(id)).missingPayment).toBeUndefined()
  })

  test('is overdue from the time on by which an answer was promised', async () => {
    await goTo(BEGUN)
    const { id } = await underReview()
    const isOverdueAt = async (at: string) => {
      await goTo(at)
      return (await journeyOf(id)).openPayment?.review?.isOverdue
    }
    expect(await isOverdueAt('2026-11-25T04:59:59.000Z')).toBe(false)
    expect(await isOverdueAt(ANSWER_BY)).toBe(true)
  })

  test('tells the buyer what is checked, and by when; and in the end what came of it', async () => {
    await goTo(BEGUN)
    const { id, token, paymentId } = await underReview()
    const { openPayment, reference } = await journeyOf(id)
    expect(openPayment).toMatchObject({
      paymentType: 'DEPOSIT',
      statusCode: 'NEEDS_REVIEW',
      amountCents: 100_000,
      review: {
        phone: '09 555 0100',
        phoneHours: 'Monday to Friday, 8 am to 6 pm',
        answerBy: ANSWER_BY,
      },
    })
    const listed = valueOf(
      await mia.call(listPurchaseJourneys, { params: { id: mia.customerId } }),
    ).purchaseJourneyList
    expect(listed[0]).toMatchObject({ openPayment })
    // Asked about again, it says so once.
    await check(token)
    await nudge(token)
    const [begun, ...others] = await mails()
    expect(others).toEqual([])
    expect(begun!.subject).toBe('We’re checking your payment of $1,000')
    for (const text of [reference, '09 555 0100', 'Wed\u00a025\u00a0November, 6:00\u00a0pm'])
      expect(begun!.text).toContain(text)

    valueOf(await decide(id, paymentId, 'NOTHING_CAME'))
    const ended = (await mails()).find(
      ({ subject }) => subject === 'We haven’t received your payment',
    )
    expect(ended?.text).toContain('call us first. Otherwise you can pay again.')
  })

  test('of a purchase that is over asks for no payment again', async () => {
    const { id, paymentId } = await underReview()
    await db.updateTable('purchase_journey').set({ status: 'EXPIRED' }).execute()
    valueOf(await decide(id, paymentId, 'NOTHING_CAME'))
    const ended = (await mails()).find(({ subject }) =>
      subject.includes('haven’t received your payment'),
    )
    expect(ended?.text).toContain('call us.')
    expect(ended?.text).not.toContain('pay again')
  })

  test('is in the history of its purchase: why it began, and who decided what', async () => {
    const { id, paymentId } = await underReview()
    const reviews = async () =>
      valueOf(await sam.call(getPurchaseForStaff, { params: { id } })).events.filter(({ event }) =>
        event.startsWith('payment-review'),
      )
    const at = new Date(app.clock.atMs).toISOString()
    const begun = {
      at,
      by: 'The system',
      event: 'payment-review-started',
      detail: '$1,000, the provider can’t say whether money was taken',
    }
    expect(await reviews()).toEqual([begun])
    valueOf(await decide(id, paymentId, 'NOTHING_CAME'))
    expect(await reviews()).toEqual([
      begun,
      { at, by: 'Sam Patel', event: 'payment-review-NOTHING_CAME', detail: '$1,000' },
    ])

    // A second check reports it a second time.
    providerSays('Completed', 1)
    await checkDuePayments(app.deps)
    valueOf(await decide(id, paymentId, 'SEND_BACK'))
    expect((await reviews()).map(({ event }) => event).sort()).toEqual([
      'payment-review-NOTHING_CAME',
      'payment-review-SEND_BACK',
      'payment-review-started',
      'payment-review-started',
    ])
  })

  test('is on the work list as being checked, and as overdue once it is', async () => {
    await goTo(BEGUN)
    const { id } = await underReview()
    const lines = async () =>
      valueOf(await sam.call(listWork)).items.map(({ kind, purchaseJourneyId, ...line }) => ({
        kind,
        isThis: purchaseJourneyId === id,
        detail: line.detail,
        review: line.review,
      }))
    const inReview = (isOverdue: boolean) => ({
      isThis: true,
      review: { answerBy: ANSWER_BY, isOverdue },
    })
    expect(await lines()).toEqual(
      expect.arrayContaining([
        { kind: 'unpaid', detail: null, ...inReview(false) },
        {
          kind: 'transfers',
          detail: 'The provider can’t say whether money was taken',
          ...inReview(false),
        },
      ]),
    )
    await goTo(ANSWER_BY)
    expect((await lines()).map(({ review }) => review)).toEqual([
      { answerBy: ANSWER_BY, isOverdue: true },
      { answerBy: ANSWER_BY, isOverdue: true },
    ])
  })
})
