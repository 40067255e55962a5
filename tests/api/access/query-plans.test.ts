import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { contract } from '#lib/contract.ts'
import { findCustomers } from '#server/customers/search-queries.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { failedMails, listMails, replayMails } from '#server/platform/mail/outbox-queries.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { tellOfChanges } from '#server/people/changes.ts'
import { startMailWorker } from '#server/platform/mail/mail-worker.ts'
import { startWebhookWorker } from '#server/webhooks/webhook-worker.ts'
import { listAttempts, listFailed } from '#server/webhooks/queries.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { endUnpaidPurchases } from '#server/payments/deposit-expiry.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { endStaleActing } from '#server/staff/acting.ts'
import { checkWatches } from '#server/stock/watches.ts'
import { checkNow, paymentsInReview } from '#server/payments/queries.ts'
import { measureBacklog } from '#server/platform/database/waiting-work.ts'
import { refundsByHand } from '#server/refunds/queries.ts'
import { asked, examples } from '#tests/setup/examples.ts'
import { ask, openWorld, requestOf } from '#tests/setup/world.ts'

/** The tables and indexes that a query may read from end to end, and why. */
const READ_THROUGH: [step: RegExp, why: string][] = [
  [/^SCAN acting$/, 'a row for each member of staff who acts at the moment'],
  [/^SCAN webhook_endpoint$/, 'a row for each system that receives webhooks'],
  [
    /^SCAN (due|webhook_delivery) USING INDEX webhook_delivery_(open|failed)$/,
    'only what waits is in it',
  ],
  [/^SCAN stock USING INDEX stock_choice$/, 'a list of all there is'],
  [/^SCAN account_deletion USING INDEX account_deletion_due$/, 'only what waits is in that index'],
  [/^SCAN message USING (COVERING )?INDEX message_(todo|done)$/, 'only what is listed is in it'],
  [/^SCAN purchase_person USING INDEX purchase_person_unaccepted$/, 'only what waits is in it'],
  [/^SCAN refund USING (COVERING )?INDEX refund_by_hand$/, 'only what is listed is in that index'],
  [
    /^SCAN payment USING (COVERING )?INDEX payment_in_review$/,
    'only what is listed is in that index',
  ],
  [
    /^SCAN dispute USING (COVERING )?INDEX dispute_waiting$/,
    'only what is listed is in that index',
  ],
  [
    /^SCAN money_difference USING (COVERING )?INDEX money_difference_open$/,
    'only what is listed is in that index',
  ],
  [
    /^SCAN reconciliation USING INDEX sqlite_autoindex_reconciliation_1$/,
    'the last day, and no more',
  ],
  [/^SCAN purchase_file USING INDEX purchase_file_unread$/, 'only what is listed is in it'],
  [/^SCAN trade_vehicle USING INDEX trade_vehicle_requested$/, 'only what is listed is in it'],
  [
    /^SCAN customer USING INDEX customer_without_terms$/,
    'only those whose terms are to be made are in it',
  ],
  [
    /^SCAN (outbox|payment|refund) USING (COVERING )?INDEX (outbox|payment|refund)_(due|failed)$/,
    'only what waits is in it',
  ],
  [/^SCAN outbox USING INDEX outbox_age$/, 'the newest, and no more of them than are wanted'],
  [/^SCAN (address_road_words|found)\b/, 'a full-text index, and what was found by it'],
  [/^SCAN \d+-ROW VALUES CLAUSE$/, 'the rows that are inserted'],
]

/** All purchases of a status, of which there are more each day. */
const EVERY_PURCHASE = /^SEARCH purchase_journey USING INDEX journey_status \(status=\?\)$/

/** Staff's lists of what they work on; of those statuses there are no more than they have work. */
const STAFF_LIST =
  /order by .*"(last_activity_at|confirmed_at|referred_at|since|created_at)".* limit \?$/

/** Runs every query of the product. Returns them with the database they ran on. */
async function everyQuery() {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const db = openSqlite(':memory:')
  await migrate(db)
  const world = await openWorld(db)
  const { deps } = world.app
  await db.updateTable('stock').set({ quantity: 1000 }).execute()
  prepare.mockClear()
  for (const endpoint of Object.values(contract))
    await ask(world, ...requestOf(endpoint, asked(await examples[endpoint.name]!(world))))
  await expire(deps)
  await endUnpaidPurchases(deps)
  await forgetOld(deps)
  await checkDuePayments(deps)
  await endStaleActing(deps)
  await checkWatches(deps)
  await tellOfChanges(deps)
  await startMailWorker(deps).stop()
  await startWebhookWorker(deps).stop()
  await listFailed(db, 10)
  await listAttempts(db, 'webhook', 10)
  for (const to of [null, 'mia@demo.example']) await listMails(db, to, 10)
  await refundsByHand(db, 10, null)
  await measureBacklog(db)
  await failedMails(db, 10)
  await replayMails(db, null, { now: '', giveUpAt: '' })
  await checkNow(db, '')
  await paymentsInReview(db, 10)
  for (const query of [
    { nameWords: ['mia', 'har'] },
    { registration: 'ABC' },
    { phone: '+64215550123' },
    { phoneDigits: '555' },
    { email: 'mia' },
  ])
    await findCustomers(db, query, 10)

  const { calls, contexts } = prepare.mock
  prepare.mockRestore()
  const database = contexts[calls.findIndex(([text]) => text.includes('purchase_journey'))]
  const queries = calls
    .filter((_, index) => contexts[index] === database)
    .map(([text]) => text)
    .filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
    // What an example does to the sample people for its own sake.
    .filter((text) => !text.includes('where "first_name" = ?'))
  return { world, db, database: database as DatabaseSync, queries: [...new Set(queries)] }
}

/** Every call and job is run once: ten seconds alone, and longer on a busy machine. */
const TIMEOUT_MS = 60_000

test(
  'no query reads a table from end to end, however many rows it has',
  async () => {
    const { world, db, database, queries } = await everyQuery()
    const offenders = queries.flatMap((query) =>
      (database.prepare(`explain query plan ${query}`).all() as { detail: string }[])
        .filter(
          ({ detail }) =>
            detail.startsWith('SCAN') || (EVERY_PURCHASE.test(detail) && !STAFF_LIST.test(query)),
        )
        .filter(({ detail }) => !READ_THROUGH.some(([step]) => step.test(detail)))
        .map(({ detail }) => `${detail}: ${query}`),
    )

    expect(queries.length).toBeGreaterThan(150)
    expect(offenders).toEqual([])
    await world.stop()
    await db.destroy()
  },
  TIMEOUT_MS,
)
