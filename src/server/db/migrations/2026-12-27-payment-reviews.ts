import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    // The table has the name that this index had.
    sql`drop index payment_review`,
    sql`create index payment_in_review on payment (created_at, payment_id) where status = 'NEEDS_REVIEW'`,
    sql`create table payment_review (
      review_id text primary key,
      payment_id text not null references payment (payment_id),
      reason text not null,
      started_at text not null,
      ended_at text,
      outcome text,
      ended_by text) ${strict}`,
    sql`create index payment_review_payment on payment_review (payment_id)`,
    // A payment under review was changed last when its review began.
    sql`insert into payment_review (review_id, payment_id, reason, started_at)
      select payment_id, payment_id, coalesce(review_reason, ''), updated_at
      from payment where status = 'NEEDS_REVIEW'`,
  ]
  for (const statement of statements) await statement.execute(db)
}
