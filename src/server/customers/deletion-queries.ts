import type { ExpressionBuilder } from 'kysely'
import { eraseUnaccepted } from '#server/agreements/queries.ts'
import { NO_DETAILS } from './queries.ts'
import { makeTerms } from './terms-queries.ts'
import { emailKey } from '../../lib/shared/email.ts'
import type { Database, Db } from '#server/database.ts'
import { eraseEstimateNotes } from '#server/delivery/queries.ts'
import type { AccountDeletionRow } from './tables.ts'
import { erasePeople } from '#server/people/queries.ts'
import { NO_ONES_DOMAIN } from '#server/platform/mail/outbox.ts'
import { isTo } from '#server/platform/mail/outbox-queries.ts'
import { forgetApplication } from '#server/finance/queries.ts'
import { deleteFilesOf } from '#server/purchase-files/queries.ts'
import { deleteAttempts, hasFinance, hasNoMoney } from '#server/journeys/retention-queries.ts'
import { eraseNotes } from '#server/journeys/note-queries.ts'
import { hasNoPurchase } from '#server/quotes/queries.ts'

/** Notes that an account will be deleted. One that waits already keeps its day. */
export async function insertDeletion(
  db: Db,
  deletion: Omit<AccountDeletionRow, 'done_at'>,
): Promise<boolean> {
  const row = await db
    .insertInto('account_deletion')
    .values({ ...deletion, done_at: null })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .returning('customer_id')
    .executeTakeFirst()
  return row !== undefined
}

export const findDeletion = async (
  db: Db,
  customerId: number,
): Promise<AccountDeletionRow | null> =>
  (await db
    .selectFrom('account_deletion')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('done_at', 'is', null)
    .executeTakeFirst()) ?? null

/** Takes a wish back. Returns whether there was one. */
export const deleteDeletion = async (db: Db, customerId: number): Promise<boolean> =>
  (await db
    .deleteFrom('account_deletion')
    .where('customer_id', '=', customerId)
    .where('done_at', 'is', null)
    .returning('customer_id')
    .executeTakeFirst()) !== undefined

/** Those that wait, the next one first. */
export const waitingDeletions = (db: Db, most: number): Promise<AccountDeletionRow[]> =>
  db
    .selectFrom('account_deletion')
    .selectAll()
    .where('done_at', 'is', null)
    .orderBy('due_at')
    .orderBy('customer_id')
    .limit(most)
    .execute()

/** Customers whose deletion is due and whom no purchase or money holds up. */
export const dueDeletions = async (db: Db, now: string, most: number): Promise<number[]> =>
  (
    await db
      .selectFrom('account_deletion')
      .select('customer_id')
      .where('done_at', 'is', null)
      .where('due_at', '<=', now)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('purchase_journey')
              .select('purchase_journey_id')
              .whereRef('purchase_journey.customer_id', '=', 'account_deletion.customer_id')
              .where(holdsUp),
          ),
        ),
      )
      .orderBy('due_at')
      .limit(most)
      .execute()
  ).map(({ customer_id }) => customer_id)

/** Statuses of a purchase that binds both sides. */
const UNDER_WAY = ['CONFIRMED', 'NOCARAVAIL', 'AGREEMENT'] as const

type OfPurchase = ExpressionBuilder<Database, 'purchase_journey'>

const isUnderWay = ({ eb }: OfPurchase) => eb('purchase_journey.status', 'in', UNDER_WAY)

/** A purchase under way, or one that was confirmed and has money on its way, under review, or yet to go back. */
const holdsUp = (of: OfPurchase) => {
  const payments = of
    .selectFrom('payment')
    .select('payment.payment_id')
    .whereRef('payment.purchase_journey_id', '=', 'purchase_journey.purchase_journey_id')
  const refunds = payments
    .innerJoin('refund', 'refund.payment_id', 'payment.payment_id')
    .where('refund.status', '<>', 'DONE')
  // The bank gave back what it had taken, after the rest was refunded.
  const givenBack = payments
    .innerJoin('dispute', 'dispute.payment_id', 'payment.payment_id')
    .where('dispute.status', '=', 'WON')
    .where('dispute.is_waiting', '=', 1)
  // A part of a transfer for a car that was handed over waits for ever: the rest of what a bank took back.
  const open = payments.where(({ eb, or, and }) =>
    or([
      eb('payment.status', '=', 'NEEDS_REVIEW'),
      and([
        eb('payment.status', '=', 'PENDING'),
        or([
          eb('payment.received_cents', 'is', null),
          eb('purchase_journey.status', '<>', 'COMPLETE'),
        ]),
      ]),
    ]),
  )
  return of.or([
    isUnderWay(of),
    of.and([
      of('purchase_journey.confirmed_at', 'is not', null),
      of.or([of.exists(open), of.exists(refunds), of.exists(givenBack)]),
    ]),
  ])
}

const customersWith =
  (isSo: typeof holdsUp | typeof isUnderWay) =>
  async (db: Db, customerIds: number[]): Promise<ReadonlySet<number>> => {
    if (customerIds.length === 0) return new Set()
    const rows = await db
      .selectFrom('purchase_journey')
      .select('customer_id')
      .distinct()
      .where('customer_id', 'in', customerIds)
      .where(isSo)
      .execute()
    return new Set(rows.map(({ customer_id }) => customer_id))
  }

/** Which of some customers have a purchase under way. */
export const withPurchaseUnderWay = customersWith(isUnderWay)

/** Whose deletion, of some customers, waits for a purchase or for money. */
export const heldUpCustomers = customersWith(holdsUp)

/** Locks the purchases that may still be confirmed or are under way, until the transaction ends. */
export const lockOpenPurchases = async (trx: Db, customerId: number): Promise<void> => {
  await trx
    .updateTable('purchase_journey')
    .set(({ ref }) => ({ version: ref('version') }))
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['STARTED', ...UNDER_WAY])
    .execute()
}

/** Deletes purchases that were never confirmed nor paid for, with what belongs to them. */
async function deleteUnconfirmed(trx: Db, customerId: number): Promise<void> {
  const rows = await trx
    .selectFrom('purchase_journey')
    .select('purchase_journey_id')
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is', null)
    .where(hasNoMoney)
    .execute()
  const ids = rows.map(({ purchase_journey_id }) => purchase_journey_id)
  if (ids.length === 0) return
  await deleteAttempts(trx, ids)
  await trx.deleteFrom('purchase_journey').where('purchase_journey_id', 'in', ids).execute()
}

const journeysWithFinance = async (trx: Db, customerId: number): Promise<string[]> =>
  (
    await trx
      .selectFrom('purchase_journey')
      .select('purchase_journey_id')
      .where('customer_id', '=', customerId)
      .where(hasFinance)
      .execute()
  ).map(({ purchase_journey_id }) => purchase_journey_id)

/** Deletes the quotes on which no purchase rests. */
const deleteFreeQuotes = (trx: Db, customerId: number) =>
  trx.deleteFrom('quote').where('customer_id', '=', customerId).where(hasNoPurchase).execute()

/**
 * Takes everything personal out of the tables but what the law has us keep: purchases that were confirmed or paid for,
 * with the buyer's details as they were typed (encrypted), their payments, and the audit.
 */
export async function eraseCustomer(trx: Db, customerId: number, now: string): Promise<void> {
  const { email } = await trx
    .selectFrom('customer')
    .select('email')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  await deleteUnconfirmed(trx, customerId)
  await deleteFreeQuotes(trx, customerId)
  await trx
    .updateTable('quote')
    .set({ customer_name: '', customer_email: '' })
    .where('customer_id', '=', customerId)
    .execute()
  for (const id of await journeysWithFinance(trx, customerId))
    await forgetApplication(trx, id, true)
  // The agreement has it encrypted.
  await trx
    .updateTable('purchase_journey')
    .set({ signature_name: null })
    .where('customer_id', '=', customerId)
    .where('signed_by', 'like', 'customer:%')
    .execute()
  await eraseNotes(trx, customerId)
  await eraseEstimateNotes(trx, customerId)
  await deleteFilesOf(trx, customerId)
  await eraseUnaccepted(trx, customerId)
  await erasePeople(trx, customerId, email, now)
  await trx
    .deleteFrom('purchase_link')
    .where('purchase_journey_id', 'in', (eb) =>
      eb
        .selectFrom('purchase_journey')
        .select('purchase_journey_id')
        .where('customer_id', '=', customerId),
    )
    .execute()
  await trx.deleteFrom('outbox').where(isTo(email)).execute()
  const asked = await trx
    .selectFrom('email_change')
    .select('email')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  // An address that was never proved may be someone else's, who has emails of their own.
  if (asked)
    await trx
      .deleteFrom('outbox')
      .where(isTo(asked.email))
      .where('kind', '=', 'email-change-code')
      .execute()
  for (const table of [
    'ownership',
    'recall_notice',
    'data_export',
    'session',
    'login_code',
    'link_token',
    'email_change',
    'passkey_owner',
  ] as const)
    await trx.deleteFrom(table).where('customer_id', '=', customerId).execute()
  await trx.deleteFrom('idempotency').where('subject', '=', `customer:${customerId}`).execute()
  for (const table of ['message', 'watch'] as const)
    await trx.deleteFrom(table).where('email_key', '=', emailKey(email)).execute()
  // With a space, which no one can type in an address: it is free.
  const gone = `deleted ${customerId}@${NO_ONES_DOMAIN}`
  await trx
    .updateTable('customer')
    .set((eb) => ({
      ...NO_DETAILS,
      email: gone,
      email_key: gone,
      updated_at: now,
      // Sign-ins under way start no session any more.
      session_epoch: eb('session_epoch', '+', 1),
    }))
    .where('id', '=', customerId)
    .execute()
  await makeTerms(trx, [customerId])
  await trx
    .updateTable('account_deletion')
    .set({ done_at: now })
    .where('customer_id', '=', customerId)
    .execute()
}
