import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    sql`create table purchase_file (
      file_id text primary key,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      kind text not null,
      trade_vehicle_id text not null,
      name text,
      type text not null,
      size_bytes integer not null,
      sha256 text not null,
      uploaded_by text not null,
      created_at text not null,
      read_at text) ${strict}`,
    sql`create unique index purchase_file_same on purchase_file (purchase_journey_id, kind, trade_vehicle_id, sha256)`,
    sql`create index purchase_file_unread on purchase_file (purchase_journey_id, created_at) where kind = 'FINANCE_DOCUMENT' and read_at is null`,
    sql`create table file_removal (file_id text primary key, due_at text not null) ${strict}`,
    sql`create index file_removal_due on file_removal (due_at)`,
    // However a row goes, by itself or with its purchase, what is kept of the file goes after it.
    ...(isSqlite
      ? [
          sql`create trigger purchase_file_gone after delete on purchase_file
            begin insert or ignore into file_removal (file_id, due_at) values (old.file_id, ''); end`,
        ]
      : [
          sql`create function purchase_file_goes() returns trigger language plpgsql as
            $$ begin
              insert into file_removal (file_id, due_at) values (old.file_id, '') on conflict do nothing;
              return old;
            end $$`,
          sql`create trigger purchase_file_gone after delete on purchase_file
            for each row execute function purchase_file_goes()`,
        ]),
    sql`alter table trade_vehicle add column photos text not null default '[]'`,
  ]
  for (const statement of statements) await statement.execute(db)
}
