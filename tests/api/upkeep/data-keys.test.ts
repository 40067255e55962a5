import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#lib/contract.ts'
import { readPurchaseFile, removePurchaseFile } from '#lib/purchases/file-calls.ts'
import { getPurchaseJourney, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { bearer, startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { asked, examples } from '#tests/setup/examples.ts'
import { documented, photographed } from '#tests/setup/files.ts'
import { memoryFiles, type MemoryFiles } from '#tests/setup/memory-files.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, ownerDetails, started, type Person } from '#tests/setup/purchases.ts'
import { ask, openWorld, requestOf } from '#tests/setup/world.ts'
import {
  dataKeysInUse,
  noteDataKey,
  listSealedWithOtherKeys,
} from '#server/platform/crypto/data-key-queries.ts'
import type { Db } from '#server/database.ts'
import { requireSameKeys } from '#server/platform/crypto/key-check.ts'
import { startJob } from '#server/jobs.ts'
import { removeOrphanFiles } from '#server/purchase-files/file-storage.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { unseal } from '#server/platform/crypto/encryption.ts'
import { keyUse } from '#server/upkeep/data-keys.ts'
import { SEALED, columnContext } from '#server/platform/crypto/encryption-context.ts'
import { verifyAudit } from '#server/staff/audit.ts'
import { admin } from '../../../scripts/admin.ts'

const QUICK = { memory: 64, passes: 1, parallelism: 1 }
const NEW = 'the data key of this year, which is long enough'
const keysOf = (...data: string[]) =>
  deriveKeys('a secret for tests, long enough to be one', QUICK, data)
const OLD_KEYS = keysOf('SECRET_KEY')
const BOTH = keysOf(NEW, 'SECRET_KEY')
const NEW_KEYS = keysOf(NEW)
const NEW_ID = NEW_KEYS.data[0].id

const PLACES = Object.entries(SEALED).flatMap(([table, { columns, row }]) =>
  columns.map((column) => ({ table, column, row })),
)

describe.each(databases)('the data key, on $name', ({ open }) => {
  let db: Db
  let files: MemoryFiles
  /** A storefront, by the keys it was started with. */
  let app: Application
  const startedWith = (keys: typeof OLD_KEYS) => startApplication(db, { deps: { keys, files } })
  const again = (person: Person, keys: typeof OLD_KEYS): Person => ({
    ...person,
    call: startedWith(keys).browser(bearer(person.accessToken)),
  })
  /** Runs during the pause in which an older process can report itself. */
  let meanwhile: () => Promise<void>
  const rotate = (keys = BOTH, ...args: string[]) =>
    admin({ ...app.deps, keys, pause: () => meanwhile() }, ['rotate-keys', ...args])
  const keyIds = async () => [...new Set((await keyUse(app.deps)).map(({ keyId }) => keyId))]
  const audited = async () =>
    (
      await db
        .selectFrom('audit')
        .select(['actor', 'action', 'fields'])
        .where('action', 'in', ['rotateKeys', 'freeKeys'])
        .orderBy('seq')
        .execute()
    ).map(({ actor, action, fields }) => `${actor} ${action} ${fields}`)

  beforeEach(async () => {
    db = await open()
    files = memoryFiles()
    meanwhile = async () => {}
    app = startedWith(OLD_KEYS)
    await noteDataKey(db, 'k1')
  })
  afterEach(() => db.destroy())

  // It makes every call once, and which rows a call encrypts is the same code on each database.
  if (open === databases[0]!.open)
    test('is changed wherever something is encrypted', { timeout: 120_000 }, async () => {
      const world = await openWorld(db, { keys: OLD_KEYS, files })
      await db.updateTable('stock').set({ quantity: 1000 }).execute()
      for (const endpoint of Object.values(contract)) {
        const example = asked(await examples[endpoint.name]!(world))
        const headers = { ...example.headers, 'idempotency-key': `once-${endpoint.name}` }
        await ask(world, ...requestOf(endpoint, { ...example, headers }))
      }
      await admin(world.app.deps, [
        'webhook',
        'add',
        'http://127.0.0.1:9/',
        '--events',
        'booking.made',
      ])
      await world.stop()
      app = world.app
      const before = await keyUse(app.deps)
      expect(new Set(before.map(({ keyId }) => keyId))).toEqual(new Set(['k1']))
      // Each place has something in it, so that none is passed over unseen.
      const filled = before.map(({ where }) => where)
      for (const { table, column } of PLACES) expect(filled).toContain(`${table}.${column}`)
      expect(filled).toContain('uploaded files')

      await noteDataKey(db, NEW_ID)
      const { isWell, text } = await rotate()
      expect(text).toContain('No longer needed in DATA_KEYS: SECRET_KEY (k1).')
      expect(isWell).toBe(true)

      const counts = (uses: typeof before) => uses.map(({ where, count }) => [where, count])
      const after = await keyUse(app.deps)
      expect(counts(after)).toEqual(counts(before))
      expect(new Set(after.map(({ keyId }) => keyId))).toEqual(new Set([NEW_ID]))
      for (const place of PLACES)
        for (const { row, sealed } of await listSealedWithOtherKeys(db, place, 'k0', null, 1000)) {
          const { table, column } = place as { table: 'staff'; column: 'totp_secret' }
          expect(unseal(NEW_KEYS, columnContext(table, column, row.join('|')), sealed)).not.toBe('')
        }
      expect((await verifyAudit(db)).isSound).toBe(true)
    })

  describe('of a shop that goes on', () => {
    let mia: Person
    beforeEach(async () => {
      await seedDemo(app.deps)
      mia = await arrive(app)
    })

    const firstNameOf = async ({ call }: Person, id: string) =>
      valueOf(await call(getPurchaseJourney, { params: { id } })).ownerDetails?.firstName
    const rename = ({ call }: Person, id: string, firstName: string) =>
      call(updatePurchaseJourney, {
        params: { id },
        body: { ownerDetails: ownerDetails({ firstName }) },
      })

    test('loses nothing that is written during the rotation', async () => {
      const journeys = await Promise.all(['a', 'b', 'c', 'd'].map(() => started(mia)))
      for (const { id } of journeys) await rename(mia, id, 'Before')
      await noteDataKey(db, NEW_ID)
      const anew = again(mia, BOTH)
      const writing = journeys.map(async ({ id }) => {
        for (const name of ['One', 'Two', 'Three']) valueOf(await rename(anew, id, name))
      })
      const [{ isWell }] = await Promise.all([rotate(), ...writing])
      expect(isWell).toBe(true)
      expect(await keyIds()).toEqual([NEW_ID])
      for (const { id } of journeys)
        expect(await firstNameOf(again(mia, NEW_KEYS), id)).toBe('Three')
    })

    test('is taken out afterwards, with the files readable', async () => {
      const photo = await photographed(mia)
      const document = await documented(mia)
      await noteDataKey(db, NEW_ID)
      expect((await rotate()).text).toMatch(/uploaded files +2/)
      const later = again(mia, NEW_KEYS)
      for (const { id, fileId } of [photo, document])
        valueOf(await later.call(readPurchaseFile, { params: { id, fileId } }))
      await requireSameKeys(db, NEW_KEYS)
      expect(await audited()).toEqual([
        `system rotateKeys ["key:${NEW_ID}"]`,
        'system freeKeys ["key:k1"]',
      ])
    })

    test('is needed as long as something is encrypted with it', async () => {
      const { id } = await started(mia)
      await rename(mia, id, 'Before')
      await requireSameKeys(db, BOTH)
      await noteDataKey(db, NEW_ID)
      await expect(requireSameKeys(db, NEW_KEYS)).rejects.toThrow(
        'DATA_KEYS lacks SECRET_KEY, which something in this database is encrypted with',
      )
      await rotate()
      await requireSameKeys(db, NEW_KEYS)
      await expect(requireSameKeys(db, OLD_KEYS)).rejects.toThrow(`lacks the key ${NEW_ID}`)
      // A process that was left running with the old settings says so.
      const job = startJob(app.deps, 'data-keys')
      await vi.waitFor(async () => expect(await dataKeysInUse(db)).toContain('k1'))
      await job.stop()
      await expect(requireSameKeys(db, NEW_KEYS)).rejects.toThrow('DATA_KEYS lacks SECRET_KEY')
    })

    test('is counted without changing anything', async () => {
      const { id } = await started(mia)
      await rename(mia, id, 'Before')
      const { isWell, text } = await rotate(BOTH, '--check')
      expect(isWell).toBe(true)
      expect(text).toMatch(/purchase_journey.owner_details +k1 +1/)
      expect(text).toContain(`New data is encrypted with the key ${NEW_ID}.`)
      expect(await keyIds()).toEqual(['k1'])
      expect(await audited()).toEqual([])
    })

    test('is not changed to one that no storefront knows yet', async () => {
      const { isWell, text } = await rotate()
      expect(isWell).toBe(false)
      expect(text).toContain(`No storefront has started with the key ${NEW_ID}`)
      expect(await audited()).toEqual([])
    })

    test('stays where something cannot be opened, or a file is not there', async () => {
      const { fileId } = await photographed(mia)
      files.kept.delete(fileId)
      const { id } = await started(mia)
      await db
        .updateTable('purchase_journey')
        .set({ owner_details: 'k1.damaged' })
        .where('purchase_journey_id', '=', id)
        .execute()
      await noteDataKey(db, NEW_ID)
      const { isWell, text } = await rotate()
      expect(isWell).toBe(false)
      expect(text).toMatch(/purchase_journey.owner_details +k1 +1\nuploaded files +k1 +1\n/)
      expect(text).toContain(`Uploaded files not found: ${fileId}.`)
      expect(text).toContain(`purchase_journey.owner_details of ${id}`)
      expect(await dataKeysInUse(db)).toContain('k1')
      // Its removal was planned for the case that its row goes: the row is there, so nothing is removed.
      app.clock.advance(2 * 60 * 60_000)
      files.kept.set(fileId, Buffer.from('found again'))
      await forgetOld(app.deps)
      expect(files.kept.has(fileId)).toBe(true)
    })

    test('gives up lost files only with the option', async () => {
      const { fileId } = await photographed(mia)
      files.kept.delete(fileId)
      await noteDataKey(db, NEW_ID)
      expect((await rotate()).text).toContain('"rotate-keys --without-lost" drops them')
      expect(await dataKeysInUse(db)).toContain('k1')
      const { isWell, text } = await rotate(BOTH, '--without-lost')
      expect(isWell).toBe(true)
      expect(text).toContain(`Uploaded files not found: ${fileId}.`)
      expect(text).toContain('No longer needed in DATA_KEYS: SECRET_KEY (k1).')
      await requireSameKeys(db, NEW_KEYS)
    })

    test('notes no file that the store has not kept as it was given', async () => {
      const { fileId } = await photographed(mia)
      const before = files.kept.get(fileId)!
      await noteDataKey(db, NEW_ID)
      const { put } = files
      let puts = 0
      files.put = async (key, bytes) => {
        puts += 1
        await put(key, puts % 2 === 1 ? bytes.subarray(0, -1) : bytes)
      }
      const { isWell, text } = await rotate()
      expect(isWell).toBe(false)
      expect(text).toMatch(/uploaded files +k1 +1\n/)
      expect(files.kept.get(fileId)).toEqual(before)
      expect(await dataKeysInUse(db)).toContain('k1')
    })

    test('is still needed where an older process goes on', async () => {
      const { id } = await started(mia)
      await rename(mia, id, 'Before')
      await noteDataKey(db, NEW_ID)
      const older = () => noteDataKey(db, 'k1')
      for (const left of [older, async () => void (await rename(mia, id, 'Late'))]) {
        meanwhile = left
        const { isWell, text } = await rotate()
        expect(isWell).toBe(false)
        expect(text).toContain('A storefront is still running with older DATA_KEYS')
        expect(text).not.toContain('No longer needed')
        await expect(requireSameKeys(db, NEW_KEYS)).rejects.toThrow('DATA_KEYS lacks SECRET_KEY')
      }
      meanwhile = async () => {}
      expect((await rotate()).text).toContain('No longer needed in DATA_KEYS: SECRET_KEY (k1).')
      expect(await firstNameOf(again(mia, NEW_KEYS), id)).toBe('Late')
    })

    test('encrypts nothing by a command before a storefront knows it', async () => {
      const add = ['webhook', 'add', 'http://127.0.0.1:9/', '--events', 'booking.made']
      const { isWell, text } = await admin({ ...app.deps, keys: BOTH }, add)
      expect(isWell).toBe(false)
      expect(text).toContain(`No storefront has started with the key ${NEW_ID}`)
      expect(await db.selectFrom('webhook_endpoint').selectAll().execute()).toEqual([])
    })

    test('leaves no file behind whose row is deleted during the rotation', async () => {
      const { id, fileId } = await photographed(mia)
      await noteDataKey(db, NEW_ID)
      const { put } = files
      files.put = async (key, bytes) => {
        valueOf(await mia.call(removePurchaseFile, { params: { id, fileId } }))
        await removeOrphanFiles(app.deps)
        await put(key, bytes)
      }
      expect(await rotate()).toMatchObject({ isWell: true })
      expect(files.kept.has(fileId)).toBe(true)
      app.clock.advance(2 * 60 * 60_000)
      await removeOrphanFiles(app.deps)
      expect(files.kept.has(fileId)).toBe(false)
    })
  })
})
