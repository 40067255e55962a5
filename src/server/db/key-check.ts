import type { Kysely } from 'kysely'
import type { Keys } from '../keys.ts'
import { SettingError } from '../settings/environment.ts'
import type { Database } from './database.ts'

/**
 * Makes sure that the keys are those the database was written with: with others no password would match and
 * nothing encrypted could be read.
 *
 * @throws {SettingError} Naming `SECRET_KEY`.
 */
export async function requireSameKeys(db: Kysely<Database>, { fingerprint }: Keys): Promise<void> {
  await db
    .insertInto('key_check')
    .values({ name: 'keys', fingerprint })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const known = await db.selectFrom('key_check').select('fingerprint').executeTakeFirst()
  if (known?.fingerprint !== fingerprint)
    throw new SettingError(
      'SECRET_KEY is not the one this database was written with: restore it, or the file that was beside the database.',
    )
}
