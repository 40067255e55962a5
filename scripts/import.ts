import { createReadStream, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { ContentError } from '../src/content/content-error.ts'
import { backupBeforeMigration } from '../src/server/platform/backup/before-migration.ts'
import { migrate } from '../src/server/platform/database/migrate.ts'
import { openDatabase } from '../src/server/platform/database/open.ts'
import { localDeps } from '../src/server/local-deps.ts'
import { importAddresses, ImportBusy } from '../src/server/addresses/address-import.ts'
import { importCars } from '../src/server/stock/car-import.ts'
import { CsvError } from '../src/server/platform/csv/csv.ts'
import { importRecalls } from '../src/server/vehicles/recall-import.ts'
import { importStock } from '../src/server/stock/stock-import.ts'
import { readSettings } from '../src/server/platform/settings/settings.ts'
import { SettingError } from '../src/server/platform/settings/environment.ts'

// Imports a file into the database of the settings, while the shop runs or not:
//   npm run import -- recalls recalls.csv
//   npm run import -- stock stock.csv
//   npm run import -- cars cars.csv
//   npm run import -- addresses nz-addresses.csv

const [, , what = '', file = ''] = process.argv

type Db = Awaited<ReturnType<typeof openDatabase>>
const IMPORTS: Record<string, (db: Db) => Promise<string>> = {
  async recalls(db) {
    const csv = readFileSync(file, 'utf8')
    const { recalls, vehicles } = await importRecalls(db, csv, new Date())
    return `${recalls} recalls of ${vehicles} vehicles imported.`
  },
  async stock(db) {
    // Only here: the brand's folder may not be valid while someone edits it.
    const { catalogue } = await import('../src/content/catalogue.ts')
    const { cars, held } = await importStock(db, readFileSync(file, 'utf8'), catalogue)
    return `${cars} cars are for sale; ${held} more are reserved for purchases.`
  },
  async cars(db) {
    const { cars } = await importCars(db, readFileSync(file, 'utf8'))
    return `${cars} cars in stock have a stock number and a VIN.`
  },
  async addresses(db) {
    const csv = createReadStream(file, { highWaterMark: 1024 * 1024 })
    const source = basename(file)
    const { addresses, roads } = await importAddresses(db, csv, { source, now: () => new Date() })
    return `${addresses} addresses on ${roads} roads imported. Address search now uses them.`
  },
}

async function run(): Promise<number> {
  const take = IMPORTS[what]
  if (!take || file === '') {
    console.error(
      `Name the import and its file: npm run import -- ${Object.keys(IMPORTS).join('|')} file.csv`,
    )
    return 2
  }
  let db: Db | null = null
  try {
    const settings = readSettings(process.env)
    db = await openDatabase(settings, (error) => console.error(error.message))
    await migrate(db, () => backupBeforeMigration(localDeps(settings)))
    console.log(await take(db))
    return 0
  } catch (error) {
    const isExpected =
      error instanceof CsvError ||
      error instanceof ContentError ||
      error instanceof ImportBusy ||
      error instanceof SettingError ||
      (error as NodeJS.ErrnoException).code === 'ENOENT'
    console.error(isExpected ? (error as Error).message : error)
    if (error instanceof CsvError) console.error('Nothing has been imported.')
    return 1
  } finally {
    await db?.destroy()
  }
}

process.exitCode = await run()
