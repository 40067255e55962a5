import type { Db } from '#server/database.ts'

// What the database keeps of purchases.

/** Everything that is kept of some purchases. */
export async function rowsOf(db: Db, ids: string[]) {
  const journeys = await db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('purchase_journey_id', 'in', ids)
    .orderBy('purchase_journey_id')
    .execute()
  const quotes = await db
    .selectFrom('quote')
    .selectAll()
    .where('quote_id', 'in', [
      '',
      ...journeys.flatMap((row) => [row.original_quote_id, row.current_quote_id]),
    ])
    .orderBy('quote_id')
    .execute()
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('purchase_journey_id', 'in', ids)
    .orderBy('payment_id')
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', 'in', ['', ...payments.map(({ payment_id }) => payment_id)])
    .orderBy('refund_id')
    .execute()
  const events = await db
    .selectFrom('journey_event')
    .selectAll()
    .where('purchase_journey_id', 'in', ids)
    .orderBy('id')
    .execute()
  const allocations = await db
    .selectFrom('allocation')
    .selectAll()
    .where('purchase_journey_id', 'in', ids)
    .orderBy('purchase_journey_id')
    .execute()
  const vehicles = await db
    .selectFrom('trade_vehicle')
    .selectAll()
    .where('purchase_journey_id', 'in', ids)
    .orderBy('trade_vehicle_id')
    .execute()
  return { journeys, quotes, payments, refunds, events, allocations, vehicles }
}
export type Rows = Awaited<ReturnType<typeof rowsOf>>

/** Cars in stock or held, and build slots free or held. */
export async function carsOf(db: Db) {
  const sum = (rows: { n: number | string | bigint | null }[]) => Number(rows[0]?.n ?? 0)
  const stock = sum(
    await db
      .selectFrom('stock')
      .select(({ fn }) => fn.sum('quantity').as('n'))
      .execute(),
  )
  const slots = sum(
    await db
      .selectFrom('build_slot')
      .select(({ fn }) => fn.sum('promised').as('n'))
      .execute(),
  )
  const held = async (kind: string) =>
    sum(
      await db
        .selectFrom('allocation')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('kind', '=', kind)
        .execute(),
    )
  return { cars: stock + (await held('STOCK')), spareSlots: slots - (await held('BUILD')) }
}
