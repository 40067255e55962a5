/**
 * A provider of payments by bank. Amounts are NZ cents.
 *
 * Each call throws ProviderUnavailable when the provider does not answer.
 */
export interface BankProvider {
  /** For logs and `GET /config`; `none` if online banking is off. */
  name: string
  /**
   * Opens a payment page. A repeated call with the same order opens another page.
   *
   * @throws {ProviderRefusal} If the provider refuses the order.
   */
  startPayment(order: BankOrder): Promise<{ token: string; url: string }>
  /** The status of a payment, or `null` when the provider does not know it. */
  findPayment(token: string): Promise<BankPayment | null>
  /** The payments of a day, `yyyy-mm-dd`, for reconciliation. */
  listPaid(day: string): Promise<BankReceipt[]>
}

interface BankOrder {
  paymentId: string
  amountCents: number
  /** The text on the customer's bank statement. */
  reference: string
  /** The shop's own page. */
  homeUrl: string
  /** Where the buyer goes afterwards, whatever the outcome. The provider adds `token`. */
  returnUrl: string
  /** Where the provider sends its nudges. */
  nudgeUrl: string
  /** Seconds after which the page closes. */
  timeoutS: number
}

/** The status of a payment. `unsure`: the provider does not know whether money moved. */
export type BankStatus = 'open' | 'pending' | 'paid' | 'unsure' | 'cancelled' | 'failed' | 'expired'

/** A payment in the provider's records. */
export interface BankReceipt {
  /** {@link BankPayment.transactionRef} */
  transactionRef: string
  paidCents: number
}

export interface BankPayment {
  status: BankStatus
  /** The requested amount. */
  amountCents: number
  /** The paid amount. */
  paidCents: number
  /** ISO 4217, in lower case. */
  currency: string
  /** Our own reference. */
  paymentId: string | null
  /** The provider's number of the transaction. */
  transactionRef: string
}
