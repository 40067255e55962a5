import type * as calls from '#lib/staff/calls.ts'
import type { JourneyStatus } from '#lib/codes.ts'
import type { WorkItem } from '#lib/staff/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { MOST_COUNTED, WORK_KINDS, WORK_RIGHTS, type WorkKind } from '#lib/staff/staff-lists.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { capitalised } from '#lib/shared/words.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import type { DisputeStatus } from '#lib/payments/refund-states.ts'
import { hasRight } from '#lib/staff/staff-roles.ts'
import { bookingTime } from '#lib/service/labels.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Db } from '#server/database.ts'
import { waitingDisputes } from '#server/refunds/dispute-queries.ts'
import { PRICE_PROMISE_NOTE, waitingPriceFalls } from '#server/purchases/price-credit-queries.ts'
import { findHandOvers } from '#server/delivery/hand-over-queries.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { refundsByHand } from '#server/refunds/queries.ts'
import {
  findJourneys,
  listJourneysIn,
  listPaymentsToReview,
  listReferrals,
  listRequestedAppraisals,
  listUnreadDocuments,
  mayOweDeposit,
  mayOweNoDeposit,
  namesOfCustomers,
} from './work-list-queries.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { referenceOf } from '#server/journeys/references.ts'
import {
  creditObstacleOf,
  creditTroubleOf,
  dueCents,
  findDeals,
  lenderOutstandingCents,
  partsCents,
  type Deal,
} from '#server/journeys/deal.ts'
import { reviewOf } from '#server/payments/open-payment.ts'
import { formatCursor, pageOf, parseCursor } from '#server/platform/database/pages.ts'

/** A work item without its customer. */
type Entry = Pick<WorkItem, 'kind' | 'id' | 'since' | 'purchaseJourneyId'> &
  Partial<Pick<WorkItem, 'amountCents' | 'detail'>>
type Source = (
  db: Db,
  most: number,
  after: Cursor | null,
  today: string,
) => Promise<Omit<Entry, 'kind'>[]>

const ofJourney = (
  row: PurchaseJourneyRow,
  amountCents: number | null = null,
  detail: string | null = null,
) => ({
  id: row.purchase_journey_id,
  since: row.last_activity_at,
  purchaseJourneyId: row.purchase_journey_id,
  amountCents,
  detail,
})

/** The purchases in a status that wait: `read` returns the amount, `null` for none, or `false` for those that do not wait. */
const waiting =
  (
    status: JourneyStatus,
    read: (deal: Deal, today: string) => number | null | false,
    narrow?: Parameters<typeof listJourneysIn>[4],
    detailOf: (deal: Deal, today: string) => string | null = () => null,
  ): Source =>
  async (db, most, after, today) => {
    const found: ReturnType<typeof ofJourney>[] = []
    for (let place = after; ;) {
      const rows = await listJourneysIn(db, status, most, place, narrow)
      for (const deal of await findDeals(db, rows)) {
        const amount = read(deal, today)
        if (amount !== false) found.push(ofJourney(deal.journey, amount, detailOf(deal, today)))
        if (found.length === most) return found
      }
      const last = rows.at(-1)
      if (!last || rows.length < most) return found
      place = [last.last_activity_at, last.purchase_journey_id]
    }
  }

const toHandOver = waiting(
  'AGREEMENT',
  (deal) =>
    dueCents(deal, 'DEPOSIT') +
      dueCents(deal, 'BALANCE') +
      lenderOutstandingCents(deal) -
      partsCents(deal) || null,
)

/** Those of several statuses together. */
const ofAll =
  (sources: Source[]): Source =>
  async (...asked) => {
    const found: Awaited<ReturnType<Source>> = []
    for (const source of sources) found.push(...(await source(...asked)))
    return found.sort((a, b) => (isEarlier(a, b) ? -1 : 1)).slice(0, asked[1])
  }

/** Purchases whose lender refuses, or whose approval has expired, each with the sentence that says so. */
const refused = (status: JourneyStatus) =>
  waiting(
    status,
    (deal, today) => (creditTroubleOf(deal, today) ? null : false),
    (of) => of('credit_decision', 'is not', null),
    (deal, today) => creditTroubleOf(deal, today)?.sentence ?? null,
  )

const WAITING_FOR: Partial<Record<DisputeStatus, string>> = {
  LOST: 'Lost: the customer owes this again',
  WON: 'Won after the refund: send the customer this, too',
}

/** Where each kind of work is found, the longest waiting first. */
const SOURCES: Record<WorkKind, Source> = {
  appraisals: async (db, most, after) =>
    (await listRequestedAppraisals(db, most, after)).map((row) => ({
      id: row.trade_vehicle_id,
      since: row.last_activity_at,
      purchaseJourneyId: row.purchase_journey_id,
      detail: `${row.make} ${row.model} ${row.year}, ${row.registration}`,
    })),
  referrals: async (db, most, after) =>
    (await listReferrals(db, most, after)).map((row) => ({
      ...ofJourney(row),
      since: row.referred_at!,
    })),
  documents: async (db, most, after) =>
    (await listUnreadDocuments(db, most, after)).map(({ purchase_journey_id: id, since }) => ({
      id,
      since,
      purchaseJourneyId: id,
    })),
  credit: ofAll([refused('CONFIRMED'), refused('NOCARAVAIL'), refused('AGREEMENT')]),
  unpaid: waiting(
    'CONFIRMED',
    (deal) =>
      dueCents(deal, 'DEPOSIT') -
        partsCents(deal, ({ type, source }) => type === 'DEPOSIT' && source !== 'MTF') || false,
    mayOweDeposit,
    ({ journey: { deposit_due_at }, payments }) =>
      // A review stops that clock.
      payments.some(({ status }) => status === 'NEEDS_REVIEW')
        ? null
        : deposit_due_at && `Reserved until ${formatDeadline(deposit_due_at)}`,
  ),
  'no-car': waiting('NOCARAVAIL', () => null),
  agreements: waiting(
    'CONFIRMED',
    (deal, today) =>
      !isReservation(deal.currentQuote.payOption) &&
      dueCents(deal, 'DEPOSIT') === 0 &&
      !creditObstacleOf(deal, today)
        ? null
        : false,
    (of) => of.and([mayOweNoDeposit(of), of('agreement_id', 'is', null)]),
  ),
  acceptances: waiting(
    'CONFIRMED',
    () => null,
    (of) => of('agreement_id', 'is not', null),
  ),
  'hand-overs': async (db, most, after, today) => {
    const found = await toHandOver(db, most, after, today)
    const booked = await findHandOvers(
      db,
      found.map(({ id }) => id),
    )
    return found.map((entry) => {
      const time = booked.find(({ purchase_journey_id }) => purchase_journey_id === entry.id)
      return { ...entry, detail: time ? bookingTime(time.starts_at) : null }
    })
  },
  'price-falls': async (db, most, after) =>
    (await waitingPriceFalls(db, most, after)).map((row) => ({
      id: row.credit_id,
      since: row.created_at,
      purchaseJourneyId: row.purchase_journey_id,
      amountCents: row.amount_cents,
      detail: `Today’s price is ${formatMoney(row.price_cents)}. Once that’s settled, add a note starting with “${PRICE_PROMISE_NOTE}”`,
    })),
  transfers: async (db, most, after) =>
    (await listPaymentsToReview(db, most, after)).map((row) => ({
      id: row.payment_id,
      since: row.created_at,
      purchaseJourneyId: row.purchase_journey_id,
      amountCents: row.received_cents ?? row.amount_cents,
      detail: row.review_reason && capitalised(row.review_reason),
    })),
  refunds: async (db, most, after) =>
    (await refundsByHand(db, most, after)).map((row) => ({
      id: row.refund_id,
      since: row.created_at,
      purchaseJourneyId: row.purchase_journey_id,
      amountCents: row.amount_cents,
      detail: row.failure && `Didn’t go through: ${row.failure}`,
    })),
  disputes: async (db, most, after) =>
    (await waitingDisputes(db, most, after)).map((row) => ({
      id: row.dispute_id,
      since: row.opened_at,
      purchaseJourneyId: row.purchase_journey_id,
      amountCents: row.amount_cents,
      detail:
        WAITING_FOR[row.status] ??
        (row.respond_by && `Answer by ${formatDeadline(row.respond_by)}`),
    })),
}

async function entriesOf({ db, now }: Deps, kind: WorkKind, most: number, after: Cursor | null) {
  const found = await SOURCES[kind](db, most, after, aucklandDay(now()))
  return found.map((entry): Entry => ({ kind, ...entry }))
}

const isEarlier = (one: Pick<Entry, 'since' | 'id'>, other: Pick<Entry, 'since' | 'id'>) =>
  one.since < other.since || (one.since === other.since && one.id < other.id)

/** The kinds of work that an actor may do; a machine client may do all. */
const kindsOf = (actor: Actor): WorkKind[] =>
  WORK_KINDS.filter((kind) => actor.type !== 'STAFF' || hasRight(actor.roles, WORK_RIGHTS[kind]))

/** A page of the work that waits for an actor. */
export async function listWork(
  deps: Deps,
  actor: Actor,
  { kind, limit, cursor }: z.output<typeof calls.listWork.query>,
): Promise<z.output<typeof calls.listWork.answer>> {
  const { items, nextCursor } = await pageOf(
    limit,
    async (most) => {
      const found: Entry[] = []
      for (const one of kind ? [kind] : kindsOf(actor))
        found.push(...(await entriesOf(deps, one, most, parseCursor(cursor))))
      return found.sort((a, b) => (isEarlier(a, b) ? -1 : 1)).slice(0, most)
    },
    ({ since, id }) => formatCursor(since, id),
  )
  return { items: await withWhose(deps, items), nextCursor }
}

async function withWhose(deps: Deps, entries: Entry[]): Promise<WorkItem[]> {
  if (entries.length === 0) return []
  const ids = entries.map(({ purchaseJourneyId }) => purchaseJourneyId)
  const { db } = deps
  const deals = await findDeals(db, await findJourneys(db, ids))
  const byId = new Map(deals.map((deal) => [deal.journey.purchase_journey_id, deal]))
  const customers = await namesOfCustomers(
    db,
    deals.map(({ journey }) => journey.customer_id),
  )
  return entries.flatMap((entry) => {
    const deal = byId.get(entry.purchaseJourneyId)
    // Deleted since the line was read.
    if (!deal) return []
    const { variantName, colourName } = deal.currentQuote.vehicle
    return {
      amountCents: null,
      detail: null,
      review: reviewFor(deps, entry, deal),
      ...entry,
      reference: referenceOf(deps, deal.journey),
      customer: customers.get(deal.journey.customer_id)!,
      vehicle: { variantName, colourName },
    }
  })
}

/** The review of a work item, or the one that an unpaid purchase waits for. A lender's payment has none. */
function reviewFor(deps: Deps, { kind, id }: Entry, { payments }: Deal): WorkItem['review'] {
  const payment = payments.find(
    ({ status, source, type, payment_id }) =>
      status === 'NEEDS_REVIEW' &&
      source !== 'MTF' &&
      (kind === 'transfers' ? payment_id === id : kind === 'unpaid' && type === 'DEPOSIT'),
  )
  if (!payment) return null
  const { answerBy, isOverdue } = reviewOf(deps, payment)
  return { answerBy, isOverdue }
}

/** How much work of each kind waits for an actor; 0 for kinds they may not do. */
export async function countWork(
  deps: Deps,
  actor: Actor,
): Promise<z.output<typeof calls.countWork.answer>> {
  const counts = Object.fromEntries(WORK_KINDS.map((kind) => [kind, 0])) as Record<WorkKind, number>
  for (const kind of kindsOf(actor))
    counts[kind] = (await entriesOf(deps, kind, MOST_COUNTED, null)).length
  return { counts }
}
