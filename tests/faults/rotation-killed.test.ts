import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { test as base } from 'vitest'
import {
  countByKey,
  noteDataKey,
  listSealedWithOtherKeys,
} from '#server/platform/crypto/data-key-queries.ts'
import type { Db } from '#server/database.ts'
import { requireSameKeys } from '#server/platform/crypto/key-check.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { deriveKeys, type Keys } from '#server/platform/crypto/keys.ts'
import { folderStore } from '#server/providers/files/folder.ts'
import { seal, sealBytes, unseal, unsealBytes } from '#server/platform/crypto/encryption.ts'
import { fileContext, columnContext } from '#server/platform/crypto/encryption-context.ts'

const SECRET_KEY = 'a secret for tests, long enough to be one'
const NEW = 'the data key of this year which is long enough'
const keysOf = (...data: string[]) => deriveKeys(SECRET_KEY, undefined, data)
const ROWS = 4000
const FILES = 20
const FILE_BYTES = 1_000_000
const PLACE = { table: 'idempotency', column: 'body', row: ['subject', 'operation', 'key'] }

interface Shop {
  folder: string
  db: Db
}

// Side by side, each with a database of its own: the command waits ten seconds for older processes.
const test = base.extend<{ shop: Shop }>({
  shop: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'rotation-'))
    const db = openSqlite(join(folder, 'shop.db'))
    await migrate(db)
    await use({ folder, db })
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  },
})

/** The command, as an operator runs it beside a storefront that has the same file open. */
function rotate({ folder }: Shop, dataKeys: string) {
  const env = {
    ...process.env,
    DATABASE_URL: `file:${join(folder, 'shop.db')}`,
    SECRET_KEY,
    DATA_KEYS: dataKeys,
  }
  return spawn(process.execPath, ['--no-warnings', 'scripts/admin.ts', 'rotate-keys'], { env })
}

const rowOf = (keys: Keys, key: string, value: string) => ({
  subject: 'customer:7',
  operation: 'saveQuote',
  key,
  fingerprint: '',
  status: 200,
  body: seal(keys, columnContext('idempotency', 'body', `customer:7|saveQuote|${key}`), value),
  created_at: '2026-11-23T01:00:00.000Z',
})

const changed = async ({ db }: Shop) =>
  (await countByKey(db, PLACE))
    .filter(({ keyId }) => keyId !== 'k1')
    .reduce((sum, { count }) => sum + count, 0)

test.concurrent(
  'a change of the key that is killed goes on where it was, and loses nothing',
  async ({ shop, expect }) => {
    const { db } = shop
    const [old, both, anew] = [keysOf('SECRET_KEY'), keysOf(NEW, 'SECRET_KEY'), keysOf(NEW)]
    const rows = Array.from({ length: ROWS }, (_, at) => rowOf(old, String(at), `value ${at}`))
    await noteDataKey(db, 'k1')
    for (let at = 0; at < ROWS; at += 500)
      await db
        .insertInto('idempotency')
        .values(rows.slice(at, at + 500))
        .execute()
    await requireSameKeys(db, both)
    await noteDataKey(db, both.data[0].id)

    const killed = rotate(shop, `${NEW},SECRET_KEY`)
    while ((await changed(shop)) === 0) await pause(1)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const soFar = await changed(shop)
    expect(soFar).toBeGreaterThan(0)
    expect(soFar).toBeLessThan(ROWS)
    await expect(requireSameKeys(db, anew)).rejects.toThrow('DATA_KEYS lacks SECRET_KEY')
    // A write during the rotation.
    await db
      .insertInto('idempotency')
      .values(rowOf(both, 'later', 'value later'))
      .execute()

    const again = rotate(shop, `${NEW},SECRET_KEY`)
    const [said, complaints] = await Promise.all([text(again.stdout), text(again.stderr)])
    expect(complaints).toBe('')
    expect(said).toMatch(new RegExp(`idempotency.body +${ROWS - soFar}\n`))
    expect(said).toContain('No longer needed in DATA_KEYS: SECRET_KEY (k1).')
    await requireSameKeys(db, anew)
    const values = await listSealedWithOtherKeys(db, PLACE, 'k0', null, 2 * ROWS)
    expect(values).toHaveLength(ROWS + 1)
    const opened = values.map(({ row, sealed }) =>
      unseal(anew, columnContext('idempotency', 'body', row.join('|')), sealed),
    )
    expect(opened).toEqual(values.map(({ row }) => `value ${row[2]}`))
  },
  60_000,
)

test.concurrent(
  'of two changes of the key at once one is refused, and no file is lost',
  async ({ shop, expect }) => {
    const { db, folder } = shop
    const [old, both, anew] = [keysOf('SECRET_KEY'), keysOf(NEW, 'SECRET_KEY'), keysOf(NEW)]
    const fileIds = Array.from({ length: FILES }, (_, at) => `photo${String(at).padStart(8, '0')}`)
    const uploads = folderStore(join(folder, 'uploads'))
    const contentOf = (at: number) => Buffer.alloc(FILE_BYTES, at)
    const raw = new DatabaseSync(join(folder, 'shop.db'), { enableForeignKeyConstraints: false })
    for (const [at, fileId] of fileIds.entries()) {
      await uploads.put(fileId, sealBytes(old, fileContext(fileId), contentOf(at)))
      const row = {
        file_id: fileId,
        purchase_journey_id: 'sold',
        kind: 'TRADE_IN_PHOTO',
        name: seal(old, columnContext('purchase_file', 'name', fileId), 'car.jpg'),
        trade_vehicle_id: '',
        type: 'image/jpeg',
        size_bytes: FILE_BYTES,
        sha256: fileId,
        uploaded_by: 'customer:7',
        created_at: '2026-11-23T01:00:00.000Z',
        content_key: 'k1',
      }
      raw
        .prepare(
          `insert into purchase_file (${Object.keys(row).join()}) values (${Object.keys(row).map(() => '?')})`,
        )
        .run(...Object.values(row))
    }
    raw.close()
    await noteDataKey(db, 'k1')
    await requireSameKeys(db, both)
    await noteDataKey(db, both.data[0].id)

    const runs = [rotate(shop, `${NEW},SECRET_KEY`), rotate(shop, `${NEW},SECRET_KEY`)]
    const said = await Promise.all(
      runs.map((run) => Promise.all([text(run.stdout), text(run.stderr)])),
    )
    expect(said.map(([well]) => well !== '').sort()).toEqual([false, true])
    expect(said.flat().join('')).toContain('Another rotate-keys is running')
    for (const [at, fileId] of fileIds.entries()) {
      const opened = unsealBytes(anew, fileContext(fileId), (await uploads.get(fileId))!)
      expect(opened.equals(contentOf(at))).toBe(true)
    }
    await requireSameKeys(db, anew)
  },
  60_000,
)

test.concurrent(
  'a command without a key that is needed says which, and does nothing',
  async ({ shop, expect }) => {
    const { db } = shop
    await requireSameKeys(db, keysOf('SECRET_KEY'))
    await noteDataKey(db, 'k1')
    const refused = rotate(shop, NEW)
    const [said, complaints] = await Promise.all([text(refused.stdout), text(refused.stderr)])
    expect(said).toBe('')
    expect(complaints).toMatch(/^DATA_KEYS lacks SECRET_KEY, which something in this database/)
  },
)
