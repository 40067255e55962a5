import type { DisputeStatus, RefundState } from '#lib/payments/refund-states.ts'

/** What a card provider tells us about, beside payments. */
export type ProviderCheckKind = 'refund' | 'dispute' | 'payout'

/**
 * What we ask a card provider for, whoever it is. Amounts are NZ cents.
 *
 * Each call throws ProviderUnavailable when the provider gives no answer.
 */
export interface CardProvider {
  /** Shown to nobody; in logs and in `GET /config`. */
  name: string
  testMode: boolean
  publishableKey: string | null
  /**
   * Opens a payment page. Asked again with the same order, it answers the same page.
   *
   * @throws {ProviderRefusal} If the provider does not take the order.
   */
  createSession(order: CardOrder): Promise<CardSession>
  /** The status of a session, or `null` when the provider does not know it. */
  findSession(sessionId: string): Promise<CardSession | null>
  /** Closes a page that has not been paid. One that is closed already, or paid, stays as it is. */
  expireSession(sessionId: string): Promise<void>
  /**
   * Gives back what was paid. Asked again with the same key, it gives back nothing more.
   *
   * @throws {ProviderRefusal} If the provider does not give it back.
   */
  refund(order: CardRefundOrder): Promise<CardRefund>
  /** What the provider says of a refund, or `null` when it does not know it. */
  findRefund(reference: string): Promise<CardRefund | null>
  findDispute(disputeId: string): Promise<CardDispute | null>
  findPayout(payoutId: string): Promise<CardPayout | null>
  /** All money that moved in a time, for comparing. */
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

/** Stands in a {@link CardOrder.returnUrl} for the id that the session will have. */
export const SESSION_ID = '{CHECKOUT_SESSION_ID}'

export interface CardSession {
  sessionId: string
  /** The provider's page; `null` once it is closed. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  amountCents: number
  currency: string
  /** Our reference, as we gave it. */
  paymentId: string | null
  purchaseJourneyId: string | null
  /** What a refund needs. */
  providerPayment: string | null
  /** Why the last attempt on the page failed, where the provider says so. */
  declineReason: string | null
}

interface CardRefundOrder {
  /** Ours; the provider knows by it that it was asked before. */
  key: string
  /** {@link CardSession.providerPayment} of what was paid. */
  providerPayment: string
  amountCents: number
}

/** Money that goes back, as the provider says. */
export interface CardRefund {
  /** The provider's name for it. */
  reference: string
  state: RefundState
  amountCents: number
  currency: string
  /** Why it failed. */
  failure: string | null
  /** {@link CardRefundOrder.key}; `null` for one that was made at the provider. */
  key: string | null
  providerPayment: string | null
  /** ISO 8601. */
  createdAt: string
}

/** A payment that the buyer's bank asks back, as the provider says. */
export interface CardDispute {
  disputeId: string
  providerPayment: string | null
  /** Our reference of the payment, where the provider says it. */
  paymentId: string | null
  amountCents: number
  currency: string
  /** The provider's words for why, and how it is. */
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

/** Money that was taken, as the provider says. */
export interface CardCharge {
  /** The provider's name for it, as a refund needs it. */
  providerPayment: string
  /** Our reference, as we gave it. */
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
  /** What it is about, where that is no session. */
  about: { kind: ProviderCheckKind; reference: string } | null
}
