import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { diskOf } from '#server/platform/files/disk.ts'
import { withFileLock } from '#server/platform/files/file-lock.ts'
import { aStorefront } from './backup.fixture.ts'
import { listUploads } from './folder.ts'
import { takeBackup } from './take.ts'

const at = aStorefront()

describe('a backup', () => {
  test('hides all personal data from others', async () => {
    const { email } = await at.db.selectFrom('customer').select('email').executeTakeFirstOrThrow()
    await at.stop()
    expect(readFileSync(at.databaseFile, 'latin1')).toContain(email)
    await at.backup()
    expect(readFileSync(at.backupFile, 'latin1')).not.toContain(email)
    expect(statSync(at.backupFile).mode & 0o077).toBe(0)
    expect(readdirSync(dirname(at.databaseFile))).toEqual([
      'storefront.db',
      'storefront.db.copying',
    ])
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
  ])('with %s is refused, and the database stays as it is', async (_, change) => {
    await at.backup()
    await at.stop()
    const before = at.checksums()
    writeFileSync(at.backupFile, change(readFileSync(at.backupFile)))
    const { isWell, text } = await at.restore()
    expect(isWell).toBe(false)
    expect(text).toMatch(/has been changed since it was written|is not a backup/)
    expect(at.checksums()).toEqual(before)
    expect(readdirSync(dirname(at.databaseFile))).toEqual([
      'storefront.db',
      'storefront.db.copying',
    ])
  })

  test('is no larger for what a flood of requests once took up', async () => {
    await at.backup()
    const { size } = statSync(at.backupFile)
    const rows = (from: number) =>
      Array.from({ length: 1000 }, (_, n) => ({
        key: `${from + n} ${'x'.repeat(400)}`,
        window_start: 'ever',
        points: 1,
      }))
    for (let from = 0; from < 20_000; from += 1000)
      await at.db.insertInto('rate').values(rows(from)).execute()
    await at.db.deleteFrom('rate').execute()
    rmSync(at.backupFile)
    await at.backup()
    expect(statSync(at.databaseFile).size).toBeGreaterThan(2 * size)
    expect(statSync(at.backupFile).size).toBeLessThan(1.1 * size)
  })

  test('takes a third of the room of the database', async () => {
    await at.backup()
    await at.stop()
    expect(statSync(at.backupFile).size).toBeLessThan(statSync(at.databaseFile).size / 3)
  })

  test('is not taken where it would leave the storefront without room', async () => {
    await at.stop()
    // Takes no room itself.
    truncateSync(at.databaseFile, (await diskOf(at.folder)).free)
    const { isWell, text } = await at.backup()
    expect(isWell).toBe(false)
    expect(text).toMatch(/There is no room for a backup: .* needs \d+ MB, and has \d+ MB\./)
    expect(existsSync(at.backupFile)).toBe(false)
  })

  test('is refused while the storefront runs', async () => {
    await at.backup()
    const before = at.checksums()
    const { isWell, text } = await at.restore()
    expect(isWell).toBe(false)
    expect(text).toContain('is in use: stop the storefront first.')
    expect(at.checksums()).toEqual(before)
  })

  test('of other keys is refused by the name of the setting', async () => {
    await at.backup()
    await at.stop()
    const { isWell, text } = await at.restore(at.depsOf('another secret, as long as the first one'))
    expect(isWell).toBe(false)
    expect(text).toContain('was written with another SECRET_KEY.')
  })

  test('of a newer version is refused', async () => {
    const database = new DatabaseSync(at.databaseFile)
    database.exec(`insert into kysely_migration values ('2999-01-01-later', '')`)
    database.close()
    await at.backup()
    await at.stop()
    const { isWell, text } = await at.restore()
    expect(isWell).toBe(false)
    expect(text).toContain('was written by a newer version (it knows 2999-01-01-later)')
  })

  test('is taken one at a time: the second waits', async () => {
    const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
    const another = withFileLock(`${at.databaseFile}.copying`, () => isDone)
    const waiting = at.backup()
    // Long enough for a backup that does not wait.
    await pause(500)
    expect(existsSync(at.backupFile)).toBe(false)
    end()
    await another
    expect(await waiting).toMatchObject({ isWell: true })
  })

  test('is taken by two at once, with the uploaded files', async () => {
    const fileIds = [await at.sendPhoto(), await at.sendPhoto(), await at.sendPhoto()]
    const due = join(at.backupDir, 'forecourt-20261123T0100Z.backup')
    const { files } = at.deps
    const { get } = files
    let [reading, mostReading] = [0, 0]
    files.get = async (key) => {
      reading += 1
      mostReading = Math.max(mostReading, reading)
      // Longer than the other one waits between tries.
      await pause(200)
      reading -= 1
      return get(key)
    }
    for (const { missing } of await Promise.all([
      takeBackup(at.deps, due),
      takeBackup(at.deps, due),
    ]))
      expect(missing).toEqual([])
    expect(mostReading).toBe(1)
    expect([...(await listUploads(due)).keys()].sort()).toEqual(fileIds.sort())
  })

  test('that fails logs the reason', () => {
    const refused = () =>
      execFileSync(process.execPath, ['scripts/admin.ts', 'backup', 'x'], {
        env: { DATABASE_URL: `file:${at.databaseFile}`, UPLOADS_DIR: join(at.folder, 'uploads') },
        stdio: 'pipe',
      })
    expect(refused).toThrow('The name of a backup ends in .backup.')
  })

  test('that was killed does not stop the next one', async () => {
    const copy = `${at.databaseFile}.copy`
    // A backup that finishes first leaves no copy.
    while (!existsSync(copy)) {
      rmSync(at.backupFile, { force: true })
      const killed = spawn(process.execPath, ['scripts/admin.ts', 'backup', at.backupFile], {
        env: { DATABASE_URL: `file:${at.databaseFile}`, UPLOADS_DIR: join(at.folder, 'uploads') },
      })
      const ended = once(killed, 'exit')
      while (killed.exitCode === null && !existsSync(copy)) await pause(1)
      killed.kill('SIGKILL')
      await ended
    }
    expect(await at.backup()).toMatchObject({ isWell: true })
    expect(existsSync(copy)).toBe(false)
  }, 60_000)

  test('has the database even if the file store is down', async () => {
    await at.sendPhoto()
    at.deps.files.get = async () => Promise.reject(new Error('a get was answered 500'))
    const { isWell, text } = await at.backup()
    expect(isWell).toBe(false)
    expect(text).toContain(
      'is written, but 1 uploaded files could not be kept beside it: a get was answered 500.',
    )
    await at.stop()
    expect((await at.restore()).text).toContain('The database is as it was')
  })

  test('in another folder has its own copies of uploaded files', async () => {
    const fileId = await at.sendPhoto()
    await at.backup()
    rmSync(join(at.backupDir, 'files'), { recursive: true })
    await at.backup(join(at.backupDir, 'two.backup'))
    const placed = join(at.backupDir, 'files', fileId.slice(0, 2), fileId)
    expect(existsSync(placed)).toBe(true)
  })

  test('lists missing uploaded files', async () => {
    const fileId = await at.sendPhoto()
    at.deps.files.kept.clear()
    expect((await at.backup()).text).toContain(`1 more weren’t found, ${fileId} among them`)
  })

  test('needs a valid name', async () => {
    expect((await at.backup(join(at.folder, 'storefront.db'))).text).toContain('ends in .backup')
  })
})
