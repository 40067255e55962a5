import { createHash } from 'node:crypto'
import type * as calls from '#lib/purchases/agreement-calls.ts'
import type { Agreement } from '#lib/purchases/agreement-shapes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import { isReservation, outstandingCents } from '#lib/payments/pay-options.ts'
import { isUndecided } from '#lib/trade-in/trade-in-offers.ts'
import { SALE_AGREEMENT } from '#lib/purchases/sale-agreement.ts'
import type { z } from '#lib/shared/zod.ts'
import { findAcceptance, findAgreement, insertAcceptance, insertAgreement } from './queries.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import type { Db, Trx } from '#server/database.ts'
import { findJourney, lockJourney, updateJourney } from '#server/journeys/queries.ts'
import { hasNote, insertNote } from '#server/journeys/note-queries.ts'
import type { AgreementAcceptanceRow } from './tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { jointSignaturesOf } from './joint-signatures.ts'
import { saleAgreementText } from './agreement-text.ts'
import { seal, unseal } from '#server/platform/crypto/encryption.ts'
import { columnContext } from '#server/platform/crypto/encryption-context.ts'
import { lockVisibleJourney, visibleJourney } from '#server/journeys/access.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import {
  creditObstacleOf,
  findDeal,
  payFacts,
  type Deal,
  isTradeInOpen,
} from '#server/journeys/deal.ts'
import { requireMatch } from '#server/journeys/match.ts'
import { agreementAcceptedMail, agreementIssuedMail, agreementPdf } from './mails.ts'
import { pdfFile } from '#server/quotes/quote-pdf.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { leaveOutTradeIns, requireOfferAnswered } from '#server/trade-in/answers.ts'

const documentPlace = (agreementId: string) =>
  columnContext('sale_agreement', 'document', agreementId)
const namePlace = (journeyId: string) => columnContext('agreement_acceptance', 'name', journeyId)

/** @throws {ApiProblem} 409 for a purchase that no agreement can be made of now. */
function requireAgreeable({ now }: Deps, deal: Deal): void {
  if (isReservation(deal.currentQuote.payOption))
    throw conflict('A reservation has no sale agreement.')
  if (nextStatus(deal.journey.status, 'agreement-accepted') === null)
    throw conflict('You can’t do that at this stage of the purchase.')
  if (outstandingCents('DEPOSIT', payFacts(deal)) > 0)
    throw conflict('The deposit hasn’t been paid yet.')
  const obstacle = creditObstacleOf(deal, aucklandDay(now()))
  if (obstacle) throw conflict(obstacle)
}

/** Whether a trade-in would be lost by an agreement: issuing one asks what becomes of it (decision 62). */
const hasUndecidedTradeIn = (deal: Deal): boolean =>
  isTradeInOpen(deal) && deal.vehicles.some(isUndecided)

/**
 * Issues the sale agreement of a purchase as it is now, and mails the customer. It replaces one that is not accepted.
 *
 * @param ifMatch The header of that name: versions that it is based on.
 * @throws {ApiProblem} 404, 409 where there is nothing to agree on now, 412 when the purchase has changed.
 */
export const issueAgreement = (
  deps: Deps,
  {
    actor,
    effectId: agreementId,
    query: { undecidedTradeIns },
  }: { actor: Actor; effectId: string; query: z.output<typeof calls.issueAgreement.query> },
  id: string,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> =>
  transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    // Issued by an earlier attempt of this request.
    if (journey.agreement_id === agreementId) return toPurchaseJourney(deps, trx, journey)
    const deal = await findDeal(trx, journey)
    requireAgreeable(deps, deal)
    await requireMatch(deps, trx, journey, ifMatch)
    if (undecidedTradeIns === undefined && hasUndecidedTradeIn(deal))
      throw conflict(
        'A trade-in has no accepted offer yet. Wait for an answer, or leave the trade-in out.',
      )
    const leftOut = await leaveOutTradeIns(deps, trx, actor, deal)
    const at = deps.now().toISOString()
    const document = await saleAgreementText(deps, trx, deal)
    const isNew = await insertAgreement(trx, {
      agreement_id: agreementId,
      purchase_journey_id: id,
      wording_version: SALE_AGREEMENT.version,
      document: seal(deps.keys, documentPlace(agreementId), document),
      document_sha256: createHash('sha256').update(document).digest('hex'),
      issued_by: actorName(actor),
      issued_at: at,
    })
    // Issued by an earlier attempt of this request, and replaced since.
    if (!isNew) throw conflict('A newer agreement has been issued. Please check it first.')
    const changed = await updateJourney(trx, journey, {
      agreement_id: agreementId,
      last_activity_at: at,
    })
    await enqueueMail(
      deps,
      trx,
      agreementIssuedMail(deps, {
        ...(await findPurchaseMail(deps, trx, changed)),
        isAnother: journey.agreement_id !== null,
        leftOut,
      }),
    )
    return toPurchaseJourney(deps, trx, changed)
  })

/** The agreement of a purchase that counts, opened; `null` where none was issued. */
export async function agreementOf(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<Agreement | null> {
  if (journey.agreement_id === null) return null
  const row = await findAgreement(db, journey.agreement_id)
  const acceptance = await findAcceptance(db, journey.purchase_journey_id)
  const jointSignatures = await jointSignaturesOf(deps, db, row.agreement_id)
  return {
    agreementId: row.agreement_id,
    purchaseJourneyId: row.purchase_journey_id,
    version: row.wording_version,
    document: unseal(deps.keys, documentPlace(row.agreement_id), row.document),
    documentSha256: row.document_sha256,
    issuedAt: row.issued_at,
    ...(jointSignatures.length > 0 && { jointSignatures }),
    acceptance: acceptance && {
      acceptedAt: acceptance.accepted_at,
      method: acceptance.method,
      name:
        acceptance.name &&
        unseal(deps.keys, namePlace(acceptance.purchase_journey_id), acceptance.name),
    },
  }
}

/** @throws {ApiProblem} 404. */
export async function getAgreement(deps: Deps, actor: Actor, id: string): Promise<Agreement> {
  const agreement = await agreementOf(deps, deps.db, await visibleJourney(deps.db, actor, id))
  if (!agreement) throw notFound()
  return agreement
}

/**
 * The agreement as a PDF.
 *
 * @throws {ApiProblem} 404.
 */
export async function agreementDocument(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<z.output<typeof calls.getAgreementDocument.answer>> {
  return pdfFile(await agreementPdf(deps, await getAgreement(deps, actor, id)))
}

const isReplaced = () =>
  conflict('We’ve issued a newer agreement. Please read it before you accept.')

/**
 * Accepts the agreement that was read. Idempotent.
 *
 * @throws {ApiProblem} 404, 409 where another agreement counts, an offer for a trade-in waits for an answer, or nothing
 *   can be agreed on any more.
 */
export async function acceptAgreement(
  deps: Deps,
  actor: Actor,
  id: string,
  { agreementId, name }: z.output<typeof calls.acceptAgreement.body>,
): Promise<PurchaseJourney> {
  const read = await getAgreement(deps, actor, id)
  if (read.agreementId !== agreementId) throw isReplaced()
  const before = await visibleJourney(deps.db, actor, id)
  if (before.status === 'AGREEMENT') return toPurchaseJourney(deps, deps.db, before)
  requireAgreeable(deps, await findDeal(deps.db, before))
  const acceptedAt = deps.now().toISOString()
  // Made before the transaction, which waits for nothing but the database.
  const attachment = await agreementPdf(deps, {
    ...read,
    acceptance: { acceptedAt, method: 'TYPED', name },
  })
  return transact(deps, async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    if (journey.agreement_id !== agreementId) throw isReplaced()
    if (journey.status === 'AGREEMENT') return toPurchaseJourney(deps, trx, journey)
    const deal = await findDeal(trx, journey)
    requireOfferAnswered(deps, deal)
    const leftOut = await leaveOutTradeIns(deps, trx, actor, deal)
    return accept(deps, trx, journey, {
      leftOut,
      acceptance: {
        purchase_journey_id: id,
        agreement_id: agreementId,
        method: 'TYPED',
        name: seal(deps.keys, namePlace(id), name),
        accepted_by: actorName(actor),
        accepted_at: acceptedAt,
      },
      attachment,
    })
  })
}

/**
 * Records that the customer accepted on paper.
 *
 * @param note How, and where the paper is.
 * @param ifMatch The header of that name: versions that it is based on.
 * @throws {ApiProblem} 404, 409 where nothing can be agreed on, or a trade-in is undecided, 412 when the purchase has
 *   changed.
 */
export async function acceptOnPaper(
  deps: Deps,
  { actor, effectId: noteId }: { actor: Actor; effectId: string },
  id: string,
  note: string,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> {
  const before = await findJourney(deps.db, id)
  if (!before) throw notFound()
  const acceptedAt = deps.now().toISOString()
  const issued = await agreementOf(deps, deps.db, before)
  const attachment =
    issued &&
    (await agreementPdf(deps, {
      ...issued,
      acceptance: { acceptedAt, method: 'PAPER', name: null },
    }))
  return transact(deps, async (trx) => {
    const journey = (await lockJourney(trx, id))!
    // Accepted by an earlier attempt of this request.
    if (await hasNote(trx, noteId)) return toPurchaseJourney(deps, trx, journey)
    await requireMatch(deps, trx, journey, ifMatch)
    if (journey.agreement_id !== before.agreement_id)
      throw conflict('A newer agreement has been issued. Please check it first.')
    if (hasUndecidedTradeIn(await findDeal(trx, journey)))
      throw conflict(
        'A trade-in has no accepted offer yet. Wait for an answer, or issue the agreement without it.',
      )
    await insertNote(trx, {
      note_id: noteId,
      purchase_journey_id: id,
      text: `Accepted on paper: ${note}`,
      actor: actorName(actor),
      at: acceptedAt,
    })
    return accept(deps, trx, journey, {
      acceptance: {
        purchase_journey_id: id,
        agreement_id: journey.agreement_id,
        method: 'PAPER',
        name: null,
        accepted_by: actorName(actor),
        accepted_at: acceptedAt,
      },
      ...(attachment && { attachment }),
    })
  })
}

async function accept(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  {
    acceptance,
    attachment,
    leftOut,
  }: {
    acceptance: AgreementAcceptanceRow
    leftOut?: readonly string[]
    attachment?: Awaited<ReturnType<typeof agreementPdf>>
  },
): Promise<PurchaseJourney> {
  requireAgreeable(deps, await findDeal(trx, journey))
  const { accepted_by: actor, accepted_at: at } = acceptance
  const moved = await transitionJourney(
    trx,
    journey,
    'agreement-accepted',
    { actor, at },
    { last_activity_at: at },
  )
  await insertAcceptance(trx, acceptance)
  const purchase = { ...(await findPurchaseMail(deps, trx, journey)), leftOut }
  await enqueueMail(deps, trx, agreementAcceptedMail(deps, purchase, attachment))
  return toPurchaseJourney(deps, trx, moved!)
}
