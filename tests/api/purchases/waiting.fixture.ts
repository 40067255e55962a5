import { beforeEach } from 'vitest'
import { confirmed } from '#tests/setup/purchases.ts'
import { app, db, mia, setUpSignedIn } from '#tests/setup/suite.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'

// Purchases of a car that is sold out.

// The catalogue calls it unavailable, so nothing is built.
export const RARE = { kdcd: 'SK27S-A', colourCode: 'WHS' } as const

/** None of it is in stock. */
export function setUpWaiting(database: TestDatabase) {
  setUpSignedIn(database)
  beforeEach(() => stock(0))
}

export const stock = (quantity: number) =>
  db
    .updateTable('stock')
    .set({ quantity })
    .where('kdcd', '=', RARE.kdcd)
    .where('colour_code', '=', RARE.colourCode)
    .execute()
export const oneCar = () => cars(1)
export const cars = async (quantity: number) => {
  const row = await db
    .selectFrom('stock')
    .select('stock_id')
    .where('kdcd', '=', RARE.kdcd)
    .where('colour_code', '=', RARE.colourCode)
    .executeTakeFirstOrThrow()
  await db.updateTable('stock').set({ quantity }).where('stock_id', '=', row.stock_id).execute()
}
export const bought = async () => {
  const { id } = await confirmed(mia, RARE)
  app.clock.advance(1000)
  return id
}
