/**
 * What we ask a provider of payments by bank for, whoever it is. Amounts are NZ cents.
 *
 * Each call throws ProviderUnavailable when the provider gives no answer.
 */
export interface BankProvider {
  /** In logs and in `GET /config`; `none` where bank payments are off. */
  name: string
  /**
   * Opens a payment page. Asked again with the same order it opens another one.
   *
   * @throws {ProviderRefusal} If the provider does not take the order.
   */
  startPayment(order: BankOrder): Promise<{ token: string; url: string }>
  /** The status of a payment, or `null` when the provider does not know it. */
  findPayment(token: string): Promise<BankPayment | null>
  /** What was paid on a day, `yyyy-mm-dd`, for comparing. */
  listPaid(day: string): Promise<BankReceipt[]>
}

interface BankOrder {
  paymentId: string
  amountCents: number
  /** What the customer's bank statement says. */
  reference: string
  /** The shop's own page. */
  homeUrl: string
  /** Where the buyer goes afterwards, however it ended. The provider adds `token`. */
  returnUrl: string
  /** Where the provider says that something has changed. */
  nudgeUrl: string
  /** Seconds after which the page closes. */
  timeoutS: number
}

/** How a payment stands. `unsure`: the provider itself does not know whether money moved. */
export type BankStatus = 'open' | 'pending' | 'paid' | 'unsure' | 'cancelled' | 'failed' | 'expired'

/** Money that a provider says was paid. */
export interface BankReceipt {
  /** {@link BankPayment.transactionRef} */
  transactionRef: string
  paidCents: number
}

export interface BankPayment {
  status: BankStatus
  /** What was asked for. */
  amountCents: number
  /** What was paid. */
  paidCents: number
  /** ISO 4217, in lower case. */
  currency: string
  /** Our reference, as we gave it. */
  paymentId: string | null
  /** The provider's number of the transaction. */
  transactionRef: string
}
