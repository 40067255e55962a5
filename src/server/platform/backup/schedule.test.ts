import fs, { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { newBackupTask } from '#server/upkeep/backups.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { backupBeforeMigration } from './before-migration.ts'
import { backupName, takenAt } from './folder.ts'
import { takeBackup } from './take.ts'
import { aStorefront } from './backup.fixture.ts'

const at = aStorefront()

describe('the job', () => {
  const clock = (time: string) => () => new Date(time)
  const take = (file: string) => takeBackup(at.deps, file)
  const taken = () => readdirSync(at.backupDir).filter((name) => name.endsWith('.backup'))

  test('takes a backup in every period', async () => {
    await newBackupTask(at.deps, take)()
    await newBackupTask(at.deps, async () => expect.unreachable())()
    expect(taken()).toEqual(['forecourt-20261123T0100Z.backup'])
    const later = { ...at.deps, now: clock('2026-11-23T01:15:00.000Z') }
    await newBackupTask(later, take)()
    await newBackupTask(later, take)()
    // Only the latest of an hour is kept.
    expect(taken()).toEqual(['forecourt-20261123T0115Z.backup'])
  })

  test('says if the backup that is there is of another shop', async () => {
    await newBackupTask(at.deps, take)()
    const error = vi.spyOn(at.deps.log, 'error')
    await newBackupTask(at.deps, take)()
    expect(error).not.toHaveBeenCalled()
    const keys = deriveKeys('a secret of another shop, long enough to be one')
    const job = newBackupTask({ ...at.deps, keys }, take)
    await job()
    await job()
    expect(error).toHaveBeenCalledOnce()
  })

  test('takes none if another process has taken it', async () => {
    const due = join(at.backupDir, 'forecourt-20261123T0100Z.backup')
    const { manifest } = await takeBackup(at.deps, due)
    await at.db.deleteFrom('stock_car').execute()
    expect((await takeBackup(at.deps, due)).manifest).toEqual(manifest)
  })

  test.each([
    ['a lot of room', { free: 60e9, size: 100e9 }, 100, 25, 30, 0],
    ['little room', { free: 4.9e9, size: 100e9 }, 100, 3, 30, 1],
    ['room for none until older ones go', { free: 501e6, size: 100e9 }, 50_000, 3, 7, 1],
    ['room for none, whatever goes', { free: 1e6, size: 100e9 }, 100, 3, 30, 1],
  ])('with %s', async (_, disk, bytes, hourly, daily, warnings) => {
    const now = new Date('2026-11-23T12:07:00.000Z')
    mkdirSync(at.backupDir)
    for (let hours = 0; hours < 24 * 40; hours += 1) {
      const time = new Date(now.getTime() - hours * 60 * 60_000)
      writeFileSync(join(at.backupDir, backupName(time)), 'a'.repeat(bytes))
    }
    const warn = vi.spyOn(at.deps.log, 'warn')
    const job = newBackupTask(
      { ...at.deps, now: () => now },
      async () => {},
      async () => disk,
    )
    await job()
    await job()
    const ages = taken().map((name) => now.getTime() - takenAt(name)!.getTime())
    const ofTheLastDay = ages.filter((ms) => ms < 24 * 60 * 60_000)
    expect(ofTheLastDay.length).toBeGreaterThanOrEqual(hourly - 1)
    expect(ofTheLastDay.length).toBeLessThanOrEqual(hourly + 1)
    expect(ages.length - ofTheLastDay.length).toBeGreaterThanOrEqual(daily - 1)
    expect(ages.length - ofTheLastDay.length).toBeLessThanOrEqual(daily)
    expect(warn).toHaveBeenCalledTimes(warnings)
  })

  test('waits after a failed backup', async () => {
    let tries = 0
    let now = clock('2026-11-23T01:00:00.000Z')
    const job = newBackupTask({ ...at.deps, now: () => now() }, async () => {
      tries += 1
      throw new Error('the disk is full')
    })
    await expect(job()).rejects.toThrow('the disk is full')
    await job()
    expect(tries).toBe(1)
    now = clock('2026-11-23T01:05:00.000Z')
    await expect(job()).rejects.toThrow('the disk is full')
  })

  test('ignores files that only have the name of a backup', async () => {
    await newBackupTask(at.deps, take)()
    writeFileSync(join(at.backupDir, 'zz.backup'), 'something else')
    const later = { ...at.deps, now: clock('2026-11-23T01:15:00.000Z') }
    await newBackupTask(later, take)()
    await newBackupTask(later, take)()
    expect(taken()).toEqual(['forecourt-20261123T0115Z.backup', 'zz.backup'])
  })

  test('keeps only the uploaded files that a backup needs', async () => {
    const fileId = await at.sendPhoto()
    await newBackupTask(at.deps, take)()
    const place = join(at.backupDir, 'files', fileId.slice(0, 2), fileId)
    const longAgo = new Date('2026-01-01T00:00:00.000Z')
    utimesSync(place, longAgo, longAgo)
    const second = { ...at.deps, now: clock('2026-11-23T01:15:00.000Z') }
    await newBackupTask(second, take)()
    await newBackupTask(second, take)()
    expect(existsSync(place)).toBe(true)
    await at.db.deleteFrom('purchase_file').execute()
    const third = { ...at.deps, now: clock('2026-11-23T01:30:00.000Z') }
    await newBackupTask(third, take)()
    await newBackupTask(third, take)()
    expect(existsSync(place)).toBe(false)
  })

  test('goes on where a copy of a backup cannot be read, but keeps all uploaded files and says so', async () => {
    const fileId = await at.sendPhoto()
    await newBackupTask(at.deps, take)()
    const place = join(at.backupDir, 'files', fileId.slice(0, 2), fileId)
    utimesSync(place, new Date(0), new Date(0))
    writeFileSync(join(at.backupDir, 'copy.backup'), '')
    await at.db.deleteFrom('purchase_file').execute()
    // Even a file without any rights is readable to root, who may run the test.
    const { createReadStream } = fs
    const read = vi.spyOn(fs, 'createReadStream').mockImplementation((file, options) => {
      if (String(file).endsWith('copy.backup')) throw new Error('EACCES: permission denied')
      return createReadStream(file, options)
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      read.mockRestore()
      syncBuiltinESMExports()
    })
    const error = vi.spyOn(at.deps.log, 'error')

    const later = newBackupTask({ ...at.deps, now: clock('2026-11-23T01:15:00.000Z') }, take)
    await later()
    await later()
    expect(taken()).toEqual(['copy.backup', 'forecourt-20261123T0115Z.backup'])
    expect(existsSync(place)).toBe(true)
    expect(error.mock.calls.map(([, message]) => message)).toEqual([
      'no uploaded file is removed: a backup cannot be read',
    ])
    await backupBeforeMigration({ ...at.deps, now: clock('2026-12-30T01:15:00.000Z') })
  })

  test('removes drafts of killed processes after an hour', async () => {
    await at.sendPhoto()
    await newBackupTask(at.deps, take)()
    const drafts = ['one.backup.half.new', 'files/ab/abcdefgh.half.new']
    mkdirSync(join(at.backupDir, 'files', 'ab'), { recursive: true })
    const [longAgo, later] = [new Date('2026-01-01T00:00:00.000Z'), '2026-11-23T01:15:00.000Z']
    for (const draft of drafts) {
      writeFileSync(join(at.backupDir, draft), 'half')
      writeFileSync(join(at.backupDir, `${draft}.new`), 'half')
      utimesSync(join(at.backupDir, draft), longAgo, longAgo)
    }
    await newBackupTask({ ...at.deps, now: clock(later) }, take)()
    for (const draft of drafts) {
      expect(existsSync(join(at.backupDir, draft))).toBe(false)
      expect(existsSync(join(at.backupDir, `${draft}.new`))).toBe(true)
    }
  })

  test('removes copies of the database that killed processes left', async () => {
    const old = ['copy', 'restored.8f6d.new'].map((ending) => `${at.databaseFile}.${ending}`)
    const fresh = `${at.databaseFile}.restored`
    for (const copy of [...old, fresh]) writeFileSync(copy, 'in plain')
    const longAgo = new Date('2026-01-01T00:00:00.000Z')
    for (const copy of old) utimesSync(copy, longAgo, longAgo)
    await newBackupTask(at.deps, async () => {})()
    expect([...old, fresh].map((copy) => existsSync(copy))).toEqual([false, false, true])
  })

  test('removes backups before a migration after thirty days, with and without a configured folder', async () => {
    const settings = readSettings({ DATABASE_URL: `file:${at.databaseFile}` })
    const unnamed = { ...at.deps, settings }
    await backupBeforeMigration(unnamed)
    const own = join(dirname(at.databaseFile), 'backups')
    const inTime = { ...unnamed, now: clock('2026-12-22T01:07:00.000Z') }
    await newBackupTask(inTime, async () => expect.unreachable())()
    expect(readdirSync(own)).toEqual(['before-migration-forecourt-20261123T0107Z.backup'])
    const late = { ...unnamed, now: clock('2026-12-23T01:07:00.000Z') }
    await newBackupTask(late, async () => expect.unreachable())()
    expect(readdirSync(own)).toEqual([])
  })

  test('does nothing without a configured folder', async () => {
    const settings = readSettings({ DATABASE_URL: `file:${at.databaseFile}` })
    await newBackupTask({ ...at.deps, settings }, async () => expect.unreachable())()
    expect(settings.backups).toBeNull()
  })
})
