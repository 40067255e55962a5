import Papa from 'papaparse'
import { SAMPLE_IMPORT } from '#server/addresses/local-addresses.ts'
import { importAddresses, ImportBusy } from '#server/addresses/address-import.ts'
import type { Deps } from '#server/deps.ts'
import { findActiveImport } from '#server/addresses/queries.ts'
import type { RecallVehicleRow } from '#server/vehicles/tables.ts'
import { recallsUpdatedAt, replaceRecalls } from '#server/vehicles/recall-queries.ts'

/** The dependencies of filling a demo. */
export type Seeded = Pick<Deps, 'catalogue' | 'db' | 'keys' | 'now'>

/** Fills a demo with the recalls and addresses of the content, if it has none yet. */
export async function seedLookUps(deps: Seeded): Promise<void> {
  if ((await recallsUpdatedAt(deps.db)) === null) await seedRecalls(deps)
  if ((await findActiveImport(deps.db)) === null) await seedAddresses(deps)
}

async function seedRecalls({ db, catalogue, now }: Seeded): Promise<void> {
  const updated_at = now().toISOString()
  const { recalls, models, sampleRegistryVehicles } = catalogue
  const vehicles = recalls.flatMap(({ recallNumber, vins, completedVins = [], applies }) =>
    vins.map((vin): RecallVehicleRow => {
      const known = sampleRegistryVehicles.find((vehicle) => vehicle.vin === vin)
      return {
        recall_number: recallNumber,
        vin,
        registration: known?.registration ?? null,
        model: models.find(({ code }) => code === applies.modelCode)!.name,
        year: known?.year ?? applies.fromYear,
        status: completedVins.includes(vin) ? 'COMPLETED' : 'OUTSTANDING',
      }
    }),
  )
  const rows = recalls.map(
    ({ recallNumber, title, description, remedy, severity, published, source }) => ({
      recall_number: recallNumber,
      title,
      description,
      remedy,
      severity,
      published,
      source,
      updated_at,
    }),
  )
  await db.transaction().execute((trx) => replaceRecalls(trx, rows, vehicles))
}

async function seedAddresses({ db, catalogue, now }: Seeded): Promise<void> {
  const rows = catalogue.sampleAddresses.map((address) => ({
    ...address,
    address_number: Number.parseInt(address.full_address_number, 10),
    address_lifecycle: 'Current',
  }))
  try {
    await importAddresses(db, Papa.unparse(rows), { source: SAMPLE_IMPORT, now })
  } catch (error) {
    // Another process that starts on the same database is importing them.
    if (!(error instanceof ImportBusy)) throw error
  }
}
