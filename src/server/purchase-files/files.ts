import type { PurchaseFile } from '#lib/purchases/file-shapes.ts'
import type { CreditDecision, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { DOCUMENT_SCOPE } from '#lib/api/who.ts'
import {
  FILE_ENDINGS,
  fileTypeOf,
  isPicture,
  MOST_DOCUMENTS,
  MOST_PHOTOS,
  type FileType,
} from '#lib/shared/files.ts'
import type { Db } from '#server/database.ts'
import { deleteFiles, findFile, listFiles, markRead } from './queries.ts'
import { updateJourney } from '#server/journeys/queries.ts'
import type { PurchaseFileRow } from './tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { findTradeVehicles, photosOf, updateTradeVehicle } from '#server/trade-in/queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { ApiProblem, conflict, notFound } from '#server/platform/http/api-problem.ts'
import type { FileResponse } from '#server/platform/http/route.ts'
import { seal, unseal } from '#server/platform/crypto/encryption.ts'
import { columnContext } from '#server/platform/crypto/encryption-context.ts'
import { lockVisibleJourney, visibleJourney } from '#server/journeys/access.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { readContent, storeFile } from './file-storage.ts'
import type { Caller } from '#server/platform/http/network-budgets.ts'
import { hashOf, keptHashOf, readSent, safeName } from './sent-files.ts'
import { lineOfCall } from '#server/platform/caller-line.ts'
import { siteOf } from '#server/platform/http/network.ts'
import { sendInTurn } from '#server/platform/http/leaving-files.ts'
import { requireRoomForFile } from '#server/customers/quotas.ts'

const nameAt = (fileId: string) => columnContext('purchase_file', 'name', fileId)

/** A file as its purchase lists it. */
export const toFile = ({ keys }: Pick<Deps, 'keys'>, row: PurchaseFileRow): PurchaseFile => ({
  fileId: row.file_id,
  kind: row.kind,
  vehicleId: row.trade_vehicle_id || null,
  name: row.name && unseal(keys, nameAt(row.file_id), row.name),
  type: row.type,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  createdAt: row.created_at,
  isRead: row.read_at !== null,
})

/** The row of a new file. */
function rowOf(
  deps: Deps,
  actor: Actor,
  bytes: Uint8Array,
  type: FileType,
  rest: Pick<PurchaseFileRow, 'purchase_journey_id' | 'kind' | 'trade_vehicle_id'>,
): PurchaseFileRow {
  return {
    ...rest,
    file_id: deps.newId(),
    name: null,
    type,
    size_bytes: bytes.length,
    sha256: hashOf(bytes),
    uploaded_by: actorName(actor),
    created_at: deps.now().toISOString(),
    read_at: null,
    content_key: deps.keys.data[0].id,
  }
}

type Sameness = Pick<PurchaseFileRow, 'kind' | 'trade_vehicle_id'> & { sha256: string | undefined }

const sameAs = (row: Sameness) => (other: PurchaseFileRow) =>
  other.kind === row.kind &&
  other.trade_vehicle_id === row.trade_vehicle_id &&
  other.sha256 === row.sha256

/** A trade-in whose photos may still change: no offer was made for it. */
async function openVehicle(db: Db, journey: PurchaseJourneyRow, vehicleId: string) {
  const vehicles = await findTradeVehicles(db, [journey.purchase_journey_id])
  const vehicle = vehicles.find(({ trade_vehicle_id }) => trade_vehicle_id === vehicleId)
  if (!vehicle) throw notFound()
  if (journey.status !== 'STARTED')
    throw conflict('This purchase is confirmed, so it can’t be changed.')
  if (vehicle.offer_cents !== null) throw conflict('We’ve already made an offer for this car.')
  return vehicle
}

/**
 * Stores a photo of a trade-in, without its place and time. The same photo again changes nothing.
 *
 * @throws {ApiProblem} 400 for anything but a picture, 404, 409 once an offer was made or there are enough, 429, 503
 *   while too many files wait to be read.
 */
export async function addTradeInPhoto(
  deps: Deps,
  sender: Caller,
  id: string,
  vehicleId: string,
  sent: Uint8Array,
): Promise<PurchaseJourney> {
  const { actor } = sender
  const type = fileTypeOf(sent)
  if (!type || !isPicture(type))
    throw otherType('We can’t accept this kind of file. Send a JPEG, PNG or WebP picture.')
  const before = await visibleJourney(deps.db, actor, id)
  const place = { kind: 'TRADE_IN_PHOTO', trade_vehicle_id: vehicleId } as const
  const judge = async (db: Db, journey: PurchaseJourneyRow, sha256?: string) => {
    const vehicle = await openVehicle(db, journey, vehicleId)
    const isKnown = (await listFiles(db, id)).some(sameAs({ ...place, sha256 }))
    if (!isKnown && photosOf(vehicle).length >= MOST_PHOTOS)
      throw conflict(`You can add up to ${MOST_PHOTOS} photos of a car. Remove one to add another.`)
    return { vehicle, isKnown }
  }
  const known = () => toPurchaseJourney(deps, deps.db, before)
  if ((await judge(deps.db, before, keptHashOf(sent))).isKnown) return known()
  const bytes = await readSent(deps, sender, sent, type)
  const row = rowOf(deps, actor, bytes, type, { purchase_journey_id: id, ...place })
  if ((await judge(deps.db, before, row.sha256)).isKnown) return known()

  return storeFile(deps, row, bytes, async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    const { vehicle, isKnown } = await judge(trx, journey, row.sha256)
    if (isKnown) throw sentTwice()
    await requireRoomForFile(deps, trx, sender, roomFor(journey, row))
    await updateTradeVehicle(trx, vehicleId, {
      photos: JSON.stringify([...photosOf(vehicle), row.file_id]),
    })
    return toPurchaseJourney(deps, trx, await touch(deps, trx, journey))
  })
}

const otherType = (sentence: string) => new ApiProblem(400, 'Validation', sentence)

/** One file was sent twice at once: the other upload is stored, and trying again finds it. */
const sentTwice = () => conflict('This file is already being sent.')

const roomFor = (
  { customer_id }: PurchaseJourneyRow,
  { size_bytes }: Pick<PurchaseFileRow, 'size_bytes'>,
) => ({ customerId: customer_id, sizeBytes: size_bytes })

const touch = (deps: Deps, trx: Db, journey: PurchaseJourneyRow) =>
  updateJourney(trx, journey, { last_activity_at: deps.now().toISOString() })

/** Statuses in which a purchase still takes documents. */
const OPEN: readonly string[] = ['STARTED', 'CONFIRMED', 'NOCARAVAIL', 'AGREEMENT']

function requireConditions({ status, credit_decision }: PurchaseJourneyRow): void {
  const decision = credit_decision && (JSON.parse(credit_decision) as CreditDecision)
  if (!OPEN.includes(status) || !decision || decision.code !== 'CONDITIONL')
    throw conflict('The lender hasn’t asked for any documents for this purchase.')
}

/**
 * Stores a document for the conditions of a credit decision. The same document again changes nothing.
 *
 * @throws {ApiProblem} 400 for other types than PDF and pictures, 404, 409 where none is requested or there are enough,
 *   503 while too many files wait to be read.
 */
export async function addFinanceDocument(
  deps: Deps,
  sender: Caller,
  id: string,
  name: string,
  sent: Uint8Array,
): Promise<PurchaseFile> {
  const { actor } = sender
  const type = fileTypeOf(sent)
  if (!type)
    throw otherType(
      'We can’t accept this kind of file. Send a PDF, or a JPEG, PNG or WebP picture.',
    )
  const purchase = await visibleJourney(deps.db, actor, id)
  const place = { kind: 'FINANCE_DOCUMENT', trade_vehicle_id: '' } as const
  const judge = async (db: Db, journey: PurchaseJourneyRow, sha256?: string) => {
    requireConditions(journey)
    const documents = (await listFiles(db, id)).filter(({ kind }) => kind === place.kind)
    const known = documents.find(sameAs({ ...place, sha256 }))
    if (!known && documents.length >= MOST_DOCUMENTS)
      throw conflict(
        `You can send up to ${MOST_DOCUMENTS} documents. Remove one to send another, or ask your dealer.`,
      )
    return known
  }
  const sentBefore = await judge(deps.db, purchase, keptHashOf(sent))
  if (sentBefore) return toFile(deps, sentBefore)
  const bytes = await readSent(deps, sender, sent, type)
  const row = rowOf(deps, actor, bytes, type, { purchase_journey_id: id, ...place })
  row.name = seal(deps.keys, nameAt(row.file_id), safeName(name, type))
  const before = await judge(deps.db, purchase, row.sha256)
  if (before) return toFile(deps, before)

  return storeFile(deps, row, bytes, async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    if (await judge(trx, journey, row.sha256)) throw sentTwice()
    await requireRoomForFile(deps, trx, sender, roomFor(journey, row))
    await touch(deps, trx, journey)
    return toFile(deps, row)
  })
}

/**
 * The files of a purchase; a machine client that does not decide finance sees no documents.
 *
 * @throws {ApiProblem} 404.
 */
export async function purchaseFiles(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ files: PurchaseFile[] }> {
  await visibleJourney(deps.db, actor, id)
  const files = await listFiles(deps.db, id)
  const seesDocuments = actor.type !== 'APICLIENT' || actor.scopes.includes(DOCUMENT_SCOPE)
  return {
    files: files
      .filter(({ kind }) => seesDocuments || kind !== 'FINANCE_DOCUMENT')
      .map((row) => toFile(deps, row)),
  }
}

/** A file that the actor may see. @throws {ApiProblem} 404. */
async function visibleFile(db: Db, actor: Actor, id: string, fileId: string) {
  await visibleJourney(db, actor, id)
  const row = await findFile(db, id, fileId)
  if (row) return row
  throw notFound()
}

/**
 * The content of a file. A document that staff open leaves their list.
 *
 * @throws {ApiProblem} 404, 429 and 503 while too many files are being sent.
 */
export async function readPurchaseFile(
  deps: Deps,
  { actor, ip }: Caller,
  id: string,
  fileId: string,
): Promise<FileResponse> {
  const row = await visibleFile(deps.db, actor, id, fileId)
  const bytes = await sendInTurn(deps, lineOfCall() ?? siteOf(ip), row.size_bytes, () =>
    readContent(deps, row),
  )
  if (actor.type === 'STAFF' && row.read_at === null)
    await markRead(deps.db, fileId, deps.now().toISOString())
  const name = toFile(deps, row).name ?? `photo.${FILE_ENDINGS[row.type]}`
  return { bytes, sizeBytes: row.size_bytes, type: row.type, name }
}

/**
 * Removes a file.
 *
 * @throws {ApiProblem} 404, 409 once an offer was made for the car, or staff have opened the document.
 */
export const removePurchaseFile = (
  deps: Deps,
  actor: Actor,
  id: string,
  fileId: string,
): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    const row = await visibleFile(trx, actor, id, fileId)
    if (row.kind === 'TRADE_IN_PHOTO') {
      const vehicle = await openVehicle(trx, journey, row.trade_vehicle_id)
      const left = photosOf(vehicle).filter((photo) => photo !== fileId)
      await updateTradeVehicle(trx, row.trade_vehicle_id, { photos: JSON.stringify(left) })
    } else if (row.read_at !== null)
      throw conflict('We’ve already opened this document. Ask your dealer to remove it.')
    await deleteFiles(trx, [fileId])
    await touch(deps, trx, journey)
  })
