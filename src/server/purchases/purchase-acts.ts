import type * as calls from '#lib/staff/work-list-calls.ts'
import type { CreditDecision, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { changeInWords } from '#lib/finance/credit-labels.ts'
import { move } from '#lib/purchases/journey-status.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Trx } from '#server/database.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'
import { insertProviderEvent } from '#server/payments/queries.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import { insertNote } from '#server/journeys/note-queries.ts'
import { findTradeVehicles, updateTradeVehicle } from '#server/trade-in/queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, fieldError, invalid, notFound } from '#server/platform/http/api-problem.ts'
import type { LenderNotice } from '#server/providers/lender/lender-provider.ts'
import { startDepositDeadline } from '#server/payments/deposit-deadline.ts'
import { requireMatch } from '#server/journeys/journeys.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { creditTroubleOf, findDeal } from '#server/journeys/deal.ts'
import { creditDecisionMail } from '#server/finance/mails.ts'
import { tradeInOfferMail } from '#server/trade-in/mails.ts'
import { isTradeInOpen } from '#server/trade-in/open-trade-ins.ts'
import { nameOf } from '#server/trade-in/answers.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'

/** As whom the lender stands in the history of a purchase. */
export const LENDER = 'lender'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long an offer for a trade-in holds (decision 32). */
const OFFER_DAYS = 7

/** @throws {ApiProblem} 404. */
async function requireJourney(trx: Trx, id: string): Promise<PurchaseJourneyRow> {
  const journey = await lockJourney(trx, id)
  if (!journey) throw notFound()
  return journey
}

/**
 * Makes an offer for a trade-in that was asked to be appraised.
 *
 * @throws {ApiProblem} 404, 409 for a vehicle nobody asked about, one whose offer is accepted, or a purchase that is
 *   no longer open.
 */
export const offerForTradeIn = (
  deps: Deps,
  { actor, effectId }: { actor: Actor; effectId: string },
  id: string,
  { vehicleId, offerCents }: z.output<typeof calls.offerForTradeIn.body>,
): Promise<PurchaseJourney> =>
  transact(deps, async (trx) => {
    const journey = await requireJourney(trx, id)
    const vehicles = await findTradeVehicles(trx, [id])
    const vehicle = vehicles.find(({ trade_vehicle_id }) => trade_vehicle_id === vehicleId)
    if (!vehicle) throw notFound()
    const isConfirmed = journey.status !== 'STARTED'
    if (isConfirmed && !isTradeInOpen(await findDeal(trx, journey)))
      throw conflict('This purchase no longer takes a trade-in.')
    if (!['APPRAISAL_REQUESTED', 'APPRAISAL_DONE'].includes(vehicle.status))
      throw conflict('This vehicle does not wait for an offer.')
    const now = deps.now()
    const offerExpires = new Date(now.getTime() + OFFER_DAYS * DAY_MS).toISOString()
    await updateTradeVehicle(trx, vehicleId, {
      status: 'APPRAISAL_DONE',
      offer_cents: offerCents,
      offer_expires_at: offerExpires,
    })
    await insertNote(trx, {
      note_id: effectId,
      purchase_journey_id: id,
      text: `Offered ${formatMoney(offerCents)}: ${nameOf(vehicle)}`,
      actor: actorName(actor),
      at: now.toISOString(),
    })
    const changed = await updateJourney(trx, journey, { last_activity_at: now.toISOString() })
    const view = await toPurchaseJourney(deps, trx, changed)
    await enqueueMail(
      deps,
      trx,
      tradeInOfferMail(deps, {
        to: view.customer.email,
        firstName: view.customer.name.firstName,
        reference: view.reference,
        purchaseJourneyId: id,
        isConfirmed,
        vehicle: nameOf(vehicle),
        offerCents,
        offerExpires,
      }),
      { outboxId: effectId },
    )
    return view
  })

/**
 * Records what a person decided of a finance application that the lender left to people, or another answer where a
 * confirmed purchase cannot be gone through with on the one there is; or corrects what a person decided. What takes
 * another's place leaves a note of what it was before.
 *
 * @param ifMatch The header of that name: versions that the decision is based on.
 * @throws {ApiProblem} 400 for a last day that is over, 404, 409 where no application waits, or the purchase is over,
 *   412 when it changed meanwhile.
 */
export const decideFinance = (
  deps: Deps,
  actor: Actor,
  id: string,
  { isCorrection = false, ...decision }: z.output<typeof calls.decideFinance.body>,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> =>
  transact(deps, async (trx) => {
    if (decision.validUntil !== undefined && decision.validUntil < aucklandDay(deps.now()))
      throw invalid([fieldError('validUntil', 'is over already')])
    const journey = await requireJourney(trx, id)
    if (journey.finance_applied !== 1) throw conflict('There is no finance application to decide.')
    if (!canBeDecided(journey)) throw conflict('This purchase is over.')
    const isAnew =
      !isCorrection &&
      creditTroubleOf(await findDeal(trx, journey), aucklandDay(deps.now())) !== null
    if (isCorrection ? !canBeCorrected(journey) : journey.referred_at === null && !isAnew)
      throw conflict(
        isCorrection
          ? 'This decision can no longer be corrected.'
          : 'This finance application has been decided already.',
      )
    await requireMatch(deps, trx, journey, ifMatch)
    const decidedBy = actorName(actor)
    const what = isCorrection ? 'Finance decision corrected' : answerOf(isAnew)
    await noteDecision(deps, trx, journey, what, decision.code, decidedBy)
    return keepDecision(deps, trx, journey, decision, { decidedBy, isCorrection })
  })

const answerOf = (isAnother: boolean) => `${isAnother ? 'Another answer' : 'Answer'} of the lender`

const noteDecision = (
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  what: string,
  code: CreditDecision['code'],
  actor: string,
): Promise<void> =>
  insertNote(trx, {
    note_id: deps.newId(),
    purchase_journey_id: journey.purchase_journey_id,
    text: changeInWords(what, decisionOf(journey).code, code),
    actor,
    at: deps.now().toISOString(),
  })

/** What people decided can be corrected while nothing rests on it. */
export const canBeCorrected = ({ decided_by, status }: PurchaseJourneyRow): boolean =>
  decided_by !== null && status === 'STARTED'

const decisionOf = ({ credit_decision }: PurchaseJourneyRow): CreditDecision =>
  JSON.parse(credit_decision!) as CreditDecision

const canBeDecided = ({ finance_applied, status }: PurchaseJourneyRow): boolean =>
  finance_applied === 1 && move(status, 'cancelled') !== null

/** Keeps what was decided of an application, and tells the customer. */
async function keepDecision(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  decision: LenderNotice['decision'],
  { decidedBy, isCorrection }: { decidedBy: string | null; isCorrection: boolean },
): Promise<PurchaseJourney> {
  const before = JSON.parse(journey.credit_decision ?? '{}') as Partial<CreditDecision>
  const at = deps.now().toISOString()
  const changed = await updateJourney(trx, journey, {
    credit_decision: JSON.stringify({
      ...decision,
      appliedFor: before.appliedFor,
    } satisfies CreditDecision),
    referred_at: null,
    decided_by: decidedBy,
    last_activity_at: at,
  })
  const { purchase_journey_id: purchaseJourneyId } = journey
  await enqueueWebhook(trx, { type: 'finance.decided', at, purchaseJourneyId })
  // While the lender refused, the deposit could not be paid.
  const view = await toPurchaseJourney(deps, trx, await startDepositDeadline(deps, trx, changed))
  await enqueueMail(
    deps,
    trx,
    creditDecisionMail(deps, {
      to: view.customer.email,
      firstName: view.customer.name.firstName,
      reference: view.reference,
      purchaseJourneyId: journey.purchase_journey_id,
      quote: view.currentQuote,
      status: journey.status,
      outletCode: journey.outlet_code,
      decision,
      isCorrection,
    }),
  )
  return view
}

/**
 * Takes in what the lender has decided since. A notice that comes again changes nothing, and one about an application
 * that is not ours, or a purchase that is over, is as good as none.
 *
 * @throws {ApiProblem} 400 when the signature is not the lender's, or older than a few minutes. 409 for a started
 *   purchase whose application is not kept yet: the lender's answer to it may be on its way, so the notice has to come
 *   again.
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
    const what = answerOf(journey.referred_at === null)
    await noteDecision(deps, trx, journey, what, notice.decision.code, LENDER)
    await keepDecision(deps, trx, journey, notice.decision, {
      decidedBy: null,
      isCorrection: false,
    })
  })
  return { received: true }
}
