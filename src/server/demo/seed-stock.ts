import { vinCheckDigit } from '#lib/vehicles/vehicle.ts'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/database.ts'
import type { Seeded } from './seed-look-ups.ts'
import { assignFreeCar, listAssignedCars, replaceFreeCars } from '#server/stock/car-queries.ts'

type StockLine = Deps['catalogue']['stock'][number]

const idOf = ({ kdcd, colourCode }: StockLine) => `${kdcd}-${colourCode}`

/** Fills the empty stock of a demo, and gives its cars numbers. */
export const seedStock = ({ catalogue, db }: Seeded): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom('stock')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) === 0)
      await trx
        .insertInto('stock')
        .values(
          catalogue.stock.map((line) => ({
            stock_id: idOf(line),
            kdcd: line.kdcd,
            colour_code: line.colourCode,
            outlet_code: line.outletCode,
            quantity: line.quantity,
            eta_weeks: line.etaWeeks,
          })),
        )
        .execute()
    await numberCars(trx, catalogue.stock)
  })

/**
 * Gives the sample cars numbers, unless a car in stock has one: a demo may have been filled by an earlier version.
 * Purchases with a reserved car get the numbers of one.
 */
async function numberCars(trx: Trx, lines: readonly StockLine[]): Promise<void> {
  const numbered = await trx
    .selectFrom('stock_car')
    .select('stock_number')
    .where('stock_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (numbered) return
  const stock = await trx.selectFrom('stock').select(['stock_id', 'quantity']).execute()
  const held = await trx
    .selectFrom('allocation')
    .select(['stock_id', 'purchase_journey_id'])
    .where('stock_id', 'in', lines.map(idOf))
    .orderBy('created_at')
    .orderBy('purchase_journey_id')
    .execute()
  const assigned = await listAssignedCars(trx)
  const cars = lines.flatMap((line) => {
    const stock_id = idOf(line)
    const free = stock.find((row) => row.stock_id === stock_id)?.quantity ?? 0
    const length = free + held.filter((row) => row.stock_id === stock_id).length
    return Array.from({ length }, () => ({ stock_id, kdcd: line.kdcd }))
  })
  await replaceFreeCars(
    trx,
    cars
      .map(({ stock_id, kdcd }, index) => ({ stock_id, ...sampleNumbers(kdcd, index + 1) }))
      // Staff have recorded a car with such a number by hand.
      .filter((car) =>
        assigned.every(
          ({ stock_number, vin }) => stock_number !== car.stock_number && vin !== car.vin,
        ),
      ),
  )
  for (const { stock_id, purchase_journey_id } of held)
    if (assigned.every((car) => car.purchase_journey_id !== purchase_journey_id))
      await assignFreeCar(trx, stock_id!, purchase_journey_id)
}

/** The numbers of a made-up car: its VIN has New Zealand's prefix and a valid check digit. */
function sampleNumbers(kdcd: string, serial: number): { stock_number: string; vin: string } {
  const model = kdcd
    .replaceAll(/[^A-HJ-NPR-Z0-9]/g, '')
    .slice(0, 5)
    .padEnd(5, '0')
  const end = `TA${String(serial).padStart(6, '0')}`
  const check = vinCheckDigit(`7AV${model}0${end}`)
  return {
    stock_number: `S${String(10_000 + serial)}`,
    vin: `7AV${model}${check}${end}`,
  }
}
