import type { CustomerExport } from '#lib/customers/export-shapes.ts'
import { findCustomer } from './queries.ts'
import { findFinanceSignature } from '#server/finance/queries.ts'
import { listMessagesFrom } from '#server/messages/queries.ts'
import { isTo } from '#server/platform/mail/outbox-queries.ts'
import { listAllOwnerships } from '#server/vehicles/queries.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import { listFiles } from '#server/purchase-files/queries.ts'
import { listJourneys } from '#server/journeys/queries.ts'
import { listEvents, listNotes } from '#server/journeys/note-queries.ts'
import { listReceipts } from '#server/payments/receipt-queries.ts'
import { listQuotes } from '#server/quotes/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { accountStateOf } from './account-data.ts'
import { agreementOf } from '#server/agreements/agreements.ts'
import { handOverOf } from '#server/delivery/hand-over.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { openColumn } from '#server/journeys/sealed-columns.ts'
import { exportedParts, exportedPeople, exportedSignatures } from '#server/people/export.ts'
import { passkeysOf } from '#server/sign-in/passkeys/passkeys.ts'
import { deliveryOf } from '#server/delivery/purchase-delivery.ts'
import { toFile } from '#server/purchase-files/files.ts'
import { moneyOf } from '#server/purchases/record.ts'
import { disputesOf } from '#server/refunds/dispute-queries.ts'
import { toBooking } from '#server/service/booking-view.ts'
import { listBookings } from '#server/service/queries.ts'
import { signedInDevices } from '#server/sign-in/sessions.ts'
import { watchesOf } from '#server/stock/watches.ts'

/** Rows read at a time from long lists. */
const PAGE = 50

type Purchase = CustomerExport['purchases'][number]
type Access = CustomerExport['accesses'][number]

/**
 * Everything that is held about a customer, as the text of a {@link CustomerExport}: the access the Privacy Act gives
 * them (principle 6). It comes piece by piece, so that however much there is, little of it is in memory at once.
 */
export async function* exportedText(deps: Deps, customerId: number): AsyncGenerator<string> {
  const { db } = deps
  const customer = (await findCustomer(db, customerId))!
  const actor = { type: 'CUSTOMER', customerId, sessionId: '' } as const
  const short = {
    exportedAt: deps.now().toISOString(),
    customer,
    account: await accountStateOf(deps, customerId),
    vehicles: (await listAllOwnerships(db, customerId)).map((row) => ({
      registration: row.registration,
      vin: row.vin,
      make: row.make,
      model: row.model,
      year: row.year,
      since: row.since_day,
      until: row.ended_day,
      warrantyUntil: row.warranty_until,
      warrantyKm: row.warranty_km,
      firstServiceDay: row.first_service_day,
      firstServiceKm: row.first_service_km,
    })),
    recallNotices: await db
      .selectFrom('recall_notice')
      .select(['recall_number as recallNumber', 'registration', 'notified_at as at'])
      .where('customer_id', '=', customerId)
      .orderBy('notified_at')
      .orderBy('recall_number')
      .execute(),
    sessions: await signedInDevices(deps, actor),
    passkeys: await passkeysOf(deps, { customer_id: customerId, staff_id: null }),
    messages: await db
      .selectFrom('outbox')
      .select(['subject', 'queued_at as queuedAt'])
      .where(isTo(customer.email))
      .orderBy('queued_at', 'desc')
      .execute(),
    messagesLeft: await listMessagesFrom(db, customer.email),
    watches: await watchesOf(deps, customer.email),
    sharedPurchases: await exportedParts(deps, customerId, customer.email),
    jointSignatures: await exportedSignatures(deps, customerId),
  } satisfies Partial<CustomerExport>
  yield JSON.stringify(short, null, 2).slice(0, -2)
  yield* list('serviceBookings', bookingsOf(deps, customerId))
  yield* list('quotes', listCustomerQuotes(deps, customerId))
  yield* list('purchases', purchasesOf(deps, customerId))
  yield* list('payments', paymentsOf(deps, customerId))
  yield* list('accesses', accessesOf(deps, customerId))
  yield '\n}\n'
}

/** A list as the next field of an object. */
async function* list<Field extends keyof CustomerExport>(
  name: Field,
  items: AsyncIterable<CustomerExport[Field] extends (infer Item)[] ? Item : never>,
): AsyncGenerator<string> {
  yield `,\n  "${name}": [`
  let between = '\n    '
  for await (const item of items) {
    yield between + JSON.stringify(item)
    between = ',\n    '
  }
  yield ']'
}

/** The items of all pages of a list. */
async function* paged<T>(
  page: (after: Cursor | null) => Promise<T[]>,
  placeOf: (item: T) => Cursor,
): AsyncGenerator<T> {
  for (let after: Cursor | null = null; ;) {
    const items: T[] = await page(after)
    yield* items
    if (items.length < PAGE) return
    after = placeOf(items.at(-1)!)
  }
}

const listCustomerQuotes = ({ db }: Deps, customerId: number) =>
  paged(
    (after) => listQuotes(db, customerId, PAGE, after),
    ({ created, quoteId }) => [created, quoteId],
  )

const listCustomerJourneys = ({ db }: Deps, customerId: number) =>
  paged(
    (after) => listJourneys(db, customerId, PAGE, after),
    ({ created_at, purchase_journey_id }) => [created_at, purchase_journey_id],
  )

async function* bookingsOf(deps: Deps, customerId: number) {
  const rows = paged(
    (after) => listBookings(deps.db, customerId, PAGE, after),
    ({ starts_at, booking_id }) => [starts_at, booking_id],
  )
  for await (const row of rows) yield toBooking(deps, row)
}

async function* purchasesOf(deps: Deps, customerId: number): AsyncGenerator<Purchase> {
  for await (const journey of listCustomerJourneys(deps, customerId))
    yield purchaseOf(deps, journey)
}

async function purchaseOf(deps: Deps, journey: PurchaseJourneyRow): Promise<Purchase> {
  const { db } = deps
  const notes = await listNotes(db, journey.purchase_journey_id)
  const signature = await findFinanceSignature(db, journey.purchase_journey_id)
  return {
    ...(await toPurchaseJourney(deps, db, journey)),
    financeApplication: openColumn<Record<string, unknown>>(
      deps.keys,
      journey,
      'finance_application',
    ),
    agreement: await agreementOf(deps, db, journey),
    delivery: (await deliveryOf(db, journey)).delivery,
    handOver: await handOverOf(deps, db, journey),
    refunds: (await moneyOf(db, { ...journey, credited_from: null })).refunds,
    disputes: (await disputesOf(db, [journey.purchase_journey_id])).map((row) => ({
      amountCents: row.amount_cents,
      reason: row.reason,
      status: row.status,
      openedAt: row.opened_at,
      closedAt: row.closed_at,
      settledAt: row.dealt_at,
      note: row.dealt_note,
    })),
    receipts: (await listReceipts(db, journey.purchase_journey_id)).map((row) => ({
      at: row.recorded_at,
      amountCents: row.amount_cents,
      reference: row.reference,
    })),
    events: (await listEvents(db, journey.purchase_journey_id)).map(({ at, event }) => ({
      at,
      event,
    })),
    notes: notes.map(({ at, text }) => ({ at, text })),
    files: (await listFiles(db, journey.purchase_journey_id)).map((row) => toFile(deps, row)),
    people: await exportedPeople(deps, db, journey),
    financeSignature: signature && {
      signedAt: signature.signed_at,
      method: signature.method,
      documentVersion: signature.document_version,
      documentSha256: signature.document_sha256,
      document: signature.document,
    },
  }
}

async function* paymentsOf(deps: Deps, customerId: number) {
  for await (const { purchase_journey_id } of listCustomerJourneys(deps, customerId)) {
    const money = await moneyOf(deps.db, { purchase_journey_id, credited_from: null })
    for (const { paymentId: _own, ...payment } of money.payments)
      yield { purchaseJourneyId: purchase_journey_id, ...payment }
  }
}

/** Who an audit row says it was, without naming our staff. */
const kindOf = (actor: string) =>
  actor.startsWith('staff:') ? 'staff' : actor.startsWith('client:') ? 'program' : 'system'

async function* accessesOf({ db }: Deps, customerId: number): AsyncGenerator<Access> {
  for (let before = 2 ** 31 - 1; ;) {
    const rows = await db
      .selectFrom('audit')
      .select(['seq', 'at', 'actor', 'action', 'outcome', 'fields'])
      .where('customer_id', '=', customerId)
      .where('seq', '<', before)
      .orderBy('seq', 'desc')
      .limit(PAGE)
      .execute()
    for (const { at, actor, action, outcome, fields } of rows)
      yield { at, by: kindOf(actor), action, outcome, fields: JSON.parse(fields) as string[] }
    if (rows.length < PAGE) return
    before = rows.at(-1)!.seq
  }
}
