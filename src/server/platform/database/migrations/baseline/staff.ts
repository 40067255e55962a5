import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const staffTables = ({ isSqlite, serial, strict }: Dialect) => [
  sql`create table staff (
    id ${serial},
    first_name text not null,
    last_name text not null,
    email text not null,
    email_key text not null unique,
    password_hash text not null,
    session_epoch integer not null default 0,
    roles text not null,
    created_at text not null,
    totp_secret text,
    totp_pending text,
    totp_since text,
    totp_last_step integer not null default 0,
    is_sample integer not null default 0) ${strict}`,

  sql`create table staff_recovery_code (
    code_hash text primary key,
    staff_id integer not null references staff (id) on delete cascade) ${strict}`,
  sql`create index staff_recovery_code_staff on staff_recovery_code (staff_id)`,

  sql`create table audit (
    seq integer primary key,
    at text not null,
    actor text not null,
    customer_id integer,
    action text not null,
    is_acting integer not null,
    outcome text not null,
    fields text not null,
    request_id text not null,
    hash text not null) ${strict}`,
  sql`create index audit_actor on audit (actor, seq)`,
  sql`create index audit_customer on audit (customer_id, seq)`,
  // The audit is append-only.
  ...(isSqlite
    ? [
        sql`create trigger audit_no_update before update on audit
          begin select raise(abort, 'the audit is append-only'); end`,
        sql`create trigger audit_no_delete before delete on audit
          begin select raise(abort, 'the audit is append-only'); end`,
      ]
    : [
        sql`create function audit_append_only() returns trigger language plpgsql as
          $$ begin raise exception 'the audit is append-only'; end $$`,
        sql`create trigger audit_no_change before update or delete or truncate on audit
          for each statement execute function audit_append_only()`,
      ]),

  sql`create table audit_head (
    id integer primary key check (id = 1),
    seq integer not null,
    hash text not null) ${strict}`,
]
