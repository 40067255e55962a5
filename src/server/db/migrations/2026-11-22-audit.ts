import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    sql`create table audit (
      seq integer primary key,
      at text not null,
      actor text not null,
      customer_id integer,
      action text not null,
      is_acting integer not null,
      outcome text not null,
      fields text not null,
      request_id text not null,
      hash text not null) ${strict}`,
    sql`create index audit_customer on audit (customer_id, seq)`,
    sql`create index audit_actor on audit (actor, seq)`,
    sql`create table audit_head (
      id integer primary key check (id = 1),
      seq integer not null,
      hash text not null) ${strict}`,

    sql`create table acting (
      session_id text primary key references session (session_id) on delete cascade,
      staff_id integer not null references staff (id),
      customer_id integer not null references customer (id),
      started_at text not null,
      last_active_at text not null) ${strict}`,

    sql`create table api_client (
      client_id text primary key,
      name text not null,
      secret_hash text not null,
      scopes text not null,
      created_at text not null,
      revoked_at text) ${strict}`,
    sql`create table api_token (
      token_id text primary key,
      client_id text not null references api_client (client_id),
      scopes text not null,
      created_at text not null,
      revoked_at text) ${strict}`,
    sql`create index api_token_age on api_token (created_at)`,

    sql`create table link_token (
      token_hash text primary key,
      customer_id integer not null references customer (id),
      created_at text not null,
      used_at text) ${strict}`,
    sql`create index link_token_customer on link_token (customer_id)`,
    sql`create table email_change (
      customer_id integer primary key references customer (id),
      email text not null,
      created_at text not null) ${strict}`,

    // What is written stays as it was written, whoever asks.
    ...(isSqlite
      ? ['update', 'delete'].map(
          (
            verb,
          ) => sql`create trigger ${sql.raw(`audit_no_${verb}`)} before ${sql.raw(verb)} on audit
            begin select raise(abort, 'the audit is append-only'); end`,
        )
      : [
          sql`create function audit_append_only() returns trigger language plpgsql as
            $$ begin raise exception 'the audit is append-only'; end $$`,
          sql`create trigger audit_no_change before update or delete or truncate on audit
            for each statement execute function audit_append_only()`,
        ]),
  ]
  for (const statement of statements) await statement.execute(db)
}
