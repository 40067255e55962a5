import type { Selectable } from 'kysely'
import type { PurchaseCar } from '#lib/purchases/hand-over-shapes.ts'
import type { Db } from '#server/database.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { splitForInsert } from '#server/platform/database/parts.ts'
import type { StockCarTable } from './tables.ts'

type StockCar = Selectable<StockCarTable>

/** The car of a purchase; `null` until it has one whose numbers are known. */
export async function findPurchaseCar(
  db: Db,
  { purchase_journey_id, confirmed_at }: PurchaseJourneyRow,
): Promise<PurchaseCar | null> {
  // Nothing is allocated before.
  if (confirmed_at === null) return null
  const car = await db
    .selectFrom('stock_car')
    .leftJoin('stock', 'stock.stock_id', 'stock_car.stock_id')
    .select(['stock_number', 'vin', 'stock.outlet_code'])
    .where('purchase_journey_id', '=', purchase_journey_id)
    .executeTakeFirst()
  return car ? { stockNumber: car.stock_number, vin: car.vin, outletCode: car.outlet_code } : null
}

/**
 * Gives a purchase a car of a stock line: the one with the lowest number that is free. For a line that the transaction
 * has just taken a car from, and so has locked. A line without numbered cars gives none.
 */
export const assignFreeCar = async (
  trx: Db,
  stockId: string,
  purchaseJourneyId: string,
): Promise<void> => {
  await trx
    .updateTable('stock_car')
    .set({ purchase_journey_id: purchaseJourneyId })
    .where('stock_number', '=', (eb) =>
      eb
        .selectFrom('stock_car as free')
        .select('free.stock_number')
        .where('free.stock_id', '=', stockId)
        .where('free.purchase_journey_id', 'is', null)
        .orderBy('free.stock_number')
        .limit(1),
    )
    .execute()
}

/** Takes the car from a purchase: a car of the stock is free again, one recorded for it alone is deleted. */
export async function releaseCar(trx: Db, purchaseJourneyId: string): Promise<void> {
  await trx
    .deleteFrom('stock_car')
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .where('stock_id', 'is', null)
    .execute()
  await moveCar(trx, purchaseJourneyId, null)
}

export const moveCar = async (trx: Db, from: string, to: string | null): Promise<void> => {
  await trx
    .updateTable('stock_car')
    .set({ purchase_journey_id: to })
    .where('purchase_journey_id', '=', from)
    .execute()
}

/** The cars that purchases have. */
export const listAssignedCars = (db: Db): Promise<StockCar[]> =>
  db.selectFrom('stock_car').selectAll().where('purchase_journey_id', 'is not', null).execute()

/** Replaces the free numbered cars of the stock. */
export async function replaceFreeCars(
  trx: Db,
  cars: Omit<StockCar, 'purchase_journey_id'>[],
): Promise<void> {
  await trx.deleteFrom('stock_car').where('purchase_journey_id', 'is', null).execute()
  for (const some of splitForInsert(cars))
    await trx
      .insertInto('stock_car')
      .values(some.map((car) => ({ ...car, purchase_journey_id: null })))
      .execute()
}

/**
 * Records the car of a purchase, replacing the one before. A free car of the stock line that it holds one of may
 * be chosen; any other number has to be new.
 *
 * @returns `false` where another car has the stock number or the VIN.
 */
export async function recordCarNumbers(
  trx: Db,
  purchaseJourneyId: string,
  car: Pick<StockCar, 'stock_number' | 'vin'>,
): Promise<boolean> {
  const taken = await trx
    .selectFrom('stock_car')
    .selectAll()
    .where((eb) => eb.or([eb('stock_number', '=', car.stock_number), eb('vin', '=', car.vin)]))
    .execute()
  const held = await trx
    .selectFrom('allocation')
    .select('stock_id')
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .executeTakeFirst()
  const isItsOwn = (one: StockCar) => one.purchase_journey_id === purchaseJourneyId
  const isFreeOfLine = (one: StockCar) =>
    one.purchase_journey_id === null &&
    one.stock_id === held?.stock_id &&
    one.stock_number === car.stock_number &&
    one.vin === car.vin
  if (!taken.every((one) => isItsOwn(one) || isFreeOfLine(one))) return false
  const own = taken.find(isItsOwn)
  // A number of the car it has was mistyped.
  if (own && taken.length === 1) {
    await trx
      .updateTable('stock_car')
      .set(car)
      .where('stock_number', '=', own.stock_number)
      .execute()
    return true
  }
  await releaseCar(trx, purchaseJourneyId)
  const free = await trx
    .updateTable('stock_car')
    .set({ purchase_journey_id: purchaseJourneyId })
    .where('stock_number', '=', car.stock_number)
    .where('vin', '=', car.vin)
    // Another purchase may have been given it since it was looked for.
    .where('purchase_journey_id', 'is', null)
    .returning('stock_number')
    .executeTakeFirst()
  if (free) return true
  const inserted = await trx
    .insertInto('stock_car')
    .values({ ...car, stock_id: null, purchase_journey_id: purchaseJourneyId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('stock_number')
    .executeTakeFirst()
  return inserted !== undefined
}
