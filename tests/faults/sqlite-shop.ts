import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { deriveKeys, readOrCreateSecret } from '#server/platform/crypto/keys.ts'
import { auditPurchases } from './books.ts'
import type { Report } from './report.ts'
import { FaultyShop } from './shop.ts'
import { auditFields, auditLedger, auditRepetitions, type Ledger } from './writers.ts'

/** More than any run sells. */
const CARS = 1_000_000

/** A shop on a file, with cars for everybody. */
export async function openStockedShop(env?: Record<string, string>): Promise<FaultyShop> {
  const shop = await FaultyShop.open(env)
  stock(shop.file)
  return shop
}

/** As many cars as anybody wants, all in one place. */
export function stock(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('update stock set quantity = 0')
  database
    .prepare(
      `update stock set quantity = ? where stock_id =
       (select min(stock_id) from stock where kdcd = 'TN27H-A' and colour_code = 'BLD')`,
    )
    .run(CARS)
  database.close()
}

/** Invariants at any time. Opening the file checks all of it for damage. */
export async function auditNow(
  { file }: { file: string },
  ledger: Ledger,
  report: Report,
): Promise<void> {
  const db = openSqlite(file)
  // No writes during this.
  await db.transaction().execute(async (trx) => {
    report.add(await auditPurchases(trx, deriveKeys(readOrCreateSecret(file)), CARS))
    report.add(await auditLedger(trx, ledger))
  })
  await db.destroy()
}

/** Invariants once every writer has its answer. */
export async function auditEnd(shop: FaultyShop, ledger: Ledger, report: Report): Promise<void> {
  await auditNow(shop, ledger, report)
  report.lost.push(...(await auditFields(ledger)))
  const db = openSqlite(shop.file)
  report.doubled.push(...(await auditRepetitions(db, ledger)))
  await db.destroy()
  report.acknowledged = ledger.acknowledged
  report.exits = shop.exits
}
