import type { Database, Db } from '#server/database.ts'

/**
 * The stored answer of a register, if it is recent.
 *
 * @param since ISO 8601. Older answers are ignored.
 * @returns The vehicle as JSON; `null` inside for one it did not know.
 */
export const findRegisterAnswer = async (
  db: Db,
  { provider, asked, since }: { provider: string; asked: string; since: string },
): Promise<{ vehicle: string | null } | null> => {
  const row = await db
    .selectFrom('register_answer')
    .select('vehicle')
    .where('provider', '=', provider)
    .where('asked', '=', asked)
    .where('answered_at', '>', since)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps an answer in the place of an earlier one. */
export const saveRegisterAnswer = async (
  db: Db,
  answer: Database['register_answer'],
): Promise<void> => {
  const { vehicle, answered_at } = answer
  await db
    .insertInto('register_answer')
    .values(answer)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'asked']).doUpdateSet({ vehicle, answered_at }),
    )
    .execute()
}
