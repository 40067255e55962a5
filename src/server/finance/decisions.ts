import type * as calls from '#lib/finance/calls.ts'
import type { CreditDecision, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { isAbout } from '#lib/finance/credit.ts'
import { changeInWords } from '#lib/finance/credit-labels.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Trx } from '#server/database.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'
import { insertProviderEvent } from '#server/payments/queries.ts'
import { findJourney, lockJourney, updateJourney } from '#server/journeys/queries.ts'
import { insertNote } from '#server/journeys/note-queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, fieldError, invalid, notFound } from '#server/platform/http/api-problem.ts'
import type { LenderNotice } from '#server/providers/lender/lender-provider.ts'
import { closePaymentPages } from '#server/payments/close-attempts.ts'
import { startDepositDeadline } from '#server/payments/deposit-deadline.ts'
import { requireMatch } from '#server/journeys/match.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import {
  creditDecisionOf,
  creditTroubleOf,
  findDeal,
  isLeaseToDecideOf,
  payRefusal,
} from '#server/journeys/deal.ts'
import { creditDecidedMail } from './mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'

/** The lender's name in the history of a purchase. */
export const LENDER = 'lender'

/**
 * Records the decision of staff on a finance application.
 *
 * The lender has referred it, or its answer stops a confirmed purchase, or an earlier decision of staff is corrected; or
 * a confirmed lease was applied for elsewhere. A note keeps the decision that it replaces.
 *
 * @param ifMatch The header of that name: versions that the decision is based on.
 * @throws {ApiProblem} 400 for a last day that is over, 404, 409 where no application waits, or the purchase is over,
 *   412 when it has changed.
 */
export async function decideFinance(
  deps: Deps,
  actor: Actor,
  id: string,
  { isCorrection = false, ...decision }: z.output<typeof calls.decideFinance.body>,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> {
  await transact(deps, async (trx) => {
    if (decision.validUntil !== undefined && decision.validUntil < aucklandDay(deps.now()))
      throw invalid([fieldError('validUntil', 'has already passed')])
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    const today = aucklandDay(deps.now())
    const deal = await findDeal(trx, journey)
    const isLease = isLeaseToDecideOf(deal, today)
    const isArranged = creditDecisionOf(journey)?.isArranged
    if (journey.finance_applied !== 1 && !isLease && !isArranged)
      throw conflict('There’s no finance application to decide.')
    if (nextStatus(journey.status, 'cancelled') === null) throw conflict('This purchase has ended.')
    const isAnother = !isCorrection && creditTroubleOf(deal, today) !== null
    if (
      isCorrection
        ? !canBeCorrected(journey)
        : journey.referred_at === null && !isAnother && !isLease
    )
      throw conflict(
        isCorrection
          ? 'You can no longer correct this decision.'
          : 'This finance application already has a decision.',
      )
    await requireMatch(deps, trx, journey, ifMatch)
    const decidedBy = actorName(actor)
    const what = isCorrection ? 'Finance decision corrected' : answerOf(isAnother)
    await noteDecision(deps, trx, journey, what, decision.code, decidedBy)
    const { payOption, finance } = deal.currentQuote
    await storeDecision(deps, trx, journey, decision, {
      decidedBy,
      isCorrection,
      // While a loan is referred, the answer is about that.
      ...(isLease &&
        journey.referred_at === null && {
          appliedFor: { payOption, amountFinancedCents: finance!.amountFinancedCents },
          isArranged: true,
        }),
    })
  })
  await closeRefusedPages(deps, id)
  return toPurchaseJourney(deps, deps.db, (await findJourney(deps.db, id))!)
}

/** A page that is still open would take a payment that the lender's answer stops. */
async function closeRefusedPages(deps: Deps, id: string): Promise<void> {
  const journey = await findJourney(deps.db, id)
  if (journey && payRefusal(await findDeal(deps.db, journey), aucklandDay(deps.now())) !== null)
    await closePaymentPages(deps, id)
}

const answerOf = (isAnother: boolean) =>
  isAnother ? 'Another decision by the lender' : 'The lender’s decision'

const ABOUT_THE_LOAN = 'The lender’s decision on the loan that was applied for'

const noteDecision = (
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  what: string,
  code: CreditDecision['code'],
  actor: string,
  before: CreditDecision | null = creditDecisionOf(journey),
): Promise<void> =>
  insertNote(trx, {
    note_id: deps.newId(),
    purchase_journey_id: journey.purchase_journey_id,
    text: changeInWords(what, before?.code, code),
    actor,
    at: deps.now().toISOString(),
  })

/** A decision of staff can be corrected until the purchase is confirmed. */
export const canBeCorrected = ({ decided_by, status }: PurchaseJourneyRow): boolean =>
  decided_by !== null && status === 'STARTED'

const canBeDecided = ({ finance_applied, status }: PurchaseJourneyRow): boolean =>
  finance_applied === 1 && nextStatus(status, 'cancelled') !== null

/** Stores a decision, and mails it to the customer if it is about the purchase as it is paid now. */
async function storeDecision(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  decision: LenderNotice['decision'],
  {
    decidedBy,
    isCorrection,
    appliedFor = creditDecisionOf(journey)?.appliedFor,
    isArranged = creditDecisionOf(journey)?.isArranged,
  }: { decidedBy: string | null; isCorrection: boolean } & Pick<
    CreditDecision,
    'appliedFor' | 'isArranged'
  >,
): Promise<void> {
  const at = deps.now().toISOString()
  const stored: CreditDecision = { ...decision, appliedFor, isArranged }
  const changed = await updateJourney(trx, journey, {
    credit_decision: JSON.stringify(stored),
    referred_at: null,
    decided_by: decidedBy,
    last_activity_at: at,
  })
  const { purchase_journey_id: purchaseJourneyId } = journey
  await enqueueWebhook(trx, { type: 'finance.decided', at, purchaseJourneyId })
  const { currentQuote } = await findDeal(trx, changed)
  const moment = { status: journey.status, today: aucklandDay(deps.now()) }
  if (!isAbout(stored, currentQuote, moment)) return
  // While the lender refused, the deposit could not be paid.
  const started = await startDepositDeadline(deps, trx, changed)
  await enqueueMail(
    deps,
    trx,
    creditDecidedMail(deps, {
      ...(await findPurchaseMail(deps, trx, started)),
      status: journey.status,
      outletCode: journey.outlet_code,
      decision,
      isCorrection,
      trouble: creditTroubleOf(await findDeal(trx, started), moment.today)?.sentence ?? null,
    }),
  )
}

/**
 * Receives a decision that the lender sends later. A repeated notice changes nothing, nor does one about an unknown
 * application or a purchase that has ended.
 *
 * @throws {ApiProblem} 400 when the signature is not the lender's, or older than a few minutes. 409 for a started
 *   purchase whose application is not kept yet: the lender's answer to it may be on its way, so the lender has to send the
 *   notice again.
 */
export async function receiveLenderNotice(
  deps: Deps,
  body: Uint8Array,
  signature: string | undefined,
): Promise<{ received: true }> {
  const notice = deps.lender.readNotice(body, signature, deps.now())
  if (!notice) throw invalid([fieldError('lender-signature', 'is not valid')])
  await transact(deps, async (trx) => {
    const isNew = await insertProviderEvent(trx, {
      event_id: `lender:${notice.eventId}`,
      provider: deps.lender.name,
      type: notice.decision.code,
      received_at: deps.now().toISOString(),
    })
    if (!isNew) return
    const journey = await lockJourney(trx, notice.reference)
    // Thrown inside the transaction, it leaves the notice unused.
    if (journey?.status === 'STARTED' && journey.finance_applied !== 1)
      throw conflict('This purchase has no finance application yet. Please send this again later.')
    if (!journey || !canBeDecided(journey)) return
    if (creditDecisionOf(journey)?.isArranged) {
      // The lender was asked for a loan, and staff have recorded the decision on the lease that was taken instead.
      const { code } = notice.decision
      return noteDecision(deps, trx, journey, ABOUT_THE_LOAN, code, LENDER, null)
    }
    const what = answerOf(journey.referred_at === null)
    await noteDecision(deps, trx, journey, what, notice.decision.code, LENDER)
    await storeDecision(deps, trx, journey, notice.decision, {
      decidedBy: null,
      isCorrection: false,
    })
  })
  await closeRefusedPages(deps, notice.reference)
  return { received: true }
}
