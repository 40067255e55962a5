import type { Database, Db } from '#server/database.ts'

/**
 * The stored answer of a register or valuation service, if it is recent.
 *
 * @param since ISO 8601. Older answers are ignored.
 * @returns JSON; `null` inside for a car it did not know.
 */
export const findRegisterAnswer = async (
  db: Db,
  { provider, asked, since }: { provider: string; asked: string; since: string },
): Promise<{ answer: string | null } | null> => {
  const row = await db
    .selectFrom('register_answer')
    .select('answer')
    .where('provider', '=', provider)
    .where('asked', '=', asked)
    .where('answered_at', '>', since)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps an answer in the place of an earlier one. */
export const saveRegisterAnswer = async (
  db: Db,
  row: Database['register_answer'],
): Promise<void> => {
  const { answer, answered_at } = row
  await db
    .insertInto('register_answer')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'asked']).doUpdateSet({ answer, answered_at }),
    )
    .execute()
}
