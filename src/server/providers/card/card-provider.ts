import type { DisputeStatus, RefundState } from '#lib/payments/refund-states.ts'

/** The kinds of a card provider's notices, besides payments. */
export type ProviderCheckKind = 'refund' | 'dispute' | 'payout'

/**
 * A provider of card payments. Amounts are NZ cents.
 *
 * Each call throws ProviderUnavailable when the provider does not answer.
 */
export interface CardProvider {
  /** For logs and `GET /config`. */
  name: string
  testMode: boolean
  publishableKey: string | null
  /**
   * Opens a payment page. A repeated call with the same order returns the same page.
   *
   * @throws {ProviderRefusal} If the provider refuses the order.
   */
  createSession(order: CardOrder): Promise<CardSession>
  /** The status of a session, or `null` when the provider does not know it. */
  findSession(sessionId: string): Promise<CardSession | null>
  /** Closes an unpaid page. A closed or paid one stays as it is. */
  expireSession(sessionId: string): Promise<void>
  /**
   * Refunds a payment. A repeated call with the same key refunds nothing more.
   *
   * @throws {ProviderRefusal} If the provider refuses the refund.
   */
  refund(order: CardRefundOrder): Promise<CardRefund>
  /** The status of a refund, or `null` when the provider does not know it. */
  findRefund(reference: string): Promise<CardRefund | null>
  findDispute(disputeId: string): Promise<CardDispute | null>
  findPayout(payoutId: string): Promise<CardPayout | null>
  /** All movements of money in a time, for reconciliation. */
  listMoney(range: { from: Date; until: Date }): Promise<CardMoney>
  /**
   * Reads a notice.
   *
   * @param body The bytes as they came, before any parsing.
   * @returns `null` when the signature is wrong, missing or too old.
   */
  readNotice(body: Uint8Array, signature: string | undefined): Promise<CardNotice | null>
}

export interface CardOrder {
  paymentId: string
  purchaseJourneyId: string
  paymentType: 'DEPOSIT' | 'BALANCE'
  amountCents: number
  description: string
  customerEmail: string
  expiresAt: Date
  /** Where a buyer who has paid goes. The provider puts the session's id in place of {@link SESSION_ID}. */
  returnUrl: string
  /** Where a buyer who gives up goes. */
  cancelUrl: string
}

/** The placeholder for the session's id in a {@link CardOrder.returnUrl}. */
export const SESSION_ID = '{CHECKOUT_SESSION_ID}'

export interface CardSession {
  sessionId: string
  /** The provider's page; `null` once it is closed. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  amountCents: number
  currency: string
  /** Our own reference. */
  paymentId: string | null
  purchaseJourneyId: string | null
  /** The provider's payment id, which a refund needs. */
  providerPayment: string | null
  /** Why the last attempt on the page failed, if the provider says so. */
  declineReason: string | null
}

interface CardRefundOrder {
  /** Our own key, by which the provider recognises a repeated request. */
  key: string
  /** The {@link CardSession.providerPayment} of the payment. */
  providerPayment: string
  amountCents: number
}

/** A refund in the provider's records. */
export interface CardRefund {
  /** The provider's reference. */
  reference: string
  state: RefundState
  amountCents: number
  currency: string
  /** Why it failed. */
  failure: string | null
  /** {@link CardRefundOrder.key}; `null` for a refund made at the provider. */
  key: string | null
  providerPayment: string | null
  /** ISO 8601. */
  createdAt: string
}

/** A payment that the buyer's bank disputes, in the provider's records. */
export interface CardDispute {
  disputeId: string
  providerPayment: string | null
  /** Our own reference of the payment, if the provider has it. */
  paymentId: string | null
  amountCents: number
  currency: string
  /** The provider's words for the reason and the status. */
  reason: string
  providerStatus: string
  status: DisputeStatus
  /** ISO 8601. */
  respondBy: string | null
  openedAt: string
}

export interface CardPayout {
  payoutId: string
  amountCents: number
  currency: string
  status: string
  /** `yyyy-mm-dd` */
  arrivalDay: string
  failure: string | null
  /** ISO 8601. */
  createdAt: string
}

/** A charge in the provider's records. */
export interface CardCharge {
  /** The provider's payment id, which a refund needs. */
  providerPayment: string
  /** Our own reference. */
  paymentId: string | null
  amountCents: number
  currency: string
  /** ISO 8601. */
  takenAt: string
}

export interface CardMoney {
  charges: CardCharge[]
  refunds: CardRefund[]
  disputes: CardDispute[]
  payouts: CardPayout[]
}

export interface CardNotice {
  eventId: string
  type: string
  sessionId: string | null
  /** The refund, dispute or payout, for a notice that is not about a session. */
  about: { kind: ProviderCheckKind; reference: string } | null
}
