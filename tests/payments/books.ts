import type { Db } from '#server/database.ts'
import { faultyProviders } from './providers.ts'

/** What both sides have taken, and what does not add up. */
export interface Books {
  /** What the providers took: journeys with money, and payments in all. */
  journeysPaid: number
  taken: number
  duplicates: number
  refundedByProvider: number
  refundsByHand: number
  /** Sentences on what does not add up; none when all is well. */
  faults: string[]
  /** How long after the money a payment was credited whose notices and return were all lost, in milliseconds. */
  slowestMs: number
}

/** Holds what the providers took against what we have. */
export async function compare(
  db: Db,
  { taken }: ReturnType<typeof faultyProviders>,
  journeys: string[],
  paidAt: Map<string, number>,
): Promise<Books> {
  const faults: string[] = []
  const rows = await db.selectFrom('payment').selectAll().execute()
  const refunds = new Map(
    (await db.selectFrom('refund').selectAll().execute()).map((row) => [row.payment_id, row]),
  )
  const credited = await db
    .selectFrom('journey_event')
    .select(['purchase_journey_id', 'at'])
    .where('event', '=', 'deposit-settled')
    .execute()
  const receipts = await db
    .selectFrom('outbox')
    .select('outbox_id')
    .where('kind', '=', 'payment-received')
    .execute()

  const known = new Map(rows.map((row) => [row.provider_reference, row]))
  for (const { reference, amountCents, refunds: times } of taken.values()) {
    const row = known.get(reference)
    const refund = row && refunds.get(row.payment_id)
    if (!row) faults.push(`money without a payment: ${reference}`)
    else if (row.amount_cents !== amountCents) faults.push(`another amount: ${reference}`)
    else if (row.status === 'PAID' && row.duplicate === 0) {
      if (refund || times > 0) faults.push(`counted and sent back: ${reference}`)
    } else if (row.status === 'REFUNDED' && row.duplicate === 1) {
      if (times !== 1) faults.push(`sent back ${times} times: ${reference}`)
    } else if (row.status === 'PAID' && row.method === 'POLI') {
      if (refund?.status !== 'BY_HAND')
        faults.push(`a duplicate that nobody sends back: ${reference}`)
    } else faults.push(`${row.status} with money: ${reference}`)
  }
  for (const row of rows) {
    const isOurs = ['PAID', 'REFUNDED'].includes(row.status)
    if (isOurs && !taken.has(row.provider_reference ?? ''))
      faults.push(`a payment without money: ${row.payment_id}`)
    if (['CREATED', 'PENDING', 'NEEDS_REVIEW'].includes(row.status))
      faults.push(`left ${row.status}: ${row.payment_id}`)
  }
  const counted = new Map<string, number>()
  for (const row of rows)
    if (row.status === 'PAID' && row.duplicate === 0)
      counted.set(row.purchase_journey_id, (counted.get(row.purchase_journey_id) ?? 0) + 1)
  const events = Map.groupBy(credited, ({ purchase_journey_id }) => purchase_journey_id)
  for (const id of journeys) {
    const expected = paidAt.has(id) ? 1 : 0
    if ((counted.get(id) ?? 0) !== expected) faults.push(`credited ${counted.get(id) ?? 0}: ${id}`)
    if ((events.get(id)?.length ?? 0) !== expected) faults.push(`events: ${id}`)
  }
  if (receipts.length !== paidAt.size)
    faults.push(`${receipts.length} receipts for ${paidAt.size} purchases`)

  const duplicates = rows.filter(({ duplicate }) => duplicate === 1)
  return {
    journeysPaid: paidAt.size,
    taken: taken.size,
    duplicates: duplicates.length,
    refundedByProvider: duplicates.filter(({ status }) => status === 'REFUNDED').length,
    refundsByHand: [...refunds.values()].filter(({ status }) => status === 'BY_HAND').length,
    faults,
    slowestMs: credited.reduce(
      (slowest, { purchase_journey_id, at }) =>
        Math.max(slowest, Date.parse(at) - (paidAt.get(purchase_journey_id) ?? Date.parse(at))),
      0,
    ),
  }
}
