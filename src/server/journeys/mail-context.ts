import type { Quote } from '#lib/quotes/shapes.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Buyer } from '#server/platform/mail/mail.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { findQuote } from '#server/quotes/queries.ts'
import { referenceOf } from './view.ts'

/** A purchase as its mails need it: the buyer, the quote and the reference. */
export interface PurchaseMail extends Buyer {
  purchaseJourneyId: string
  quote: Quote
}

/** Reads the context of a mail about a purchase. */
export async function findPurchaseMail(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
): Promise<PurchaseMail> {
  const customer = (await findCustomer(trx, journey.customer_id))!
  const { quote } = (await findQuote(trx, journey.current_quote_id))!
  return {
    to: customer.email,
    firstName: customer.name.firstName,
    reference: referenceOf(deps, journey),
    purchaseJourneyId: journey.purchase_journey_id,
    quote,
  }
}
