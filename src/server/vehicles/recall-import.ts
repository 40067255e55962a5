import { isDay } from '#lib/shared/dates.ts'
import { normalisePlate, normaliseVin } from '#lib/vehicles/vehicle.ts'
import { z } from '#lib/shared/zod.ts'
import type { Db } from '#server/database.ts'
import type { RecallRow, RecallVehicleRow } from './tables.ts'
import { replaceRecalls } from './recall-queries.ts'
import { CsvError, readWholeCsv, validLines, type CsvFault } from '#server/platform/csv/csv.ts'

const text = (maxLength: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'is empty'),
      z.maxLength(maxLength, `is over ${maxLength} long`),
      z.regex(/^([^\p{Cc}]|[\n\r\t])*$/u, 'contains control characters'),
    )

/** A line of the file: a recall, and one vehicle that it concerns. */
const Line = z.object({
  recallNumber: text(40),
  title: text(200),
  description: text(2000),
  remedy: text(2000),
  severity: z.enum(['COMPULSORY', 'SAFETY'], 'is not COMPULSORY or SAFETY'),
  published: z.string().check(z.refine(isDay, 'is not a date, yyyy-mm-dd')),
  source: text(200),
  vin: z.pipe(
    z.string().check(z.refine((value) => normaliseVin(value) !== null, 'is not a VIN')),
    z.transform((value) => normaliseVin(value)!),
  ),
  // Empty for a vehicle whose plate is not known.
  registration: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (value) => value === '' || normalisePlate(value) !== null,
          'is not one to six letters and digits',
        ),
      ),
    z.transform(normalisePlate),
  ),
  model: text(60),
  year: z.pipe(
    z.string().check(z.regex(/^(19|20)\d\d$/, 'is not a year')),
    z.transform((value) => Number(value)),
  ),
  status: z.enum(['OUTSTANDING', 'COMPLETED'], 'is not OUTSTANDING or COMPLETED'),
})
type Line = z.infer<typeof Line>

/** The columns that must be the same on every line of one recall. */
const OF_RECALL = ['title', 'description', 'remedy', 'severity', 'published', 'source'] as const

/**
 * Imports recalls from CSV: a line for each recall and vehicle, with the columns of `docs/look-ups.md`.
 * A recall of the file replaces the one of its number with all its vehicles; the others stay.
 *
 * @throws {CsvError} With every invalid line. Nothing has changed then.
 */
export async function importRecalls(
  db: Db,
  csv: string,
  now: Date,
): Promise<{ recalls: number; vehicles: number }> {
  const rows = await readWholeCsv(csv, Line)

  const faults: CsvFault[] = []
  const recalls = new Map<string, { line: number; row: RecallRow }>()
  const vehicles = new Map<string, RecallVehicleRow>()
  for (const { line, data } of validLines(rows, Line, faults)) {
    const first = recalls.get(data.recallNumber)
    if (!first) recalls.set(data.recallNumber, { line, row: recallOf(data, now) })
    for (const name of OF_RECALL)
      if (first && first.row[name] !== data[name])
        faults.push({ line, message: `${name} is not that of line ${first.line}` })
    const key = `${data.vin} ${data.recallNumber}`
    if (vehicles.has(key)) faults.push({ line, message: `${data.vin} is in this recall already` })
    vehicles.set(key, vehicleOf(data))
  }
  if (faults.length > 0) throw new CsvError(faults)

  const all = [...recalls.values()].map(({ row }) => row)
  await db.transaction().execute((trx) => replaceRecalls(trx, all, [...vehicles.values()]))
  return { recalls: recalls.size, vehicles: vehicles.size }
}

const recallOf = (line: Line, now: Date): RecallRow => ({
  recall_number: line.recallNumber,
  title: line.title,
  description: line.description,
  remedy: line.remedy,
  severity: line.severity,
  published: line.published,
  source: line.source,
  updated_at: now.toISOString(),
})

const vehicleOf = (line: Line): RecallVehicleRow => ({
  recall_number: line.recallNumber,
  vin: line.vin,
  registration: line.registration,
  model: line.model,
  year: line.year,
  status: line.status,
})
