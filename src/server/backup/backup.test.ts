import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adminOfFile } from '../../../scripts/admin.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { photographed } from '#tests/setup/files.ts'
import { memoryFiles } from '#tests/setup/memory-files.ts'
import { arrive } from '#tests/setup/purchases.ts'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { openSqlite } from '../db/sqlite.ts'
import { newId } from '../ids.ts'
import { newBackUp } from '../jobs/backups.ts'
import { deriveKeys } from '../keys.ts'
import { readSettings } from '../settings.ts'
import { backupBeforeMigration } from './before-migration.ts'
import { alone } from './alone.ts'
import { takeBackup } from './take.ts'

let folder: string
let databaseFile: string
let backupFile: string
let db: Kysely<Database>
let isOpen: boolean
let app: Application
let deps: ReturnType<typeof depsOf>

const depsOf = (secret = 'a secret that is long enough for a test', env = {}) => ({
  settings: readSettings({
    DATABASE_URL: `file:${databaseFile}`,
    BACKUP_DIR: dirname(backupFile),
    ...env,
  }),
  keys: deriveKeys(secret, { memory: 64, passes: 1, parallelism: 1 }),
  files: memoryFiles(),
  now: () => new Date('2026-11-23T01:07:00.000Z'),
  newId,
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  databaseFile = join(folder, 'data', 'storefront.db')
  backupFile = join(folder, 'kept', 'one.backup')
  deps = depsOf()
  mkdirSync(dirname(databaseFile))
  db = openSqlite(databaseFile)
  isOpen = true
  await migrate(db)
  app = startApplication(db, { deps: { files: deps.files } })
  await seedDemo(app.deps)
})
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Ends the storefront. */
async function stop() {
  if (isOpen) await db.destroy()
  isOpen = false
}

const backup = (file = backupFile) => adminOfFile(deps, ['backup', file])
const restore = (given = deps) => adminOfFile(given, ['restore', backupFile])

/** A checksum of everything in every table. */
function checksums(file = databaseFile): Record<string, string> {
  const database = new DatabaseSync(file)
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
  const entries = tables.map(({ name }) => {
    const rows = database.prepare(`select * from "${String(name)}"`).all()
    return [name, createHash('sha256').update(JSON.stringify(rows)).digest('hex')] as const
  })
  database.close()
  return Object.fromEntries(entries)
}

/** Somebody sends a photo. */
const sendPhoto = async () => (await photographed(await arrive(app))).fileId

describe('a drill', () => {
  test('brings back every table as it was, beside a storefront that went on', async () => {
    const before = checksums()
    expect(await backup()).toMatchObject({ isWell: true })
    await db.deleteFrom('stock').execute()
    await db.updateTable('customer').set({ email: 'changed@post.example' }).execute()
    await stop()
    expect(checksums()).not.toEqual(before)

    const { isWell, text } = await restore()
    expect(text).toContain('The database is as it was at 2026-11-23T01:07:00.000Z')
    expect(isWell).toBe(true)
    expect(checksums()).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(40)
    db = openSqlite(databaseFile)
    isOpen = true
    await migrate(db)
    const { count } = await db
      .selectFrom('stock')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThan(0)
  })

  test('keeps what was there, whole', async () => {
    await backup()
    await db.deleteFrom('stock').execute()
    await stop()
    const changed = checksums()
    const { text } = await restore()
    const keptAs = `${databaseFile}.before-20261123T010700Z`
    expect(text).toContain(`What was there before is ${keptAs}.`)
    expect(checksums(keptAs)).toEqual(changed)
  })

  test('begins anew where nothing is left', async () => {
    const before = checksums()
    await backup()
    await stop()
    rmSync(dirname(databaseFile), { recursive: true })
    expect(await restore()).toMatchObject({ isWell: true })
    expect(checksums()).toEqual(before)
  })

  test('reads no log that was left of a database that is gone', async () => {
    const before = checksums()
    await backup()
    await db.deleteFrom('stock').execute()
    const log = readFileSync(`${databaseFile}-wal`)
    await stop()
    rmSync(databaseFile)
    writeFileSync(`${databaseFile}-wal`, log)
    expect(await restore()).toMatchObject({ isWell: true })
    expect(checksums()).toEqual(before)
  })

  test('takes the place of a database that is damaged', async () => {
    const before = checksums()
    await backup()
    await stop()
    writeFileSync(databaseFile, 'nothing that SQLite knows')
    expect(await restore()).toMatchObject({ isWell: true })
    expect(checksums()).toEqual(before)
  })

  test('brings back uploaded files, each kept once', async () => {
    const fileId = await sendPhoto()
    const { files } = deps
    const bytes = files.kept.get(fileId)
    await backup()
    await backup(join(dirname(backupFile), 'two.backup'))
    const beside = join(dirname(backupFile), 'files')
    expect(readdirSync(beside, { recursive: true })).toContain(join(fileId.slice(0, 2), fileId))
    await stop()
    files.kept.clear()
    expect(await restore()).toMatchObject({ isWell: true })
    expect(files.kept.get(fileId)).toEqual(bytes)

    rmSync(beside, { recursive: true })
    files.kept.clear()
    expect((await restore()).text).toContain(`Uploaded files not found: ${fileId}.`)
    expect(readdirSync(dirname(databaseFile)).filter((name) => name.includes('before'))).toEqual([
      'storefront.db.before-20261123T010700Z',
      'storefront.db.before-20261123T010700Z-2',
    ])
  })

  test('is not stopped by a store of files that refuses', async () => {
    const before = checksums()
    const fileId = await sendPhoto()
    await backup()
    await stop()
    deps.files.get = async () => Promise.reject(new Error('a get was answered 403'))
    const { isWell, text } = await restore()
    expect(isWell).toBe(true)
    expect(text).toContain(`Uploaded files not found: ${fileId} (a get was answered 403).`)
    expect(Object.keys(checksums())).toEqual(Object.keys(before))
  })
})

test.each([0o022, 0o077])(
  'the database is for its owner only, with a umask of %i',
  async (mask) => {
    const before = process.umask(mask)
    const made = join(folder, 'made', 'new.db')
    const settings = readSettings({ DATABASE_URL: `file:${made}` })
    const opened = await openDatabase(settings, () => {}).finally(() => process.umask(before))
    await sql`create table a (b)`.execute(opened)
    for (const path of [dirname(made), made, `${made}-wal`, `${made}-shm`])
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
    await opened.destroy()
  },
)

describe('a backup', () => {
  test('shows nothing of anybody to whom it is not', async () => {
    const { email } = await db.selectFrom('customer').select('email').executeTakeFirstOrThrow()
    await db.destroy()
    isOpen = false
    expect(readFileSync(databaseFile, 'latin1')).toContain(email)
    await backup()
    expect(readFileSync(backupFile, 'latin1')).not.toContain(email)
    expect(statSync(backupFile).mode & 0o077).toBe(0)
    expect(readdirSync(dirname(databaseFile))).toEqual(['storefront.db', 'storefront.db.copying'])
  })

  test.each([
    ['a changed byte', (bytes: Buffer) => Buffer.from(bytes.with(-1000, bytes.at(-1000)! ^ 1))],
    ['a lost end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5)],
    [
      'a changed manifest',
      (bytes: Buffer) =>
        Buffer.from(bytes.toString('latin1').replace('"stock":', '"stocK":'), 'latin1'),
    ],
    ['nothing but its head', (bytes: Buffer) => bytes.subarray(0, bytes.indexOf('}\n') + 2)],
    ['other words', () => Buffer.from('SQLite format 3')],
  ])('with %s is refused, and nothing is changed', async (_, change) => {
    await backup()
    await stop()
    const before = checksums()
    writeFileSync(backupFile, change(readFileSync(backupFile)))
    const { isWell, text } = await restore()
    expect(isWell).toBe(false)
    expect(text).toMatch(/is not as it was written|is no backup/)
    expect(checksums()).toEqual(before)
    expect(readdirSync(dirname(databaseFile))).toEqual(['storefront.db', 'storefront.db.copying'])
  })

  test('is refused while the storefront runs', async () => {
    await backup()
    const before = checksums()
    const { isWell, text } = await restore()
    expect(isWell).toBe(false)
    expect(text).toContain('is in use: stop the storefront first.')
    expect(checksums()).toEqual(before)
  })

  test('of other keys is refused by the name of the setting', async () => {
    await backup()
    await stop()
    const { isWell, text } = await restore(depsOf('another secret, as long as the first one'))
    expect(isWell).toBe(false)
    expect(text).toContain('was written with another SECRET_KEY.')
  })

  test('of a newer version is refused', async () => {
    const database = new DatabaseSync(databaseFile)
    database.exec(`insert into kysely_migration values ('2999-01-01-later', '')`)
    database.close()
    await backup()
    await stop()
    const { isWell, text } = await restore()
    expect(isWell).toBe(false)
    expect(text).toContain('was written by a newer version (it knows 2999-01-01-later)')
  })

  test('is not taken twice at a time: the second waits', async () => {
    const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
    const another = alone(`${databaseFile}.copying`, () => isDone)
    const waiting = backup()
    // Long enough for one that does not wait.
    await pause(500)
    expect(existsSync(backupFile)).toBe(false)
    end()
    await another
    expect(await waiting).toMatchObject({ isWell: true })
  })

  test('that fails says why where a log hears it', () => {
    const refused = () =>
      execFileSync(process.execPath, ['scripts/admin.ts', 'backup', 'x'], {
        env: { DATABASE_URL: `file:${databaseFile}`, UPLOADS_DIR: join(folder, 'uploads') },
        stdio: 'pipe',
      })
    expect(refused).toThrow('The name of a backup ends in .backup.')
  })

  test('that was killed is in the way of no other', async () => {
    // Its file takes nothing until somebody reads from it.
    const draft = `${backupFile}.new`
    mkdirSync(dirname(backupFile))
    execFileSync('mkfifo', [draft])
    const killed = spawn(process.execPath, ['scripts/admin.ts', 'backup', backupFile], {
      env: { DATABASE_URL: `file:${databaseFile}`, UPLOADS_DIR: join(folder, 'uploads') },
    })
    const copy = `${databaseFile}.copy`
    await vi.waitFor(() => expect(statSync(copy).size).toBeGreaterThan(0), 30_000)
    killed.kill()
    await once(killed, 'exit')
    expect(existsSync(copy)).toBe(true)
    rmSync(draft)
    expect(await backup()).toMatchObject({ isWell: true })
    expect(existsSync(copy)).toBe(false)
  }, 60_000)

  test('has the database, though the store of files is down', async () => {
    await sendPhoto()
    deps.files.get = async () => Promise.reject(new Error('a get was answered 500'))
    const { isWell, text } = await backup()
    expect(isWell).toBe(false)
    expect(text).toContain(
      'is written, but 1 uploaded files could not be kept beside it: a get was answered 500.',
    )
    await stop()
    expect((await restore()).text).toContain('The database is as it was')
  })

  test('in another folder has the uploaded files too, whatever says that they were there', async () => {
    const fileId = await sendPhoto()
    await backup()
    rmSync(join(dirname(backupFile), 'files'), { recursive: true })
    await backup(join(dirname(backupFile), 'two.backup'))
    const placed = join(dirname(backupFile), 'files', fileId.slice(0, 2), fileId)
    expect(existsSync(placed)).toBe(true)
  })

  test('tells of uploaded files that are nowhere', async () => {
    const fileId = await sendPhoto()
    deps.files.kept.clear()
    expect((await backup()).text).toContain(`1 more are nowhere, ${fileId} among them`)
  })

  test('needs a name that is one', async () => {
    expect((await backup(join(folder, 'storefront.db'))).text).toContain('ends in .backup')
  })
})

describe('the job', () => {
  const at = (time: string) => () => new Date(time)
  const take = (file: string) => takeBackup(deps, file)
  const taken = () => readdirSync(dirname(backupFile)).filter((name) => name.endsWith('.backup'))

  test('takes one in every period', async () => {
    await newBackUp(deps, take)()
    await newBackUp(deps, async () => expect.unreachable())()
    expect(taken()).toEqual(['forecourt-20261123T0100Z.backup'])
    const later = { ...deps, now: at('2026-11-23T01:15:00.000Z') }
    await newBackUp(later, take)()
    await newBackUp(later, take)()
    // Of one hour the latest is kept.
    expect(taken()).toEqual(['forecourt-20261123T0115Z.backup'])
  })

  test('takes none that another process has taken meanwhile', async () => {
    const due = join(dirname(backupFile), 'forecourt-20261123T0100Z.backup')
    const { manifest } = await takeBackup(deps, due)
    await db.deleteFrom('stock').execute()
    expect((await takeBackup(deps, due)).manifest).toEqual(manifest)
  })

  test('rests after one that failed', async () => {
    let tries = 0
    let now = at('2026-11-23T01:00:00.000Z')
    const job = newBackUp({ ...deps, now: () => now() }, async () => {
      tries += 1
      throw new Error('the disk is full')
    })
    await expect(job()).rejects.toThrow('the disk is full')
    await job()
    expect(tries).toBe(1)
    now = at('2026-11-23T01:05:00.000Z')
    await expect(job()).rejects.toThrow('the disk is full')
  })

  test('goes on beside files that only have the name of a backup', async () => {
    await newBackUp(deps, take)()
    writeFileSync(join(dirname(backupFile), 'zz.backup'), 'something else')
    const later = { ...deps, now: at('2026-11-23T01:15:00.000Z') }
    await newBackUp(later, take)()
    await newBackUp(later, take)()
    expect(taken()).toEqual(['forecourt-20261123T0115Z.backup', 'zz.backup'])
  })

  test('keeps the uploaded files that a backup needs, and no others', async () => {
    const fileId = await sendPhoto()
    await newBackUp(deps, take)()
    const place = join(dirname(backupFile), 'files', fileId.slice(0, 2), fileId)
    const longAgo = new Date('2026-01-01T00:00:00.000Z')
    utimesSync(place, longAgo, longAgo)
    const second = { ...deps, now: at('2026-11-23T01:15:00.000Z') }
    await newBackUp(second, take)()
    await newBackUp(second, take)()
    expect(existsSync(place)).toBe(true)
    await db.deleteFrom('purchase_file').execute()
    const third = { ...deps, now: at('2026-11-23T01:30:00.000Z') }
    await newBackUp(third, take)()
    await newBackUp(third, take)()
    expect(existsSync(place)).toBe(false)
  })

  test('removes the backups before a migration after thirty days, named folder or not', async () => {
    const settings = readSettings({ DATABASE_URL: `file:${databaseFile}` })
    const unnamed = { ...deps, settings }
    await backupBeforeMigration(unnamed)
    const own = join(dirname(databaseFile), 'backups')
    const inTime = { ...unnamed, now: at('2026-12-22T01:07:00.000Z') }
    await newBackUp(inTime, async () => expect.unreachable())()
    expect(readdirSync(own)).toEqual(['before-migration-forecourt-20261123T0107Z.backup'])
    const late = { ...unnamed, now: at('2026-12-23T01:07:00.000Z') }
    await newBackUp(late, async () => expect.unreachable())()
    expect(readdirSync(own)).toEqual([])
  })

  test('does nothing where no folder is named', async () => {
    const settings = readSettings({ DATABASE_URL: `file:${databaseFile}` })
    await newBackUp({ ...deps, settings }, async () => expect.unreachable())()
    expect(settings.backups).toBeNull()
  })
})

test('a migration takes a backup of what was before it', async () => {
  await sql`
    delete from kysely_migration
    where name = (select max(name) from kysely_migration)`.execute(db)
  const before = checksums()
  // It is of what was before, taken before.
  const refused = migrate(db, async () => Promise.reject(new Error('no room for a backup')))
  await expect(refused).rejects.toThrow('no room for a backup')
  expect(checksums()).toEqual(before)
  await backupBeforeMigration(deps)
  const name = 'before-migration-forecourt-20261123T0107Z.backup'
  backupFile = join(dirname(backupFile), name)
  await stop()
  rmSync(databaseFile)
  expect((await restore()).text).toContain('The database is as it was')
  expect(checksums()).toEqual(before)
})

test('a migration that is tried again takes no second backup of the same', async () => {
  await backupBeforeMigration(deps)
  const later = { ...deps, now: () => new Date('2026-11-23T01:08:00.000Z') }
  await backupBeforeMigration(later)
  expect(readdirSync(dirname(backupFile))).toHaveLength(1)
  await db.deleteFrom('stock').execute()
  await backupBeforeMigration(later)
  expect(readdirSync(dirname(backupFile))).toHaveLength(2)
})

test('a database that is new, or up to date, is migrated without one', async () => {
  await migrate(db, async () => expect.unreachable())
  const empty = openSqlite(join(folder, 'empty.db'))
  await migrate(empty, async () => expect.unreachable())
  await empty.destroy()
})
