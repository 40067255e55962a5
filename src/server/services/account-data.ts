import type { exportCustomer as exportCall } from '#lib/contract/account.ts'
import type { AccountState, ConsentSource } from '#lib/contract/shapes/account.ts'
import type { z } from '#lib/zod.ts'
import { findDeletion } from '../db/account-deletions.ts'
import { findCustomer } from '../db/customers.ts'
import { findEmailChange } from '../db/email-changes.ts'
import { findFinanceSignature } from '../db/finance-signatures.ts'
import { listMessagesFrom } from '../db/messages.ts'
import { listAllOwnerships } from '../db/ownerships.ts'
import { isTo } from '../db/outbox.ts'
import { listJourneys } from '../db/purchase-journeys.ts'
import { listFiles } from '../db/purchase-files.ts'
import { listNotes } from '../db/purchase-notes.ts'
import { listQuotes } from '../db/quotes.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/api-problem.ts'
import type { Actor } from '../http/actor.ts'
import { toDeletion } from './account-deletion.ts'
import { passkeysOf } from './passkeys.ts'
import { ownSession } from './prove-again.ts'
import { agreementOf } from './agreements.ts'
import { deliveryOf } from './purchase-delivery.ts'
import { handOverOf } from './hand-over.ts'
import { openFrom, viewJourney } from './journey-view.ts'
import { toFile } from './purchase-files.ts'
import { moneyOf } from './purchase-record.ts'
import { bookingsOf } from './service-booking-view.ts'
import { signedInDevices } from './sessions.ts'
import { watchesOf } from './watches.ts'

/** Everything: nobody has so many. */
const ALL = 100_000

/** @throws {ApiProblem} 404 when there is no such customer: only staff get so far. */
export async function accountStateOf(deps: Deps, customerId: number): Promise<AccountState> {
  const row = await deps.db
    .selectFrom('customer')
    .select([
      'password_hash',
      'marketing_consent',
      'marketing_consent_at',
      'marketing_consent_source',
    ])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw notFound()
  const change = await findEmailChange(deps.db, customerId)
  const deletion = await findDeletion(deps.db, customerId)
  return {
    hasPassword: row.password_hash !== null,
    pendingEmail: change?.email ?? null,
    marketing: {
      isGiven: row.marketing_consent === 1,
      at: row.marketing_consent_at,
      source: row.marketing_consent_source as ConsentSource | null,
    },
    deletion: deletion && toDeletion(deletion),
  }
}

/** Who an audit row says it was, without naming our people. */
const kindOf = (actor: string) =>
  actor.startsWith('staff:') ? 'staff' : actor.startsWith('client:') ? 'program' : 'system'

/** Everything that is held about a customer: the access the Privacy Act gives them (principle 6). */
export async function exportCustomer(
  deps: Deps,
  actor: Actor,
): Promise<z.output<typeof exportCall.answer>> {
  const { db } = deps
  const { customerId } = ownSession(actor)
  const customer = (await findCustomer(db, customerId))!
  const journeys = await listJourneys(db, customerId, ALL)
  const purchases = []
  const payments = []
  for (const journey of journeys) {
    const notes = await listNotes(db, journey.purchase_journey_id)
    const signature = await findFinanceSignature(db, journey.purchase_journey_id)
    purchases.push({
      ...(await viewJourney(deps, db, journey)),
      financeApplication: openFrom<Record<string, unknown>>(
        deps.keys,
        journey,
        'finance_application',
      ),
      agreement: await agreementOf(deps, db, journey),
      delivery: (await deliveryOf(db, journey)).delivery,
      handOver: await handOverOf(deps, db, journey),
      notes: notes.map(({ at, text }) => ({ at, text })),
      files: (await listFiles(db, journey.purchase_journey_id)).map((row) => toFile(deps, row)),
      financeSignature: signature && {
        signedAt: signature.signed_at,
        method: signature.method,
        documentVersion: signature.document_version,
        documentSha256: signature.document_sha256,
        document: signature.document,
      },
    })
    const { purchase_journey_id } = journey
    const money = await moneyOf(db, { purchase_journey_id, credited_from: null })
    for (const { paymentId: _own, ...payment } of money.payments)
      payments.push({ purchaseJourneyId: purchase_journey_id, ...payment })
  }
  const accesses = await db
    .selectFrom('audit')
    .select(['at', 'actor', 'action', 'outcome', 'fields'])
    .where('customer_id', '=', customerId)
    .orderBy('seq', 'desc')
    .execute()
  return {
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
    })),
    quotes: await listQuotes(db, customerId, ALL),
    purchases,
    payments,
    serviceBookings: (await bookingsOf(deps, customerId, ALL)).bookings,
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
    accesses: accesses.map(({ at, actor: by, action, outcome, fields }) => ({
      at,
      by: kindOf(by),
      action,
      outcome,
      fields: JSON.parse(fields) as string[],
    })),
  }
}
