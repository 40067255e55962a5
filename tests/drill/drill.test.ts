import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aStorefront } from '#server/platform/backup/backup.fixture.ts'
import { noteDataKey } from '#server/platform/crypto/data-key-queries.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { startApplication } from '#tests/setup/application.ts'
import { openServer, POSTGRES_URL } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { photographed } from '#tests/setup/files.ts'
import { memoryFiles } from '#tests/setup/memory-files.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { restoreBeside } from '../../scripts/drill/beside.ts'
import { compare, lostSince } from '../../scripts/drill/compare.ts'
import { readPostgres, readSqlite } from '../../scripts/drill/reading.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drill-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('a drill of an embedded database', () => {
  const at = aStorefront()
  const begin = async () => {
    const fileId = await at.sendPhoto()
    // As a start notes it.
    await noteDataKey(at.db, 'k1')
    const beside = await restoreBeside(at.deps, temporaryFolder())
    onTestFinished(() => beside.close())
    return { beside, fileId }
  }
  const change = (database: string, statement: string) => {
    const restored = new DatabaseSync(database, { enableForeignKeyConstraints: false })
    restored.exec(statement)
    restored.close()
  }

  test('finds every table and file as it is', async () => {
    const { beside } = await begin()
    const found = await compare(beside, at.deps.files)
    expect(found).toMatchObject({ files: 1, moved: 0, differences: [] })
    expect(found.tables).toBeGreaterThan(40)
    expect(found.rows).toBeGreaterThan(100)
  })

  test.each([
    ['update customer set first_name = last_name where id = 1', 'it was restored otherwise'],
    ['delete from customer where id = 1', 'it was not restored'],
  ])('names the row: %s', async (statement, difference) => {
    const { beside } = await begin()
    change(beside.database, statement)

    const restored = readSqlite(beside.database)
    const { differences } = await compare({ ...beside, restored }, at.deps.files)
    await restored.close()
    expect(differences).toEqual([`table customer, row 1: ${difference}`])
  })

  test('names a table that is gone', async () => {
    const { beside } = await begin()
    const tables = async () => (await beside.live.before.tables()).filter((it) => it !== 'stock')
    const restored = { ...beside.restored, tables }
    const { differences } = await compare({ ...beside, restored }, at.deps.files)
    expect(differences).toEqual(['table stock: the restored database does not have it'])
  })

  test('names a file with other bytes, and one that was not restored', async () => {
    const { beside, fileId } = await begin()
    await beside.files.put(fileId, Buffer.from('other bytes'))
    const changed = await compare(beside, at.deps.files)
    expect(changed.differences).toEqual([`file ${fileId}: it was restored with other bytes`])
    await beside.files.delete(fileId)
    const gone = await compare(beside, at.deps.files)
    expect(gone.differences).toEqual([`file ${fileId}: it was not restored`])
  })

  test('takes rows that change meanwhile in either state', async () => {
    const { beside } = await begin()
    const customers = await beside.live.after.rows('customer')
    const after = {
      ...beside.live.after,
      rows: async (table: string) =>
        table === 'customer'
          ? new Map([...customers, ['1', 'changed']])
          : beside.live.after.rows(table),
    }
    const restored = {
      ...beside.restored,
      sum: async () => ({ rows: 0, checksum: 'another' }),
      rows: after.rows,
    }
    const live = { before: beside.live.before, after }
    const found = await compare({ ...beside, live, restored }, at.deps.files)
    expect(found).toMatchObject({ moved: 1, differences: [] })
  })

  test('counts what a failure now would lose', async () => {
    const { beside } = await begin()
    await at.db
      .updateTable('customer')
      .set({ work_phone: '+6421555' })
      .where('id', '=', 1)
      .execute()
    await at.sendPhoto()
    const now = await beside.readNow()
    const { rows, newestInBackup, newestInStore } = await lostSince(beside.restored, now)
    await now.close()
    expect(rows).toMatchObject({ customer: 1, purchase_file: 1 })
    expect(rows).not.toHaveProperty('stock')
    expect(newestInBackup! <= newestInStore!).toBe(true)
  })

  test('ends with 1 and names the file that the store has lost', async () => {
    const fileId = await at.sendPhoto()
    const uploads = join(at.folder, 'empty')
    mkdirSync(uploads)
    const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', 'scripts/drill.ts'], {
      env: { DATABASE_URL: `file:${at.databaseFile}`, UPLOADS_DIR: uploads },
      encoding: 'utf8',
    })
    expect(stdout).toContain(`file ${fileId}: the store has lost it`)
    expect(stdout).toMatch(/Backup \d+\.\d s, restore \d+\.\d s/)
    expect(status).toBe(1)
  })

  test.each(['SIGINT', 'SIGHUP'] as const)(
    'leaves no copy in plain where %s ends it, and removes what a killed one left',
    async (signal) => {
      const folder = temporaryFolder()
      const killed = join(folder, 'forecourt-drill-killed')
      mkdirSync(killed)
      const longAgo = new Date('2026-01-01T00:00:00.000Z')
      utimesSync(killed, longAgo, longAgo)
      const drill = spawn(process.execPath, ['--no-warnings', 'scripts/drill.ts'], {
        env: { DATABASE_URL: `file:${at.databaseFile}`, TMPDIR: folder },
      })
      const ended = once(drill, 'exit')
      await expect
        .poll(
          () => readdirSync(folder).some((name) => existsSync(join(folder, name, 'restored'))),
          {
            interval: 1,
            timeout: 20_000,
          },
        )
        .toBe(true)
      drill.kill(signal)
      await ended
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('ends with 1 where there is no database', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', 'scripts/drill.ts'], {
      env: { DATABASE_URL: `file:${at.folder}/none.db`, UPLOADS_DIR: join(at.folder, 'none') },
      encoding: 'utf8',
    })
    expect(stderr).toBe(`DATABASE_URL: there is no file ${at.folder}/none.db.\n`)
    expect(status).toBe(1)
  })
})

describe.runIf(POSTGRES_URL)('a drill of PostgreSQL', () => {
  test('finds every table and file, and names a row that was changed', async () => {
    const db = await openServer(POSTGRES_URL!)
    onTestFinished(() => db.destroy())
    await migrate(db)
    const files = memoryFiles()
    const app = startApplication(db, { deps: { files } })
    await seedDemo(app.deps)
    await photographed(await arrive(app))
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const url = Object.assign(new URL(POSTGRES_URL!), { pathname: `/${rows[0]!.name}` }).href
    const SECRET_KEY = 'a secret that is long enough for a test'
    const settings = readSettings({ DATABASE_URL: url, SECRET_KEY })
    const beside = await restoreBeside({ ...app.deps, settings }, temporaryFolder())
    onTestFinished(() => beside.close())

    // Not in the backup, and no difference.
    await db.updateTable('customer').set({ work_phone: '+6421555' }).where('id', '=', 1).execute()
    expect(await compare(beside, files)).toMatchObject({ files: 1, moved: 0, differences: [] })
    const now = await beside.readNow()
    expect((await lostSince(beside.restored, now)).rows).toEqual({ customer: 1 })
    await now.close()

    const client = new pg.Client({ connectionString: beside.database })
    await client.connect()
    await client.query('update customer set first_name = last_name where id = 2')
    await client.end()

    const restored = await readPostgres(beside.database)
    const { differences } = await compare({ ...beside, restored }, files)
    await restored.close()
    expect(differences).toEqual(['table customer, row 2: it was restored otherwise'])
    // Several programs, one after the other, beside the other tests.
  }, 60_000)
})
