import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const customerTables = ({ serial, strict, clustered, bytewise }: Dialect) => [
  sql`create table customer (
    id ${serial},
    customer_type text not null,
    first_name text not null,
    last_name text not null,
    company_name text,
    nzbn text,
    email text not null,
    email_key text not null unique,
    mobile_phone text,
    home_phone text,
    work_phone text,
    postal_address text,
    web_account_status text not null,
    marketing_consent integer not null,
    marketing_consent_at text,
    marketing_consent_source text,
    password_hash text,
    session_epoch integer not null default 0,
    search_name text not null,
    created_at text not null,
    updated_at text not null,
    terms_at text,
    is_sample integer not null default 0) ${strict}`,
  sql`create index customer_home_phone on customer (home_phone)`,
  sql`create index customer_mobile on customer (mobile_phone)`,
  sql`create index customer_unconfirmed on customer (updated_at) where web_account_status = 'VERIFYPEND'`,
  // Customers without search terms yet.
  sql`create index customer_without_terms on customer (id) where terms_at is distinct from updated_at`,
  sql`create index customer_work_phone on customer (work_phone)`,

  sql`create table customer_term (
    kind text not null,
    term text ${bytewise} not null,
    customer_id integer not null references customer (id) on delete cascade,
    primary key (kind, term, customer_id)) ${clustered}`,
  sql`create index customer_term_customer on customer_term (customer_id, kind, term)`,

  sql`create table email_change (
    customer_id integer primary key references customer (id),
    email text not null,
    created_at text not null) ${strict}`,
  sql`create index email_change_age on email_change (created_at)`,

  // A deletion can be withdrawn until it is due.
  sql`create table account_deletion (
    customer_id integer primary key references customer (id),
    requested_at text not null,
    due_at text not null,
    done_at text) ${strict}`,
  sql`create index account_deletion_due on account_deletion (due_at) where done_at is null`,

  // One for each customer: the unique key decides between two processes.
  sql`create table data_export (
    export_id text primary key,
    customer_id integer not null unique references customer (id),
    requested_at text not null,
    leased_until text,
    ready_at text,
    expires_at text,
    bytes integer) ${strict}`,
  sql`create index data_export_expiry on data_export (expires_at) where expires_at is not null`,
  sql`create index data_export_waiting on data_export (requested_at) where ready_at is null`,

  sql`create table data_export_part (
    export_id text not null references data_export (export_id) on delete cascade,
    position integer not null,
    sealed text not null,
    primary key (export_id, position)) ${strict}`,

  sql`create table ownership (
    id ${serial},
    customer_id integer not null references customer (id),
    registration text not null,
    vin text,
    make text not null,
    model text not null,
    year integer not null,
    purchase_journey_id text,
    since_day text,
    ended_day text,
    added_at text,
    warranty_until text,
    warranty_km integer,
    first_service_day text,
    first_service_km integer,
    unique (customer_id, registration)) ${strict}`,
  sql`create index ownership_purchase on ownership (purchase_journey_id)`,
  sql`create index ownership_registration on ownership (registration)`,
  sql`create index ownership_vin on ownership (vin)`,
]
