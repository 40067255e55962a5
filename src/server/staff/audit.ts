import { createHash } from 'node:crypto'
import type { Db, Trx } from '#server/database.ts'
import type { AuditRow } from './tables.ts'

export type AuditEntry = Omit<AuditRow, 'seq' | 'hash'>

/** The previous hash of the first row. */
const GENESIS = ''

/** A row's hash: it covers the row and the hash of the row before, and so every row before. */
const hashOf = (previous: string, row: Omit<AuditRow, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        previous,
        row.seq,
        row.at,
        row.actor,
        row.customer_id,
        row.action,
        row.is_acting,
        row.outcome,
        row.fields,
        row.request_id,
      ]),
    )
    .digest('base64url')

/**
 * Adds a row to the audit.
 *
 * @param trx Appends wait for one another until commit: keep the transaction short, and append last.
 */
export async function appendAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  // Taking the number locks the head; its hash is still the one of the row before.
  const { seq, hash: previous } = await trx
    .insertInto('audit_head')
    .values({ id: 1, seq: 1, hash: GENESIS })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ seq: eb('audit_head.seq', '+', 1) })),
    )
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow()
  const hash = hashOf(previous, { ...entry, seq })
  await trx
    .insertInto('audit')
    .values({ ...entry, seq, hash })
    .execute()
  await trx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute()
}

/**
 * Records a change of rights or of a way to sign in.
 *
 * @param what The account and the right, such as `staff:2` and `role:sales`.
 * @param actor By default the command line.
 */
export const auditRights = (
  trx: Trx,
  at: string,
  action: string,
  what: string[],
  actor = 'system',
): Promise<void> =>
  appendAudit(trx, {
    at,
    actor,
    customer_id: null,
    action,
    is_acting: 0,
    outcome: 'ALLOWED',
    fields: JSON.stringify(what),
    request_id: '',
  })

const PAGE = 1000

/** The result of verifying the audit. */
export type AuditVerification =
  /** `hash` is the last row's: kept elsewhere, it proves later that nothing up to it was changed. */
  { isSound: true; rows: number; hash: string } | { isSound: false; brokenAt: number; why: string }

/** Verifies that each row of the audit follows from the one before. */
export async function verifyAudit(db: Db): Promise<AuditVerification> {
  // Read first: rows added during the check come after it.
  const head = (await db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst()) ?? {
    seq: 0,
    hash: GENESIS,
  }
  let previous = { seq: 0, hash: GENESIS }
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', previous.seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      const expected = previous.seq + 1
      if (row.seq !== expected)
        return { isSound: false, brokenAt: expected, why: `row ${expected} is missing` }
      if (
        row.hash !== hashOf(previous.hash, row) ||
        (row.seq === head.seq && row.hash !== head.hash)
      )
        return { isSound: false, brokenAt: row.seq, why: `row ${row.seq} was changed` }
      previous = row
    }
    if (rows.length < PAGE) break
  }
  if (previous.seq < head.seq)
    return { isSound: false, brokenAt: previous.seq + 1, why: `row ${previous.seq + 1} is missing` }
  return { isSound: true, rows: previous.seq, hash: previous.hash }
}
