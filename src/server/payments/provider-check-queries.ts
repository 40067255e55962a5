import type { Db } from '#server/database.ts'
import type { PayoutRow, ProviderCheckRow } from './tables.ts'
import type { ProviderCheckKind } from '../providers/card/card-provider.ts'

/** Something at a provider that is asked about when it is due. Asked for again, an answer under way counts no more. */
export const insertCheck = async (
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

export const findCheck = async (
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

/** What the provider is to be asked about now, the longest waiting first. */
export const dueChecks = (db: Db, now: string, most: number): Promise<ProviderCheckRow[]> =>
  db
    .selectFrom('provider_check')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()

/** Takes a check for one process alone, until an instant. `null` when another one has it, or a newer notice came. */
export const claimCheckOf = async (
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
 * Ends a check whose answer counts, or has it made again later.
 *
 * @returns Whether the answer counts: nothing has come since it was asked for.
 */
export const endCheck = async (
  db: Db,
  { kind, reference, attempts }: ProviderCheckRow,
  againAt: string | null,
): Promise<boolean> => {
  const ended =
    againAt === null
      ? db
          .deleteFrom('provider_check')
          .where('kind', '=', kind)
          .where('reference', '=', reference)
          .where('attempts', '=', attempts)
          .returning('reference')
      : db
          .updateTable('provider_check')
          .set({ due_at: againAt })
          .where('kind', '=', kind)
          .where('reference', '=', reference)
          .where('attempts', '=', attempts)
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
