import Papa from 'papaparse'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/database.ts'
import { CsvError } from '#server/platform/csv/csv.ts'
import { importRecalls } from '#server/vehicles/recall-import.ts'
import { databases } from '#tests/setup/databases.ts'
import { NOW, messagesOf } from '#tests/api/addresses/imports.fixture.ts'

describe.each(databases)('importing recalls on $name', ({ open }) => {
  let db: Db
  beforeEach(async () => {
    db = await open()
  })
  afterEach(() => db.destroy())

  const LINE = {
    recallNumber: 'TVN-2026-001',
    title: 'Bonnet catch',
    description: 'The catch may open.',
    remedy: 'A new catch, free of charge.',
    severity: 'SAFETY',
    published: '2026-11-01',
    source: 'Manufacturer',
    vin: '7AVCV1P22M0001011',
    registration: 'TOI101',
    model: 'Cove',
    year: '2021',
    status: 'OUTSTANDING',
  }
  const take = (...lines: Partial<Record<keyof typeof LINE, string>>[]) =>
    importRecalls(db, Papa.unparse(lines.map((line) => ({ ...LINE, ...line }))), NOW)
  const stored = async () => [
    await db.selectFrom('recall').selectAll().orderBy('recall_number').execute(),
    await db
      .selectFrom('recall_vehicle')
      .selectAll()
      .orderBy('recall_number')
      .orderBy('vin')
      .execute(),
  ]

  test('takes a line for each recall and vehicle', async () => {
    const other = '7AVTN3H24N0001023'
    expect(
      await take({}, { vin: other, registration: '', status: 'COMPLETED' }, { recallNumber: 'X' }),
    ).toEqual({ recalls: 2, vehicles: 3 })
    expect(await stored()).toEqual([
      [
        {
          recall_number: 'TVN-2026-001',
          title: 'Bonnet catch',
          description: 'The catch may open.',
          remedy: 'A new catch, free of charge.',
          severity: 'SAFETY',
          published: '2026-11-01',
          source: 'Manufacturer',
          updated_at: '2026-11-23T01:00:00.000Z',
        },
        expect.objectContaining({ recall_number: 'X' }),
      ],
      [
        {
          recall_number: 'TVN-2026-001',
          vin: '7AVCV1P22M0001011',
          registration: 'TOI101',
          model: 'Cove',
          year: 2021,
          status: 'OUTSTANDING',
        },
        expect.objectContaining({ vin: other, registration: null, status: 'COMPLETED' }),
        expect.objectContaining({ recall_number: 'X' }),
      ],
    ])
  })

  test('replaces a recall with all its vehicles, and leaves the others', async () => {
    await take({}, { vin: '7AVTN3H24N0001023' }, { recallNumber: 'X' })
    await take({ title: 'Bonnet catch, again', vin: '7AVMR4H76L0001032' })
    const [recalls, vehicles] = await stored()
    expect(recalls).toMatchObject([{ title: 'Bonnet catch, again' }, { recall_number: 'X' }])
    expect(vehicles).toMatchObject([
      { recall_number: 'TVN-2026-001', vin: '7AVMR4H76L0001032' },
      { recall_number: 'X', vin: '7AVCV1P22M0001011' },
    ])
  })

  test('reads plates and VINs in any spelling', async () => {
    await take({ registration: 'toi-101', vin: ' 7avcv1p22m0001011 ' })
    expect((await stored())[1]).toMatchObject([
      { registration: 'TOI101', vin: '7AVCV1P22M0001011' },
    ])
  })

  test('takes many, in as many statements as it needs', async () => {
    const lines = Array.from({ length: 1200 }, (_, n) => ({
      recallNumber: `R${Math.floor(n / 2)}`,
      vin: `7AVCV1P22M${String(n).padStart(7, '0')}`,
    }))
    expect(await take(...lines)).toEqual({ recalls: 600, vehicles: 1200 })
    expect(await take(...lines)).toEqual({ recalls: 600, vehicles: 1200 })
    expect((await stored()).map((rows) => rows.length)).toEqual([600, 1200])
  })

  test.each<[Partial<Record<keyof typeof LINE, string>>, string]>([
    [{ recallNumber: ' ' }, 'recallNumber is empty'],
    [{ title: 'x'.repeat(201) }, 'title is over 200 long'],
    [{ remedy: 'a\0b' }, 'remedy contains control characters'],
    [{ severity: 'safety' }, 'severity is not COMPULSORY or SAFETY'],
    [{ published: '30/11/2026' }, 'published is not a date, yyyy-mm-dd'],
    [{ published: '2026-02-30' }, 'published is not a date, yyyy-mm-dd'],
    [{ vin: '7AVCV1P22M000IOQ1' }, 'vin is not a VIN'],
    [{ registration: 'ABC1234' }, 'registration is not one to six letters and digits'],
    [{ year: '21' }, 'year is not a year'],
    [{ status: '' }, 'status is not OUTSTANDING or COMPLETED'],
  ])('refuses %j with its line, and changes nothing', async (line, message) => {
    await take({ recallNumber: 'X' })
    const before = await stored()
    expect(await messagesOf(take({}, line))).toEqual([`Line 3: ${message}`])
    expect(await stored()).toEqual(before)
  })

  test('tells every fault at once, each with its line', async () => {
    const faults = await messagesOf(
      take(
        { description: 'Two\nlines.' },
        { title: 'Another', vin: '7AVTN3H24N0001023', description: 'Two\nlines.' },
        { description: 'Two\nlines.' },
        { year: 'x', status: 'DONE' },
      ),
    )
    expect(faults).toEqual([
      'Line 4: title is not that of line 2',
      'Line 6: 7AVCV1P22M0001011 is in this recall already',
      'Line 8: year is not a year',
      'Line 8: status is not OUTSTANDING or COMPLETED',
    ])
    expect(await stored()).toEqual([[], []])
  })

  // threat T18
  test('of 300 files with a typo each is imported whole or not at all', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const sound = Papa.unparse([
      LINE,
      { ...LINE, vin: '7AVTN3H24N0001023', registration: '' },
      { ...LINE, recallNumber: 'X', description: 'A "catch",\nand more' },
    ])
    let taken = 0
    for (let file = 0; file < 300; file++) {
      const at = random(sound.length)
      const slip = ['', 'x', '"', ',', '\n', '\0', 'ā', '=1+1'][random(8)]!
      const csv = sound.slice(0, at) + slip + sound.slice(at + random(3))
      const before = await stored()
      const result = await importRecalls(db, csv, NOW).catch((error: unknown) => {
        expect(error).toBeInstanceOf(CsvError)
        return null
      })
      const after = await stored()
      if (result === null) expect(after).toEqual(before)
      else {
        taken += 1
        expect(result.vehicles).toBe(3)
        await db.deleteFrom('recall').execute()
      }
    }
    expect(taken).toBeGreaterThan(20)
    expect(taken).toBeLessThan(280)
  })

  test('refuses what is no such file', async () => {
    const none = await messagesOf(importRecalls(db, 'a,b\n1,2', NOW))
    expect(none).toContain('Line 1: the column vin is missing')
    expect(none).toContain('Line 1: the column "a" is not known')
    const large = 'x'.repeat(5 * 1024 * 1024 + 1)
    expect(await messagesOf(importRecalls(db, large, NOW))).toEqual([
      'Line 1: the file is over 5242880 bytes',
    ])
    const header = Object.keys(LINE).join(',')
    const many = `${header}\n${`${','.repeat(11)}\n`.repeat(50_001)}`
    expect(await messagesOf(importRecalls(db, many, NOW))).toEqual([
      'Line 50002: is past 50000 rows',
    ])
  })
})
