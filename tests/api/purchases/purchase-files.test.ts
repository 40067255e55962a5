import { describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import {
  addFinanceDocument,
  addTradeInPhoto,
  listPurchaseFiles,
  readPurchaseFile,
  removePurchaseFile,
} from '#lib/purchases/file-calls.ts'
import {
  deletePurchaseJourney,
  getPurchaseJourney,
  updatePurchaseJourney,
} from '#lib/purchases/calls.ts'
import { countWork, listWork } from '#lib/staff/calls.ts'
import { offerForTradeIn } from '#lib/trade-in/calls.ts'
import { MAX_FILE_BYTES, MOST_DOCUMENTS, MOST_PHOTOS } from '#lib/shared/files.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { forgetApplication } from '#server/finance/queries.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import type { Scope } from '#lib/api/who.ts'
import { createApiClient, issueClientToken } from '#server/api-clients/api-clients.ts'
import { removeOrphanFiles } from '#server/purchase-files/file-storage.ts'
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
import { memoryFiles, type MemoryFiles } from '#tests/setup/memory-files.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, conflictOf, faultsOf, type Person } from '#tests/setup/purchases.ts'
import { app, db, mia, restart, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

describe.each(databases)('files of a purchase on $name', (database) => {
  const { name } = database
  let files: MemoryFiles
  setUpSignedIn(database, () => ({ deps: { files: (files = memoryFiles()) } }))

  /** Long enough for removals, and for sessions to end. */
  const later = async (ms: number) => {
    app.clock.advance(ms)
    await removeOrphanFiles(app.deps)
    await signInAgain()
  }
  const add = (who: Person, id: string, vehicleId: string, body = someFile()) =>
    who.call(addTradeInPhoto, { params: { id }, query: { vehicleId }, body })
  const send = (id: string, name = 'Payslip.pdf', body = someFile('application/pdf')) =>
    mia.call(addFinanceDocument, { params: { id }, fileName: name, body })
  const refusalOf = (result: Result<unknown>) =>
    result.ok ? [] : [faultsOf(result).status, failureMessage(result.failure)]
  const filesOf = async (id: string) =>
    valueOf(await mia.call(listPurchaseFiles, { params: { id } })).files
  const photosOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } })).tradeInformation.vehicles.map(
      ({ photos }) => photos,
    )
  const offer = async (id: string, vehicleId: string) => {
    const vehicles = [{ ...aTradeIn, id: vehicleId, request: 'APPRAISAL' as const }]
    const body = { tradeInformation: { vehicles } }
    valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body }))
    const price = { vehicleId, offerCents: 1_200_000 }
    valueOf(await sam.call(offerForTradeIn, { params: { id }, body: price }))
  }

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
      const { clientId } = await createApiClient(app.deps, { name: 'Dealer system', scopes })
      const tokens = (await issueClientToken(app.deps, { clientId, scopes }, undefined, 'local'))!
      const call = app.browser(bearer(tokens.access_token))
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
  // The rules are the same code on any database.
  if (name !== databases[0]!.name) return

  test('a file is downloaded, never shown as a page', async () => {
    const { id } = await conditional(mia)
    const { fileId } = valueOf(await send(id, 'Māia’s "pay";\n.pdf'))
    const { headers } = await app.request(`/api/purchase-journey/${id}/files/${fileId}`, {
      headers: { authorization: `Bearer ${mia.accessToken}` },
    })
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="M_ia_s_pay_.pdf"; filename*=UTF-8''M%C4%81ia%E2%80%99s%20%22pay%22%3B%0A.pdf`,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('the name of a document travels in a header, percent-encoded, and is wanted', async () => {
    const { id } = await conditional(mia)
    const send = (name?: string) =>
      app.request(`/api/purchase-journey/${id}/finance-documents`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${mia.accessToken}`,
          'content-type': 'application/pdf',
          ...(name !== undefined && { 'x-file-name': name }),
        },
        body: someBytes('application/pdf'),
      })
    for (const name of [undefined, '%20', '%', 'a'.repeat(201)]) {
      const answer = await send(name)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ messages: [{ property: 'x-file-name' }] })
    }
    expect(await (await send('M%C4%81ia%20%E2%80%93%20pay.pdf')).json()).toMatchObject({
      name: 'Māia – pay.pdf',
    })
  })

  test('what only calls itself a picture is no photo', async () => {
    const { id, vehicleId } = await tradingIn(mia)
    const page = new Blob(['<!doctype html>'], { type: 'image/jpeg' })
    const document = new Blob([someBytes('application/pdf')], { type: 'image/png' })
    const nothing = new Blob([], { type: 'image/png' })
    const halfAMark = new Blob([someBytes('image/png').slice(0, 4)], { type: 'image/png' })
    for (const body of [page, document, nothing, halfAMark])
      expect(refusalOf(await add(mia, id, vehicleId, body))).toEqual([
        400,
        'We can’t accept this kind of file. Send a JPEG, PNG or WebP picture.',
      ])
    expect(files.kept.size).toBe(0)
  })

  test('a picture or PDF that is not whole is refused, with what to do', async () => {
    const { id, vehicleId } = await tradingIn(mia)
    const half = new Blob([someBytes().slice(0, 200)], { type: 'image/jpeg' })
    expect(refusalOf(await add(mia, id, vehicleId, half))).toEqual([
      400,
      'We couldn’t read this picture. Take it again or save it as a JPEG, then send that.',
    ])
    const { id: financed } = await conditional(mia)
    const pdf = new Blob([someBytes('application/pdf').slice(0, -8)], { type: 'application/pdf' })
    expect(refusalOf(await send(financed, 'Payslip.pdf', pdf))).toEqual([
      400,
      'We couldn’t read this PDF. Save or print it as a PDF again, then send that.',
    ])
    expect(files.kept.size).toBe(0)
  })

  test('a file is read only for a car and a purchase that can take it', async () => {
    const { id, vehicleId } = await tradingIn(mia)
    const { fileCleaner } = app.deps
    let read = 0
    app.deps.fileCleaner = {
      ...fileCleaner,
      clean: (...sent) => {
        read += 1
        return fileCleaner.clean(...sent)
      },
    }
    const other = await arrive(app, 'company@demo.example')
    expect(faultsOf(await add(other, id, vehicleId)).status).toBe(404)
    expect(faultsOf(await add(mia, id, 'no-such-car')).status).toBe(404)
    expect(conflictOf(await send(id)).status).toBe(409)
    expect(read).toBe(0)
    valueOf(await add(mia, id, vehicleId))
    expect(read).toBe(1)
  })

  test('a file that was sent before, or that has no room, is refused before it is read', async () => {
    const { id, vehicleId } = await tradingIn(mia)
    for (let count = 0; count < MOST_PHOTOS; count += 1)
      valueOf(await add(mia, id, vehicleId, someFile('image/jpeg', String(count))))
    const { id: financed } = await conditional(mia)
    valueOf(await send(financed))
    app.deps.fileCleaner = { ...app.deps.fileCleaner, clean: () => Promise.reject(new Error()) }
    expect((await photosOf(id))[0]).toHaveLength(MOST_PHOTOS)
    valueOf(await add(mia, id, vehicleId, someFile('image/jpeg', '3')))
    valueOf(await send(financed))
    expect(conflictOf(await add(mia, id, vehicleId, someFile('image/png'))).status).toBe(409)
  })

  test('a file is what its first bytes say, whatever its media type', async () => {
    const { id, vehicleId } = await tradingIn(mia)
    for (const type of ['image/jpeg', 'image/png', 'image/webp'] as const)
      valueOf(await add(mia, id, vehicleId, new Blob([someBytes(type)], { type: 'image/png' })))
    const kept = await filesOf(id)
    expect(kept.map(({ type }) => type).sort()).toEqual(['image/jpeg', 'image/png', 'image/webp'])
  })

  test('other media types and what is too large are refused before they are read', async () => {
    const { id, vehicleId } = await tradingIn(mia)
    const svg = new Blob(['<svg/>'], { type: 'image/svg+xml' })
    expect(faultsOf(await add(mia, id, vehicleId, svg)).status).toBe(415)
    const large = new Blob([new Uint8Array(MAX_FILE_BYTES + 1)], { type: 'image/jpeg' })
    expect(faultsOf(await add(mia, id, vehicleId, large)).status).toBe(413)
  })

  test('a customer cannot reach another customer’s files, by either’s purchase', async () => {
    const { id, vehicleId, fileId } = await photographed(mia)
    const other = await arrive(app, 'company@demo.example')
    const own = await tradingIn(other)
    const attempts = [
      other.call(readPurchaseFile, { params: { id, fileId } }),
      other.call(readPurchaseFile, { params: { id: own.id, fileId } }),
      other.call(removePurchaseFile, { params: { id: own.id, fileId } }),
      add(other, own.id, vehicleId),
      other.call(updatePurchaseJourney, {
        params: { id: own.id },
        body: { tradeInformation: { vehicles: [{ ...aTradeIn, photos: [fileId] }] } },
      }),
    ]
    const answers = await Promise.all(attempts)
    expect(answers.map((answer) => faultsOf(answer).status)).toEqual([404, 404, 404, 404, 400])
    expect(await photosOf(id)).toEqual([[fileId]])
  })

  test('a store that fails is said, and loses nothing', async () => {
    const { id, vehicleId, fileId } = await photographed(mia)
    files.put = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const answer = await add(mia, id, vehicleId, someFile('image/png'))
    expect(faultsOf(answer)).toMatchObject({ status: 503, code: 'Unavailable' })
    expect(await photosOf(id)).toEqual([[fileId]])
  })

  test('a removal that the store refused is tried again', async () => {
    const { id } = await photographed(mia)
    valueOf(await mia.call(deletePurchaseJourney, { params: { id } }))
    const remove = files.delete
    files.delete = () => Promise.reject(new Error('not now'))
    await expect(removeOrphanFiles(app.deps)).rejects.toThrow('not now')
    files.delete = remove
    await later(HOUR_MS)
    expect(files.kept.size).toBe(0)
  })

  test(`a car has ${MOST_PHOTOS} photos, an application ${MOST_DOCUMENTS} documents, and no more`, async () => {
    const { id, vehicleId } = await tradingIn(mia)
    for (let count = 0; count < MOST_PHOTOS; count += 1)
      valueOf(await add(mia, id, vehicleId, someFile('image/jpeg', String(count))))
    expect(conflictOf(await add(mia, id, vehicleId, someFile('image/png'))).status).toBe(409)
    const { id: financed } = await conditional(mia)
    for (let count = 0; count < MOST_DOCUMENTS; count += 1)
      valueOf(await send(financed, `${count}.pdf`, someFile('application/pdf', String(count))))
    expect(conflictOf(await send(financed, 'more.png', someFile('image/png'))).status).toBe(409)
  })

  test('photos stay as they were once an offer is made for the car as they show it', async () => {
    const { id, vehicleId, fileId } = await photographed(mia)
    await offer(id, vehicleId)
    expect(conflictOf(await add(mia, id, vehicleId, someFile('image/png'))).status).toBe(409)
    const remove = { params: { id, fileId } }
    expect(conflictOf(await mia.call(removePurchaseFile, remove)).status).toBe(409)
    const body = { tradeInformation: { vehicles: [{ ...aTradeIn, id: vehicleId, photos: [] }] } }
    expect(conflictOf(await mia.call(updatePurchaseJourney, { params: { id }, body })).status).toBe(
      409,
    )
  })

  test('documents are taken for conditions only', async () => {
    const { id } = await tradingIn(mia)
    expect(conflictOf(await send(id)).status).toBe(409)
  })
})
