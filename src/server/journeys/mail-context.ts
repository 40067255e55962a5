import type { Quote } from '#lib/quotes/shapes.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import {
  greeting,
  writeMail,
  type Block,
  type Buyer,
  type Mail,
} from '#server/platform/mail/mail.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { findQuote } from '#server/quotes/queries.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { referenceOf } from './references.ts'

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

/** Writes a message to the buyer of a purchase: greeted by name, with the reference at the end. */
export const writePurchaseMail = (
  deps: Deps,
  { to, firstName, reference }: Buyer,
  { kind, subject, blocks }: { kind: string; subject: string; blocks: Block[] },
): Mail =>
  writeMail(deps, { kind, to, reference, subject, blocks: [greeting(firstName), ...blocks] })

type Step = Parameters<ReturnType<typeof mailPaths>['purchase']>[1]

/** The button that opens a purchase at a step. */
export const purchaseLink = (
  deps: Deps,
  { purchaseJourneyId }: Pick<PurchaseMail, 'purchaseJourneyId'>,
  step: Step,
  action = 'Open your purchase',
): Block => ({ action, url: mailPaths(deps).purchase(purchaseJourneyId, step) })
