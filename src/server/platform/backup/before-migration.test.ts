import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MIGRATIONS, migrate } from '#server/platform/database/migrate.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { backupBeforeMigration } from './before-migration.ts'
import { aStorefront } from './backup.fixture.ts'

const at = aStorefront()

test('a migration takes a backup first', async () => {
  const before = at.checksums()
  const up = async () => void (await sql`drop table audit`.execute(at.db))
  const refused = migrate(at.db, async () => Promise.reject(new Error('no room for a backup')), {
    ...MIGRATIONS,
    '2999-01-01-later': { up },
  })
  await expect(refused).rejects.toThrow('no room for a backup')
  expect(at.checksums()).toEqual(before)
  await backupBeforeMigration(at.deps)
  const name = 'before-migration-forecourt-20261123T0107Z.backup'
  at.backupFile = join(at.backupDir, name)
  await at.stop()
  rmSync(at.databaseFile)
  expect((await at.restore()).text).toContain('The database is as it was')
  expect(at.checksums()).toEqual(before)
})

test('a repeated migration takes no second backup of the same state', async () => {
  await backupBeforeMigration(at.deps)
  const later = { ...at.deps, now: () => new Date('2026-11-23T01:08:00.000Z') }
  await backupBeforeMigration(later)
  expect(readdirSync(at.backupDir)).toHaveLength(1)
  await at.db.deleteFrom('stock_car').execute()
  await backupBeforeMigration(later)
  expect(readdirSync(at.backupDir)).toHaveLength(2)
})

test('a photo that cannot be copied does not keep an update from starting', async () => {
  await at.sendPhoto()
  at.deps.files.get = async () => Promise.reject(new Error('no room'))
  await backupBeforeMigration(at.deps)
  expect(readdirSync(at.backupDir)).toContain('before-migration-forecourt-20261123T0107Z.backup')
})

test('a new or up-to-date database is migrated without a backup', async () => {
  await migrate(at.db, async () => expect.unreachable())
  const empty = openSqlite(join(at.folder, 'empty.db'))
  await migrate(empty, async () => expect.unreachable())
  await empty.destroy()
})
