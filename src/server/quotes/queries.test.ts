import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRequest } from '#tests/setup/purchases.ts'
import type { Db } from '#server/database.ts'
import type { NewQuoteRow } from './tables.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { findQuotes, insertQuote, updateQuotePrice, type PriceColumns } from './queries.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'

let db: Db

beforeAll(async () => {
  db = openSqlite(':memory:')
  await migrate(db)
  await insertQuote(db, { ...ANONYMOUS, ...price(1), quote_id: 'Q', version: 1 })
})
afterAll(() => db.destroy())

const ANONYMOUS = {
  customer_id: null,
  customer_name: 'Somebody',
  customer_email: 'somebody@post.example',
  browser_id_hash: null,
  source_quote_id: null,
} satisfies Partial<NewQuoteRow>

const price = (driveAwayCents: number): PriceColumns => ({
  pay_option: 'CASH',
  request: JSON.stringify(aRequest()),
  priced: JSON.stringify({ vehicle: {}, lines: [], totals: { driveAwayCents }, finance: null }),
  drive_away_cents: driveAwayCents,
  catalogue_version: '1',
  created_at: `2026-11-20T00:00:00.00${driveAwayCents}Z`,
  expires_at: '2026-12-20T00:00:00.000Z',
})

const found = async (on = db) => (await findQuotes(on, ['Q', 'Q'])).get('Q')!
const cents = async (on = db) => (await found(on)).totals.driveAwayCents

test('a quote that was read before has the price it has now', async () => {
  expect(await cents()).toBe(1)
  await updateQuotePrice(db, await found(), price(2))
  expect(await cents()).toBe(2)
})

test('a price that was rolled back is not remembered', async () => {
  const before = await found()
  await db
    .transaction()
    .execute(async (trx) => {
      await updateQuotePrice(trx, before, price(3))
      expect(await cents(trx)).toBe(3)
      throw new Error('changed my mind')
    })
    .catch(() => {})
  expect(await cents()).toBe(2)

  await updateQuotePrice(db, before, price(4))
  expect(await cents()).toBe(4)
})

test('the owner of a quote is read each time', async () => {
  expect(await found()).toMatchObject({ customerName: 'Somebody' })
  await db.updateTable('quote').set({ customer_name: '' }).execute()
  expect(await found()).toMatchObject({ customerName: '' })
})

test('a shared quote cannot be changed', async () => {
  const quote = await found()
  expect(() => {
    quote.totals.driveAwayCents = 0
  }).toThrow(TypeError)
})
