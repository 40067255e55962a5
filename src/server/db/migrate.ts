import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import * as first from './migrations/2026-11-20-first.ts'
import * as lookUps from './migrations/2026-11-21-look-ups.ts'
import * as audit from './migrations/2026-11-22-audit.ts'
import * as payments from './migrations/2026-11-23-payments.ts'
import * as keyCheck from './migrations/2026-11-24-key-check.ts'
import * as account from './migrations/2026-11-25-account.ts'
import * as messages from './migrations/2026-11-25-messages.ts'
import * as moneyLoop from './migrations/2026-12-30-m-money-loop.ts'
import * as service from './migrations/2026-11-26-service.ts'
import * as attachments from './migrations/2026-11-27-attachments.ts'
import * as workList from './migrations/2026-11-28-work-list.ts'
import * as indexes from './migrations/2026-11-29-indexes.ts'
import * as messageAddress from './migrations/2026-11-30-message-address.ts'
import * as serviceElectric from './migrations/2026-11-30-service-electric.ts'
import * as quoteCodes from './migrations/2026-12-01-quote-codes.ts'
import * as enquiries from './migrations/2026-12-02-enquiries.ts'
import * as watches from './migrations/2026-12-03-watches.ts'
import * as referrals from './migrations/2026-12-04-referrals.ts'
import * as notes from './migrations/2026-12-05-notes.ts'
import * as financeSignature from './migrations/2026-12-06-finance-signature.ts'
import * as financeRetention from './migrations/2026-12-07-finance-retention.ts'
import * as files from './migrations/2026-12-08-files.ts'
import * as agreement from './migrations/2026-12-09-agreement.ts'
import * as deliveryEstimate from './migrations/2026-12-09-delivery-estimate.ts'
import * as roles from './migrations/2026-12-10-roles.ts'
import * as webhooks from './migrations/2026-12-10-webhooks.ts'
import * as decidedBy from './migrations/2026-12-11-decided-by.ts'
import * as handOver from './migrations/2026-12-11-hand-over.ts'
import * as heldWeeks from './migrations/2026-12-11-held-weeks.ts'
import * as secondFactor from './migrations/2026-12-12-second-factor.ts'
import * as sessionNetwork from './migrations/2026-12-12-session-network.ts'
import * as outboxFailed from './migrations/2026-12-13-outbox-failed.ts'
import * as acceptanceAgreement from './migrations/2026-12-14-acceptance-agreement.ts'
import * as dataKeys from './migrations/2026-12-15-data-keys.ts'
import * as sealedMail from './migrations/2026-12-16-sealed-mail.ts'
import * as eventEffect from './migrations/2026-12-17-event-effect.ts'
import * as customerTerms from './migrations/2026-12-18-customer-terms.ts'
import * as promisedOffers from './migrations/2026-12-19-promised-offers.ts'
import * as registrationCodes from './migrations/2026-12-21-registration-codes.ts'
import * as paymentReview from './migrations/2026-12-22-payment-review.ts'
import * as unpaidPurchases from './migrations/2026-12-22-unpaid-purchases.ts'
import * as appraisalRequested from './migrations/2026-12-23-appraisal-requested.ts'
import * as purchaseReference from './migrations/2026-12-25-purchase-reference.ts'
import * as signedBy from './migrations/2026-12-25-signed-by.ts'
import * as stockCars from './migrations/2026-12-25-stock-cars.ts'
import * as vehicles from './migrations/2026-12-26-vehicles.ts'
import * as paymentReviews from './migrations/2026-12-27-payment-reviews.ts'
import * as samples from './migrations/2026-12-28-q1-samples.ts'
import * as unconfirmedBookings from './migrations/2026-12-28-q2-unconfirmed-bookings.ts'
import * as emailKeys from './migrations/2026-12-29-a-email-keys.ts'
import * as passkeys from './migrations/2026-12-31-p-passkeys.ts'
import * as dataExports from './migrations/2026-12-31-q3-data-exports.ts'

/** In the order of their dates. A new one is a file in `migrations/` and a line here. */
const migrations: Record<string, Migration> = {
  '2026-11-20-first': first,
  '2026-11-21-look-ups': lookUps,
  '2026-11-22-audit': audit,
  '2026-11-23-payments': payments,
  '2026-11-24-key-check': keyCheck,
  '2026-11-25-account': account,
  '2026-11-25-messages': messages,
  '2026-11-26-service': service,
  '2026-11-27-attachments': attachments,
  '2026-11-28-work-list': workList,
  '2026-11-29-indexes': indexes,
  '2026-11-30-message-address': messageAddress,
  '2026-11-30-service-electric': serviceElectric,
  '2026-12-01-quote-codes': quoteCodes,
  '2026-12-02-enquiries': enquiries,
  '2026-12-03-watches': watches,
  '2026-12-04-referrals': referrals,
  '2026-12-05-notes': notes,
  '2026-12-06-finance-signature': financeSignature,
  '2026-12-07-finance-retention': financeRetention,
  '2026-12-08-files': files,
  '2026-12-09-agreement': agreement,
  '2026-12-09-delivery-estimate': deliveryEstimate,
  '2026-12-10-roles': roles,
  '2026-12-10-webhooks': webhooks,
  '2026-12-11-decided-by': decidedBy,
  '2026-12-11-hand-over': handOver,
  '2026-12-11-held-weeks': heldWeeks,
  '2026-12-12-second-factor': secondFactor,
  '2026-12-12-session-network': sessionNetwork,
  '2026-12-13-outbox-failed': outboxFailed,
  '2026-12-14-acceptance-agreement': acceptanceAgreement,
  '2026-12-15-data-keys': dataKeys,
  '2026-12-16-sealed-mail': sealedMail,
  '2026-12-17-event-effect': eventEffect,
  '2026-12-18-customer-terms': customerTerms,
  '2026-12-19-promised-offers': promisedOffers,
  '2026-12-21-registration-codes': registrationCodes,
  '2026-12-22-payment-review': paymentReview,
  '2026-12-22-unpaid-purchases': unpaidPurchases,
  '2026-12-23-appraisal-requested': appraisalRequested,
  '2026-12-25-purchase-reference': purchaseReference,
  '2026-12-25-signed-by': signedBy,
  '2026-12-25-stock-cars': stockCars,
  '2026-12-26-vehicles': vehicles,
  '2026-12-27-payment-reviews': paymentReviews,
  '2026-12-28-q1-samples': samples,
  '2026-12-28-q2-unconfirmed-bookings': unconfirmedBookings,
  '2026-12-29-a-email-keys': emailKeys,
  '2026-12-30-m-money-loop': moneyLoop,
  '2026-12-31-p-passkeys': passkeys,
  '2026-12-31-q3-data-exports': dataExports,
}

export const isKnownMigration = (name: string): boolean => Object.hasOwn(migrations, name)

/**
 * Brings the database to today's schema.
 *
 * @param before Is called first when that changes a database that holds something.
 * @throws {Error} If a migration fails, or the database was written by a newer version of this program.
 */
export async function migrate(
  db: Kysely<Database>,
  before: () => Promise<void> = async () => {},
): Promise<void> {
  const done = await doneMigrations(db)
  // Spares most starts looking at every table, which is all that the migrator would find to do.
  if (done.join() === Object.keys(migrations).join()) return
  if (done.length > 0 && done.every(isKnownMigration)) await before()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Whether a database that answers has had every migration; one of a newer version has had more. */
export async function isUpToDate(db: Kysely<Database>): Promise<boolean> {
  const done = new Set(await doneMigrations(db))
  return Object.keys(migrations).every((name) => done.has(name))
}

async function doneMigrations(db: Kysely<Database>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
    return rows.map(({ name }) => name).sort()
  } catch {
    // An empty database, or one that does not answer: what comes next says so.
    return []
  }
}
