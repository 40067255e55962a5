import type { FinanceApplication } from '#lib/finance/shapes.ts'
import type { PurchaseNote, StaffPurchase } from '#lib/staff/shapes.ts'
import type { PersonEvent } from '#lib/people/shapes.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { outstandingCents } from '#lib/payments/pay-options.ts'
import { readReference } from '#lib/purchases/purchase-reference.ts'
import { listIssuedAgreements } from '#server/agreements/queries.ts'
import { namesOfActors } from '#server/staff/audit-queries.ts'
import type { Db } from '#server/database.ts'
import { disputesOf } from '#server/refunds/dispute-queries.ts'
import { findOwnershipOf } from '#server/vehicles/queries.ts'
import { findPayments, listReviews } from '#server/payments/queries.ts'
import { findJourney, findJourneyByReference } from '#server/journeys/queries.ts'
import { insertNote, listEvents, listNotes } from '#server/journeys/note-queries.ts'
import { listReceipts } from '#server/payments/receipt-queries.ts'
import { refundsOf } from '#server/refunds/queries.ts'
import { findTradedInElsewhere, findTradeVehicles } from '#server/trade-in/queries.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, fieldError, invalid, notFound } from '#server/platform/http/api-problem.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { referenceOf } from '#server/journeys/references.ts'
import { openColumn } from '#server/journeys/sealed-columns.ts'
import { findDeal, lenderOutstandingCents, payFacts } from '#server/journeys/deal.ts'
import { canBeCorrected, LENDER } from '../finance/decisions.ts'
import { deliveryOf } from '#server/delivery/purchase-delivery.ts'
import { handOverOf } from '#server/delivery/hand-over.ts'
import { openRecallsOf } from '#server/vehicles/open-recalls.ts'
import { peopleOf } from '#server/people/view.ts'
import { toPayment } from '#server/payments/receipts.ts'
import { disputeEvents, toDispute } from '#server/refunds/disputes.ts'
import { toRefund } from '#server/refunds/staff-actions.ts'

/** @throws {ApiProblem} 404. */
async function requireJourney(db: Db, id: string): Promise<PurchaseJourneyRow> {
  const journey = await findJourney(db, id)
  if (!journey) throw notFound()
  return journey
}

/** Whether a lender has referred its decision to staff, who have not made it yet. */
const isReferred = ({ referred_at, status }: PurchaseJourneyRow): boolean =>
  referred_at !== null && nextStatus(status, 'cancelled') !== null

/** Names actors for staff: `staff:2` by name, others by kind. */
async function namerOf(db: Db, actors: string[]): Promise<(actor: string) => string> {
  const names = await namesOfActors(db, actors)
  return (actor) => names.get(actor) ?? KINDS[actor.split(':', 1)[0]!] ?? 'The system'
}

const KINDS: Record<string, string> = { customer: 'The customer', [LENDER]: 'The lender' }

const nameOfOutlet = ({ catalogue }: Deps, code: string | null): string | null =>
  catalogue.dealers.find(({ outletCode }) => outletCode === code)?.name ?? code

/**
 * A purchase with everything that staff need to act on it.
 *
 * @throws {ApiProblem} 404.
 */
export async function getPurchaseForStaff(deps: Deps, id: string): Promise<StaffPurchase> {
  const { db } = deps
  const journey = await requireJourney(db, id)
  const deal = await findDeal(db, journey)
  const view = await toPurchaseJourney(deps, db, journey)
  const facts = payFacts(deal)
  const events = await listEvents(db, id)
  const notes = await listNotes(db, id)
  const issued = await listIssuedAgreements(db, id)
  const receipts = await listReceipts(db, id)
  const disputes = await disputesOf(
    db,
    [id, journey.credited_from].filter((one) => one !== null),
  )
  const people = await peopleOf(deps, db, journey, null)
  const happened = [
    ...events,
    ...issued.map((row) => ({
      at: row.issued_at,
      actor: row.issued_by,
      event: 'agreement-issued',
    })),
    ...receipts.map((row) => ({
      at: row.recorded_at,
      actor: row.recorded_by,
      event: 'receipt',
      detail: `${formatMoney(row.amount_cents)}, reference ${row.reference}`,
    })),
    ...(await listReviews(db, id)).flatMap(reviewEvents),
    ...disputes.flatMap(disputeEvents),
  ]
  const nameOf = await namerOf(
    db,
    [...happened, ...notes].map(({ actor }) => actor),
  )
  return {
    journey: view,
    ...(await deliveryOf(db, journey)),
    registration: (await findOwnershipOf(db, id))?.registration ?? null,
    handOver: await handOverOf(deps, db, journey),
    outletName: nameOfOutlet(deps, journey.outlet_code),
    carOutletName: nameOfOutlet(deps, view.car?.outletCode ?? null),
    outstanding: {
      depositCents: outstandingCents('DEPOSIT', facts),
      balanceCents: outstandingCents('BALANCE', facts),
      lenderCents: lenderOutstandingCents(deal),
    },
    payments: (await findPayments(db, [id])).map(toPayment),
    refunds: (await refundsOf(db, id)).map((row) => toRefund(row, row)),
    disputes: disputes.map(toDispute),
    isReferred: isReferred(journey),
    canCorrectDecision: canBeCorrected(journey),
    tradeInRecalls: await tradeInRecallsOf(db, id),
    tradedInElsewhere: await tradedInElsewhere(deps, id),
    people,
    events: [
      ...happened.map(({ actor, ...one }) => ({ ...one, by: nameOf(actor) })),
      ...people.events.filter(({ kind }) => kind !== 'COMMENT').map(personEvent),
    ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    notes: notes.map((row) => ({
      noteId: row.note_id,
      at: row.at,
      by: nameOf(row.actor),
      text: row.text,
    })),
  }
}

/** What a person of the purchase did, in its history. */
const personEvent = ({ at, by, kind, about, cents }: PersonEvent) => ({
  at,
  by,
  event: `person-${kind.toLowerCase().replaceAll('_', '-')}`,
  ...(about !== null ? { detail: about } : cents !== null && { detail: formatMoney(cents) }),
})

/** The review of a payment in the history of its purchase: when and why it began, and who decided what. */
function reviewEvents(row: Awaited<ReturnType<typeof listReviews>>[number]) {
  const amount = formatMoney(row.received_cents ?? row.amount_cents)
  return [
    {
      at: row.started_at,
      actor: 'system',
      event: 'payment-review-started',
      detail: [amount, row.reason].filter(Boolean).join(', '),
    },
    ...(row.ended_at === null
      ? []
      : [
          {
            at: row.ended_at,
            actor: row.ended_by!,
            event: `payment-review-${row.outcome}`,
            detail: amount,
          },
        ]),
  ]
}

async function tradeInRecallsOf(db: Db, id: string): Promise<StaffPurchase['tradeInRecalls']> {
  const vehicles = await findTradeVehicles(db, [id])
  const recalls = await openRecallsOf(db, vehicles)
  return Object.fromEntries(vehicles.map((row, at) => [row.trade_vehicle_id, recalls[at]!]))
}

async function tradedInElsewhere(
  deps: Deps,
  id: string,
): Promise<StaffPurchase['tradedInElsewhere']> {
  const found: StaffPurchase['tradedInElsewhere'] = {}
  for (const vehicle of await findTradeVehicles(deps.db, [id])) {
    const others = await findTradedInElsewhere(deps.db, vehicle)
    if (others.length > 0)
      found[vehicle.trade_vehicle_id] = others.map((row) => ({
        reference: referenceOf(deps, row),
        isHandedIn: row.status === 'COMPLETE',
      }))
  }
  return found
}

/**
 * Adds a note to a purchase.
 *
 * @throws {ApiProblem} 404.
 */
export async function addPurchaseNote(
  { db, now }: Deps,
  { actor, effectId }: { actor: Actor; effectId: string },
  id: string,
  text: string,
): Promise<PurchaseNote> {
  await requireJourney(db, id)
  const note = { note_id: effectId, text, actor: actorName(actor), at: now().toISOString() }
  await insertNote(db, { ...note, purchase_journey_id: id })
  const nameOf = await namerOf(db, [note.actor])
  return { noteId: note.note_id, at: note.at, by: nameOf(note.actor), text }
}

/**
 * An application that the lender has referred to staff. Once it is decided, it can no longer be read here.
 *
 * @throws {ApiProblem} 404, 409 where none waits for a person.
 */
export async function readFinanceApplication(
  { db, keys }: Deps,
  id: string,
): Promise<FinanceApplication> {
  const journey = await requireJourney(db, id)
  const application = openColumn<FinanceApplication>(keys, journey, 'finance_application')
  if (!isReferred(journey) || !application)
    throw conflict('No finance application for this purchase is waiting for review.')
  return application
}

/**
 * The purchase of a reference.
 *
 * @param written As it was read out, or as the bank's statement has it: case, spaces and hyphens do not matter.
 * @throws {ApiProblem} 400 where a character is wrong, 404.
 */
export async function findPurchase({ db, catalogue }: Deps, written: string) {
  const reference = readReference(catalogue.brand.referencePrefix, written)
  if (reference === 'MISTYPED')
    throw invalid([fieldError('reference', 'has a wrong character. Please check it')])
  const journey = reference === null ? null : await findJourneyByReference(db, reference)
  if (!journey) throw notFound()
  return { purchaseJourneyId: journey.purchase_journey_id }
}
