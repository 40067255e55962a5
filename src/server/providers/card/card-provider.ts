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
  /** The truth about a session, or `null` when the provider does not know it. */
  findSession(sessionId: string): Promise<CardSession | null>
  /** Closes a page that has not been paid. One that is closed already, or paid, stays as it is. */
  expireSession(sessionId: string): Promise<void>
  /**
   * Gives back what was paid. Asked again for the same refund, it gives back nothing more.
   *
   * @returns The provider's name for the refund.
   * @throws {ProviderRefusal} If the provider does not give it back.
   */
  refund(refund: CardRefund): Promise<string>
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

interface CardRefund {
  /** Ours; the provider knows by it that it was asked before. */
  refundId: string
  /** {@link CardSession.providerPayment} of what was paid. */
  providerPayment: string
  amountCents: number
}

export interface CardNotice {
  eventId: string
  type: string
  sessionId: string | null
}
