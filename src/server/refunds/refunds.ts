import type { RefundReason } from '#lib/payments/refund-states.ts'
import { doAll } from '#server/platform/database/batches.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { findPayment } from '#server/payments/queries.ts'
import { scheduleProviderCheck } from '#server/payments/provider-check-queries.ts'
import type { PaymentRow, RefundRow } from '#server/payments/tables.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { ProviderRefusal, ProviderUnavailable } from '#server/providers/ask.ts'
import { findBlockingDispute, refundableCents } from './dispute-queries.ts'
import { claimRefund, insertRefund, listDueRefunds, updateRefund } from './queries.ts'
import { applyRefund, askAgainAt, changeRefund, failRefund } from './refund-results.ts'

const BATCH = 20

// Whether a payment goes back is decided by each caller of `requestRefund`:
//   purchases/cancel.ts, releasePurchase      cancelled, or its reservation or time to pay is over (payments/deposit-expiry.ts)
//   purchases/reservations.ts                 the fee is more than the deposit of the purchase that takes it over
//   payments/settle.ts                        paid twice
//   payments/review-decisions.ts              staff send it back after a review
//   refunds/disputes.ts                       the bank decided for us, and the purchase is over or was paid twice
// How much: `refundableCents` (dispute-queries.ts). What then becomes of it: refund-results.ts.

/**
 * Requests the refund of a payment in the transaction that stops counting it. The provider refunds it if it can,
 * otherwise staff do. Idempotent.
 *
 * @returns Cents that go back.
 */
export async function requestRefund(
  deps: Deps,
  trx: Trx,
  payment: PaymentRow,
  reason: RefundReason,
): Promise<number> {
  const now = deps.now().toISOString()
  const isByProvider = takesCards(deps) && canProviderRefund(payment)
  const amountCents = await refundableCents(trx, payment)
  if (amountCents === 0) return 0
  await insertRefund(trx, {
    refund_id: deps.newId(),
    payment_id: payment.payment_id,
    amount_cents: amountCents,
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
  return amountCents
}

/** Whether the provider can refund a payment: banks and lenders have no call for it. */
export const canProviderRefund = ({
  method,
  provider_payment,
}: Pick<PaymentRow, 'method' | 'provider_payment'>): boolean =>
  method === 'STRIPE' && provider_payment !== null

/** Without a card provider staff send the refunds of earlier payments. */
const takesCards = ({ card }: Deps): boolean => card.name !== 'none'

/** The provider's key for the order of a refund: each repetition is another order. */
const refundKey = ({ refund_id, round }: Pick<RefundRow, 'refund_id' | 'round'>): string =>
  `${refund_id}:${round}`

/** Reads a {@link refundKey}. */
export function parseRefundKey(key: string): Pick<RefundRow, 'refund_id' | 'round'> {
  const at = key.lastIndexOf(':')
  return { refund_id: key.slice(0, at), round: Number(key.slice(at + 1)) }
}

/** Orders the refunds that are due from the provider, once. Several processes may do so at the same time. */
export async function sendRefunds(deps: Deps): Promise<void> {
  const nowMs = deps.now().getTime()
  const due = await listDueRefunds(deps.db, new Date(nowMs).toISOString(), BATCH)
  await doAll(due, (refund) => sendRefund(deps, refund, nowMs))
}

async function sendRefund(deps: Deps, refund: RefundRow, nowMs: number): Promise<void> {
  const pauseMs = Math.min(HOUR_MS, MINUTE_MS * 2 ** Math.min(refund.attempts, 10))
  if (!(await claimRefund(deps.db, refund, new Date(nowMs + pauseMs).toISOString()))) return
  const payment = (await findPayment(deps.db, refund.payment_id))!
  // The bank decides first: a refund now might return the money twice.
  if ((await findBlockingDispute(deps.db, payment))?.status === 'OPEN') return
  if (!takesCards(deps)) {
    const byHand = { status: 'BY_HAND', next_attempt_at: null } as const
    await updateRefund(deps.db, refund.refund_id, ['DUE'], byHand)
    return
  }
  try {
    const answer = await deps.card.refund({
      key: refundKey(refund),
      providerPayment: payment.provider_payment!,
      amountCents: refund.amount_cents,
    })
    await transact(deps, async (trx) => {
      await applyRefund(deps, trx, refund, answer)
      if (answer.state === 'pending')
        await scheduleProviderCheck(trx, 'refund', answer.reference, askAgainAt(deps))
    })
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      deps.log.error({ err: error, refundId: refund.refund_id }, 'a refund was refused')
      await transact(deps, (trx) =>
        changeRefund(trx, refund, (now) =>
          now.refund.status === 'DUE' ? failRefund(deps, trx, now, error.message) : null,
        ),
      )
    } else if (error instanceof ProviderUnavailable)
      deps.log.warn({ err: error, refundId: refund.refund_id }, 'a refund has to wait')
    else throw error
  }
}
