import { addFinanceDocument, addTradeInPhoto } from '#lib/contract/purchase-files.ts'
import { submitFinanceApplication, updatePurchaseJourney } from '#lib/contract/purchase-journeys.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { valueOf } from './people.ts'
import { ready, started, type Person } from './purchases.ts'

const STARTS = {
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/webp': [...'RIFF....WEBP'].map((sign) => sign.charCodeAt(0)),
  'application/pdf': [...'%PDF-1.7'].map((sign) => sign.charCodeAt(0)),
}
type Type = keyof typeof STARTS

/** A file as far as the server looks at it: it begins as its type does, and is told from others by what follows. */
export const someBytes = (type: Type = 'image/jpeg', rest = '1'): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...STARTS[type], ...Buffer.from(rest)])

export const someFile = (type: Type = 'image/jpeg', rest = '1'): Blob =>
  new Blob([someBytes(type, rest)], { type })

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
