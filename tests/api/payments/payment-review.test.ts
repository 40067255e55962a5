import { describe, expect, test } from 'vitest'
import { getPurchaseJourney, listPurchaseJourneys } from '#lib/purchases/calls.ts'
import {
  checkPoliPayment,
  decideReview,
  listRefunds,
  recordReceipt,
  startPoliPayment,
} from '#lib/payments/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, signInAgain } from '#tests/setup/suite.ts'
import { bankShop, setUpBankShop } from '#tests/setup/shop-suite.ts'

describe.each(databases)('a bank payment under review on $name', (database) => {
  setUpBankShop(database)

  /** The page asks again: the provider is asked once in three seconds. */
  const check = async (token: string) => {
    app.clock.advance(3_000)
    return valueOf(await app.browser()(checkPoliPayment, { body: { token } })).statusCode
  }
  const nudge = (token: string) =>
    app.request('/api/poli/nudge', {
      method: 'POST',
      body: new URLSearchParams({ Token: token }),
    })
  const journeyOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
  const toReview = async () =>
    valueOf(await sam.call(listWork, { query: { kind: 'transfers' } })).items

  const decide = (
    id: string,
    paymentId: string,
    outcome: 'RECEIVED' | 'SEND_BACK' | 'NOTHING_CAME',
  ) => sam.call(decideReview, { params: { id }, body: { paymentId, outcome } })
  const mails = async () =>
    valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    ).messages.filter(({ subject }) => /check|refund|received/.test(subject))

  /** A deposit whose bank has sent no receipt. */
  async function underReview() {
    const { id } = await confirmed(mia)
    const { token, navigateUrl } = valueOf(
      await mia.call(startPoliPayment, { body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' } }),
    )
    await bankShop.atThePage(navigateUrl, { outcome: 'unverified', notice: 'never' })
    expect(await check(token)).toBe('NEEDS_REVIEW')
    const [review] = await toReview()
    return { id, token, paymentId: review!.id }
  }
  const providerSays = (status: string, paidCents: number) =>
    bankShop.provider((database) =>
      database.prepare('update transfer set status = ?, paid_cents = ?').run(status, paidCents),
    )

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
    // Tuesday, 24 November 2026, 2 pm in New Zealand; the answer is due on Wednesday at 6 pm.
    app.clock.atMs = Date.parse('2026-11-24T01:00:00.000Z')
    await signInAgain()
    const { id } = await underReview()
    const isOverdueAt = async (at: string) => {
      app.clock.atMs = Date.parse(at)
      await signInAgain()
      return (await journeyOf(id)).openPayment?.review?.isOverdue
    }
    expect(await isOverdueAt('2026-11-25T04:59:59.000Z')).toBe(false)
    expect(await isOverdueAt('2026-11-25T05:00:00.000Z')).toBe(true)
  })

  test('tells the buyer what is checked, and by when; and in the end what came of it', async () => {
    // Tuesday, 24 November 2026, 2 pm in New Zealand.
    app.clock.atMs = Date.parse('2026-11-24T01:00:00.000Z')
    await signInAgain()
    const { id, token, paymentId } = await underReview()
    const { openPayment, reference } = await journeyOf(id)
    expect(openPayment).toMatchObject({
      paymentType: 'DEPOSIT',
      statusCode: 'NEEDS_REVIEW',
      amountCents: 100_000,
      review: {
        phone: '09 555 0100',
        phoneHours: 'Monday to Friday, 8 am to 6 pm',
        answerBy: '2026-11-25T05:00:00.000Z',
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
      ({ subject }) => subject === 'We’ve checked, and haven’t received your payment',
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
      detail: '$1,000, the provider does not know whether money moved',
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
    // Tuesday, 24 November 2026, 2 pm in New Zealand; the answer is due on Wednesday at 6 pm.
    app.clock.atMs = Date.parse('2026-11-24T01:00:00.000Z')
    await signInAgain()
    const { id } = await underReview()
    const answerBy = '2026-11-25T05:00:00.000Z'
    const lines = async () =>
      valueOf(await sam.call(listWork)).items.map(({ kind, purchaseJourneyId, ...line }) => ({
        kind,
        isThis: purchaseJourneyId === id,
        detail: line.detail,
        review: line.review,
      }))
    const inReview = (isOverdue: boolean) => ({ isThis: true, review: { answerBy, isOverdue } })
    expect(await lines()).toEqual(
      expect.arrayContaining([
        { kind: 'unpaid', detail: null, ...inReview(false) },
        {
          kind: 'transfers',
          detail: 'The provider does not know whether money moved',
          ...inReview(false),
        },
      ]),
    )
    app.clock.atMs = Date.parse(answerBy)
    await signInAgain()
    expect((await lines()).map(({ review }) => review)).toEqual([
      { answerBy, isOverdue: true },
      { answerBy, isOverdue: true },
    ])
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
})
