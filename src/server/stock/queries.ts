import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#server/database.ts'
import { splitForInsert } from '#server/platform/database/parts.ts'
import { moveCar, releaseCar } from './car-queries.ts'
import type { AllocationTable, StockTable } from './tables.ts'

/** Stock lines of an option in a colour that have a car. */
export const stockWithCars = (
  db: Db,
  kdcd: string,
  colourCode: string,
): Promise<Selectable<StockTable>[]> =>
  db
    .selectFrom('stock')
    .selectAll()
    .where('kdcd', '=', kdcd)
    .where('colour_code', '=', colourCode)
    .where('quantity', '>', 0)
    .execute()

/** Takes one car of a stock line. `false` when another purchase took the last one. */
export const takeFromStock = async (trx: Db, stockId: string): Promise<boolean> =>
  (await trx
    .updateTable('stock')
    .set((eb) => ({ quantity: eb('quantity', '-', 1) }))
    .where('stock_id', '=', stockId)
    .where('quantity', '>', 0)
    .returning('stock_id')
    .executeTakeFirst()) !== undefined

/**
 * Promises one more car of a model from a month's production.
 *
 * @param month `yyyy-mm`.
 * @param most How many of the model may be promised in a month.
 * @returns `false` when the month is full.
 */
export const promiseBuildSlot = async (
  trx: Db,
  modelCode: string,
  month: string,
  most: number,
): Promise<boolean> => {
  if (most < 1) return false
  const row = await trx
    .insertInto('build_slot')
    .values({ model_code: modelCode, month, promised: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['model_code', 'month'])
        .doUpdateSet((eb) => ({ promised: eb('build_slot.promised', '+', 1) }))
        .where('build_slot.promised', '<', most),
    )
    .returning('promised')
    .executeTakeFirst()
  return row !== undefined
}

export const insertAllocation = async (
  trx: Db,
  allocation: Insertable<AllocationTable>,
): Promise<void> => {
  await trx.insertInto('allocation').values(allocation).execute()
}

/** Releases the car or build slot that is held for a journey. */
export async function releaseAllocation(trx: Db, purchaseJourneyId: string): Promise<void> {
  const held = await trx
    .deleteFrom('allocation')
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .returningAll()
    .executeTakeFirst()
  await releaseCar(trx, purchaseJourneyId)
  if (held?.stock_id)
    await trx
      .updateTable('stock')
      .set((eb) => ({ quantity: eb('quantity', '+', 1) }))
      .where('stock_id', '=', held.stock_id)
      .execute()
  if (held?.model_code && held.month)
    await trx
      .updateTable('build_slot')
      .set((eb) => ({ promised: eb('promised', '-', 1) }))
      .where('model_code', '=', held.model_code)
      .where('month', '=', held.month)
      .execute()
}

/** Moves the allocation of one journey to another. `null` when there is none. */
export const moveAllocation = async (
  trx: Db,
  from: string,
  to: string,
): Promise<'STOCK' | 'BUILD' | null> => {
  const moved = await trx
    .updateTable('allocation')
    .set({ purchase_journey_id: to })
    .where('purchase_journey_id', '=', from)
    .returning('kind')
    .executeTakeFirst()
  await moveCar(trx, from, to)
  return (moved?.kind as 'STOCK' | 'BUILD' | undefined) ?? null
}

/** Every line of stock, with how many of its cars purchases hold that are not handed over yet. */
export async function listStockWithHeld(
  trx: Db,
): Promise<(Selectable<StockTable> & { held: number })[]> {
  const held = await trx
    .selectFrom('allocation')
    .innerJoin('purchase_journey as j', 'j.purchase_journey_id', 'allocation.purchase_journey_id')
    .where('j.status', '!=', 'COMPLETE')
    .groupBy('allocation.stock_id')
    .select(['allocation.stock_id', (eb) => eb.fn.countAll().as('count')])
    .execute()
  const counts = new Map(held.map(({ stock_id, count }) => [stock_id, Number(count)]))
  const lines = await trx.selectFrom('stock').selectAll().execute()
  return lines.map((line) => ({ ...line, held: counts.get(line.stock_id) ?? 0 }))
}

/** Stores lines of stock, replacing those of the same id. */
export async function replaceStock(trx: Db, lines: Insertable<StockTable>[]): Promise<void> {
  for (const some of splitForInsert(lines))
    await trx
      .insertInto('stock')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('stock_id').doUpdateSet((eb) => ({
          quantity: eb.ref('excluded.quantity'),
          eta_weeks: eb.ref('excluded.eta_weeks'),
        })),
      )
      .execute()
}

/** The cars in stock by option and colour, each with the weeks until the first arrives. */
export const carsInStock = (
  db: Db,
): Promise<{ kdcd: string; colour_code: string; eta_weeks: number | null }[]> =>
  db
    .selectFrom('stock')
    .select((of) => ['kdcd', 'colour_code', of.fn.min<number | null>('eta_weeks').as('eta_weeks')])
    .where('quantity', '>', 0)
    .groupBy(['kdcd', 'colour_code'])
    .orderBy('kdcd')
    .orderBy('colour_code')
    .execute()
