import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    // Transfers come in parts, which add up to the payment's amount.
    sql`alter table payment add column received_cents integer`,
    // The fee of a reservation that this purchase took over, and whose it was.
    sql`alter table purchase_journey add column credited_cents integer not null default 0`,
    sql`alter table purchase_journey add column credited_from text`,

    sql`create table receipt (
      receipt_id text primary key,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id),
      source text not null,
      amount_cents integer not null check (amount_cents > 0),
      reference text not null,
      recorded_by text not null,
      recorded_at text not null,
      unique (purchase_journey_id, source, reference)) ${strict}`,
    sql`create table transfer_reference (
      reference text primary key,
      purchase_journey_id text not null unique references purchase_journey (purchase_journey_id) on delete cascade) ${strict}`,
    sql`create table refund (
      refund_id text primary key,
      payment_id text not null unique references payment (payment_id),
      amount_cents integer not null check (amount_cents > 0),
      reason text not null,
      status text not null,
      reference text,
      failure text,
      created_at text not null,
      done_at text,
      done_by text,
      attempts integer not null,
      next_attempt_at text) ${strict}`,
    sql`create index refund_due on refund (next_attempt_at) where next_attempt_at is not null`,
    sql`create index refund_by_hand on refund (created_at) where status = 'BY_HAND'`,

    // Bank payments and transfers count as cards do: one payment of a type. What a lender pays stands beside.
    sql`drop index payment_one_paid`,
    sql`create unique index payment_one_paid on payment (purchase_journey_id, type)
      where status = 'PAID' and duplicate = 0 and source <> 'MTF'`,
    sql`create unique index payment_one_transfer on payment (purchase_journey_id, type, source)
      where status = 'PENDING' and method is null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
