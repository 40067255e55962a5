import { createHmac } from 'node:crypto'
import {
  listRefunds,
  recordReceipt,
  startPoliPayment,
  startStripePayment,
} from '#lib/payments/calls.ts'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed } from '#tests/setup/purchases.ts'
import type { World } from '#tests/setup/world.ts'
import { type MakeExample, nothing } from './example.ts'

async function cardSession({ mia, shop }: World) {
  const { id: purchaseJourneyId } = await confirmed(mia)
  const payment = valueOf(
    await mia.call(startStripePayment, { body: { purchaseJourneyId, paymentType: 'DEPOSIT' } }),
  )
  await shop.atThePage(payment.redirectUrl, { outcome: 'pay', notice: 'never', return: 'never' })
  return payment
}

async function bankToken({ mia }: World): Promise<string> {
  const { id: purchaseJourneyId } = await confirmed(mia)
  const payment = await mia.call(startPoliPayment, {
    body: { purchaseJourneyId, paymentType: 'DEPOSIT' },
  })
  return valueOf(payment).token
}

/** Money that a person has to send back: of a purchase that was paid by transfer and cancelled. */
async function dueRefund({ mia, staff }: World): Promise<string> {
  const { id } = await confirmed(mia)
  const params = { id }
  const body = { source: 'BANKTRF', amountCents: 100_000, reference: `R-${id}` } as const
  valueOf(await staff.call(recordReceipt, { params, body }))
  valueOf(await mia.call(cancelPurchase, { params }))
  const { refunds } = valueOf(await staff.call(listRefunds))
  return refunds.find(({ purchaseJourneyId }) => purchaseJourneyId === id)!.refundId
}

/** A refund to a card that did not go through. */
async function failedRefund(world: World): Promise<string> {
  const refundId = await dueRefund(world)
  const { db } = world.app.deps
  const { payment_id } = await db
    .updateTable('refund')
    .set({ failure: 'expired card' })
    .where('refund_id', '=', refundId)
    .returning('payment_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('payment')
    .set({ method: 'STRIPE', source: 'CREDITCARD', provider_payment: `pi_${payment_id}` })
    .where('payment_id', '=', payment_id)
    .execute()
  return refundId
}

/** An unexplained difference from a provider. */
async function aDifference({ app: { deps } }: World): Promise<string> {
  const difference_id = deps.newId()
  await deps.db
    .insertInto('money_difference')
    .values({
      difference_id,
      day: '2026-11-20',
      kind: 'refund',
      reference: `re_${difference_id}`,
      problem: 'missing-here',
      ours: null,
      theirs: '$1,000 succeeded',
      purchase_journey_id: null,
      found_at: deps.now().toISOString(),
      resolved_at: null,
      explained_at: null,
      explained_by: null,
      explanation: null,
    })
    .execute()
  return difference_id
}

/** A lost dispute that is not settled. */
async function lostDispute(world: World): Promise<string> {
  const { db, now } = world.app.deps
  const { payment_id } = await db
    .selectFrom('refund')
    .select('payment_id')
    .where('refund_id', '=', await dueRefund(world))
    .executeTakeFirstOrThrow()
  const dispute_id = `dp_${payment_id}`
  await db
    .insertInto('dispute')
    .values({
      dispute_id,
      payment_id,
      amount_cents: 100_000,
      currency: 'nzd',
      reason: 'fraudulent',
      status: 'LOST',
      provider_status: 'lost',
      respond_by: null,
      opened_at: now().toISOString(),
      closed_at: now().toISOString(),
      is_waiting: 1,
      dealt_at: null,
      dealt_by: null,
      dealt_note: null,
    })
    .execute()
  return dispute_id
}

/** Payments, refunds, differences and disputes. */
export const paymentExamples: Record<string, MakeExample> = {
  getStripeConfig: nothing,
  startStripePayment: async ({ mia }) => ({
    who: mia,
    body: { purchaseJourneyId: (await confirmed(mia)).id, paymentType: 'DEPOSIT' },
  }),
  checkStripePayment: async (world) => ({
    body: { sessionId: (await cardSession(world)).sessionId },
  }),
  returnFromStripe: async (world) => ({
    query: { session_id: (await cardSession(world)).sessionId },
  }),
  startPoliPayment: async ({ mia }) => ({
    who: mia,
    body: { purchaseJourneyId: (await confirmed(mia)).id, paymentType: 'DEPOSIT' },
  }),
  checkPoliPayment: async (world) => ({ body: { token: await bankToken(world) } }),
  returnFromPoli: async (world) => ({ query: { token: await bankToken(world) } }),
  returnFromPoliByForm: async (world) => ({ body: { token: await bankToken(world) } }),
  receivePoliNudge: async (world) => ({ body: { Token: await bankToken(world) } }),
  announceBankTransfer: async ({ mia }) => ({
    who: mia,
    params: { id: (await confirmed(mia)).id },
  }),
  getBankTransfer: async ({ mia }) => ({ who: mia, params: { id: (await confirmed(mia)).id } }),
  recordReceipt: async ({ mia, staff }) => ({
    who: staff,
    params: { id: (await confirmed(mia)).id },
    body: { source: 'BANKTRF', amountCents: 100_000, reference: 'R1' },
  }),
  listRefunds: ({ staff }) => ({ who: staff }),
  completeRefund: async (world) => ({
    who: world.staff,
    params: { id: await dueRefund(world) },
    body: { reference: 'B-77', amountCents: 100_000 },
  }),
  listMoneyDifferences: ({ staff }) => ({ who: staff }),
  explainMoneyDifference: async (world) => ({
    who: world.staff,
    params: { id: await aDifference(world) },
    body: { explanation: 'Refunded at the provider', ours: null, theirs: '$1,000 succeeded' },
  }),
  repeatRefund: async (world) => ({
    who: world.staff,
    params: { id: await failedRefund(world) },
  }),
  settleDispute: async (world) => ({
    who: world.staff,
    params: { id: await lostDispute(world) },
    body: { note: 'Paid again by transfer', status: 'LOST' },
  }),
  receiveStripeNotice: ({ app, shop }) => {
    const body = JSON.stringify({
      id: 'evt_example',
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_test_unknown', object: 'checkout.session' } },
    })
    const time = Math.floor(app.clock.atMs / 1000)
    const signature = createHmac('sha256', shop.simulator.settings.webhookSecret)
      .update(`${time}.${body}`)
      .digest('hex')
    return { body, headers: { 'stripe-signature': `t=${time},v1=${signature}` } }
  },
}
