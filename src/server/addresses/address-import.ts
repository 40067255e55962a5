import type { Readable } from 'node:stream'
import type { Insertable } from 'kysely'
import {
  activateImport,
  addPoints,
  addRoads,
  beginImport,
  endImport,
  removeOldImports,
  ROADS_PER_IMPORT,
} from './queries.ts'
import type { Database, Db } from '#server/database.ts'
import { splitForInsert } from '#server/platform/database/parts.ts'
import { roadWords } from './address-words.ts'
import { CsvError, readCsv, type CsvFault, type CsvRow } from '#server/platform/csv/csv.ts'

/** Columns of LINZ’s “NZ Addresses” (layers 105689 and 123113). */
const COLUMNS = [
  'address_id',
  'full_address_number',
  'address_number',
  'full_road_name',
  'suburb_locality',
  'town_city',
  'address_lifecycle',
] as const
/** LINZ has no postcodes; a file that does may name them so. */
const OPTIONAL = ['water_name', 'postcode'] as const

/** An import that writes nothing for this long has died. */
const DEAD_AFTER_MS = 10 * 60_000
const MAX_INTEGER = 2_147_483_647
const MAX_FAULTS = 50

/** In the order of the columns above. */
type Values = [
  id: string,
  written: string,
  digits: string,
  road: string,
  suburb: string,
  town: string,
  lifecycle: string,
  water: string,
  postcode: string,
]

type Point = Insertable<Database['address_point']>
interface Road {
  id: number
  name: string
  suburb: string
  city: string
  addresses: number
}

/** Another import is under way, perhaps of another process. */
export class ImportBusy extends Error {
  override readonly name = 'ImportBusy'
}

/**
 * Takes addresses in from LINZ’s CSV, those that are current, and then searches these instead of the ones
 * before. It is read as a stream and written in many small transactions, so that a shop stays open; until
 * the last of them nothing of it is seen, and a file with a fault changes nothing.
 *
 * @param source The file's name, or `sample`.
 * @throws {CsvError} With the lines at fault.
 * @throws {ImportBusy} While another import is running.
 */
export async function importAddresses(
  db: Db,
  csv: Readable | string,
  { source, now }: { source: string; now: () => Date },
): Promise<{ addresses: number; roads: number }> {
  const importId = await beginImport(db, {
    source,
    now: now().toISOString(),
    diedBefore: new Date(now().getTime() - DEAD_AFTER_MS).toISOString(),
  })
  if (importId === null) throw new ImportBusy('Another import of addresses is running.')
  try {
    const roads = new Map<string, Road>()
    let addresses = 0
    const part = () => ({ importId, now: now().toISOString() })
    const shape = { columns: COLUMNS, optional: OPTIONAL, ignoresOthers: true }
    await readCsv(csv, shape, async (rows) => {
      const points = pointsOf(rows, roads, importId)
      addresses += points.length
      if (points.length > 0) await addPoints(db, part(), points)
    })
    if (addresses === 0)
      throw new CsvError([{ line: 1, message: 'the file has no current address' }])
    for (const some of splitForInsert(bySize(roads, importId))) await addRoads(db, part(), some)
    await activateImport(db, part(), roads.size)
    return { addresses, roads: roads.size }
  } catch (error) {
    await endImport(db, importId)
    throw error
  } finally {
    await removeOldImports(db)
  }
}

function pointsOf(rows: CsvRow[], roads: Map<string, Road>, importId: number): Point[] {
  const points: Point[] = []
  const faults: CsvFault[] = []
  for (const { line, values } of rows) {
    const [id, written, digits, roadName, suburb, town, lifecycle, water, postcode] =
      values as Values
    if (lifecycle !== 'Current') continue
    const name = roadName || water
    const fault =
      (!isInteger(id) && `address_id is not a number: "${id}"`) ||
      (!isInteger(digits) && `address_number is not a number: "${digits}"`) ||
      (!isText(written, 20) && 'full_address_number is empty or too long') ||
      (!isText(name, 78) && 'full_road_name is empty or too long') ||
      (!isText(suburb || town, 60) && 'suburb_locality and town_city are empty or too long') ||
      (town.length > 60 && 'town_city is too long') ||
      (postcode !== '' && !/^\d{4}$/.test(postcode) && 'postcode is not four digits')
    if (fault) {
      faults.push({ line, message: fault })
      if (faults.length >= MAX_FAULTS) break
      continue
    }
    // In the country there is a locality and no town.
    const city = town || suburb
    const key = `${name}\n${suburb}\n${city}`
    let road = roads.get(key)
    if (!road) {
      if (roads.size >= ROADS_PER_IMPORT) throw new Error('too many roads')
      road = {
        id: importId * ROADS_PER_IMPORT + roads.size,
        name: copy(name),
        suburb: copy(suburb),
        city: copy(city),
        addresses: 0,
      }
      roads.set(copy(key), road)
    }
    road.addresses += 1
    points.push({
      road_id: road.id,
      number: Number(digits),
      address_id: Number(id),
      number_text: written,
      postcode: postcode || null,
    })
  }
  if (faults.length > 0) throw new CsvError(faults)
  return points
}

/** The largest roads first: the likelier ones are found sooner. */
const bySize = (roads: Map<string, Road>, importId: number) =>
  [...roads.values()]
    .sort((a, b) => b.addresses - a.addresses || a.id - b.id)
    .map((road, index) => ({
      place: importId * ROADS_PER_IMPORT + index,
      road_id: road.id,
      name: road.name,
      suburb: road.suburb,
      city: road.city,
      words: roadWords(road),
    }))

/** A text of its own: a piece of the file would keep all that was read with it in memory. */
const copy = (text: string): string => Buffer.from(text).toString()

const isInteger = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= MAX_INTEGER
const isText = (text: string, maxLength: number): boolean =>
  text !== '' && text.length <= maxLength && !/\p{Cc}/u.test(text)
