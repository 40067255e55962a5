import { describe, expect, test } from 'vitest'
import type { PaymentType } from '#lib/codes.ts'
import { decideFinance, submitFinanceApplication } from '#lib/finance/calls.ts'
import { decideReview, recordReceipt, startPoliPayment } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { aReferredApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirming, conflictOf, ready } from '#tests/setup/purchases.ts'
import { bankShop, setUpBankShop } from '#tests/setup/shop-suite.ts'
import { app, mia, sam } from '#tests/setup/suite.ts'
import { confirmedBeforeOffer, offerFor } from '#tests/setup/trade-ins.ts'
import { payments } from './payments.fixture.ts'

describe.each(databases)('what is due can be paid, and once, on $name', (database) => {
  setUpBankShop(database)

  const journeyOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
  const money = async (id: string) => (await journeyOf(id)).paymentMetadata
  const record = (id: string, amountCents: number, reference: string) =>
    sam.call(recordReceipt, { params: { id }, body: { source: 'BANKTRF', amountCents, reference } })
  const openPage = async (id: string, paymentType: PaymentType) =>
    valueOf(await mia.call(startPoliPayment, { body: { purchaseJourneyId: id, paymentType } }))
  const payAt = async (
    { navigateUrl, paymentId }: Awaited<ReturnType<typeof openPage>>,
    outcome: 'pay' | 'unverified' = 'pay',
  ) => {
    await bankShop.atThePage(navigateUrl, { outcome, notice: 'never', return: 'never' })
    return (await settlePayment(app.deps, paymentId))!
  }
  const answer = ({ id, tradeInformation }: PurchaseJourney, said: 'ACCEPT' | 'APPRAISAL') =>
    mia.call(answerTradeInOffer, {
      params: { id },
      body: { vehicleId: tradeInformation.vehicles[0]!.id, answer: said },
    })
  const counted = async (type: PaymentType) =>
    (await payments())
      .filter((row) => row.type === type && row.status === 'PAID' && row.duplicate === 0)
      .map(({ amount_cents }) => amount_cents)
      .sort((one, other) => one - other)

  test('an accepted trade-in that is settled in money cannot be withdrawn', async () => {
    const offered = await offerFor(sam, await confirmedBeforeOffer(mia), 1_000_000)
    const { id, paymentMetadata } = valueOf(await answer(offered, 'ACCEPT'))
    valueOf(await record(id, paymentMetadata.depositCents, 'R1'))
    // Only what is due is paid: the balance may still grow.
    valueOf(await answer(offered, 'APPRAISAL'))
    valueOf(await answer(offered, 'ACCEPT'))
    valueOf(await record(id, paymentMetadata.balanceCents, 'R2'))
    expect(conflictOf(await answer(offered, 'APPRAISAL')).message).toBe(
      'You’ve already paid for this purchase with your trade-in deducted. Please call your dealer and we’ll sort it out with you.',
    )
    expect((await journeyOf(id)).tradeInformation.vehicles[0]!.status).toBe('APPRAISAL_ACCEPTED')
  })

  test('a page that asks less than is due since counts, and the rest is paid after it', async () => {
    const offered = await offerFor(
      sam,
      await confirmedBeforeOffer(mia, {}, { owingCents: 1_500_000 }),
      1_000_000,
    )
    const { id } = offered
    valueOf(await record(id, 100_000, 'R1'))
    const { balanceCents } = await money(id)
    const page = await openPage(id, 'BALANCE')
    valueOf(await answer(offered, 'ACCEPT'))
    expect((await payAt(page)).status).toBe('PAID')
    expect(await money(id)).toMatchObject({
      canPayBalance: true,
      balanceCents: balanceCents + 500_000,
      paidCents: 100_000 + balanceCents,
    })

    // Part of the rest by transfer, what is left then on a page, once.
    valueOf(await record(id, 200_000, 'R2'))
    valueOf(await record(id, 100_000, 'R3'))
    expect(await money(id)).toMatchObject({ canPayBalance: false })
    valueOf(await record(id, 200_000, 'R4'))
    expect(await counted('BALANCE')).toEqual([500_000, balanceCents])
    expect(await money(id)).toMatchObject({
      canPayBalance: false,
      paidCents: 100_000 + balanceCents + 500_000,
    })
    expect(valueOf(await record(id, 1, 'R5')).overCents).toBe(1)
  })

  test('the rest after such a page can be paid online, and a second payment of it goes back', async () => {
    const offered = await offerFor(
      sam,
      await confirmedBeforeOffer(mia, {}, { owingCents: 1_500_000 }),
      1_000_000,
    )
    const { id } = offered
    valueOf(await record(id, 100_000, 'R1'))
    const old = await openPage(id, 'BALANCE')
    valueOf(await answer(offered, 'ACCEPT'))
    await payAt(old)
    const page = await openPage(id, 'BALANCE')
    expect(page.amountCents).toBe(500_000)
    valueOf(await record(id, 500_000, 'R2'))
    expect(await payAt(page)).toMatchObject({ status: 'PAID', duplicate: 1 })
    expect(await counted('BALANCE')).toEqual([500_000, old.amountCents])
  })

  test('a page that asks more than is due since is for staff, and what is due stays payable', async () => {
    const offered = await offerFor(sam, await confirmedBeforeOffer(mia), 1_000_000)
    const { id } = offered
    valueOf(await record(id, 100_000, 'R1'))
    const page = await openPage(id, 'BALANCE')
    valueOf(await answer(offered, 'ACCEPT'))
    const { payment_id, status, review_reason } = await payAt(page)
    expect([status, review_reason]).toEqual(['NEEDS_REVIEW', 'more than was due when it arrived'])
    const decide = (outcome: 'RECEIVED' | 'SEND_BACK') =>
      sam.call(decideReview, { params: { id }, body: { paymentId: payment_id, outcome } })
    expect(conflictOf(await decide('RECEIVED')).message).toContain('Send the money back instead.')
    valueOf(await decide('SEND_BACK'))
    const { balanceCents } = await money(id)
    expect((await openPage(id, 'BALANCE')).amountCents).toBe(balanceCents)
    valueOf(await record(id, balanceCents, 'R2'))
    expect(await counted('BALANCE')).toEqual([balanceCents])
  })

  test('the first rent, paid on an old page after the change to cash, leaves the price payable', async () => {
    const { id } = await ready(mia, { payOption: 'LEASELC' })
    const applied = valueOf(
      await mia.call(submitFinanceApplication, { params: { id }, body: aReferredApplication }),
    )
    valueOf(await confirming(mia, applied))
    const page = await openPage(id, 'BALANCE')
    valueOf(
      await sam.call(decideFinance, { params: { id }, body: { code: 'DECLINE', conditions: [] } }),
    )
    valueOf(
      await sam.call(advanceJourney, {
        params: { id },
        body: { event: 'changed-to-cash', note: 'Mia, on the phone' },
      }),
    )
    const late = await payAt(page)
    expect([late.status, late.review_reason]).toEqual([
      'NEEDS_REVIEW',
      'the deposit hasn’t been paid yet',
    ])
    const { depositCents, balanceCents } = await money(id)
    valueOf(await record(id, depositCents, 'R1'))

    // It counts towards the balance, now that the deposit is paid.
    const body = { paymentId: late.payment_id, outcome: 'RECEIVED' as const }
    valueOf(await sam.call(decideReview, { params: { id }, body }))
    const rest = balanceCents - page.amountCents
    expect((await openPage(id, 'BALANCE')).amountCents).toBe(rest)
    valueOf(await record(id, rest, 'R2'))
    expect(await counted('BALANCE')).toEqual([page.amountCents, rest])
    expect(await money(id)).toMatchObject({ paidCents: depositCents + balanceCents })
  })

  test('staff can count an unsure payment of the rest', async () => {
    const offered = await offerFor(
      sam,
      await confirmedBeforeOffer(mia, {}, { owingCents: 1_500_000 }),
      1_000_000,
    )
    const { id } = offered
    valueOf(await record(id, 100_000, 'R1'))
    const old = await openPage(id, 'BALANCE')
    valueOf(await answer(offered, 'ACCEPT'))
    await payAt(old)
    const { payment_id } = await payAt(await openPage(id, 'BALANCE'), 'unverified')
    const body = { paymentId: payment_id, outcome: 'RECEIVED' as const }
    valueOf(await sam.call(decideReview, { params: { id }, body }))
    expect(await counted('BALANCE')).toEqual([500_000, old.amountCents])
    expect(valueOf(await sam.call(listWork, { query: { kind: 'transfers' } })).items).toEqual([])
  })

  test('part of a deposit leaves its deadline, and the rest ends it', async () => {
    const offered = await offerFor(
      sam,
      await confirmedBeforeOffer(mia, { payOption: 'LOANCLASIC' }),
      100_000,
    )
    const { id } = valueOf(await answer(offered, 'ACCEPT'))
    const page = await openPage(id, 'DEPOSIT')
    valueOf(await answer(offered, 'APPRAISAL'))
    await payAt(page)
    const { metadata, paymentMetadata } = await journeyOf(id)
    expect(metadata.depositDueBy).toBeDefined()
    expect(paymentMetadata).toMatchObject({ canPayDeposit: true, depositPaid: false })
    expect((await openPage(id, 'DEPOSIT')).amountCents).toBe(100_000)
    valueOf(await record(id, 100_000, 'R1'))
    expect((await journeyOf(id)).metadata.depositDueBy).toBeUndefined()
  })
})
