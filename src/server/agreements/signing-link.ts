import type { emailSigningLink as linkCall } from '#lib/purchases/agreement-calls.ts'
import { isFinance } from '#lib/payments/pay-options.ts'
import type { z } from '#lib/shared/zod.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { lockJourney } from '#server/journeys/queries.ts'
import { hasNote, insertNote } from '#server/journeys/note-queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { agreementIssuedMail } from './mails.ts'
import { financeLinkMail } from '#server/finance/mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'

/** Why a document of a purchase cannot be signed now; `null` where the customer can sign it. */
const REFUSALS: Record<
  z.output<typeof linkCall.body>['document'],
  (journey: PurchaseJourneyRow, isFinanced: boolean) => string | null
> = {
  AGREEMENT: ({ status, agreement_id }) =>
    agreement_id === null
      ? 'No agreement has been issued yet. Issue it first.'
      : status === 'CONFIRMED'
        ? null
        : 'This agreement no longer needs a signature.',
  FINANCE: ({ status, finance_applied }, isFinanced) =>
    !isFinanced
      ? 'This purchase isn’t financed, so it doesn’t need an application.'
      : finance_applied === 1
        ? 'This finance application is already signed.'
        : status === 'STARTED'
          ? null
          : 'It’s too late to apply for finance on this purchase.',
}

/**
 * Emails the customer a link to a document that only they can sign, once for one request.
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
    const purchase = await findPurchaseMail(deps, trx, journey)
    const refusal = REFUSALS[document](journey, isFinance(purchase.quote.payOption))
    if (refusal) throw conflict(refusal)
    await enqueueMail(
      deps,
      trx,
      document === 'AGREEMENT'
        ? agreementIssuedMail(deps, { ...purchase, isAnother: false })
        : financeLinkMail(deps, purchase),
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
