import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const quoteTables = ({ strict }: Dialect) => [
  sql`create table quote (
    quote_id text primary key,
    customer_id integer references customer (id),
    browser_id_hash text,
    source_quote_id text,
    customer_name text not null,
    customer_email text not null,
    pay_option text not null,
    request text not null,
    priced text not null,
    drive_away_cents integer not null,
    catalogue_version text not null,
    created_at text not null,
    expires_at text not null,
    version integer not null,
    unique (source_quote_id, customer_id)) ${strict}`,
  sql`create index quote_age on quote (created_at)`,
  sql`create index quote_customer on quote (customer_id, created_at)`,

  sql`create table quote_code (
    code_hash text primary key,
    quote_id text not null references quote (quote_id) on delete cascade,
    content text not null,
    created_at text not null) ${strict}`,
  sql`create index quote_code_quote on quote_code (quote_id)`,
]
