import type { DisputeRow, PayoutRow, RefundRow } from './money-store.ts'
import type { Session } from './store.ts'

// Refunds, disputes, payouts and charges in the format of the provider's API.

export const refundJson = (refund: RefundRow) => ({
  id: refund.refundId,
  object: 'refund',
  amount: refund.amountCents,
  created: refund.createdS,
  currency: 'nzd',
  ...(refund.failure !== null && { failure_reason: refund.failure }),
  metadata: refund.key === null ? {} : { key: refund.key },
  payment_intent: refund.paymentIntent,
  status: refund.status,
})

/** @param session The paid session, included in full if the request expands it. */
export const disputeJson = (dispute: DisputeRow, session: Session | null, expands: boolean) => ({
  id: dispute.disputeId,
  object: 'dispute',
  amount: dispute.amountCents,
  created: dispute.createdS,
  currency: 'nzd',
  evidence_details: { due_by: dispute.dueS, has_evidence: false, submission_count: 0 },
  metadata: {},
  payment_intent: expands
    ? {
        id: dispute.paymentIntent,
        object: 'payment_intent',
        metadata: session?.order.metadata ?? {},
      }
    : dispute.paymentIntent,
  reason: dispute.reason,
  status: dispute.status,
})

export const payoutJson = (payout: PayoutRow) => ({
  id: payout.payoutId,
  object: 'payout',
  amount: payout.amountCents,
  arrival_date: payout.createdS,
  created: payout.createdS,
  currency: 'nzd',
  failure_message: payout.failure,
  metadata: {},
  status: payout.status,
})

export const chargeJson = (session: Session) => ({
  id: `ch_${session.paymentIntent}`,
  object: 'charge',
  amount: session.amountCents,
  captured: true,
  created: session.createdS,
  currency: session.currency,
  metadata: session.order.metadata,
  paid: session.isPaid,
  payment_intent: session.paymentIntent,
})

export const listJson = (path: string, data: object[]) => ({
  object: 'list',
  data,
  has_more: false,
  url: path,
})
