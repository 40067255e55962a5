import type { Db } from '#server/database.ts'
import type { LoginCodeRow } from './tables.ts'

/** Stores a code; a blank one, whose id is not its own, in place of the one before. */
export const insertLoginCode = async (db: Db, code: LoginCodeRow): Promise<void> => {
  await db
    .insertInto('login_code')
    .values(code)
    .onConflict((conflict) => conflict.column('login_code_id').doUpdateSet(code))
    .execute()
}

export const findLoginCode = async (db: Db, loginCodeId: string): Promise<LoginCodeRow | null> =>
  (await db
    .selectFrom('login_code')
    .selectAll()
    .where('login_code_id', '=', loginCodeId)
    .executeTakeFirst()) ?? null

/** The codes that were asked for and are neither used nor past `now`, newest first. */
export const findLiveCodes = (
  db: Db,
  {
    subject,
    purposes,
    now,
  }: Pick<LoginCodeRow, 'subject'> & { purposes: readonly string[]; now: string },
): Promise<LoginCodeRow[]> =>
  db
    .selectFrom('login_code')
    .selectAll()
    .where('subject', '=', subject)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('login_code_id')
    .execute()

/** Notes that a code is sent once more. */
export const countSend = async (db: Db, loginCodeId: string, now: string): Promise<void> => {
  await db
    .updateTable('login_code')
    .set((eb) => ({ sends: eb('sends', '+', 1), sent_at: now }))
    .where('login_code_id', '=', loginCodeId)
    .execute()
}

/**
 * Takes one of a code's tries. Of many guesses at once no more than `most` get one.
 *
 * @returns Whether there was one left.
 */
export const takeTry = async (db: Db, loginCodeId: string, most: number): Promise<boolean> => {
  const row = await db
    .updateTable('login_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('login_code_id', '=', loginCodeId)
    .where('used_at', 'is', null)
    .where('tries', '<', most)
    .returning('login_code_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives a try back: the code was right and is only being looked at. */
export const giveTryBack = async (db: Db, loginCodeId: string): Promise<void> => {
  await db
    .updateTable('login_code')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('login_code_id', '=', loginCodeId)
    .execute()
}

/** Uses up every code that was sent to a customer. */
export const useUpCodesOf = async (db: Db, customerId: number, now: string): Promise<void> => {
  await db
    .updateTable('login_code')
    .set({ used_at: now })
    .where('customer_id', '=', customerId)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Uses a code up.
 *
 * @returns `false` when another request was first.
 */
export const useUpCode = async (db: Db, loginCodeId: string, now: string): Promise<boolean> => {
  const row = await db
    .updateTable('login_code')
    .set({ used_at: now })
    .where('login_code_id', '=', loginCodeId)
    .where('used_at', 'is', null)
    .returning('login_code_id')
    .executeTakeFirst()
  return row !== undefined
}
