import { sql } from 'kysely'
import type { Db } from '#server/database.ts'
import { newerThan, type Cursor } from '#server/platform/database/cursor.ts'
import type {
  DisputeRow,
  MoneyDifferenceRow,
  PaymentRow,
  PayoutRow,
  RefundRow,
} from '#server/payments/tables.ts'

/** From one instant until just before another. */
export interface Period {
  from: string
  until: string
}

/** Payments at a provider that we count as taken, by when their page was opened. */
export const paymentsTaken = (db: Db, { from, until }: Period): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('method', 'is not', null)
    .where('status', 'in', ['PAID', 'REFUNDED', 'CHARGED_BACK'])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .execute()

/** Refunds that the provider has accepted, by when they were requested. */
export const refundsTaken = (db: Db, { from, until }: Period): Promise<RefundRow[]> =>
  db
    .selectFrom('refund')
    .selectAll()
    .where('provider_refund', 'is not', null)
    .where('status', 'in', ['PENDING', 'DONE'])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .execute()

export const disputesOpened = (db: Db, { from, until }: Period): Promise<DisputeRow[]> =>
  db
    .selectFrom('dispute')
    .selectAll()
    .where('opened_at', '>=', from)
    .where('opened_at', '<', until)
    .execute()

export const payoutsMade = (db: Db, { from, until }: Period): Promise<PayoutRow[]> =>
  db
    .selectFrom('payout')
    .selectAll()
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .execute()

/** Claims a day for one process. `false` when another one has it, or it was compared already. */
export const claimDay = async (
  db: Db,
  day: string,
  now: string,
  until: string,
): Promise<boolean> => {
  await db
    .insertInto('reconciliation')
    .values({ day, leased_until: null, done_at: null, compared: 0, differences: 0 })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const taken = await db
    .updateTable('reconciliation')
    .set({ leased_until: until })
    .where('day', '=', day)
    .where('done_at', 'is', null)
    .where((of) => of.or([of('leased_until', 'is', null), of('leased_until', '<=', now)]))
    .returning('day')
    .executeTakeFirst()
  return taken !== undefined
}

/** Records that a day, and those before it, were compared. */
export const noteCompared = async (
  db: Db,
  day: string,
  set: { done_at: string; compared: number; differences: number },
): Promise<void> => {
  await db
    .insertInto('reconciliation')
    .values({ day, leased_until: null, ...set })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ ...set, leased_until: null }))
    .execute()
}

/** The last day that was compared, and when; `null` when none was. */
export const lastCompared = async (db: Db) =>
  (await db
    .selectFrom('reconciliation')
    .select(['day', 'done_at'])
    .where('done_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** Stores a difference; a known one keeps its explanation unless either side has changed. */
export const saveDifference = async (
  db: Db,
  difference: Pick<
    MoneyDifferenceRow,
    | 'difference_id'
    | 'day'
    | 'kind'
    | 'reference'
    | 'problem'
    | 'ours'
    | 'theirs'
    | 'purchase_journey_id'
    | 'found_at'
  >,
): Promise<void> => {
  const { kind, reference, problem, ours, theirs } = difference
  const before = await db
    .selectFrom('money_difference')
    .selectAll()
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .where('problem', '=', problem)
    .executeTakeFirst()
  const fresh = {
    ...difference,
    resolved_at: null,
    explained_at: null,
    explained_by: null,
    explanation: null,
  }
  if (!before) {
    await db
      .insertInto('money_difference')
      .values(fresh)
      .onConflict((conflict) => conflict.columns(['kind', 'reference', 'problem']).doNothing())
      .execute()
    return
  }
  const isSame = before.resolved_at === null && before.ours === ours && before.theirs === theirs
  if (isSame) return
  const { difference_id: _id, ...set } = fresh
  await db
    .updateTable('money_difference')
    .set(set)
    .where('difference_id', '=', before.difference_id)
    .execute()
}

/** The unresolved differences of some days. */
export const unresolvedBetween = (db: Db, fromDay: string, toDay: string) =>
  db
    .selectFrom('money_difference')
    .selectAll()
    .where('resolved_at', 'is', null)
    .where('day', '>=', fromDay)
    .where('day', '<=', toDay)
    .orderBy('day')
    .orderBy('difference_id')
    .execute()

export const resolveDifference = async (db: Db, differenceId: string, at: string) => {
  await db
    .updateTable('money_difference')
    .set({ resolved_at: at })
    .where('difference_id', '=', differenceId)
    .execute()
}

/** Unexplained differences, the oldest first. */
export const openDifferences = (db: Db, most: number, after: Cursor | null) => {
  const query = db
    .selectFrom('money_difference')
    .selectAll()
    // Written out, so that the index of such differences serves.
    .where('resolved_at', 'is', sql.lit(null))
    .where('explained_at', 'is', sql.lit(null))
    .orderBy('found_at')
    .orderBy('difference_id')
    .limit(most)
  return (after ? query.where(newerThan('found_at', 'difference_id', after)) : query).execute()
}

/** @returns `null` for a difference that is explained, resolved or unknown. */
export const saveExplanation = async (
  db: Db,
  differenceId: string,
  { ours, theirs }: Pick<MoneyDifferenceRow, 'ours' | 'theirs'>,
  set: Pick<MoneyDifferenceRow, 'explained_at' | 'explained_by' | 'explanation'>,
): Promise<MoneyDifferenceRow | null> =>
  (await db
    .updateTable('money_difference')
    .set(set)
    .where('difference_id', '=', differenceId)
    .where('ours', ours === null ? 'is' : '=', ours)
    .where('theirs', theirs === null ? 'is' : '=', theirs)
    .where('explained_at', 'is', null)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst()) ?? null

export const findDifference = async (
  db: Db,
  differenceId: string,
): Promise<MoneyDifferenceRow | null> =>
  (await db
    .selectFrom('money_difference')
    .selectAll()
    .where('difference_id', '=', differenceId)
    .executeTakeFirst()) ?? null
