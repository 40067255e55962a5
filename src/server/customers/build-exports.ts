import { findCustomer, lockIfKept } from './queries.ts'
import {
  claimExport,
  deleteExpired,
  deleteParts,
  extendLease,
  findExport,
  finishExport,
  insertPart,
} from './export-queries.ts'
import type { DataExportRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import { exportedText } from './account-export.ts'
import { placeOf } from './data-exports.ts'
import { doAll } from '#server/platform/database/batches.ts'
import { seal } from '#server/platform/crypto/encryption.ts'
import { dataExportReadyMail } from './mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'

/** An export that is not finished after this is taken over by another process. */
const LEASE_MINUTES = 5
/** A part has this much text, or a little more. */
const PART_LENGTH = 128 * 1024

const later = (deps: Deps, ms: number) => new Date(deps.now().getTime() + ms).toISOString()
/** Builds the requested exports one after the other, although one fails, and deletes expired ones. */
export async function buildExports(deps: Deps): Promise<void> {
  await deleteExpired(deps.db, deps.now().toISOString())
  await doAll(claimedExports(deps), (row) =>
    build(deps, row).catch(async (error: unknown) => {
      // An account that is erased half way takes its export with it.
      if (await findExport(deps.db, row.customer_id)) throw error
    }),
  )
}

async function* claimedExports(deps: Deps): AsyncGenerator<DataExportRow> {
  for (;;) {
    const now = deps.now().toISOString()
    const leasedUntil = later(deps, LEASE_MINUTES * MINUTE_MS)
    const row = await claimExport(deps.db, { now, leasedUntil })
    if (!row) return
    yield row
  }
}

/** Builds one export. Stops quietly when another process has it, or the account is gone. */
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
    if (!(await lockIfKept(trx, customerId))) return
    const customer = await findCustomer(trx, customerId)
    if (!customer) return
    const expiresAt = later(deps, deps.settings.exportHours * HOUR_MS)
    await finishExport(trx, exportId, {
      ready_at: deps.now().toISOString(),
      expires_at: expiresAt,
      bytes,
    })
    const { email: to, name } = customer
    await enqueueMail(
      deps,
      trx,
      dataExportReadyMail(deps, { to, firstName: name.firstName, expiresAt }),
    )
  })
}
