import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    // The provider's name for a refund stays when it fails and a person sends the money another way.
    sql`alter table refund add column provider_refund text`,
    // How often staff have repeated it: the provider takes each repetition as another order.
    sql`alter table refund add column round integer not null default 0`,
    sql`create index refund_provider on refund (provider_refund) where provider_refund is not null`,
    sql`create index payment_provider on payment (provider_payment) where provider_payment is not null`,

    // What a provider has said something about, until it was asked.
    sql`create table provider_check (
      kind text not null,
      reference text not null,
      due_at text not null,
      attempts integer not null,
      primary key (kind, reference)) ${strict}`,
    sql`create index provider_check_due on provider_check (due_at)`,
    sql`create table dispute (
      dispute_id text primary key,
      payment_id text references payment (payment_id),
      amount_cents integer not null,
      currency text not null,
      reason text not null,
      status text not null,
      provider_status text not null,
      respond_by text,
      opened_at text not null,
      closed_at text,
      is_waiting integer not null,
      dealt_at text,
      dealt_by text,
      dealt_note text) ${strict}`,
    sql`create index dispute_payment on dispute (payment_id)`,
    sql`create index dispute_waiting on dispute (opened_at, dispute_id) where is_waiting = 1`,
    sql`create table payout (
      payout_id text primary key,
      amount_cents integer not null,
      currency text not null,
      status text not null,
      arrival_day text not null,
      failure text,
      created_at text not null) ${strict}`,

    sql`create table reconciliation (
      day text primary key,
      leased_until text,
      done_at text,
      compared integer not null,
      differences integer not null) ${strict}`,
    sql`create table money_difference (
      difference_id text primary key,
      day text not null,
      kind text not null,
      reference text not null,
      problem text not null,
      ours text,
      theirs text,
      purchase_journey_id text,
      found_at text not null,
      resolved_at text,
      explained_at text,
      explained_by text,
      explanation text,
      unique (kind, reference, problem)) ${strict}`,
    sql`create index money_difference_open on money_difference (found_at, difference_id)
      where resolved_at is null and explained_at is null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
