import type { DataExport } from '#lib/customers/account-shapes.ts'
import { deleteExpired, findExport, findPart, insertExport } from './export-queries.ts'
import { lockCustomer } from './queries.ts'
import type { DataExportRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import type { FileResponse } from '#server/platform/http/route.ts'
import { unseal } from '#server/platform/crypto/encryption.ts'
import { ownSession } from '#server/sign-in/reauthenticate.ts'
import { columnContext } from '#server/platform/crypto/encryption-context.ts'

/** The encryption context of a part of an export. */
export const placeOf = (exportId: string, position: number) =>
  columnContext('data_export_part', 'sealed', `${exportId}|${position}`)

const toExport = (row: DataExportRow): DataExport => ({
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
    await lockCustomer(trx, customerId)
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
export async function downloadExport(deps: Deps, actor: Actor): Promise<FileResponse> {
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
