import { splitForInsert } from '#server/platform/database/parts.ts'
import type { Db } from '#server/database.ts'
import type { RecallNoticeTable, RecallRow, RecallVehicleRow } from './tables.ts'

/** A vehicle as our own recalls know it: its first line. */
const firstVehicle = (db: Db) =>
  db.selectFrom('recall_vehicle').selectAll().orderBy('recall_number').limit(1)

/** @param registrations Spellings of one. */
export const findRecallVehicleByPlate = async (
  db: Db,
  registrations: string[],
): Promise<RecallVehicleRow | null> =>
  (await firstVehicle(db).where('registration', 'in', registrations).executeTakeFirst()) ?? null

export const findRecallVehicleByVin = async (
  db: Db,
  vin: string,
): Promise<RecallVehicleRow | null> =>
  (await firstVehicle(db).where('vin', '=', vin).executeTakeFirst()) ?? null

/** The recalls of a vehicle, newest first. */
export const listRecalls = (db: Db, vin: string) =>
  db
    .selectFrom('recall')
    .innerJoin('recall_vehicle', 'recall_vehicle.recall_number', 'recall.recall_number')
    .where('recall_vehicle.vin', '=', vin)
    .selectAll('recall')
    .select('recall_vehicle.status')
    .orderBy('recall.published', 'desc')
    .orderBy('recall.recall_number')
    .execute()

/** The open recalls of some vehicles, the compulsory ones first, then the newest. */
export const listOpenRecalls = async (
  db: Db,
  { vins, registrations }: { vins: string[]; registrations: string[] },
) => {
  if (vins.length + registrations.length === 0) return []
  const rows = await db
    .selectFrom('recall')
    .innerJoin('recall_vehicle', 'recall_vehicle.recall_number', 'recall.recall_number')
    .where('recall_vehicle.status', '=', 'OUTSTANDING')
    .where((eb) =>
      eb.or([
        ...(vins.length > 0 ? [eb('recall_vehicle.vin', 'in', vins)] : []),
        ...(registrations.length > 0
          ? [eb('recall_vehicle.registration', 'in', registrations)]
          : []),
      ]),
    )
    .selectAll('recall')
    .select(['recall_vehicle.vin', 'recall_vehicle.registration'])
    .orderBy('recall.published', 'desc')
    .orderBy('recall.recall_number')
    .execute()
  const isLater = ({ severity }: RecallRow) => Number(severity !== 'COMPULSORY')
  return rows.sort((a, b) => isLater(a) - isLater(b))
}

/** Records that an owner gets a recall mail. `false` if they had it before. */
export const insertRecallNotice = async (trx: Db, row: RecallNoticeTable): Promise<boolean> =>
  (await trx
    .insertInto('recall_notice')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'recall_number', 'registration']).doNothing(),
    )
    .returning('recall_number')
    .executeTakeFirst()) !== undefined

/** When recalls were last imported; `null` when there are none. */
export const recallsUpdatedAt = async (db: Db): Promise<string | null> => {
  const row = await db
    .selectFrom('recall')
    .select((eb) => eb.fn.max('updated_at').as('updatedAt'))
    .executeTakeFirst()
  return row?.updatedAt ?? null
}

/**
 * Replaces recalls of the same number, with all their vehicles. Others stay.
 *
 * @param trx A transaction: all of it happens or nothing.
 */
export async function replaceRecalls(
  trx: Db,
  recalls: RecallRow[],
  vehicles: RecallVehicleRow[],
): Promise<void> {
  // In the same order always, so that two imports at once cannot deadlock.
  const inOrder = recalls.toSorted((a, b) => (a.recall_number < b.recall_number ? -1 : 1))
  for (const some of splitForInsert(inOrder)) {
    await trx
      .insertInto('recall')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('recall_number').doUpdateSet(({ ref }) => ({
          title: ref('excluded.title'),
          description: ref('excluded.description'),
          remedy: ref('excluded.remedy'),
          severity: ref('excluded.severity'),
          published: ref('excluded.published'),
          source: ref('excluded.source'),
          updated_at: ref('excluded.updated_at'),
        })),
      )
      .execute()
    const numbers = some.map(({ recall_number }) => recall_number)
    await trx.deleteFrom('recall_vehicle').where('recall_number', 'in', numbers).execute()
  }
  for (const some of splitForInsert(vehicles))
    await trx.insertInto('recall_vehicle').values(some).execute()
}
