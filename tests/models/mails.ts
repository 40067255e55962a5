import type { Db } from '#server/database.ts'

/** How many e-mails of a kind wait to be sent or were sent. */
export async function mailsOf(db: Db, kind: string): Promise<number> {
  const { n } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(n)
}
