import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import {
  declinedApplications,
  forgetApplication,
  unusedApplications,
} from '#server/finance/queries.ts'
import { isTo, WITHOUT_CONTENT } from '#server/platform/mail/outbox-queries.ts'
import { deleteJourney, lockJourney } from '#server/journeys/queries.ts'
import { endedApplications, leftJourneys } from '#server/journeys/retention-queries.ts'
import {
  deleteUnconfirmedCustomer,
  listUnconfirmedCustomers,
} from '#server/customers/unconfirmed-queries.ts'
import { forgetCodeFailures } from '#server/sign-in/code-checks.ts'
import { deleteBookingsBefore } from '#server/service/queries.ts'
import { deleteUnacceptedBefore } from '#server/people/queries.ts'
import { deleteDeliveriesBefore } from '#server/webhooks/queries.ts'
import {
  deleteInPieces,
  doAll,
  inPieces,
  processInBatches,
} from '#server/platform/database/batches.ts'
import { MARK_DAYS } from '#server/platform/http/network-marks.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** How long a booking with its contact is kept after the service: customers may ask about the work until then. */
const SERVICE_BOOKING_DAYS = 730
/** How long a finance application that was not accepted is kept: half a year. */
const FINANCE_DAYS = 182
/** How long a purchase is kept that was left or cancelled before any money came. */
const LEFT_PURCHASE_DAYS = 365
/** How long an invitation to a purchase that was not accepted is kept after its end. */
const UNACCEPTED_DAYS = 30
/** How long it is kept to whom an email went, and about what. */
const MAIL_DAYS = 180
/** How long a registration may wait for its confirmation. */
const REGISTRATION_DAYS = 7

/**
 * Deletes old rows. Codes, links and answers of a register go after a day, counters after two, kept answers
 * after three, the text of email and registrations that were not confirmed after a week, sessions and webhook deliveries
 * 30 days after their end, as do invitations to a purchase that were not accepted, messages 90 days after they were dealt with, finance applications that were not accepted after
 * half a year, purchases that were left or cancelled unpaid after a year, service bookings after two.
 *
 * Each part is a transaction of its own, and one that fails doesn't keep the others from being done.
 */
export async function forgetOld(deps: Deps): Promise<void> {
  const { db, now } = deps
  const nowMs = now().getTime()
  const before = (ageMs: number) => new Date(nowMs - ageMs).toISOString()

  // Strangers can make many of these in a day.
  const dayAgo = before(DAY_MS)
  await doAll(
    [
      () => deleteInPieces(db, 'login_code', ['login_code_id'], sql`created_at < ${dayAgo}`),
      () => deleteInPieces(db, 'captcha_used', ['nonce'], sql`expires_at < ${before(0)}`),
      () =>
        deleteInPieces(db, 'passkey_challenge', ['challenge_hash'], sql`expires_at < ${before(0)}`),
      () =>
        deleteInPieces(
          db,
          'rate',
          ['key', 'window_start'],
          sql`window_start < ${before(2 * DAY_MS)} and window_start <> 'ever'`,
        ),
      () => deleteBookingsBefore(db, before(SERVICE_BOOKING_DAYS * DAY_MS)),
      () => db.deleteFrom('register_answer').where('answered_at', '<', dayAgo).execute(),
      () =>
        deleteInPieces(
          db,
          'idempotency',
          ['subject', 'operation', 'key'],
          sql`created_at < ${before(3 * DAY_MS)}`,
        ),
      () => deleteInPieces(db, 'link_token', ['token_hash'], sql`created_at < ${dayAgo}`),
      () => db.deleteFrom('email_change').where('created_at', '<', dayAgo).execute(),
      () =>
        db
          .deleteFrom('message')
          .where('done_at', '<', before(90 * DAY_MS))
          .execute(),
      () => deleteUnacceptedBefore(db, before(UNACCEPTED_DAYS * DAY_MS)),
      () => deleteDeliveriesBefore(db, before(30 * DAY_MS)),
      () => db.deleteFrom('api_token').where('created_at', '<', dayAgo).execute(),
      // No session lives longer than 30 days from its sign-in.
      () =>
        deleteInPieces(
          db,
          'session',
          ['session_id'],
          sql`revoked_at < ${before(30 * DAY_MS)} or created_at < ${before(60 * DAY_MS)}`,
        ),
      () =>
        deleteInPieces(
          db,
          'network_mark',
          ['network', 'made_id'],
          sql`at < ${before(MARK_DAYS * DAY_MS)}`,
        ),
      () => forgetMail(db, before),
      () => forgetOldPurchases(db, before),
      () => forgetUnconfirmed(deps, before(REGISTRATION_DAYS * DAY_MS)),
    ],
    (part) => part(),
  )
}

type Before = (ageMs: number) => string

async function forgetMail(db: Deps['db'], before: Before) {
  const dayAgo = before(DAY_MS)
  await deleteInPieces(db, 'outbox', ['outbox_id'], sql`${isTo('')} and queued_at < ${dayAgo}`)
  // Deleting an account finds only the emails to its present address.
  const longAgo = before(MAIL_DAYS * DAY_MS)
  await deleteInPieces(db, 'outbox', ['outbox_id'], sql`queued_at < ${longAgo}`)
  await inPieces(async (most) => {
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set(WITHOUT_CONTENT)
      .where('outbox_id', 'in', (eb) =>
        eb
          .selectFrom('outbox')
          .select('outbox_id')
          .where('queued_at', '<', before(7 * DAY_MS))
          .where('sealed', 'is not', null)
          .limit(most),
      )
      .executeTakeFirstOrThrow()
    return numUpdatedRows
  })
}

const forgetUnconfirmed = (deps: Deps, registeredBefore: string): Promise<void> =>
  processInBatches(
    (most) => listUnconfirmedCustomers(deps.db, registeredBefore, most),
    (id) =>
      deps.db.transaction().execute(async (trx) => {
        const email = await deleteUnconfirmedCustomer(trx, id, registeredBefore)
        if (email !== null) await forgetCodeFailures(deps, trx, email)
      }),
  )

async function forgetOldPurchases(db: Deps['db'], before: Before) {
  const financeBefore = before(FINANCE_DAYS * DAY_MS)
  for (const applications of [endedApplications, declinedApplications, unusedApplications])
    await processInBatches(
      (most) => applications(db, financeBefore, most),
      (id) => db.transaction().execute((trx) => forgetApplication(trx, id)),
    )
  const leftBefore = before(LEFT_PURCHASE_DAYS * DAY_MS)
  await processInBatches(
    (most) => leftJourneys(db, leftBefore, most),
    (id) =>
      db.transaction().execute(async (trx) => {
        const journey = await lockJourney(trx, id)
        if (journey) await deleteJourney(trx, journey)
      }),
  )
}
