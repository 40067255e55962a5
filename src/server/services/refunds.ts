import type { Transaction } from 'kysely'
import type {
  completeRefund as completeCall,
  listRefunds as listCall,
} from '#lib/contract/payments.ts'
import type { z } from '#lib/zod.ts'
import { findCustomer } from '../db/customers.ts'
import type { Database } from '../db/database.ts'
import type { PaymentRow, RefundRow, RefundTable } from '../db/tables/payment.ts'
import { findPayment, updatePayment } from '../db/payments.ts'
import { lockJourney, updateJourney } from '../db/purchase-journeys.ts'
import { findQuote } from '../db/quotes.ts'
import {
  claimRefund,
  dueRefunds,
  findRefund,
  insertRefund,
  refundsByHand,
  updateRefund,
} from '../db/refunds.ts'
import type { Deps } from '../deps.ts'
import { actorName, type Actor } from '../http/actor.ts'
import { conflict, notFound } from '../http/api-problem.ts'
import { ProviderRefusal, ProviderUnavailable } from '../providers/ask.ts'
import { referenceOf } from './journey-view.ts'
import { refundMail } from './mail/payment-mails.ts'
import { enqueueMail, transact } from './outbox.ts'
import { cursorAt, pageOf, placeIn } from './pages.ts'
import { announce } from './webhooks.ts'

const MINUTE_MS = 60_000
const MAX_PAUSE_MS = 60 * MINUTE_MS
const BATCH = 20

/**
 * Sends a payment back, in the transaction that makes it nobody's: by the provider where it can, else a
 * person has to. Asked again for the same payment, it does nothing more.
 */
export function requestRefund(
  deps: Deps,
  trx: Transaction<Database>,
  payment: PaymentRow,
  reason: RefundTable['reason'],
): Promise<void> {
  const now = deps.now().toISOString()
  // Banks and lenders have no call for it.
  const isByProvider = payment.method === 'STRIPE' && payment.provider_payment !== null
  return insertRefund(trx, {
    refund_id: deps.newId(),
    payment_id: payment.payment_id,
    amount_cents: payment.amount_cents,
    reason,
    status: isByProvider ? 'DUE' : 'BY_HAND',
    reference: null,
    failure: null,
    created_at: now,
    done_at: null,
    done_by: null,
    attempts: 0,
    next_attempt_at: isByProvider ? now : null,
  })
}

/** Asks the provider for the refunds that are due, once. Several processes may do so at the same time. */
export async function sendRefunds(deps: Deps): Promise<void> {
  const nowMs = deps.now().getTime()
  for (const refund of await dueRefunds(deps.db, new Date(nowMs).toISOString(), BATCH)) {
    const pauseMs = Math.min(MAX_PAUSE_MS, MINUTE_MS * 2 ** Math.min(refund.attempts, 10))
    if (!(await claimRefund(deps.db, refund, new Date(nowMs + pauseMs).toISOString()))) continue
    const payment = (await findPayment(deps.db, refund.payment_id))!
    try {
      const reference = await deps.card.refund({
        refundId: refund.refund_id,
        providerPayment: payment.provider_payment!,
        amountCents: refund.amount_cents,
      })
      await transact(deps, (trx) => finish(deps, trx, refund, payment, reference, 'system'))
    } catch (error) {
      if (error instanceof ProviderRefusal) {
        deps.log.error({ err: error, refundId: refund.refund_id }, 'a refund was refused')
        await updateRefund(deps.db, refund.refund_id, {
          status: 'BY_HAND',
          failure: error.message.slice(0, 300),
          next_attempt_at: null,
        })
      } else if (error instanceof ProviderUnavailable)
        deps.log.warn({ err: error, refundId: refund.refund_id }, 'a refund has to wait')
      else throw error
    }
  }
}

/** The money is on its way back: the payment says so and the customer is told, in one transaction. */
async function finish(
  deps: Deps,
  trx: Transaction<Database>,
  refund: RefundRow,
  payment: PaymentRow,
  reference: string,
  by: string,
): Promise<RefundRow | null> {
  const at = deps.now().toISOString()
  const done = await updateRefund(trx, refund.refund_id, {
    status: 'DONE',
    reference,
    done_at: at,
    done_by: by,
    next_attempt_at: null,
  })
  if (!done) return null
  await updatePayment(trx, payment.payment_id, ['PAID'], { status: 'REFUNDED', updated_at: at })
  const journey = (await lockJourney(trx, payment.purchase_journey_id))!
  await updateJourney(trx, journey, {})
  await announce(trx, {
    type: 'payment.refunded',
    at,
    purchaseJourneyId: payment.purchase_journey_id,
    paymentId: payment.payment_id,
    paymentType: payment.type,
    status: 'REFUNDED',
  })
  // What a lender gets back is between the lender and us.
  if (payment.source === 'MTF') return done
  const { quote } = (await findQuote(trx, journey.current_quote_id))!
  const customer = (await findCustomer(trx, journey.customer_id))!
  await enqueueMail(
    deps,
    trx,
    refundMail(deps, {
      to: customer.email,
      firstName: customer.name.firstName,
      reference: referenceOf(deps, journey),
      quote,
      purchaseJourneyId: journey.purchase_journey_id,
      amountCents: refund.amount_cents,
    }),
  )
  return done
}

export const toRefund = (
  row: RefundRow,
  { purchase_journey_id, source }: Pick<PaymentRow, 'purchase_journey_id' | 'source'>,
): z.output<typeof completeCall.answer> => ({
  refundId: row.refund_id,
  paymentId: row.payment_id,
  purchaseJourneyId: purchase_journey_id,
  source,
  amountCents: row.amount_cents,
  reason: row.reason,
  status: row.status,
  created: row.created_at,
})

/** A page of what a person has to send back. */
export async function listRefunds(
  { db }: Deps,
  { limit, cursor }: z.output<typeof listCall.query>,
) {
  const { items, nextCursor } = await pageOf(
    limit,
    (most) => refundsByHand(db, most, placeIn(cursor)),
    ({ created_at, refund_id }) => cursorAt(created_at, refund_id),
  )
  return { refunds: items.map((row) => toRefund(row, row)), nextCursor }
}

/**
 * Notes that a person has sent money back.
 *
 * @throws {ApiProblem} 404, 409 for one that the provider sends.
 */
export async function completeRefund(
  deps: Deps,
  actor: Actor,
  refundId: string,
  { reference }: z.output<typeof completeCall.body>,
) {
  const refund = await findRefund(deps.db, refundId)
  if (!refund) throw notFound()
  const payment = (await findPayment(deps.db, refund.payment_id))!
  if (refund.status === 'DUE') throw conflict('The provider sends this refund.')
  if (refund.status === 'DONE') return toRefund(refund, payment)
  const done = await transact(deps, (trx) =>
    finish(deps, trx, refund, payment, reference, actorName(actor)),
  )
  return toRefund(done ?? (await findRefund(deps.db, refundId))!, payment)
}
