import type { Db } from '#server/database.ts'
import type { PayoutRow, ProviderCheckRow } from './tables.ts'
import type { ProviderCheckKind } from '#server/providers/card/card-provider.ts'

/** Schedules a question to a provider. An answer that is under way no longer counts. */
export const scheduleProviderCheck = async (
  db: Db,
  kind: ProviderCheckKind,
  reference: string,
  dueAt: string,
): Promise<void> => {
  await db
    .insertInto('provider_check')
    .values({ kind, reference, due_at: dueAt, attempts: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'reference'])
        .doUpdateSet((of) => ({ due_at: dueAt, attempts: of('provider_check.attempts', '+', 1) })),
    )
    .execute()
}

export const findProviderCheck = async (
  db: Db,
  kind: ProviderCheckKind,
  reference: string,
): Promise<ProviderCheckRow | null> =>
  (await db
    .selectFrom('provider_check')
    .selectAll()
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .executeTakeFirst()) ?? null

/** Checks that are due now, the longest waiting first. */
export const listDueChecks = (db: Db, now: string, most: number): Promise<ProviderCheckRow[]> =>
  db
    .selectFrom('provider_check')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()

/** Claims a check for one process until an instant. `null` when another one has it, or a newer webhook came. */
export const claimProviderCheck = async (
  db: Db,
  { kind, reference, attempts }: ProviderCheckRow,
  until: string,
): Promise<ProviderCheckRow | null> =>
  (await db
    .updateTable('provider_check')
    .set({ due_at: until, attempts: attempts + 1 })
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .where('attempts', '=', attempts)
    .returningAll()
    .executeTakeFirst()) ?? null

/**
 * Ends a check whose answer counts, or schedules it again.
 *
 * @returns Whether the answer counts: no webhook has come since the question.
 */
export const endProviderCheck = async (
  db: Db,
  { kind, reference, attempts }: ProviderCheckRow,
  againAt: string | null,
): Promise<boolean> => {
  const own = { kind, reference, attempts }
  const ended =
    againAt === null
      ? db
          .deleteFrom('provider_check')
          .where((of) => of.and(own))
          .returning('reference')
      : db
          .updateTable('provider_check')
          .set({ due_at: againAt })
          .where((of) => of.and(own))
          .returning('reference')
  return (await ended.executeTakeFirst()) !== undefined
}

export const findPayout = async (db: Db, payoutId: string): Promise<PayoutRow | null> =>
  (await db
    .selectFrom('payout')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .executeTakeFirst()) ?? null

export const savePayout = async (db: Db, payout: PayoutRow): Promise<void> => {
  const { payout_id: _id, ...set } = payout
  await db
    .insertInto('payout')
    .values(payout)
    .onConflict((conflict) => conflict.column('payout_id').doUpdateSet(set))
    .execute()
}
