import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

/** What was issued and accepted, and what of it is encrypted. */
const AGREEMENTS = [
  {
    table: 'sale_agreement',
    sealed: 'document',
    others:
      'agreement_id, purchase_journey_id, wording_version, document_sha256, issued_by, issued_at',
  },
  {
    table: 'agreement_acceptance',
    sealed: 'name',
    others: 'purchase_journey_id, agreement_id, method, accepted_by, accepted_at',
  },
]

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'

  const statements = [
    sql`create table data_key (key_id text primary key)`,
    // What a database holds until now is encrypted with the key that is derived from SECRET_KEY.
    sql`insert into data_key (key_id) select 'k1' from key_check`,
    sql`alter table purchase_file add column content_key text not null default 'k1'`,
    // Agreements stay as they are but for the key that they are encrypted with.
    ...AGREEMENTS.flatMap(({ table, sealed, others }) => {
      const [on, kept, value] = [sql.ref(table), sql.ref(`${table}_no_update`), sql.ref(sealed)]
      const anew = sql.ref(`${table}_another_key`)
      return isSqlite
        ? [
            sql`drop trigger ${kept}`,
            sql`create trigger ${kept} before update of ${sql.raw(others)} on ${on}
              begin select raise(abort, 'an agreement is not changed'); end`,
            sql`create trigger ${anew} before update of ${value} on ${on}
              when new.${value} is null or old.${value} is null or new.${value} not like 'k%.%'
                or substr(new.${value}, 1, instr(new.${value}, '.')) = substr(old.${value}, 1, instr(old.${value}, '.'))
              begin select raise(abort, 'an agreement is not changed'); end`,
          ]
        : [
            sql`drop trigger ${kept} on ${on}`,
            sql`create trigger ${kept} before update of ${sql.raw(others)} on ${on}
              for each statement execute function agreement_stays()`,
            sql`create trigger ${anew} before update of ${value} on ${on} for each row
              when (new.${value} is null or old.${value} is null or new.${value} not like 'k%.%'
                or split_part(new.${value}, '.', 1) = split_part(old.${value}, '.', 1))
              execute function agreement_stays()`,
          ]
    }),
  ]
  for (const statement of statements) await statement.execute(db)
}
