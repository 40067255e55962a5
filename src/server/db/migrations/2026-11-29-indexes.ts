import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const statements = [
    // By the ages that the hourly jobs ask for.
    sql`create index login_code_age on login_code (created_at)`,
    sql`create index captcha_used_age on captcha_used (expires_at)`,
    sql`create index rate_age on rate (window_start)`,
    sql`create index idempotency_age on idempotency (created_at)`,
    sql`create index link_token_age on link_token (created_at)`,
    sql`create index email_change_age on email_change (created_at)`,
    sql`create index provider_event_age on provider_event (received_at)`,
    sql`create index service_slot_age on service_slot (starts_at)`,
    sql`create index session_age on session (created_at)`,
    sql`create index session_revoked on session (revoked_at) where revoked_at is not null`,
    sql`create index outbox_age on outbox (queued_at)`,
    sql`create index outbox_text on outbox (queued_at) where text_body <> ''`,
    sql`drop index quote_expiry`,
    sql`create index quote_age on quote (created_at)`,

    // Whoever is asked for by an address or a number, however it is written and whichever it is.
    sql`drop index outbox_recipient`,
    sql`create index outbox_recipient on outbox (lower(recipient), queued_at)`,
    sql`create index customer_home_phone on customer (home_phone)`,
    sql`create index customer_work_phone on customer (work_phone)`,

    // What refers to a customer is looked for when the customer changes.
    sql`create index login_code_customer on login_code (customer_id)`,
    sql`create index acting_customer on acting (customer_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
