import type Stripe from 'stripe'
import { aucklandDay } from '#lib/shared/dates.ts'
import type { DisputeStatus, RefundState } from '#lib/payments/refund-states.ts'
import type { CardCharge, CardDispute, CardPayout, CardRefund } from './card-provider.ts'

// Stripe's refunds, disputes, payouts and charges in the storefront's own shapes.

/** A longer list means a mistake in the request. */
const MOST = 10_000

/**
 * The rows of a list that are wanted: declined cards, of which there may be any number, are none.
 *
 * @throws {Error} If there are more than any storefront has, so that some of them would not be compared.
 */
export async function whole<T>(
  list: Stripe.ApiListPromise<T>,
  isWanted: (row: T) => boolean = () => true,
): Promise<T[]> {
  const all: T[] = []
  for await (const row of list)
    if (isWanted(row) && all.push(row) === MOST) throw new Error(`Stripe lists ${MOST} or more`)
  return all
}

export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

const instant = (s: number): string => new Date(s * 1000).toISOString()

const idOf = (of: string | { id: string } | null): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null)

const REFUND_STATES: Record<string, RefundState> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export const toRefund = (refund: Stripe.Refund): CardRefund => ({
  reference: refund.id,
  state: REFUND_STATES[refund.status ?? ''] ?? 'pending',
  amountCents: refund.amount,
  currency: refund.currency,
  failure: refund.failure_reason?.replaceAll('_', ' ') ?? null,
  key: refund.metadata?.key ?? null,
  providerPayment: idOf(refund.payment_intent),
  createdAt: instant(refund.created),
})

/**
 * Every other status, such as an inquiry or a new one of Stripe's, counts as open: the car stays until it is over. A
 * prevented dispute has cost the money, because it was refunded first.
 */
const ENDED: Record<string, DisputeStatus> = {
  won: 'WON',
  warning_closed: 'WON',
  lost: 'LOST',
  prevented: 'LOST',
}

export const toDispute = (dispute: Stripe.Dispute): CardDispute => {
  const intent = dispute.payment_intent
  const dueBy = dispute.evidence_details?.due_by
  return {
    disputeId: dispute.id,
    providerPayment: idOf(intent),
    paymentId: typeof intent === 'object' ? (intent?.metadata?.paymentId ?? null) : null,
    amountCents: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    providerStatus: dispute.status,
    status: ENDED[dispute.status] ?? 'OPEN',
    respondBy: dueBy ? instant(dueBy) : null,
    openedAt: instant(dispute.created),
  }
}

export const toPayout = (payout: Stripe.Payout): CardPayout => ({
  payoutId: payout.id,
  amountCents: payout.amount,
  currency: payout.currency,
  status: payout.status,
  arrivalDay: aucklandDay(instant(payout.arrival_date)),
  failure: payout.failure_message,
  createdAt: instant(payout.created),
})

export const toCharge = (charge: Stripe.Charge): CardCharge => ({
  providerPayment: idOf(charge.payment_intent) ?? charge.id,
  paymentId: charge.metadata.paymentId ?? null,
  amountCents: charge.amount,
  currency: charge.currency,
  takenAt: instant(charge.created),
})
