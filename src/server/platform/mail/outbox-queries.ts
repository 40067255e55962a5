import { sql, type Expression, type SqlBool } from 'kysely'
import { emailKey } from '#lib/shared/email.ts'
import type { Db } from '#server/database.ts'
import type { OutboxRow } from '#server/platform/database/tables.ts'
import { KINDS_WITHOUT_ACCOUNT } from './kinds.ts'

/** Queues a message, unless its id is queued already; a blank in place of the one before. */
export const insertMail = async (db: Db, mail: OutboxRow): Promise<void> => {
  await db
    .insertInto('outbox')
    .values(mail)
    .onConflict((conflict) =>
      conflict.column('outbox_id').doUpdateSet(mail).where('outbox.kind', '=', 'blank'),
    )
    .execute()
}

/** Messages to an address, in any spelling, and to earlier addresses of the account that has it. */
export const isTo = (address: string): Expression<SqlBool> =>
  sql<SqlBool>`recipient_key = ${emailKey(address)}`

/**
 * Follows an account to a new address: who gets the old one later has no part in these.
 *
 * @param isProven Whether the account had proven the old one. Else that may be someone else's, who keeps the emails that
 *   people without an account get.
 */
export const moveMails = async (
  db: Db,
  from: string,
  email: string,
  { isProven }: { isProven: boolean },
): Promise<void> => {
  const mails = db
    .updateTable('outbox')
    .set({ recipient_key: emailKey(email) })
    .where(isTo(from))
  await (isProven ? mails : mails.where('kind', 'not in', KINDS_WITHOUT_ACCOUNT)).execute()
}

/**
 * Leases messages that are due to one worker: codes first, then in the order of queueing.
 *
 * @param leasedUntil No other worker takes them before, and then they are free again if the worker died.
 */
export const claimMails = (
  db: Db,
  { now, leasedUntil, most }: { now: string; leasedUntil: string; most: number },
): Promise<OutboxRow[]> =>
  db
    .updateTable('outbox')
    .set((eb) => ({ leased_until: leasedUntil, attempts: eb('attempts', '+', 1) }))
    .where('outbox_id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('outbox_id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where((free) =>
          free.or([free('leased_until', 'is', null), free('leased_until', '<', now)]),
        )
        .orderBy('priority')
        .orderBy('queued_at')
        .limit(most),
    )
    // Checked again on the row, because another worker may have taken it since.
    .where((free) => free.or([free('leased_until', 'is', null), free('leased_until', '<', now)]))
    .where('sent_at', 'is', null)
    .returningAll()
    .execute()

/** Stores the result of an attempt. */
export const updateMail = async (
  db: Db,
  outboxId: string,
  set: Partial<
    Pick<
      OutboxRow,
      'leased_until' | 'next_attempt_at' | 'sent_at' | 'failed_at' | 'last_error' | 'sealed'
    >
  >,
): Promise<void> => {
  await db.updateTable('outbox').set(set).where('outbox_id', '=', outboxId).execute()
}

/** The columns of a message whose content is deleted. */
export const WITHOUT_CONTENT = { sealed: null }

export type SealedMail = Pick<OutboxRow, 'outbox_id' | 'sealed'>

const LISTED = [
  'outbox_id',
  'sealed',
  'recipient',
  'subject',
  'attachment_name',
  'queued_at',
] as const satisfies (keyof OutboxRow)[]

/**
 * Messages that were sent to an address, or to any, newest first.
 *
 * @param to In lower case.
 */
export const listMails = (
  db: Db,
  to: string | null,
  most: number,
): Promise<Pick<OutboxRow, (typeof LISTED)[number]>[]> => {
  let query = db.selectFrom('outbox').select(LISTED).where('recipient', '<>', '')
  if (to !== null) query = query.where(sql`lower(recipient)`, '=', to)
  return query.orderBy('queued_at', 'desc').orderBy('outbox_id').limit(most).execute()
}

export const findMail = async (
  db: Db,
  outboxId: string,
): Promise<Pick<OutboxRow, (typeof LISTED)[number]> | null> =>
  (await db
    .selectFrom('outbox')
    .select(LISTED)
    .where('outbox_id', '=', outboxId)
    .executeTakeFirst()) ?? null

/** Messages that were given up, the oldest first. */
export const failedMails = (
  db: Db,
  most: number,
): Promise<Pick<OutboxRow, 'outbox_id' | 'kind' | 'queued_at' | 'attempts' | 'last_error'>[]> =>
  db
    .selectFrom('outbox')
    .select(['outbox_id', 'kind', 'queued_at', 'attempts', 'last_error'])
    .where('failed_at', 'is not', null)
    .orderBy('queued_at')
    .limit(most)
    .execute()

/**
 * Queues failed messages again, one or all, except codes, which have expired, and messages without content.
 *
 * @returns The number of messages.
 */
export async function replayMails(
  db: Db,
  outboxId: string | null,
  { now, giveUpAt }: { now: string; giveUpAt: string },
): Promise<number> {
  let query = db
    .updateTable('outbox')
    .set({ failed_at: null, attempts: 0, next_attempt_at: now, give_up_at: giveUpAt })
    .where('failed_at', 'is not', null)
    .where('priority', '>', 0)
    // Written so that SQLite uses the index of failed messages, not the far longer one of sealed messages.
    .where((eb) => eb(eb.fn.coalesce('sealed', sql.lit('')), '<>', sql.lit('')))
  if (outboxId !== null) query = query.where('outbox_id', '=', outboxId)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}
