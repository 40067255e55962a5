import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import {
  addFinanceDocument,
  addTradeInPhoto,
  removePurchaseFile,
} from '#lib/purchases/file-calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { siteCall } from '#stores/site/api.ts'
import { forgetPicture, keepPicture } from './file-content.ts'
import { $journey, flushJourney, showJourney } from './journey-updates.ts'
import { loadJourney } from './journey.ts'

const photosIn = ({ tradeInformation }: PurchaseJourney): string[] =>
  tradeInformation.vehicles.flatMap(({ photos }) => photos)

const isShown = (id: string): boolean => $journey.get()?.id === id

const withoutPhoto = (journey: PurchaseJourney, fileId: string): PurchaseJourney => ({
  ...journey,
  tradeInformation: {
    vehicles: journey.tradeInformation.vehicles.map((vehicle) => ({
      ...vehicle,
      photos: vehicle.photos.filter((photo) => photo !== fileId),
    })),
  },
})

/** Adds a photo to a car of a purchase, which may no longer be the open one. */
export async function sendPhoto(
  id: string,
  vehicleId: string,
  photo: Blob,
  call: ApiCall = siteCall,
): Promise<Result<PurchaseJourney>> {
  // The car itself may not be saved yet.
  if (isShown(id)) await flushJourney()
  const before = isShown(id) ? $journey.get() : null
  const answer = await call(addTradeInPhoto, { params: { id }, query: { vehicleId }, body: photo })
  if (!answer.ok || !before || !isShown(id)) return answer
  const added = photosIn(answer.value).filter((fileId) => !photosIn(before).includes(fileId))
  if (added.length === 1) await keepPicture(added[0]!, photo)
  if (isShown(id)) showJourney(answer.value)
  return answer
}

/** Sends a document that the lender of a purchase asks for. */
export const sendDocument = (id: string, name: string, document: Blob, call: ApiCall = siteCall) =>
  call(addFinanceDocument, { params: { id }, fileName: name, body: document })

/** Removes a photo or a document. */
export async function removeFile(
  id: string,
  fileId: string,
  call: ApiCall = siteCall,
): Promise<Result<undefined>> {
  const answer = await call(removePurchaseFile, { params: { id, fileId } })
  const isGone = answer.ok || ('status' in answer.failure && answer.failure.status === 404)
  if (!isGone) return answer
  forgetPicture(fileId)
  const journey = $journey.get()
  if (journey?.id === id) {
    // It is gone, even if the purchase cannot be reloaded.
    showJourney(withoutPhoto(journey, fileId))
    await loadJourney(id, {}, call)
  }
  return { ok: true, value: undefined }
}
