import { failureMessage, type Result } from '#lib/api/failure.ts'
import {
  addFinanceDocument,
  addTradeInPhoto,
  listPurchaseFiles,
} from '#lib/purchases/file-calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { removeOrphanFiles } from '#server/purchase-files/file-storage.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { someFile } from '#tests/setup/files.ts'
import { memoryFiles, type MemoryFiles } from '#tests/setup/memory-files.ts'
import { valueOf } from '#tests/setup/people.ts'
import { faultsOf, type Person } from '#tests/setup/purchases.ts'
import { app, mia, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'

// Purchases with files, and the store that keeps them.

export let files: MemoryFiles

export function setUpFiles(database: TestDatabase) {
  setUpSignedIn(database, () => ({ deps: { files: (files = memoryFiles()) } }))
}

/** Long enough for removals, and for sessions to end. */
export const later = async (ms: number) => {
  app.clock.advance(ms)
  await removeOrphanFiles(app.deps)
  await signInAgain()
}
export const add = (who: Person, id: string, vehicleId: string, body = someFile()) =>
  who.call(addTradeInPhoto, { params: { id }, query: { vehicleId }, body })
export const send = (id: string, name = 'Payslip.pdf', body = someFile('application/pdf')) =>
  mia.call(addFinanceDocument, { params: { id }, fileName: name, body })
export const refusalOf = (result: Result<unknown>) =>
  result.ok ? [] : [faultsOf(result).status, failureMessage(result.failure)]
export const filesOf = async (id: string) =>
  valueOf(await mia.call(listPurchaseFiles, { params: { id } })).files
export const photosOf = async (id: string) =>
  valueOf(await mia.call(getPurchaseJourney, { params: { id } })).tradeInformation.vehicles.map(
    ({ photos }) => photos,
  )
