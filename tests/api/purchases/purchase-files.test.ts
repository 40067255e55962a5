import { describe, expect, test } from 'vitest'
import sharp from 'sharp'
import {
  listPurchaseFiles,
  readPurchaseFile,
  removePurchaseFile,
} from '#lib/purchases/file-calls.ts'
import { deletePurchaseJourney, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { countWork, listWork } from '#lib/staff/calls.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { forgetApplication } from '#server/finance/queries.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import type { Scope } from '#lib/api/who.ts'
import { removeOrphanFiles } from '#server/purchase-files/file-storage.ts'
import { machineToken } from '#tests/setup/machines.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { bearer } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  aTradeIn,
  conditional,
  documented,
  photographed,
  someBytes,
  someFile,
  tradingIn,
} from '#tests/setup/files.ts'
import { valueOf } from '#tests/setup/people.ts'
import { conflictOf, faultsOf } from '#tests/setup/purchases.ts'
import { app, db, mia, restart, sam, signInAgain } from '#tests/setup/suite.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import { files, setUpFiles, later, add, send, filesOf, photosOf } from './purchase-files.fixture.ts'

describe.each(databases)('files of a purchase on $name', (database) => {
  setUpFiles(database)

  test('a photo is shown with its car, and read as it was drawn again', async () => {
    const { id, vehicleId, fileId } = await photographed(mia)
    expect(await photosOf(id)).toEqual([[fileId]])
    expect(await filesOf(id)).toMatchObject([
      { fileId, kind: 'TRADE_IN_PHOTO', vehicleId, name: null, type: 'image/jpeg' },
    ])
    const read = valueOf(await mia.call(readPurchaseFile, { params: { id, fileId } }))
    const [sent, kept] = await Promise.all(
      [someBytes(), await read.arrayBuffer()].map((bytes) => sharp(bytes).raw().toBuffer()),
    )
    expect(kept).toEqual(sent)
  })

  test('asked for its headers alone, a file takes no room from those who read it', async () => {
    const { id, fileId } = await photographed(mia)
    await db.updateTable('purchase_file').set({ size_bytes: 13_000_000 }).execute()
    const path = `/api/purchase-journey/${id}/files/${fileId}`
    for (const method of ['HEAD', 'HEAD', 'GET']) {
      const answer = await app.request(path, {
        method,
        headers: { authorization: `Bearer ${mia.accessToken}` },
      })
      expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([
        200,
        method === 'GET',
      ])
    }
  })

  test('a file that is refused for want of room leaves nothing in the store', async () => {
    restart({ env: { LIMIT_FILE_MEGABYTES: '1' }, deps: { files } })
    await signInAgain()
    const { id, vehicleId } = await photographed(mia)
    await db.updateTable('purchase_file').set({ size_bytes: 1_000_000 }).execute()
    for (const which of ['2', '3', '4'])
      expect(conflictOf(await add(mia, id, vehicleId, someFile('image/jpeg', which))).status).toBe(
        409,
      )
    expect(files.kept.size).toBe(1)
    expect(await db.selectFrom('file_removal').selectAll().execute()).toEqual([])
  })

  test('of where and when a photo was taken nothing is kept for any sender', async () => {
    const place = { IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '36/1 51/1 30/1' } }
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a41' } })
      .withExif(place)
      .jpeg()
      .toBuffer()
    const body = new Blob([new Uint8Array(photo)], { type: 'image/jpeg' })
    const { id, vehicleId } = await tradingIn(mia)
    valueOf(await add(mia, id, vehicleId, body))
    const { id: financed } = await conditional(mia)
    valueOf(await send(financed, 'Licence.jpg', body))
    for (const purchase of [id, financed]) {
      const [file] = await filesOf(purchase)
      const params = { id: purchase, fileId: file!.fileId }
      const read = valueOf(await mia.call(readPurchaseFile, { params }))
      const { exif, width } = await sharp(await read.arrayBuffer()).metadata()
      expect({ exif, width, sizeBytes: file!.sizeBytes }).toEqual({
        width: 8,
        sizeBytes: read.size,
      })
      expect(file!.sizeBytes).toBeLessThan(photo.length)
    }
  })

  test('what is kept outside the database is encrypted, and so is a document’s name inside', async () => {
    const { id, fileId } = await documented(mia)
    expect([...files.kept.keys()]).toEqual([fileId])
    expect(Buffer.from(files.kept.get(fileId)!).includes('%PDF-1.7')).toBe(false)
    const row = await db.selectFrom('purchase_file').selectAll().executeTakeFirstOrThrow()
    expect(row.name).not.toContain('Licence')
    expect(await filesOf(id)).toMatchObject([{ name: 'Licence.pdf', isRead: false }])
  })

  test('a photo or document that is sent again after a lost answer is not kept twice', async () => {
    const { id, vehicleId, fileId } = await photographed(mia)
    const again = valueOf(await add(mia, id, vehicleId))
    expect(again.tradeInformation.vehicles[0]!.photos).toEqual([fileId])
    const { id: financed } = await conditional(mia)
    const first = valueOf(await send(financed))
    expect(valueOf(await send(financed))).toEqual(first)
    expect(files.kept.size).toBe(2)
  })

  test('two sendings of one photo at once keep one', async () => {
    const { id, vehicleId } = await tradingIn(mia)
    await Promise.all([add(mia, id, vehicleId), add(mia, id, vehicleId)])
    expect(await photosOf(id)).toEqual([[expect.any(String)]])
    await later(2 * HOUR_MS)
    expect([[...files.kept.keys()]]).toEqual(await photosOf(id))
  })

  test('a process that dies between a file and its row leaves nothing behind', async () => {
    const { id, vehicleId } = await tradingIn(mia)
    const { put } = files
    files.put = async (key, bytes) => {
      await put(key, bytes)
      throw new Error('killed')
    }
    await add(mia, id, vehicleId)
    expect(files.kept.size).toBe(1)
    await removeOrphanFiles(app.deps)
    expect(files.kept.size).toBe(1)
    await later(HOUR_MS)
    expect(files.kept.size).toBe(0)
    expect(await photosOf(id)).toEqual([[]])
  })

  test('a file whose removal has begun gets no row', async () => {
    const { id, vehicleId } = await tradingIn(mia)
    const { put } = files
    files.put = async (key, bytes) => {
      await put(key, bytes)
      await later(2 * HOUR_MS)
    }
    expect(faultsOf(await add(mia, id, vehicleId)).status).toBe(503)
    expect(await photosOf(id)).toEqual([[]])
  })

  test('a client puts photos in order and leaves some out, and what it does not say stays', async () => {
    const { id, vehicleId } = await tradingIn(mia)
    for (const rest of ['1', '2', '3']) await add(mia, id, vehicleId, someFile('image/jpeg', rest))
    const [photos] = await photosOf(id)
    const write = (wanted?: string[]) =>
      mia.call(updatePurchaseJourney, {
        params: { id },
        body: {
          tradeInformation: {
            vehicles: [{ ...aTradeIn, id: vehicleId, ...(wanted && { photos: wanted }) }],
          },
        },
      })
    const wanted = [photos![2]!, photos![0]!]
    valueOf(await write(wanted))
    expect(await photosOf(id)).toEqual([wanted])
    valueOf(await write())
    expect(await photosOf(id)).toEqual([wanted])
    expect(faultsOf(await write([photos![1]!])).fields).toEqual([
      'tradeInformation.vehicles.0.photos',
    ])
    await removeOrphanFiles(app.deps)
    expect([...files.kept.keys()].sort()).toEqual([...wanted].sort())
    valueOf(
      await mia.call(updatePurchaseJourney, {
        params: { id },
        body: { tradeInformation: { vehicles: [] } },
      }),
    )
    expect(await filesOf(id)).toEqual([])
  })

  test('a removed file is gone from the purchase at once, and from the store soon', async () => {
    const { id, fileId } = await photographed(mia)
    valueOf(await mia.call(removePurchaseFile, { params: { id, fileId } }))
    expect(await photosOf(id)).toEqual([[]])
    expect(faultsOf(await mia.call(readPurchaseFile, { params: { id, fileId } })).status).toBe(404)
    await removeOrphanFiles(app.deps)
    expect(files.kept.size).toBe(0)
  })

  test('a document is on the work list until staff open it, and is kept after that', async () => {
    const { id, fileId } = await documented(mia)
    const query = { kind: 'documents' as const }
    const { items } = valueOf(await sam.call(listWork, { query }))
    expect(items).toMatchObject([{ kind: 'documents', id, purchaseJourneyId: id }])
    expect(valueOf(await sam.call(countWork)).counts.documents).toBe(1)

    valueOf(await mia.call(readPurchaseFile, { params: { id, fileId } }))
    expect(valueOf(await sam.call(countWork)).counts.documents).toBe(1)
    const machine = async (...scopes: Scope[]) => {
      const call = app.browser(bearer(await machineToken(app.deps, scopes)))
      const { files: listed } = valueOf(await call(listPurchaseFiles, { params: { id } }))
      const answer = await call(readPurchaseFile, { params: { id, fileId } })
      return { listed: listed.length, status: answer.ok ? 200 : faultsOf(answer).status }
    }
    expect(await machine('purchases:read')).toEqual({ listed: 0, status: 403 })
    expect(await machine('purchases:read', 'finance:decide')).toEqual({ listed: 1, status: 200 })
    const outcomes = await db
      .selectFrom('audit')
      .select('outcome')
      .where('action', '=', 'readPurchaseFile')
      .orderBy('seq')
      .execute()
    expect(outcomes).toEqual([{ outcome: 'REFUSED' }, { outcome: 'ALLOWED' }])
    expect(valueOf(await sam.call(countWork)).counts.documents).toBe(1)
    valueOf(await sam.call(readPurchaseFile, { params: { id, fileId } }))
    expect(valueOf(await sam.call(countWork)).counts.documents).toBe(0)
    expect(await filesOf(id)).toMatchObject([{ isRead: true }])
    const remove = { params: { id, fileId } }
    expect(conflictOf(await mia.call(removePurchaseFile, remove)).status).toBe(409)
    const audit = await db
      .selectFrom('audit')
      .select(['actor', 'customer_id'])
      .where('action', '=', 'readPurchaseFile')
      .where('actor', 'like', 'staff:%')
      .execute()
    expect(audit).toEqual([{ actor: 'staff:1', customer_id: mia.customerId }])
  })

  test('documents are forgotten with the application, all files with the purchase or the account', async () => {
    const { id } = await documented(mia)
    await db.transaction().execute((trx) => forgetApplication(trx, id))
    expect(await filesOf(id)).toEqual([])
    const { id: left } = await photographed(mia)
    await photographed(mia)
    valueOf(await mia.call(deletePurchaseJourney, { params: { id: left } }))
    await forgetOld(app.deps)
    await removeOrphanFiles(app.deps)
    expect(files.kept.size).toBe(1)
    await db
      .transaction()
      .execute((trx) => eraseCustomer(trx, mia.customerId, app.clock.now().toISOString()))
    await forgetOld(app.deps)
    await removeOrphanFiles(app.deps)
    expect(files.kept.size).toBe(0)
  })

  test('they are in the copy of the customer’s data', async () => {
    const { id, fileId } = await documented(mia)
    const { purchases } = await exportedData(app, mia)
    expect(purchases.find((purchase) => purchase.id === id)!.files).toMatchObject([
      { fileId, name: 'Licence.pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })
})
