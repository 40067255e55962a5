import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``
  const serial = isSqlite
    ? sql`integer primary key autoincrement`
    : sql`integer generated always as identity primary key`

  const statements = [
    sql`create table webhook_endpoint (
      endpoint_id text primary key,
      url text not null,
      events text not null,
      secret text not null,
      created_at text not null,
      disabled_at text) ${strict}`,
    sql`create table webhook_delivery (
      delivery_id ${serial},
      endpoint_id text not null references webhook_endpoint (endpoint_id) on delete cascade,
      event_id text not null,
      type text not null,
      subject text not null,
      payload text not null,
      attempts integer not null default 0,
      queued_at text not null,
      next_attempt_at text not null,
      give_up_at text not null,
      leased_until text,
      sent_at text,
      failed_at text,
      last_error text) ${strict}`,
    // What is still to be carried, in its order.
    sql`create index webhook_delivery_open on webhook_delivery (endpoint_id, subject, delivery_id) where sent_at is null and failed_at is null`,
    sql`create index webhook_delivery_leased on webhook_delivery (endpoint_id) where leased_until is not null`,
    sql`create index webhook_delivery_failed on webhook_delivery (delivery_id) where failed_at is not null`,
    sql`create index webhook_delivery_age on webhook_delivery (queued_at)`,
    sql`create table webhook_attempt (
      attempt_id ${serial},
      endpoint_id text not null references webhook_endpoint (endpoint_id) on delete cascade,
      delivery_id integer not null references webhook_delivery (delivery_id) on delete cascade,
      at text not null,
      status integer,
      ms integer not null,
      error text) ${strict}`,
    sql`create index webhook_attempt_delivery on webhook_attempt (delivery_id)`,
    sql`create index webhook_attempt_endpoint on webhook_attempt (endpoint_id, attempt_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
