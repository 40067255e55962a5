import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  await sql`create table passkey_owner (
    user_handle text primary key,
    customer_id integer unique references customer (id) on delete cascade,
    staff_id integer unique references staff (id) on delete cascade,
    passkeys integer not null default 0,
    check ((customer_id is null) <> (staff_id is null))) ${strict}`.execute(db)

  await sql`create table passkey (
    passkey_id text primary key,
    credential_id text not null unique,
    user_handle text not null references passkey_owner (user_handle) on delete cascade,
    public_key text not null,
    counter text not null,
    transports text not null,
    name text not null,
    created_at text not null,
    last_used_at text) ${strict}`.execute(db)
  await sql`create index passkey_user on passkey (user_handle)`.execute(db)

  await sql`create table passkey_challenge (
    challenge_hash text primary key,
    expires_at text not null) ${strict}`.execute(db)
  await sql`create index passkey_challenge_expires on passkey_challenge (expires_at)`.execute(db)

  await sql`alter table session add column passkey_id text`.execute(db)
  await sql`create index session_passkey on session (passkey_id)`.execute(db)
}
