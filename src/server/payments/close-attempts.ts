import type { Deps } from '#server/deps.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { PAY_METHODS } from './providers.ts'
import { livePayments } from './queries.ts'
import { settlePayment } from './settle.ts'
import type { PaymentRow } from './tables.ts'

/**
 * Ends an attempt that is no longer needed: closes its page at the provider, then asks for its result.
 *
 * @returns The payment afterwards: paid, if the buyer was faster.
 */
export async function closeAttempt(deps: Deps, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.provider_reference !== null)
    await PAY_METHODS[payment.method!].close(deps, payment.provider_reference)
  return (await settlePayment(deps, payment.payment_id, { isCancelled: true }))!
}

/** Closes the payment pages of a journey that has ended. A page that cannot be closed now is left to the sweeper. */
export async function closePaymentPages(deps: Deps, purchaseJourneyId: string): Promise<void> {
  for (const payment of await livePayments(deps.db, purchaseJourneyId))
    try {
      await closeAttempt(deps, payment)
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      deps.log.warn({ err: error, paymentId: payment.payment_id }, 'a page could not be closed')
    }
}
