import type { Db, Trx } from '#server/database.ts'

/** Keeps a secret that is being set up; one from before is forgotten. */
export const setPendingTotp = async (db: Db, staffId: number, secret: string): Promise<void> => {
  await db.updateTable('staff').set({ totp_pending: secret }).where('id', '=', staffId).execute()
}

/**
 * Has the pending secret count from now on.
 *
 * @returns Whether it was still the pending one.
 */
export const activateTotp = async (
  db: Db,
  staffId: number,
  { pending, secret, step, now }: { pending: string; secret: string; step: number; now: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ totp_secret: secret, totp_pending: null, totp_since: now, totp_last_step: step })
    .where('id', '=', staffId)
    .where('totp_pending', '=', pending)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Uses up a half minute's code. Returns whether it, and those after it, were unused: of many at once one is. */
export const useUpStep = async (db: Db, staffId: number, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ totp_last_step: step })
    .where('id', '=', staffId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export const replaceRecoveryCodes = async (
  trx: Trx,
  staffId: number,
  hashes: string[],
): Promise<void> => {
  await trx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((code_hash) => ({ code_hash, staff_id: staffId }))
  await trx.insertInto('staff_recovery_code').values(rows).execute()
}

/** Uses up a recovery code. Returns whether there was such a one. */
export const useUpRecoveryCode = async (
  db: Db,
  staffId: number,
  hash: string,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('staff_recovery_code')
    .where('code_hash', '=', hash)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return numDeletedRows > 0
}

export const countRecoveryCodes = async (db: Db, staffId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('staff_recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
