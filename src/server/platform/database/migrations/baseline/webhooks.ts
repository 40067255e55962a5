import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const webhookTables = ({ serial, strict }: Dialect) => [
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
  sql`create index webhook_delivery_age on webhook_delivery (queued_at)`,
  sql`create index webhook_delivery_failed on webhook_delivery (delivery_id) where failed_at is not null`,
  sql`create index webhook_delivery_leased on webhook_delivery (endpoint_id)
    where leased_until is not null`,
  sql`create index webhook_delivery_open on webhook_delivery (endpoint_id, subject, delivery_id)
    where sent_at is null and failed_at is null`,

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
