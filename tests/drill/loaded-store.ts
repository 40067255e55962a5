import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addTradeInPhoto } from '#lib/purchases/file-calls.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { readSettings, type Settings } from '#server/platform/settings/settings.ts'
import { copyRow } from '#tests/bench/copy-rows.ts'
import { FaultyShop, insist, signedIn } from '#tests/faults/shop.ts'
import { Ledger, startWriters } from '#tests/faults/writers.ts'
import { someFile, tradingIn } from '#tests/setup/files.ts'
import { requirePostgres, startPostgres } from '#tests/setup/postgres-server.ts'

const PHOTOS = 12

export interface Loaded {
  onPostgres: boolean
  /** How many quotes there are before people come. */
  quotes: number
  /** How long people use the store before the work. */
  seconds: number
}

/**
 * Starts a store in which people save quotes, buy and pay, and ends it after some work.
 *
 * @param work Gets the settings of the store.
 */
export async function whileLoaded(
  { onPostgres, quotes, seconds }: Loaded,
  work: (env: Record<string, string>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loaded-store-'))
  const programs = onPostgres ? requirePostgres() : null
  const server = programs === null ? null : await startPostgres(programs)
  if (programs !== null) process.env.PATH = [process.env.PATH, programs].join(delimiter)
  const env = {
    DATABASE_URL: server?.url ?? `file:${join(folder, 'storefront.db')}`,
    SECRET_KEY: 'of a store that only this drill uses',
    UPLOADS_DIR: join(folder, 'uploads'),
  }
  let shop: FaultyShop | null = null
  try {
    shop = await FaultyShop.open({ ...env, WORKS_IN: folder })
    await sendPhotos(shop)
    await fill(readSettings(env), quotes)
    const writers = await startWriters([shop], new Ledger())
    await pause(seconds * 1000)
    await work({ ...env, DEMO: 'on' }).finally(() => writers.stop())
    if (writers.failures.length > 0)
      throw new Error(`people could not go on during the drill: ${writers.failures[0]}`)
  } finally {
    await shop?.close()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function sendPhotos(shop: FaultyShop): Promise<void> {
  const buyer = await signedIn([shop], 'customer@demo.example')
  const person = { ...buyer, accessToken: buyer.accessToken() }
  const { id, vehicleId } = await tradingIn(person)
  for (let which = 1; which <= PHOTOS; which += 1) {
    const body = someFile('image/jpeg', String(which))
    const photo = { params: { id }, query: { vehicleId }, body }
    await insist((idempotencyKey) => buyer.call(addTradeInPhoto, { ...photo, idempotencyKey }))
  }
}

/** Adds copies of a quote, and cars for everybody. */
async function fill(settings: Settings, quotes: number): Promise<void> {
  const db = await openDatabase(settings, (error) => console.error(error.message))
  await db.updateTable('stock').set({ quantity: 100_000 }).execute()
  const { quote_id } = await db.selectFrom('quote').select('quote_id').executeTakeFirstOrThrow()
  const changed = { quote_id: `'copy-' || i`, customer_id: 'null' }
  await copyRow(db, 'quote', {
    where: `quote_id = '${quote_id}'`,
    changed,
    first: 0,
    end: quotes,
  })
  await db.destroy()
}
