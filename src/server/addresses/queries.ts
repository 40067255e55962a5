import { sql, type Insertable } from 'kysely'
import type { Database, Db } from '#server/database.ts'
import { isSqlite } from '#server/platform/database/dialect.ts'
import { splitForInsert } from '#server/platform/database/parts.ts'

/** Roads looked at for one search. The largest come first, so the rest are never needed. */
const MAX_ROADS = 1_000
/** Roads whose addresses are shown while no number is typed. */
const MAX_ROADS_WITHOUT_NUMBER = 10
/** Roads removed at once with their addresses, so that other writers do not wait long for the lock. */
const ROADS_REMOVED_AT_ONCE = 200
/** The ids of an import's roads begin at its own id times this. */
export const ROADS_PER_IMPORT = 1_000_000

export interface FoundAddress {
  addressId: number
  /** As it is written: `2/12A`. */
  number: string
  road: string
  suburb: string
  city: string
  postcode: string | null
}

/** A word of a road: as it begins, or whole. */
export interface RoadWord {
  /** Any of these. Small letters and digits only. */
  anyOf: { word: string; isPrefix: boolean }[]
}

/** The import that is searched, or `null` while there is none. */
export const findActiveImport = async (db: Db) =>
  (await db
    .selectFrom('address_import')
    .select(['import_id', 'source'])
    .where('is_active', '=', 1)
    .executeTakeFirst()) ?? null

/**
 * Addresses on roads that have all the words, those on the largest roads first.
 *
 * @param number The street number itself; without one the first numbers of a few roads are found.
 * @param written What the whole number begins with: `2/12a`.
 */
export async function searchAddresses(
  db: Db,
  importId: number,
  search: { words: RoadWord[]; number: number | null; written: string | null; most: number },
): Promise<FoundAddress[]> {
  const { words, number, written, most } = search
  const from = importId * ROADS_PER_IMPORT
  const to = from + ROADS_PER_IMPORT - 1
  const mostRoads = number === null ? MAX_ROADS_WITHOUT_NUMBER : MAX_ROADS
  // Written so that each database goes through the roads in their order and stops when it has enough.
  const roads = isSqlite(db)
    ? sql`(select rowid as place from address_road_words
          where address_road_words match ${fts5Query(words)} and rowid between ${from} and ${to}
          order by rowid limit ${mostRoads}) found
        cross join address_road r on r.place = found.place`
    : sql`(select * from address_road
          where array_to_tsvector(string_to_array(words, ' ')) @@ ${tsQuery(words)}::tsquery
            and place between ${from} and ${to}
          order by place limit ${mostRoads}) r`
  const place = isSqlite(db) ? sql`found.place` : sql`r.place`
  const numbered = number === null ? sql`` : sql`and p.number = ${number}`
  const whole = written === null ? sql`` : sql`and lower(p.number_text) like ${`${written}%`}`
  const { rows } = await sql<FoundAddress>`
    select p.address_id as "addressId", p.number_text as "number",
      r.name as road, r.suburb, r.city, p.postcode
    from ${roads}
    cross join address_point p
    where p.road_id = r.road_id ${numbered} ${whole}
    order by ${place}, p.number, length(p.number_text), p.number_text
    limit ${most}`.execute(db)
  return rows
}

export const findAddress = async (
  db: Db,
  importId: number,
  addressId: number,
): Promise<FoundAddress | null> => {
  const from = importId * ROADS_PER_IMPORT
  const row = await db
    .selectFrom('address_point')
    .innerJoin('address_road', 'address_road.road_id', 'address_point.road_id')
    .where('address_id', '=', addressId)
    .where('address_point.road_id', '>=', from)
    .where('address_point.road_id', '<', from + ROADS_PER_IMPORT)
    .select([
      'address_id as addressId',
      'number_text as number',
      'name as road',
      'suburb',
      'city',
      'postcode',
    ])
    .executeTakeFirst()
  return row ?? null
}

const fts5Query = (words: RoadWord[]): string =>
  words
    .map(
      ({ anyOf }) =>
        `(${anyOf.map(({ word, isPrefix }) => `"${word}"${isPrefix ? '*' : ''}`).join(' OR ')})`,
    )
    .join(' AND ')

const tsQuery = (words: RoadWord[]): string =>
  words
    .map(
      ({ anyOf }) =>
        `(${anyOf.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ':*' : ''}`).join(' | ')})`,
    )
    .join(' & ')

// Importing

/**
 * Begins an import, and ends one that has died.
 *
 * @param diedBefore An import not touched since has died.
 * @returns `null` while another one is running.
 */
export async function beginImport(
  db: Db,
  { source, now, diedBefore }: { source: string; now: string; diedBefore: string },
): Promise<number | null> {
  await db
    .updateTable('address_import')
    .set({ is_running: null })
    .where('is_running', '=', 1)
    .where('touched_at', '<', diedBefore)
    .execute()
  const row = await db
    .insertInto('address_import')
    .values({
      source,
      is_running: 1,
      is_active: null,
      addresses: 0,
      roads: 0,
      started_at: now,
      touched_at: now,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.column('is_running').doNothing())
    .returning('import_id')
    .executeTakeFirst()
  return row?.import_id ?? null
}

/** One write of a running import. Each write marks the import as alive. */
export interface ImportPart {
  importId: number
  now: string
}

/**
 * Adds addresses to a running import.
 *
 * @throws {Error} If it is not running any more: it stood still for too long and was given up.
 */
export const addPoints = (
  db: Db,
  part: ImportPart,
  points: Insertable<Database['address_point']>[],
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await touchImport(trx, part, points.length)
    for (const some of splitForInsert(points))
      await trx
        .insertInto('address_point')
        .values(some)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  })

/**
 * Adds roads to a running import.
 *
 * @param roads As many as fit one statement.
 * @throws {Error} If it is not running any more.
 */
export const addRoads = (
  db: Db,
  part: ImportPart,
  roads: Insertable<Database['address_road']>[],
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await touchImport(trx, part, 0)
    await trx.insertInto('address_road').values(roads).execute()
    if (!isSqlite(trx)) return
    const rows = roads.map(({ place, words }) => sql`(${place}, ${words})`)
    await sql`insert into address_road_words (rowid, words) values ${sql.join(rows)}`.execute(trx)
  })

async function touchImport(trx: Db, { importId, now }: ImportPart, added: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('address_import')
    .set((eb) => ({ touched_at: now, addresses: eb('addresses', '+', added) }))
    .where('import_id', '=', importId)
    .where('is_running', '=', 1)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('the import has been given up')
}

/** Makes a running import the one that is searched. */
export const activateImport = (db: Db, part: ImportPart, roads: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { importId, now } = part
    // Otherwise PostgreSQL would plan a search as for the table that it was, until it notices.
    if (!isSqlite(trx)) await sql`analyze address_road, address_point`.execute(trx)
    await touchImport(trx, part, 0)
    await trx
      .updateTable('address_import')
      .set({ is_active: null })
      .where('is_active', '=', 1)
      .execute()
    await trx
      .updateTable('address_import')
      .set({ is_active: 1, is_running: null, roads, finished_at: now })
      .where('import_id', '=', importId)
      .execute()
  })

/** Ends an import that failed. */
export const endImport = async (db: Db, importId: number): Promise<void> => {
  await db
    .updateTable('address_import')
    .set({ is_running: null })
    .where('import_id', '=', importId)
    .execute()
}

/** Removes what belongs to no import that is searched or running, a little at a time. */
export async function removeOldImports(db: Db): Promise<void> {
  const old = await db
    .selectFrom('address_import')
    .select('import_id')
    .where('is_active', 'is', null)
    .where('is_running', 'is', null)
    .execute()
  for (const { import_id } of old) await removeImport(db, import_id)
}

async function removeImport(db: Db, importId: number): Promise<void> {
  const first = importId * ROADS_PER_IMPORT
  const end = first + ROADS_PER_IMPORT
  const { last } = await db
    .selectFrom('address_point')
    .select((eb) => eb.fn.max('road_id').as('last'))
    .where('road_id', '>=', first)
    .where('road_id', '<', end)
    .executeTakeFirstOrThrow()
  for (let from = first; last !== null && from <= last; from += ROADS_REMOVED_AT_ONCE)
    await db
      .deleteFrom('address_point')
      .where('road_id', '>=', from)
      .where('road_id', '<', Math.min(from + ROADS_REMOVED_AT_ONCE, end))
      .execute()
  await db.transaction().execute(async (trx) => {
    if (isSqlite(trx))
      await sql`delete from address_road_words where rowid >= ${first} and rowid < ${end}`.execute(
        trx,
      )
    await trx
      .deleteFrom('address_road')
      .where('place', '>=', first)
      .where('place', '<', end)
      .execute()
    await trx.deleteFrom('address_import').where('import_id', '=', importId).execute()
  })
}
