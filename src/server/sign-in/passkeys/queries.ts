import type { Db, Trx } from '#server/database.ts'
import type { SessionOwner } from '#server/sign-in/session-queries.ts'
import type { PasskeyRow } from './tables.ts'

const ownerRow = (db: Db, { customer_id, staff_id }: SessionOwner) =>
  db
    .selectFrom('passkey_owner')
    .where(customer_id === null ? 'staff_id' : 'customer_id', '=', customer_id ?? staff_id)

/** The user handle of an account for authenticators; `fresh` where it has none yet. */
export const handleOf = async (db: Db, owner: SessionOwner, fresh: string): Promise<string> => {
  await db
    .insertInto('passkey_owner')
    .values({ ...owner, user_handle: fresh })
    .onConflict((conflict) =>
      conflict.column(owner.customer_id === null ? 'staff_id' : 'customer_id').doNothing(),
    )
    .execute()
  return (await ownerRow(db, owner).select('user_handle').executeTakeFirstOrThrow()).user_handle
}

export const countPasskeys = async (db: Db, owner: SessionOwner): Promise<number> =>
  (await ownerRow(db, owner).select('passkeys').executeTakeFirst())?.passkeys ?? 0

const ofOwner = (db: Db, owner: SessionOwner) => ownerRow(db, owner).select('user_handle')

/** Newest first. */
export const listPasskeys = (db: Db, owner: SessionOwner): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('user_handle', 'in', ofOwner(db, owner))
    .orderBy('created_at', 'desc')
    .orderBy('passkey_id')
    .execute()

/**
 * Stores a passkey.
 *
 * @returns How many passkeys its owner has now; `full` when that is the limit, `known` when an account already has this
 *   one. The caller throws for both, which ends the transaction.
 */
export const insertPasskey = async (
  trx: Trx,
  passkey: PasskeyRow,
  most: number,
): Promise<number | 'full' | 'known'> => {
  const owner = await trx
    .updateTable('passkey_owner')
    .set((eb) => ({ passkeys: eb('passkeys', '+', 1) }))
    .where('user_handle', '=', passkey.user_handle)
    .where('passkeys', '<', most)
    .returning('passkeys')
    .executeTakeFirst()
  if (!owner) return 'full'
  const row = await trx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('passkey_id')
    .executeTakeFirst()
  return row ? owner.passkeys : 'known'
}

/** A passkey with whose it is. */
export type FoundPasskey = PasskeyRow & SessionOwner

export const findPasskey = async (db: Db, credentialId: string): Promise<FoundPasskey | null> =>
  (await db
    .selectFrom('passkey')
    .innerJoin('passkey_owner', 'passkey_owner.user_handle', 'passkey.user_handle')
    .selectAll('passkey')
    .select(['passkey_owner.customer_id', 'passkey_owner.staff_id'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()) ?? null

/** A counter as it is stored. */
export const inDigits = (counter: number) => String(counter).padStart(10, '0')

/**
 * Notes that a passkey was used.
 *
 * @returns Whether its counter went up, or it counts nothing: one that went back was copied.
 */
export const countUse = async (
  db: Db,
  passkeyId: string,
  counter: number,
  now: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter: inDigits(counter), last_used_at: now })
    .where('passkey_id', '=', passkeyId)
    .where('counter', counter === 0 ? '=' : '<', inDigits(counter))
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** @returns The passkey with its new name; `null` when there is none of this owner's. */
export const renamePasskey = async (
  db: Db,
  owner: SessionOwner,
  passkeyId: string,
  name: string,
): Promise<PasskeyRow | null> =>
  (await db
    .updateTable('passkey')
    .set({ name })
    .where('passkey_id', '=', passkeyId)
    .where('user_handle', 'in', ofOwner(db, owner))
    .returningAll()
    .executeTakeFirst()) ?? null

/** Deletes a passkey. Returns whether there was one of this owner's. */
export const deletePasskey = async (
  trx: Trx,
  owner: SessionOwner,
  passkeyId: string,
): Promise<boolean> => {
  const gone = await trx
    .deleteFrom('passkey')
    .where('passkey_id', '=', passkeyId)
    .where('user_handle', 'in', ofOwner(trx, owner))
    .returning('user_handle')
    .executeTakeFirst()
  if (!gone) return false
  await trx
    .updateTable('passkey_owner')
    .set((eb) => ({ passkeys: eb('passkeys', '-', 1) }))
    .where('user_handle', '=', gone.user_handle)
    .execute()
  return true
}

/** Deletes every passkey of an account. */
export const deletePasskeysOf = async (
  db: Db,
  { customer_id, staff_id }: SessionOwner,
): Promise<void> => {
  await db
    .deleteFrom('passkey_owner')
    .where(customer_id === null ? 'staff_id' : 'customer_id', '=', customer_id ?? staff_id)
    .execute()
}

/** Uses up a challenge, which is kept until it is over anyway. Returns whether this is the first time. */
export const useUpChallenge = async (
  db: Db,
  challenge_hash: string,
  expires_at: string,
): Promise<boolean> => {
  const row = await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash, expires_at })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}
