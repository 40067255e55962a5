import type { Db } from '#server/database.ts'
import { emailKey } from '#lib/shared/email.ts'
import type { WatchRow } from './tables.ts'

/** Stores a watch. The one that the address already has of the configuration stays as it is, and is answered. */
export async function keepWatch(db: Db, watch: WatchRow): Promise<WatchRow> {
  await db
    .insertInto('watch')
    .values(watch)
    .onConflict((conflict) => conflict.columns(['email_key', 'configuration']).doNothing())
    .execute()
  return db
    .selectFrom('watch')
    .selectAll()
    .where('email_key', '=', watch.email_key)
    .where('configuration', '=', watch.configuration)
    .executeTakeFirstOrThrow()
}

export const findWatch = async (db: Db, keyHash: string): Promise<WatchRow | null> =>
  (await db.selectFrom('watch').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()) ??
  null

/** The watches of an address, the first one first. */
export const listWatches = (db: Db, key: string): Promise<WatchRow[]> =>
  db
    .selectFrom('watch')
    .selectAll()
    .where('email_key', '=', key)
    .orderBy('created_at')
    .orderBy('watch_id')
    .execute()

export const updateWatch = async (
  db: Db,
  watchId: string,
  set: Partial<
    Pick<
      WatchRow,
      'confirmed_at' | 'ends_at' | 'next_check_at' | 'told_at' | 'price_cents' | 'stock_level'
    >
  >,
): Promise<void> => {
  await db.updateTable('watch').set(set).where('watch_id', '=', watchId).execute()
}

export const deleteWatch = async (db: Db, watchId: string): Promise<void> => {
  await db.deleteFrom('watch').where('watch_id', '=', watchId).execute()
}

export const deleteWatchOfKey = async (db: Db, keyHash: string): Promise<void> => {
  await db.deleteFrom('watch').where('key_hash', '=', keyHash).execute()
}

/** Gives an address's watches to another. Of two of the same car the one that is confirmed stays. */
export async function moveWatches(db: Db, from: string, email: string): Promise<void> {
  const there = await listWatches(db, emailKey(email))
  for (const watch of await listWatches(db, emailKey(from))) {
    const other = there.find(({ configuration }) => configuration === watch.configuration)
    if (other) await deleteWatch(db, (other.confirmed_at === null ? other : watch).watch_id)
  }
  await db
    .updateTable('watch')
    .set({ email, email_key: emailKey(email) })
    .where('email_key', '=', emailKey(from))
    .execute()
}

/** The hashes of watches that are to be looked at, the one that waits longest first. */
export const dueWatches = async (db: Db, now: string, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('watch')
      .select('key_hash')
      .where('next_check_at', '<=', now)
      .orderBy('next_check_at')
      .limit(most)
      .execute()
  ).map(({ key_hash }) => key_hash)

/**
 * Takes a watch to look at, for one process alone.
 *
 * @returns `false` when another process was there first, or its reader stopped it.
 */
export const claimWatch = async (
  db: Db,
  { watch_id, next_check_at }: Pick<WatchRow, 'watch_id' | 'next_check_at'>,
  nextCheckAt: string,
): Promise<boolean> =>
  (await db
    .updateTable('watch')
    .set({ next_check_at: nextCheckAt })
    .where('watch_id', '=', watch_id)
    .where('next_check_at', '=', next_check_at)
    .returning('watch_id')
    .executeTakeFirst()) !== undefined
