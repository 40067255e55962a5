import { OWN_DATA_KEY, OWN_DATA_KEY_ID, type Keys } from './keys.ts'
import { SettingError } from '#server/platform/settings/environment.ts'
import { dataKeysInUse } from './data-key-queries.ts'
import type { Db } from '#server/database.ts'

/** The name of a data key in messages about settings. */
export const dataKeyName = (keyId: string): string =>
  keyId === OWN_DATA_KEY_ID ? OWN_DATA_KEY : `the key ${keyId}`

/**
 * Checks that the database was written with these keys. With others no password would match and no encrypted value
 * could be read.
 *
 * @throws {SettingError} Naming `SECRET_KEY` or `DATA_KEYS`.
 */
export async function requireSameKeys(db: Db, { fingerprint, data }: Keys): Promise<void> {
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
  const lacking = (await dataKeysInUse(db)).find((id) => !data.some((key) => key.id === id))
  if (lacking !== undefined)
    throw new SettingError(
      `DATA_KEYS lacks ${dataKeyName(lacking)}, which something in this database is encrypted with: name it again, and run "npm run admin -- rotate-keys" before you remove it.`,
    )
}
