import { sql } from 'kysely'
import { vinCheckDigit } from '#lib/vehicles/vehicle.ts'
import { CarNumbers } from '#lib/purchases/forms.ts'
import { z } from '#lib/shared/zod.ts'
import type { Db } from '#server/database.ts'
import { isSqlite } from '#server/platform/database/dialect.ts'
import { listAssignedCars, replaceFreeCars } from './car-queries.ts'
import { CsvError, readWholeCsv, validLines, type CsvFault } from '#server/platform/csv/csv.ts'

const code = z.string().check(z.trim())
const Line = z.extend(CarNumbers, {
  kdcd: code,
  colourCode: code,
  outletCode: code,
})
/**
 * Takes in the stock numbers and VINs of the cars in stock from CSV, with the columns of `docs/content.md`, replacing
 * those that were free. A car that a purchase has keeps its numbers, and may be in the file.
 *
 * @returns How many cars have numbers now and are free.
 * @throws {CsvError} When any line is wrong. Nothing has changed then.
 */
export async function importCars(db: Db, csv: string): Promise<{ cars: number }> {
  const rows = await readWholeCsv(csv, Line)
  return db.transaction().execute(async (trx) => {
    if (!isSqlite(trx)) await sql`lock table stock_car in exclusive mode`.execute(trx)
    const stock = await trx.selectFrom('stock').selectAll().execute()
    const idOf = new Map(
      stock.map((row) => [[row.kdcd, row.colour_code, row.outlet_code].join(' '), row.stock_id]),
    )
    const assigned = await listAssignedCars(trx)
    const faults: CsvFault[] = []
    const seen = new Map<string, number>()
    const cars: Parameters<typeof replaceFreeCars>[1] = []
    for (const { line, data } of validLines(rows, Line, faults)) {
      const { stockNumber, vin } = data
      const place = [data.kdcd, data.colourCode, data.outletCode].join(' ')
      const stock_id = idOf.get(place)
      if (!stock_id) faults.push({ line, message: `${place} is not a line of the stock` })
      if (vinCheckDigit(vin) !== vin[8])
        faults.push({ line, message: `vin ${vin} has a wrong check digit` })
      for (const number of [stockNumber, vin]) {
        const earlier = seen.get(number)
        if (earlier) faults.push({ line, message: `${number} is already in line ${earlier}` })
        seen.set(number, line)
      }
      const taken = assigned.find((car) => car.stock_number === stockNumber || car.vin === vin)
      if (taken && (taken.stock_number !== stockNumber || taken.vin !== vin))
        faults.push({
          line,
          message: `a purchase has ${taken.stock_number} with the VIN ${taken.vin}`,
        })
      if (stock_id && !taken) cars.push({ stock_number: stockNumber, vin, stock_id })
    }
    if (faults.length > 0) throw new CsvError(faults)
    await replaceFreeCars(trx, cars)
    return { cars: cars.length }
  })
}
