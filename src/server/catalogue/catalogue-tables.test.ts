import { expect, test } from 'vitest'
import { draftFiles } from '#content/files.fixture.ts'
import { files } from '#content/files.ts'
import { loadCatalogue } from '#content/load.ts'
import {
  exportTables,
  importTables,
  TABLES,
  TablesError,
  type TableName,
} from './catalogue-tables.ts'

const tables = exportTables(files)

/** The faults of the tables after a change of one of them, as the error lists them. */
async function faultsAfter(table: TableName, change: (csv: string) => string): Promise<string[]> {
  const changed = change(tables[table])
  expect(changed).not.toBe(tables[table])
  const error = await importTables(files, { ...tables, [table]: changed }).catch(
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(TablesError)
  return (error as TablesError).message.split('\n')
}

test('an exported catalogue comes back unchanged', async () => {
  expect(await importTables(files, tables)).toEqual({})
  // Not only equal: in the same order, so that a price's version stays.
  const other = draftFiles()
  other['models/tarn.json'].variants = []
  other['colours.json'].reverse()
  other['economy.json'].note = 'Other'
  const taken = await importTables(
    { ...other, 'models/tarn.json': { slug: 'tarn', variants: [] } },
    tables,
  )
  expect(Object.keys(taken)).toEqual(['models/tarn.json', 'colours.json', 'economy.json'])
  expect(JSON.stringify(loadCatalogue({ ...files, ...taken }))).toBe(
    JSON.stringify(loadCatalogue(files)),
  )
  for (const [name, value] of Object.entries(taken))
    expect(JSON.stringify(value), name).toBe(JSON.stringify(files[name as keyof typeof files]))
})

test('no cell begins as a formula does, unless it is a number', () => {
  for (const name of TABLES)
    expect(tables[name], name).not.toMatch(/(^|,|\n)"?([=+@\t]|-(?![\d.]+[,\r]))/)
  expect(tables.dealers).toContain("'+64 9 555 0101")
})

test('a price in a table of its own is the only thing that changes', async () => {
  const taken = await importTables(files, {
    accessories: tables.accessories.replace('All-weather floor mats,18900', 'Mats,19900'),
  })
  const expected = draftFiles()['accessories.json']
  Object.assign(expected[0]!, { name: 'Mats', priceCents: 19900 })
  expect(taken).toEqual({ 'accessories.json': expected })
})

test.each<[string, TableName, (csv: string) => string, string]>([
  [
    'a price that does not add up',
    'grades',
    (csv) => csv.replace(',3699000,3216522,', ',3799000,3216522,'),
    'grades.csv:5: priceExGstCents: 3216522 should be 3303478',
  ],
  [
    'and the options of it',
    'grades',
    (csv) => csv.replace(',3699000,3216522,', ',3799000,3216522,'),
    'options.csv:8: totalPriceCents: 3839000 should be 3939000',
  ],
  [
    'an unknown column',
    'colours',
    (csv) => csv.replace('premiumCents', 'premium'),
    'colours.csv:2: premium: is no field here: did you mean premiumCents?',
  ],
  [
    'a row too short',
    'interiors',
    (csv) => csv.replace(/,[^,]*\r\n$/, '\r\n'),
    'interiors.csv:6: the number of values is 3, not 4',
  ],
  [
    'a colour that others still name',
    'colours',
    (csv) => csv.replace(/WHS.*\r\n/, ''),
    'stock.csv:224: colourCode: there is no colour WHS',
  ],
  [
    'a grade of no model',
    'grades',
    (csv) => csv.replace('\r\ntarn,', '\r\ntern,'),
    'grades.csv:5: model: there is no model tern',
  ],
  [
    'a model without a file',
    'models',
    (csv) => csv.replace('tarn', 'tern'),
    'models.csv:3: slug: there is no models/tern.json; a new model begins with its file',
  ],
  [
    'a dealer that a file without a table names',
    'dealers',
    (csv) => csv.replace(/WRE01.*\r\n/, ''),
    'src/content/service.json: workshops: there is no dealer with SERVICE WRE01',
  ],
  [
    'a second row where there is one',
    'warranty',
    (csv) => `${csv}${csv.split('\r\n')[1]}\r\n`,
    'warranty.csv:3: there is not one row',
  ],
])('%s is reported with its line', async (_, table, change, fault) => {
  expect(await faultsAfter(table, change)).toContain(fault)
})
