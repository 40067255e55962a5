import { sql } from 'kysely'
import type { Catalogue } from '#content/schema/catalogue.ts'
import { findCar } from '#lib/pricing/pricing-cars.ts'
import type { PricingCatalogue } from '#lib/pricing/pricing-catalogue.ts'
import { z } from '#lib/shared/zod.ts'
import type { Db } from '#server/database.ts'
import { isSqlite } from '#server/platform/database/dialect.ts'
import { listStockWithHeld, replaceStock } from './queries.ts'
import type { StockTable } from './tables.ts'
import { CsvError, readWholeCsv, validLines, type CsvFault } from '#server/platform/csv/csv.ts'

const code = z.string().check(z.trim())

const wholeUpTo = (most: number) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.regex(/^\d{1,4}$/, 'is not a whole number'),
      z.refine((value) => !(Number(value) > most), `is over ${most}`),
    ),
    z.transform((value) => Number(value)),
  )

/** A line of the file: the cars of an option in a colour that one outlet has. */
const Line = z.object({
  kdcd: code,
  colourCode: code,
  outletCode: code,
  quantity: wholeUpTo(9999),
  etaWeeks: wholeUpTo(104),
})
type Line = z.infer<typeof Line>

type Sold = PricingCatalogue & Pick<Catalogue, 'dealers'>

/**
 * Imports the whole stock from CSV, with the columns of `docs/content.md`. A line that the file leaves out has no cars.
 * A car that a purchase holds is counted by the file until it is handed over, and stays held. What the catalogue no longer
 * has (a model, a colour, a dealer) can't be in the file, and none of it is for sale.
 *
 * @returns How many cars are for sale now, and how many purchases hold.
 * @throws {CsvError} When any line is wrong, or the file has fewer cars than are held. Nothing has changed then.
 */
export async function importStock(
  db: Db,
  csv: string,
  catalogue: Sold,
): Promise<{ cars: number; held: number }> {
  const lines = await readLines(csv, catalogue)
  return db.transaction().execute(async (trx) => {
    // No car may be taken between the count of held cars and the new numbers.
    if (!isSqlite(trx)) await sql`lock table stock in exclusive mode`.execute(trx)
    const faults: CsvFault[] = []
    const stock: Parameters<typeof replaceStock>[1] = []
    let held = 0
    for (const { held: heldOfIt, ...row } of await listStockWithHeld(trx)) {
      const key = keyOf(row.kdcd, row.colour_code, row.outlet_code)
      const found = lines.get(key)
      lines.delete(key)
      const inFile = found?.quantity ?? 0
      const isForSale = isSold(row, catalogue)
      if (isForSale && inFile < heldOfIt)
        faults.push({
          line: found?.line ?? 1,
          message: `${key}: purchases have reserved ${heldOfIt}, and the file has only ${inFile}`,
        })
      held += heldOfIt
      stock.push({
        ...row,
        quantity: isForSale ? inFile - heldOfIt : 0,
        eta_weeks: found ? found.etaWeeks : row.eta_weeks,
      })
    }
    if (faults.length > 0) throw new CsvError(faults)
    for (const [key, line] of lines)
      stock.push({
        stock_id: key.replaceAll(' ', '-'),
        kdcd: line.kdcd,
        colour_code: line.colourCode,
        outlet_code: line.outletCode,
        quantity: line.quantity,
        eta_weeks: line.etaWeeks,
      })
    await replaceStock(trx, stock)
    return { cars: stock.reduce((sum, { quantity }) => sum + quantity, 0), held }
  })
}

/** Whether the catalogue still has the car of a line of stock, and its dealer. */
const isSold = (
  { kdcd, colour_code, outlet_code }: Pick<StockTable, 'kdcd' | 'colour_code' | 'outlet_code'>,
  catalogue: Sold,
): boolean =>
  findCar(kdcd, catalogue)?.option.colourCodes.includes(colour_code) === true &&
  (outlet_code === null || catalogue.dealers.some(({ outletCode }) => outletCode === outlet_code))

const keyOf = (kdcd: string, colourCode: string, outletCode: string | null): string =>
  [kdcd, colourCode, outletCode].join(' ')

async function readLines(
  csv: string,
  catalogue: Sold,
): Promise<Map<string, Line & { line: number }>> {
  const rows = await readWholeCsv(csv, Line)

  const outlets = new Set(catalogue.dealers.map(({ outletCode }) => outletCode))
  const faults: CsvFault[] = []
  const lines = new Map<string, Line & { line: number }>()
  for (const { line, data } of validLines(rows, Line, faults)) {
    const { kdcd, colourCode, outletCode } = data
    const car = findCar(kdcd, catalogue)
    const key = keyOf(kdcd, colourCode, outletCode)
    if (!car) faults.push({ line, message: `kdcd ${kdcd} is not in the catalogue` })
    else if (!car.option.colourCodes.includes(colourCode))
      faults.push({ line, message: `colourCode ${colourCode} is not sold for ${kdcd}` })
    if (!outlets.has(outletCode))
      faults.push({ line, message: `outletCode ${outletCode} is not a dealer` })
    const earlier = lines.get(key)
    if (earlier) faults.push({ line, message: `is for the same cars as line ${earlier.line}` })
    lines.set(key, { ...data, line })
  }
  if (faults.length > 0) throw new CsvError(faults)
  return lines
}
