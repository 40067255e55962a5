import Papa from 'papaparse'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { importCars } from '#server/stock/car-import.ts'
import { CsvError } from '#server/platform/csv/csv.ts'
import { importStock } from '#server/stock/stock-import.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { arrive, confirmed } from '#tests/setup/purchases.ts'

const LINE = {
  kdcd: 'TN27H-A',
  colourCode: 'BLD',
  outletCode: 'WRE01',
  quantity: '4',
  etaWeeks: '0',
}
type Line = Partial<Record<keyof typeof LINE, string>>

describe.each(databases)('importing stock on $name', ({ open }) => {
  let app: Application
  beforeEach(async () => {
    app = startApplication(await open())
    await seedDemo(app.deps)
  })
  afterEach(() => app.deps.db.destroy())

  const take = (...lines: Line[]) =>
    importStock(app.deps.db, Papa.unparse(lines.map((line) => ({ ...LINE, ...line }))), catalogue)
  const faultsOf = async (work: Promise<unknown>) => {
    const error: unknown = await work.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CsvError)
    return (error as CsvError).message.split('\n')
  }
  const stored = () =>
    app.deps.db
      .selectFrom('stock')
      .select(['kdcd', 'colour_code', 'outlet_code', 'quantity', 'eta_weeks'])
      .where('quantity', '>', 0)
      .orderBy('quantity')
      .execute()

  const outletOf = async (stockId: string) =>
    (
      await app.deps.db
        .selectFrom('stock')
        .select('outlet_code')
        .where('stock_id', '=', stockId)
        .executeTakeFirstOrThrow()
    ).outlet_code

  test('what the file has is there, and what it leaves out is gone', async () => {
    const file: Line[] = [{}, { colourCode: 'WHS', quantity: '7', etaWeeks: '3' }]
    expect(await take(...file)).toEqual({ cars: 11, held: 0 })
    const line = { kdcd: 'TN27H-A', outlet_code: 'WRE01' }
    const expected = [
      { ...line, colour_code: 'BLD', quantity: 4, eta_weeks: 0 },
      { ...line, colour_code: 'WHS', quantity: 7, eta_weeks: 3 },
    ]
    expect(await stored()).toEqual(expected)
    expect(await take(...file)).toEqual({ cars: 11, held: 0 })
    expect(await stored()).toEqual(expected)
  })

  test('a car that a purchase holds is not sold again, until it is handed over', async () => {
    const journey = await confirmed(await arrive(app))
    const held = await app.deps.db
      .selectFrom('allocation')
      .innerJoin('stock', 'stock.stock_id', 'allocation.stock_id')
      .select(['kdcd', 'colour_code', 'outlet_code'])
      .executeTakeFirstOrThrow()
    const there = {
      kdcd: held.kdcd,
      colourCode: held.colour_code,
      outletCode: held.outlet_code!,
    }
    const before = await stored()
    expect(await faultsOf(take({ ...there, quantity: '0' }))).toEqual([
      `Line 2: ${Object.values(there).join(' ')}: purchases have reserved 1, and the file has only 0`,
    ])
    expect(await faultsOf(take({ kdcd: 'CV27P-A', colourCode: 'RDB' }))).toEqual([
      `Line 1: ${Object.values(there).join(' ')}: purchases have reserved 1, and the file has only 0`,
    ])
    expect(await stored()).toEqual(before)

    expect(await take({ ...there, quantity: '3' })).toEqual({ cars: 2, held: 1 })
    await app.deps.db
      .updateTable('purchase_journey')
      .set({ status: 'COMPLETE' })
      .where('purchase_journey_id', '=', journey.id)
      .execute()
    expect(await take({ ...there, quantity: '2' })).toEqual({ cars: 2, held: 0 })
  })

  test('a car that a purchase holds may be of a dealer or a colour that is gone; the others there are not for sale', async () => {
    await confirmed(await arrive(app))
    const held = await app.deps.db
      .selectFrom('allocation')
      .innerJoin('stock', 'stock.stock_id', 'allocation.stock_id')
      .selectAll('stock')
      .executeTakeFirstOrThrow()
    await app.deps.db.updateTable('stock').set({ quantity: 2 }).execute()
    const dealers = catalogue.dealers.filter(({ outletCode }) => outletCode !== held.outlet_code)
    const file = Papa.unparse([{ ...LINE, outletCode: dealers[0]!.outletCode }])
    expect(await importStock(app.deps.db, file, { ...catalogue, dealers })).toEqual({
      cars: 4,
      held: 1,
    })
    expect(await stored()).toMatchObject([{ outlet_code: dealers[0]!.outletCode, quantity: 4 }])
  })

  test('every error is reported with its line, and nothing is imported', async () => {
    const before = await stored()
    const faults = await faultsOf(
      take(
        {},
        { kdcd: 'XX27P-A' },
        { colourCode: 'ZZZ' },
        { outletCode: 'NOWHERE' },
        { quantity: 'x' },
        { quantity: '1.5', etaWeeks: '105' },
        {},
      ),
    )
    expect(faults).toEqual([
      'Line 3: kdcd XX27P-A is not in the catalogue',
      'Line 4: colourCode ZZZ is not sold for TN27H-A',
      'Line 5: outletCode NOWHERE is not a dealer',
      'Line 6: quantity is not a whole number',
      'Line 7: quantity is not a whole number',
      'Line 7: etaWeeks is over 104',
      'Line 8: is for the same cars as line 2',
    ])
    expect(await stored()).toEqual(before)
  })

  test('the cars of a file are numbered, and the next purchase gets the lowest free number', async () => {
    const car = {
      stockNumber: 'A-2',
      vin: '1M8GDM9AXKP042788',
      kdcd: 'TN27H-A',
      colourCode: 'BLD',
      outletCode: await outletOf('TN27H-A-BLD'),
    }
    const other = { ...car, stockNumber: 'A-1', vin: '5GZCZ43D13S812715' }
    const mia = await arrive(app)
    const before = (await confirmed(mia)).car!
    const takeCars = (...cars: object[]) => importCars(app.deps.db, Papa.unparse(cars))
    expect(await takeCars(car, other)).toEqual({ cars: 2 })
    expect((await confirmed(mia)).car).toMatchObject({ stockNumber: 'A-1', vin: other.vin })
    expect(
      await faultsOf(
        takeCars(
          { ...car, vin: other.vin },
          { ...car, vin: '1M8GDM9A1KP042788', outletCode: 'NO' },
          { ...car, stockNumber: before.stockNumber },
        ),
      ),
    ).toEqual([
      'Line 2: a purchase has A-1 with the VIN 5GZCZ43D13S812715',
      'Line 3: TN27H-A BLD NO is not a line of the stock',
      'Line 3: vin 1M8GDM9A1KP042788 has a wrong check digit',
      'Line 3: A-2 is already in line 2',
      `Line 4: a purchase has ${before.stockNumber} with the VIN ${before.vin}`,
    ])
    // Those that purchases have may be in the file, and are not for sale.
    expect(await takeCars(other)).toEqual({ cars: 0 })
  })
})
