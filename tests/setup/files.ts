import sharp, { type Sharp } from 'sharp'
import { addFinanceDocument, addTradeInPhoto } from '#lib/purchases/file-calls.ts'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { MOST_PHOTOS, type FileType } from '#lib/shared/files.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { valueOf } from './people.ts'
import { ready, started, type Person } from './purchases.ts'

/** Small pictures, each of another grey. */
const drawn = (write: (picture: Sharp) => Sharp): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: MOST_PHOTOS + 1 }, (_, n) => {
      const background = { r: n * 16, g: n * 16, b: n * 16 }
      return write(sharp({ create: { width: 8, height: 6, channels: 3, background } })).toBuffer()
    }),
  )
const PICTURES = {
  'image/jpeg': await drawn((picture) => picture.jpeg()),
  'image/png': await drawn((picture) => picture.png()),
  'image/webp': await drawn((picture) => picture.webp()),
}

/** A PDF of one page. */
export function somePdf(comment: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let text = `%PDF-1.7\n%${comment}\n`
  const offsets = objects.map((object, index) => {
    const at = Buffer.byteLength(text)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = Buffer.byteLength(text)
  const entries = ['0000000000 65535 f \n', ...offsets].join('')
  text += `xref\n0 4\n${entries}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text)
}

/**
 * A small file of a type.
 *
 * @param which Another one for each: a number up to twelve, or for a PDF any text.
 */
export const someBytes = (type: FileType = 'image/jpeg', which = '1'): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(type === 'application/pdf' ? somePdf(which) : PICTURES[type][Number(which)]!)

export const someFile = (type: FileType = 'image/jpeg', which = '1'): Blob =>
  new Blob([someBytes(type, which)], { type })

export const aTradeIn = {
  registration: 'TOI101',
  make: 'Tarvane',
  model: 'Tarn',
  year: 2019,
  odometerKm: 61_000,
  owingCents: 0,
}

/** A purchase with a car to trade in. */
export async function tradingIn(person: Person): Promise<{ id: string; vehicleId: string }> {
  const { id } = await started(person)
  const body = { tradeInformation: { vehicles: [aTradeIn] } }
  const { tradeInformation } = valueOf(
    await person.call(updatePurchaseJourney, { params: { id }, body }),
  )
  return { id, vehicleId: tradeInformation.vehicles[0]!.id }
}

/** The same, with a photo of the car. */
export async function photographed(person: Person) {
  const { id, vehicleId } = await tradingIn(person)
  const photo = { params: { id }, query: { vehicleId }, body: someFile() }
  const { tradeInformation } = valueOf(await person.call(addTradeInPhoto, photo))
  return { id, vehicleId, fileId: tradeInformation.vehicles[0]!.photos[0]! }
}

/** A purchase whose finance is approved with a condition. */
export async function conditional(person: Person): Promise<{ id: string }> {
  const { id } = await ready(person, { payOption: 'LOANCLASIC' })
  const application = anApplication()
  const body = {
    ...application,
    residence: { ...application.residence, driverLicenceType: 'LEARN' as const },
  }
  valueOf(await person.call(submitFinanceApplication, { params: { id }, body }))
  return { id }
}

/** The same, with a document sent for it. */
export async function documented(person: Person) {
  const { id } = await conditional(person)
  const body = someFile('application/pdf')
  const sent = { params: { id }, fileName: 'Licence.pdf', body }
  const { fileId } = valueOf(await person.call(addFinanceDocument, sent))
  return { id, fileId }
}
