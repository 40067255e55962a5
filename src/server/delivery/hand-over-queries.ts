import type { Db } from '#server/database.ts'
import type { HandOverRow } from './tables.ts'

/** The times of an outlet that are taken from an instant on. */
export const takenHandOvers = async (
  db: Db,
  outletCode: string,
  from: string,
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('hand_over')
    .select('starts_at')
    .where('outlet_code', '=', outletCode)
    .where('starts_at', '>=', from)
    .execute()
  return new Set(rows.map(({ starts_at }) => starts_at))
}

/** The appointments of some purchases. */
export const findHandOvers = async (db: Db, journeyIds: string[]): Promise<HandOverRow[]> =>
  journeyIds.length === 0
    ? []
    : db
        .selectFrom('hand_over')
        .selectAll()
        .where('purchase_journey_id', 'in', journeyIds)
        .execute()

export const deleteHandOver = async (
  trx: Db,
  purchaseJourneyId: string,
): Promise<HandOverRow | null> =>
  (await trx
    .deleteFrom('hand_over')
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .returningAll()
    .executeTakeFirst()) ?? null

/** Takes a time of an outlet. `false` when another purchase has it. */
export const insertHandOver = async (trx: Db, row: HandOverRow): Promise<boolean> =>
  (await trx
    .insertInto('hand_over')
    .values(row)
    .onConflict((conflict) => conflict.columns(['outlet_code', 'starts_at']).doNothing())
    .returning('starts_at')
    .executeTakeFirst()) !== undefined
