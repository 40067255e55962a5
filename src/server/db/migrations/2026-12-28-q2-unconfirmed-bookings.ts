import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

/** A booking without an account waits until the link in its email is opened. Those made before count as confirmed. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table service_booking add column confirm_by text`.execute(db)
  await sql`alter table service_booking add column is_address_proven integer not null default 1`.execute(
    db,
  )
  await sql`create index service_booking_unconfirmed on service_booking (confirm_by)
    where confirm_by is not null`.execute(db)
}
