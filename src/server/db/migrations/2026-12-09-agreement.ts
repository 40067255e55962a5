import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    sql`create table sale_agreement (
      agreement_id text primary key,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      wording_version text not null,
      document text not null,
      document_sha256 text not null,
      issued_by text not null,
      issued_at text not null) ${strict}`,
    sql`create index sale_agreement_journey on sale_agreement (purchase_journey_id, issued_at)`,
    // Of a purchase one agreement is accepted, once.
    sql`create table agreement_acceptance (
      purchase_journey_id text primary key references purchase_journey (purchase_journey_id) on delete cascade,
      agreement_id text references sale_agreement (agreement_id),
      method text not null,
      name text,
      accepted_by text not null,
      accepted_at text not null) ${strict}`,
    sql`alter table purchase_journey add column agreement_id text`,
    // Where each part of the work list begins to read.
    sql`create index journey_agreement on purchase_journey (status, last_activity_at, purchase_journey_id) where agreement_id is not null`,
    // What was issued and accepted stays as it was, until it is deleted with its purchase.
    ...(isSqlite
      ? ['sale_agreement', 'agreement_acceptance'].map(
          (table) =>
            sql`create trigger ${sql.ref(`${table}_no_update`)} before update on ${sql.ref(table)}
              begin select raise(abort, 'an agreement is not changed'); end`,
        )
      : [
          sql`create function agreement_stays() returns trigger language plpgsql as
            $$ begin raise exception 'an agreement is not changed'; end $$`,
          ...['sale_agreement', 'agreement_acceptance'].map(
            (table) =>
              sql`create trigger ${sql.ref(`${table}_no_update`)} before update on ${sql.ref(table)}
                for each statement execute function agreement_stays()`,
          ),
        ]),
  ]
  for (const statement of statements) await statement.execute(db)
}
