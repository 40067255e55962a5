import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  for (const column of ['totp_secret text', 'totp_pending text', 'totp_since text'])
    await sql`alter table staff add column ${sql.raw(column)}`.execute(db)
  await sql`alter table staff add column totp_last_step integer not null default 0`.execute(db)

  await sql`create table staff_recovery_code (
    code_hash text primary key,
    staff_id integer not null references staff (id) on delete cascade) ${strict}`.execute(db)
  await sql`create index staff_recovery_code_staff on staff_recovery_code (staff_id)`.execute(db)
}
