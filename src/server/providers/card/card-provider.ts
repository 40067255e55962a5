/**
 * What we ask a card provider for, whoever it is. Amounts are NZ cents.
 *
 * Each call throws {@link CardUnavailable} when the provider gives no answer.
 */
export interface CardProvider {
  /** Shown to nobody; in logs and in `GET /config`. */
  name: string
  testMode: boolean
  publishableKey: string | null
  /**
   * Opens a payment page. Asked again with the same order, it answers the same page.
   *
   * @throws {CardRefusal} If the provider does not take the order.
   */
  createSession(order: CardOrder): Promise<CardSession>
  /** The truth about a session, or `null` when the provider does not know it. */
  findSession(sessionId: string): Promise<CardSession | null>
  /** Closes a page that has not been paid. One that is closed already, or paid, stays as it is. */
  expireSession(sessionId: string): Promise<void>
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

/** The provider has understood the order and will not take it: asking the same again is no use. */
export class CardRefusal extends Error {
  override readonly name = 'CardRefusal'
}

/** The provider gave no answer we can go by. Whether it carried the request out is open. */
export class CardUnavailable extends Error {
  override readonly name = 'CardUnavailable'
}

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

export interface CardNotice {
  eventId: string
  type: string
  sessionId: string | null
}
