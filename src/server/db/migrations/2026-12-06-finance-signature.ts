import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    sql`create table finance_signature (
      purchase_journey_id text primary key references purchase_journey (purchase_journey_id) on delete cascade,
      quote_id text not null,
      quote_version integer not null,
      method text not null,
      document_version text not null,
      document text not null,
      document_sha256 text not null,
      signed_by text not null,
      signed_at text not null) ${strict}`,
    // What was signed stays as it was signed, until it is deleted with its purchase or its customer.
    ...(isSqlite
      ? [
          sql`create trigger finance_signature_no_update before update on finance_signature
            begin select raise(abort, 'a signature is not changed'); end`,
        ]
      : [
          sql`create function finance_signature_stays() returns trigger language plpgsql as
            $$ begin raise exception 'a signature is not changed'; end $$`,
          sql`create trigger finance_signature_no_update before update on finance_signature
            for each statement execute function finance_signature_stays()`,
        ]),
  ]
  for (const statement of statements) await statement.execute(db)
}
