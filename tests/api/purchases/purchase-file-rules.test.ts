import { describe, expect, test } from 'vitest'
import { readPurchaseFile, removePurchaseFile } from '#lib/purchases/file-calls.ts'
import { deletePurchaseJourney, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { offerForTradeIn } from '#lib/trade-in/calls.ts'
import { MAX_FILE_BYTES, MOST_DOCUMENTS, MOST_PHOTOS } from '#lib/shared/files.ts'
import { removeOrphanFiles } from '#server/purchase-files/file-storage.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  aTradeIn,
  conditional,
  photographed,
  someBytes,
  someFile,
  tradingIn,
} from '#tests/setup/files.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, conflictOf, faultsOf } from '#tests/setup/purchases.ts'
import { app, mia, sam } from '#tests/setup/suite.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import {
  add,
  files,
  filesOf,
  later,
  photosOf,
  refusalOf,
  send,
  setUpFiles,
} from './purchase-files.fixture.ts'

// The rules are the same code on any database.
describe.each(databases.slice(0, 1))('which files a purchase takes, on $name', (database) => {
  setUpFiles(database)

  const offer = async (id: string, vehicleId: string) => {
    const vehicles = [{ ...aTradeIn, id: vehicleId, request: 'APPRAISAL' as const }]
    const body = { tradeInformation: { vehicles } }
    valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body }))
    const price = { vehicleId, offerCents: 1_200_000 }
    valueOf(await sam.call(offerForTradeIn, { params: { id }, body: price }))
  }

  test('a file is downloaded, never shown as a page', async () => {
    const { id } = await conditional(mia)
    const { fileId } = valueOf(await send(id, 'Māia’s "pay";\n.pdf'))
    const { headers } = await app.request(`/api/purchase-journey/${id}/files/${fileId}`, {
      headers: { authorization: `Bearer ${mia.accessToken}` },
    })
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="M_ia_s_pay_.pdf"; filename*=UTF-8''M%C4%81ia%E2%80%99s%20%22pay%22%3B.pdf`,
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

  test('a document is saved with the ending of its type, whatever it is called', async () => {
    const { id } = await conditional(mia)
    const names = []
    for (const [at, name] of ['Payslip.hta', 'Payslip\u202Efdp.bat', 'Lohn.PDF'].entries()) {
      const { fileId } = valueOf(await send(id, name, someFile('application/pdf', String(at))))
      const { headers } = await app.request(`/api/purchase-journey/${id}/files/${fileId}`, {
        headers: { authorization: `Bearer ${sam.accessToken}` },
      })
      names.push(/filename="(.*?)"/.exec(headers.get('content-disposition')!)![1])
    }
    expect(names).toEqual(['Payslip.hta.pdf', 'Payslipfdp.bat.pdf', 'Lohn.PDF'])
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
