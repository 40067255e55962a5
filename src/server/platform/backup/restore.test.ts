import { createCipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noteDataKey } from '#server/platform/crypto/data-key-queries.ts'
import { requireSameKeys } from '#server/platform/crypto/key-check.ts'
import { keyIdOf } from '#server/platform/crypto/encryption.ts'
import { aStorefront } from './backup.fixture.ts'
import { inspect } from './inspect.ts'
import { sha256Of } from './sealed-file.ts'

const at = aStorefront()

describe('a drill', () => {
  test('brings back every table as it was, after the storefront has changed', async () => {
    const before = at.checksums()
    expect(await at.backup()).toMatchObject({ isWell: true })
    await at.db.deleteFrom('stock_car').execute()
    await at.db.updateTable('customer').set({ email: 'changed@post.example' }).execute()
    await at.stop()
    expect(at.checksums()).not.toEqual(before)

    const { isWell, text } = await at.restore()
    expect(text).toContain('The database is as it was at 2026-11-23T01:07:00.000Z')
    expect(isWell).toBe(true)
    expect(at.checksums()).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(40)
    await at.open()
    const { count } = await at.db
      .selectFrom('stock_car')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThan(0)
  })

  test('brings back a backup of before they were compressed', async () => {
    await at.stop()
    const before = at.checksums()
    const plain = readFileSync(at.databaseFile)
    const { keys, now } = at.deps
    const manifest = {
      takenAt: now().toISOString(),
      keys: keys.fingerprint,
      sha256: await sha256Of(at.databaseFile),
      ...inspect(at.databaseFile),
    }
    const head = Buffer.from(`forecourt backup 1\n${JSON.stringify(manifest)}\n`)
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', keys.backup, iv).setAAD(head)
    const sealed = [cipher.update(plain), cipher.final(), cipher.getAuthTag()]
    mkdirSync(at.backupDir)
    writeFileSync(at.backupFile, Buffer.concat([head, iv, ...sealed]))
    rmSync(at.databaseFile)
    expect(await at.restore()).toMatchObject({ isWell: true })
    expect(at.checksums()).toEqual(before)
  })

  test('keeps the previous database whole', async () => {
    await at.backup()
    await at.db.deleteFrom('stock_car').execute()
    await at.stop()
    const changed = at.checksums()
    const { text } = await at.restore()
    const keptAs = `${at.databaseFile}.before-20261123T010700Z`
    expect(text).toContain(`The previous database was kept as ${keptAs}.`)
    expect(at.checksums(keptAs)).toEqual(changed)
  })

  test('works without a previous database', async () => {
    const before = at.checksums()
    await at.backup()
    await at.stop()
    rmSync(dirname(at.databaseFile), { recursive: true })
    expect(await at.restore()).toMatchObject({ isWell: true })
    expect(at.checksums()).toEqual(before)
  })

  test('ignores a log left by a missing database', async () => {
    const before = at.checksums()
    await at.backup()
    await at.db.deleteFrom('stock_car').execute()
    const log = readFileSync(`${at.databaseFile}-wal`)
    await at.stop()
    rmSync(at.databaseFile)
    writeFileSync(`${at.databaseFile}-wal`, log)
    expect(await at.restore()).toMatchObject({ isWell: true })
    expect(at.checksums()).toEqual(before)
  })

  test('replaces a database without tables', async () => {
    const before = at.checksums()
    await at.backup()
    await at.stop()
    writeFileSync(at.databaseFile, '')
    expect(await at.restore()).toMatchObject({ isWell: true })
    expect(at.checksums()).toEqual(before)
  })

  test('replaces a damaged database', async () => {
    const before = at.checksums()
    await at.backup()
    await at.stop()
    writeFileSync(at.databaseFile, 'nothing that SQLite knows')
    expect(await at.restore()).toMatchObject({ isWell: true })
    expect(at.checksums()).toEqual(before)
  })

  test('plans the removal of files that came after the backup', async () => {
    const before = await at.sendPhoto()
    await at.backup()
    const after = await at.sendPhoto()
    await at.stop()
    await at.restore()
    await at.open()
    const rows = await at.db.selectFrom('file_removal').selectAll().execute()
    expect(rows).toEqual([{ file_id: after, due_at: '2026-12-23T01:07:00.000Z' }])
    expect(after).not.toBe(before)

    // An older backup, or the same one again, knows as little of the file.
    await at.stop()
    await at.restore()
    await at.open()
    const planned = await at.db.selectFrom('file_removal').select('file_id').execute()
    expect(planned).toEqual([{ file_id: after }])
  })

  test('leaves a photo that was being sent during the backup to the previous database', async () => {
    const { files } = at.deps
    const { put } = files
    files.put = async (...given) => {
      files.put = put
      await at.backup()
      await put.call(files, ...given)
    }
    const fileId = await at.sendPhoto()
    // Also where the same backup is restored again.
    for (const _time of ['first', 'again']) {
      await at.stop()
      await at.restore()
      await at.open()
      const rows = await at.db.selectFrom('file_removal').selectAll().execute()
      expect(rows).toEqual([{ file_id: fileId, due_at: '2026-12-23T01:07:00.000Z' }])
    }
  })

  test('leaves a removal that was planned before the backup as it is', async () => {
    const planned = { file_id: 'gone', due_at: '2026-11-23T02:07:00.000Z' }
    await at.db.insertInto('file_removal').values(planned).execute()
    await at.backup()
    await at.stop()
    await at.restore()
    await at.open()
    const rows = await at.db.selectFrom('file_removal').selectAll().execute()
    expect(rows).toEqual([planned])
  })

  test('brings back uploaded files, each stored once', async () => {
    const fileId = await at.sendPhoto()
    const { files } = at.deps
    const bytes = files.kept.get(fileId)
    await at.backup()
    await at.backup(join(at.backupDir, 'two.backup'))
    const beside = join(at.backupDir, 'files')
    expect(readdirSync(beside, { recursive: true })).toContain(join(fileId.slice(0, 2), fileId))
    await at.stop()
    files.kept.clear()
    expect(await at.restore()).toMatchObject({ isWell: true })
    expect(files.kept.get(fileId)).toEqual(bytes)

    rmSync(beside, { recursive: true })
    files.kept.clear()
    expect((await at.restore()).text).toContain(`Uploaded files not found: ${fileId}.`)
    expect(readdirSync(dirname(at.databaseFile)).filter((name) => name.includes('before'))).toEqual(
      ['storefront.db.before-20261123T010700Z', 'storefront.db.before-20261123T010700Z-2'],
    )
  })

  test('needs the data keys of its time, except for the files beside it', async () => {
    const fileId = await at.sendPhoto()
    await noteDataKey(at.db, 'k1')
    await at.backup()
    const { files } = at.deps
    const year = 'the data key of this year, long enough'
    at.deps = { ...at.depsOf(undefined, [year, 'SECRET_KEY']), files }
    const [{ id: keyId }] = at.deps.keys.data
    await noteDataKey(at.db, keyId)
    // Left by a killed process.
    const beside = join(at.backupDir, 'files', fileId.slice(0, 2))
    writeFileSync(join(beside, `${fileId}.half.new`), 'k1.half')
    const rotated = await at.rotateKeys()
    expect(rotated.text).toMatch(/files beside backups +1\n/)
    expect(rotated.isWell).toBe(true)
    await at.stop()

    const { isWell, text } = await at.restore(at.depsOf(undefined, [year]))
    expect(isWell).toBe(false)
    expect(text).toContain('needs SECRET_KEY: name it in DATA_KEYS.')
    files.kept.clear()
    expect(await at.restore()).toMatchObject({ isWell: true })
    expect(keyIdOf(files.kept.get(fileId)!)).toBe(keyId)
  })

  test('lists uploaded files that were encrypted again since, and the key they need', async () => {
    const fileId = await at.sendPhoto()
    await noteDataKey(at.db, 'k1')
    await at.backup()
    const older = at.deps
    const year = 'the data key of this year, long enough'
    at.deps = { ...at.depsOf(undefined, [year, 'SECRET_KEY']), files: older.files }
    const [{ id: keyId }] = at.deps.keys.data
    await noteDataKey(at.db, keyId)
    await at.rotateKeys()
    await at.stop()

    expect((await at.restore(older)).text).toContain(
      `Uploaded files that cannot be read without the key ${keyId}: ${fileId}.`,
    )
    await at.open()
    await expect(requireSameKeys(at.db, older.keys)).rejects.toThrow(`lacks the key ${keyId}`)
    await requireSameKeys(at.db, at.deps.keys)
    await at.stop()
    expect((await at.restore()).text).not.toContain('cannot be read')
  })

  test('continues when the file store refuses', async () => {
    const before = at.checksums()
    const fileId = await at.sendPhoto()
    await at.backup()
    await at.stop()
    at.deps.files.get = async () => Promise.reject(new Error('a get was answered 403'))
    const { isWell, text } = await at.restore()
    expect(isWell).toBe(true)
    expect(text).toContain(`Uploaded files not found: ${fileId} (a get was answered 403).`)
    expect(Object.keys(at.checksums()).sort()).toEqual(Object.keys(before).sort())
  })
})
