import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { searchAddresses } from '#lib/addresses/calls.ts'
import { beginImport } from '#server/addresses/queries.ts'
import type { Db } from '#server/database.ts'
import { isSqlite } from '#server/platform/database/dialect.ts'
import { seedLookUps } from '#server/demo/seed-look-ups.ts'
import { localAddresses } from '#server/addresses/local-addresses.ts'
import { importAddresses, ImportBusy } from '#server/addresses/address-import.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { NOW, messagesOf } from './imports.fixture.ts'

describe.each(databases)('importing addresses on $name', ({ open }) => {
  let db: Db
  let nowMs: number
  beforeEach(async () => {
    db = await open()
    nowMs = NOW.getTime()
  })
  afterEach(() => db.destroy())

  const HEADER =
    'WKT,address_id,source_dataset,change_id,full_address_number,full_road_name,full_address,territorial_authority,unit_type,unit_value,level_type,level_value,address_number_prefix,address_number,address_number_suffix,address_number_high,road_name_prefix,road_name,road_type_name,road_suffix,water_name,water_body_name,suburb_locality,town_city,address_class,address_lifecycle,gd2000_xcoord,gd2000_ycoord,road_name_ascii,water_name_ascii,water_body_name_ascii,suburb_locality_ascii,town_city_ascii,full_road_name_ascii,full_address_ascii,shape_X,shape_Y'
  /** A row in LINZ’s columns. */
  const row = (
    id: number,
    number: string,
    road: string,
    place: string,
    over: Record<string, string> = {},
  ) => {
    const [suburb = '', town = ''] = place.split(', ')
    return {
      WKT: `POINT (174.7 -36.8)`,
      address_id: String(id),
      full_address_number: number,
      address_number: String(Number.parseInt(number.split('/').at(-1)!, 10)),
      full_road_name: road,
      full_address: `${number} ${road}, ${place}`,
      suburb_locality: suburb,
      town_city: town,
      address_class: 'Thoroughfare',
      address_lifecycle: 'Current',
      ...over,
    }
  }
  type Row = Record<string, string>
  const csvOf = (rows: Row[]) => Papa.unparse({ fields: HEADER.split(','), data: rows })
  const take = (rows: Row[]) => takeCsv(csvOf(rows))
  const takeCsv = (csv: string | Readable, now = () => new Date(nowMs)) =>
    importAddresses(db, csv, { source: 'nz-addresses.csv', now })
  const labels = async (typed: string) =>
    (await localAddresses(db).search(typed)).addresses.map(({ label }) => label)
  const counts = async () => {
    const count = async (table: 'address_import' | 'address_road' | 'address_point') =>
      Number(
        (
          await db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const words = isSqlite(db)
      ? (await sql<{ n: number }>`select count(*) as n from address_road_words`.execute(db)).rows
      : []
    const [imports, roads, points] = [
      await count('address_import'),
      await count('address_road'),
      await count('address_point'),
    ]
    return { imports, roads, points, words: words[0]?.n ?? roads }
  }

  test('takes current addresses, and finds them', async () => {
    const rows = [
      row(1, '2/12A', 'Ponsonby Road', 'Ponsonby, Auckland'),
      row(2, '12', 'Ponsonby Road', 'Ponsonby, Auckland'),
      row(3, '14', 'Ponsonby Road', 'Ponsonby, Auckland', { address_lifecycle: 'Retired' }),
      row(4, '8', 'Wharf Road', 'Whangārei, ', { full_road_name_ascii: 'Wharf Road' }),
      row(5, '3', '', 'Kawau Island', { water_name: 'Mansion House Bay' }),
    ]
    expect(await take(rows)).toEqual({ addresses: 4, roads: 3 })
    expect(await labels('12 ponsonby')).toEqual([
      '12 Ponsonby Road, Ponsonby, Auckland',
      '2/12A Ponsonby Road, Ponsonby, Auckland',
    ])
    expect(await labels('2/12 ponsonby')).toEqual(['2/12A Ponsonby Road, Ponsonby, Auckland'])
    expect(await labels('14 ponsonby')).toEqual([])
    expect(await labels('8 wharf whangarei')).toEqual(['8 Wharf Road, Whangārei'])
    expect(await labels('3 mansion')).toEqual(['3 Mansion House Bay, Kawau Island'])
    expect(await localAddresses(db).find('4')).toEqual({
      address: {
        line1: '8 Wharf Road',
        suburb: '',
        city: 'Whangārei',
        postcode: null,
        country: 'NZ',
        addressId: '4',
      },
      attribution:
        'Addresses are sourced from the LINZ Data Service and licensed for reuse under CC BY 4.0.',
    })
  })

  test('the larger road comes first among those that fit alike, the better fit before it', async () => {
    await take([
      ...[1, 2, 3].map((n) => row(n, '5', 'Queen Street', `Town ${n}, Small`)),
      ...[5, 6, 7].map((n) => row(10 + n, String(n), 'Queen Street', 'Centre, Large')),
      ...[5, 6, 7, 8, 9].map((n) => row(20 + n, String(n), 'Queenstown Street', 'Far, Larger')),
      row(40, '5', 'Victoria Street', 'Queen, Other'),
    ])
    expect((await labels('5 queen st'))[0]).toBe('5 Queen Street, Centre, Large')
    // Whole words first; a road that only begins so is found when the words are unfinished.
    expect(await labels('5 queens str')).toEqual(['5 Queenstown Street, Far, Larger'])
    expect(await labels('5 queen str other')).toEqual(['5 Victoria Street, Queen, Other'])
  })

  test('shows ten at most, the plain number before its flats', async () => {
    await take([
      ...Array.from({ length: 30 }, (_, n) => row(n, `${n + 1}/7`, 'High Street', 'X, Y')),
      row(99, '7', 'High Street', 'X, Y'),
    ])
    const found = await labels('7 high')
    expect(found).toHaveLength(10)
    expect(found.slice(0, 3)).toEqual(
      ['7', '1/7', '2/7'].map((number) => `${number} High Street, X, Y`),
    )
    expect(await labels('11/7 high')).toEqual(['11/7 High Street, X, Y'])
  })

  test('a new import takes the place of the one before, and nothing is left of that', async () => {
    await take([row(1, '12', 'Ponsonby Road', 'Ponsonby, Auckland')])
    await take([row(1, '12', 'Karaka Road', 'Ōrewa'), row(2, '13', 'Karaka Road', 'Ōrewa')])
    expect(await labels('12 ponsonby')).toEqual([])
    expect(await labels('12 karaka')).toEqual(['12 Karaka Road, Ōrewa'])
    expect(await counts()).toEqual({ imports: 1, roads: 1, points: 2, words: 1 })
  })

  test.each<[string, Row, string]>([
    ['no id', { address_id: 'x' }, 'address_id is not a number: "x"'],
    ['too large an id', { address_id: '2147483648' }, 'address_id is not a number: "2147483648"'],
    ['no number', { address_number: '' }, 'address_number is not a number: ""'],
    ['nothing written', { full_address_number: '' }, 'full_address_number is empty or too long'],
    ['no road', { full_road_name: '' }, 'full_road_name is empty or too long'],
    ['a control character', { full_road_name: 'A\0B' }, 'full_road_name is empty or too long'],
    [
      'no place',
      { suburb_locality: '', town_city: '' },
      'suburb_locality and town_city are empty or too long',
    ],
  ])('a row with %s stops it, and the addresses before stay', async (_, over, message) => {
    await take([row(1, '12', 'Ponsonby Road', 'Ponsonby, Auckland')])
    const rows = Array.from({ length: 5000 }, (__, n) => row(n, `${n + 1}`, 'Long Road', 'X, Y'))
    rows[4000] = { ...rows[4000]!, ...over }
    expect(await messagesOf(takeCsv(Readable.from(inPieces(csvOf(rows)))))).toEqual([
      `Line 4002: ${message}`,
    ])
    expect(await labels('12 ponsonby')).toEqual(['12 Ponsonby Road, Ponsonby, Auckland'])
    expect(await labels('12 long')).toEqual([])
    expect(await counts()).toEqual({ imports: 1, roads: 1, points: 1, words: 1 })
  })

  test('a stream that breaks changes nothing', async () => {
    const csv = csvOf(
      Array.from({ length: 5000 }, (_, n) => row(n, `${n + 1}`, 'Long Road', 'X, Y')),
    )
    const broken = Readable.from(
      (async function* () {
        yield* inPieces(csv)
        throw new Error('the disk is gone')
      })(),
    )
    await expect(takeCsv(broken)).rejects.toThrow('the disk is gone')
    expect(await counts()).toEqual({ imports: 0, roads: 0, points: 0, words: 0 })
  })

  test.each([
    ['address_id,full_road_name\n1,x', 'Line 1: the column full_address_number is missing'],
    ['', 'Line 1: the file is empty'],
    [HEADER, 'Line 1: the file has no current address'],
  ])('%j is no file of addresses', async (csv, message) => {
    expect((await messagesOf(takeCsv(csv)))[0]).toBe(message)
  })

  test('an address that appears twice counts once', async () => {
    const twice = row(1, '12', 'Ponsonby Road', 'Ponsonby, Auckland')
    await take([twice, twice])
    expect(await labels('12 ponsonby')).toEqual(['12 Ponsonby Road, Ponsonby, Auckland'])
  })

  test('there is one import at a time, until it has died', async () => {
    const begin = () =>
      beginImport(db, {
        source: 'x',
        now: new Date(nowMs).toISOString(),
        diedBefore: new Date(nowMs - 600_000).toISOString(),
      })
    expect(await begin()).toEqual(expect.any(Number))
    const rows = [row(1, '12', 'Ponsonby Road', 'Ponsonby, Auckland')]
    await expect(take(rows)).rejects.toThrow(ImportBusy)
    nowMs += 600_001
    expect(await take(rows)).toEqual({ addresses: 1, roads: 1 })
    expect(await counts()).toEqual({ imports: 1, roads: 1, points: 1, words: 1 })
  })

  test('one that was given up while it stood still does not come back', async () => {
    // What it reads ahead is written while the other begins: a separate clock, which never moves.
    const standing = new Date(nowMs)
    let pieces = 0
    const others: Promise<unknown>[] = []
    const rows = Array.from({ length: 5000 }, (_, n) => row(n, `${n + 1}`, 'Long Road', 'X, Y'))
    const slow = Readable.from(
      (async function* () {
        for (const piece of inPieces(csvOf(rows))) {
          yield piece
          pieces += 1
          if (pieces !== 3) continue
          nowMs += 600_001
          others.push(take([row(1, '12', 'Ponsonby Road', 'Ponsonby, Auckland')]))
          await others[0]
        }
      })(),
    )
    await expect(takeCsv(slow, () => standing)).rejects.toThrow('the import has been given up')
    await Promise.all(others)
    expect(await labels('12 ponsonby')).toHaveLength(1)
    expect(await counts()).toEqual({ imports: 1, roads: 1, points: 1, words: 1 })
  })

  test('people search on while it runs', async () => {
    await take([row(1, '12', 'Ponsonby Road', 'Ponsonby, Auckland')])
    const found: number[] = []
    const rows = Array.from({ length: 5000 }, (_, n) =>
      row(n, `${n + 1}`, 'Ponsonby Road', 'Ponsonby, Auckland'),
    )
    await takeCsv(
      Readable.from(
        (async function* () {
          for (const piece of inPieces(csvOf(rows))) {
            found.push((await labels('12 ponsonby')).length)
            yield piece
          }
        })(),
      ),
    )
    expect(new Set(found)).toEqual(new Set([1]))
    expect(await labels('4999 ponsonby')).toHaveLength(1)
  })

  test('a demo has the sample addresses, and keeps what was imported into it', async () => {
    const app = startApplication(db)
    await Promise.all([seedLookUps(app.deps), seedLookUps(app.deps)])
    await seedLookUps(app.deps)
    const { addresses, attribution } = valueOf(
      await app.browser()(searchAddresses, { query: { q: '12 ponsonby' } }),
    )
    expect([addresses.length, attribution]).toEqual([1, null])
    expect(await counts()).toMatchObject({ imports: 1, points: 31 })
    await take([row(1, '1', 'Other Road', 'X, Y')])
    await seedLookUps(app.deps)
    expect(await counts()).toMatchObject({ imports: 1, points: 1 })
  })
})

/** So that it comes as several parts, as a file does. */
const inPieces = (text: string): string[] => {
  const size = 50_000
  return Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
    text.slice(n * size, (n + 1) * size),
  )
}
