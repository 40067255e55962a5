import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const platformTables = ({ strict }: Dialect) => [
  sql`create table key_check (name text primary key, fingerprint text not null)`,

  sql`create table data_key (key_id text primary key)`,

  sql`create table idempotency (
    subject text not null,
    operation text not null,
    key text not null,
    fingerprint text not null,
    status integer,
    body text,
    created_at text not null,
    primary key (subject, operation, key)) ${strict}`,
  sql`create index idempotency_age on idempotency (created_at)`,

  sql`create table rate (
    key text not null,
    window_start text not null,
    points integer not null,
    primary key (key, window_start)) ${strict}`,
  sql`create index rate_age on rate (window_start)`,

  sql`create table network_mark (
    network text not null,
    made_id text not null,
    at text not null,
    primary key (network, made_id)) ${strict}`,
  sql`create index network_mark_age on network_mark (at)`,
]
