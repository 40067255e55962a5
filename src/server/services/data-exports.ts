import type { DataExport } from '#lib/contract/shapes/account.ts'
import { findCustomer } from '../db/customers.ts'
import {
  claimExport,
  deleteExpired,
  deleteParts,
  extendLease,
  findExport,
  findPart,
  finishExport,
  insertExport,
  insertPart,
} from '../db/data-exports.ts'
import type { DataExportRow } from '../db/tables/customer.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/actor.ts'
import { notFound } from '../http/api-problem.ts'
import type { FileAnswer } from '../http/route.ts'
import { exportedText } from './account-export.ts'
import { seal, unseal } from './encryption.ts'
import { dataExportMail } from './mail/account-mails.ts'
import { enqueueMail, transact } from './outbox.ts'
import { ownSession } from './prove-again.ts'
import { sealedPlace } from './sealed-places.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** What is put together since is done again by another process after this. */
const LEASE_MINUTES = 5
/** A part has this much text, or a little more. */
const PART_LENGTH = 128 * 1024

const later = (deps: Deps, ms: number) => new Date(deps.now().getTime() + ms).toISOString()
const placeOf = (exportId: string, position: number) =>
  sealedPlace('data_export_part', 'sealed', `${exportId}|${position}`)

export const toExport = (row: DataExportRow): DataExport => ({
  requestedAt: row.requested_at,
  readyAt: row.ready_at,
  expiresAt: row.expires_at,
  sizeBytes: row.bytes,
})

/** The export that a customer has asked for; `null` for none, or one whose time is over. */
export async function exportOf(deps: Deps, customerId: number): Promise<DataExport | null> {
  const row = await findExport(deps.db, customerId)
  if (!row) return null
  const isOver = row.expires_at !== null && row.expires_at <= deps.now().toISOString()
  return isOver ? null : toExport(row)
}

/** Asks for a copy of all that is held about a customer. One at a time: asked again, it answers the one there is. */
export async function requestExport(deps: Deps, actor: Actor): Promise<DataExport> {
  const { customerId } = ownSession(actor)
  const now = deps.now().toISOString()
  return deps.db.transaction().execute(async (trx) => {
    await deleteExpired(trx, now, customerId)
    const wanted = { export_id: deps.newId(), customer_id: customerId, requested_at: now }
    return toExport(await insertExport(trx, wanted))
  })
}

/**
 * The copy as a file, read part by part as it is sent.
 *
 * @throws {ApiProblem} 404 while it is not ready, and once its time is over.
 */
export async function downloadExport(deps: Deps, actor: Actor): Promise<FileAnswer> {
  const { customerId } = ownSession(actor)
  const row = await findExport(deps.db, customerId)
  if (!row?.ready_at || row.expires_at! <= deps.now().toISOString()) throw notFound()
  let position = 0
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const sealed = await findPart(deps.db, row.export_id, position)
        if (sealed === null) return controller.close()
        const text = unseal(deps.keys, placeOf(row.export_id, position), sealed)
        controller.enqueue(new TextEncoder().encode(text))
        position += 1
      },
    },
    { highWaterMark: 1 },
  )
  return { bytes, type: 'application/json', name: `my-data-${row.ready_at.slice(0, 10)}.json` }
}

/** Puts together the copies that were asked for, one after the other, and deletes those whose time is over. */
export async function buildExports(deps: Deps): Promise<void> {
  await deleteExpired(deps.db, deps.now().toISOString())
  for (;;) {
    const now = deps.now().toISOString()
    const leasedUntil = later(deps, LEASE_MINUTES * MINUTE_MS)
    const row = await claimExport(deps.db, { now, leasedUntil })
    if (!row) return
    await build(deps, row)
  }
}

/** Puts one copy together. Where another process has it by now, or the account is gone, it ends without a word. */
async function build(deps: Deps, row: DataExportRow): Promise<void> {
  const { export_id: exportId, customer_id: customerId } = row
  let leased = row
  let position = 0
  let bytes = 0
  let text = ''
  const store = async (): Promise<boolean> => {
    const part = { export_id: exportId, position, sealed: '' }
    part.sealed = seal(deps.keys, placeOf(exportId, position), text)
    const leasedUntil = later(deps, LEASE_MINUTES * MINUTE_MS)
    const isOurs = await deps.db.transaction().execute(async (trx) => {
      if (!(await extendLease(trx, leased, leasedUntil))) return false
      await insertPart(trx, part)
      return true
    })
    leased = { ...leased, leased_until: leasedUntil }
    bytes += Buffer.byteLength(text)
    position += 1
    text = ''
    return isOurs
  }

  await deleteParts(deps.db, exportId)
  for await (const piece of exportedText(deps, customerId)) {
    text += piece
    if (text.length >= PART_LENGTH && !(await store())) return
  }
  if (!(await store())) return
  await transact(deps, async (trx) => {
    const customer = await findCustomer(trx, customerId)
    if (!customer) return
    const expiresAt = later(deps, deps.settings.exportHours * HOUR_MS)
    await finishExport(trx, exportId, {
      ready_at: deps.now().toISOString(),
      expires_at: expiresAt,
      bytes,
    })
    const { email: to, name } = customer
    await enqueueMail(deps, trx, dataExportMail(deps, { to, firstName: name.firstName, expiresAt }))
  })
}
