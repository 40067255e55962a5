import type { Kysely } from 'kysely'
import type { emailSigningLink as linkCall } from '#lib/purchases/staff-calls.ts'
import { isFinance } from '#lib/payments/pay-options.ts'
import type { z } from '#lib/shared/zod.ts'
import { foldName } from '#server/customers/terms-queries.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { Database } from '#server/database.ts'
import { lockJourney } from '#server/journeys/queries.ts'
import { hasNote, insertNote } from '#server/journeys/note-queries.ts'
import { findQuote } from '#server/quotes/queries.ts'
import { findStaff } from '#server/staff/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, fieldError, invalid, notFound } from '#server/platform/http/api-problem.ts'
import { referenceOf } from '#server/journeys/view.ts'
import { agreementIssuedMail } from './mails.ts'
import { financeLinkMail } from '#server/finance/mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'

/**
 * The signature that confirms a purchase, and who gave it. Staff sign with their own name (decision 61).
 *
 * @throws {ApiProblem} 400 where staff have typed another name than theirs.
 */
export async function signatureOf(
  db: Kysely<Database>,
  actor: Actor,
  typed: string,
): Promise<Pick<PurchaseJourneyRow, 'signature_name' | 'signed_by'>> {
  const signed_by = actorName(actor)
  if (actor.type !== 'STAFF') return { signature_name: typed, signed_by }
  const { firstName, lastName } = (await findStaff(db, actor.staffId))!
  const ownName = `${firstName} ${lastName}`
  if (foldName(typed) !== foldName(ownName))
    throw invalid([
      fieldError(
        'signatureName',
        `must be your own name, ${ownName}: you confirm on the customer’s behalf and do not sign for them`,
      ),
    ])
  return { signature_name: ownName, signed_by }
}

/** What of a purchase waits for the customer's own signature, or why nothing does. */
const REFUSALS: Record<
  z.output<typeof linkCall.body>['document'],
  (journey: PurchaseJourneyRow, isFinanced: boolean) => string | null
> = {
  AGREEMENT: ({ status, agreement_id }) =>
    agreement_id === null
      ? 'No agreement has been issued yet. Issue it first.'
      : status === 'CONFIRMED'
        ? null
        : 'The agreement no longer waits for a signature.',
  FINANCE: ({ status, finance_applied }, isFinanced) =>
    !isFinanced
      ? 'This purchase is not financed: no application is needed.'
      : finance_applied === 1
        ? 'The finance application has been signed already.'
        : status === 'STARTED'
          ? null
          : 'This purchase is no longer open for an application.',
}

/**
 * Emails the customer a link to what only they can sign. Nothing is mailed twice for one request.
 *
 * @throws {ApiProblem} 404, 409 where nothing waits for a signature.
 */
export const emailSigningLink = (
  deps: Deps,
  { actor, effectId }: { actor: Actor; effectId: string },
  id: string,
  { document }: z.output<typeof linkCall.body>,
): Promise<{ queued: true }> =>
  transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    if (await hasNote(trx, effectId)) return { queued: true }
    const { quote } = (await findQuote(trx, journey.current_quote_id))!
    const refusal = REFUSALS[document](journey, isFinance(quote.payOption))
    if (refusal) throw conflict(refusal)
    const customer = (await findCustomer(trx, journey.customer_id))!
    const letter = {
      to: customer.email,
      firstName: customer.name.firstName,
      reference: referenceOf(deps, journey),
      purchaseJourneyId: id,
      quote,
    }
    await enqueueMail(
      deps,
      trx,
      document === 'AGREEMENT'
        ? agreementIssuedMail(deps, { ...letter, isAnother: false })
        : financeLinkMail(deps, letter),
    )
    await insertNote(trx, {
      note_id: effectId,
      purchase_journey_id: id,
      text: `Emailed a link to sign the ${document === 'AGREEMENT' ? 'agreement' : 'finance application'}`,
      actor: actorName(actor),
      at: deps.now().toISOString(),
    })
    return { queued: true }
  })
