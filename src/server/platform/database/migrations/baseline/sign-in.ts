import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const signInTables = ({ strict }: Dialect) => [
  sql`create table session (
    session_id text primary key,
    customer_id integer references customer (id),
    staff_id integer references staff (id),
    generation integer not null,
    rotated_at text not null,
    replays integer not null,
    created_at text not null,
    revoked_at text,
    revoke_reason text,
    user_agent_hash text not null,
    device text not null default '',
    network text not null default '',
    passkey_id text,
    check ((customer_id is null) <> (staff_id is null))) ${strict}`,
  sql`create index session_age on session (created_at)`,
  sql`create index session_customer on session (customer_id, revoked_at)`,
  sql`create index session_passkey on session (passkey_id)`,
  sql`create index session_revoked on session (revoked_at) where revoked_at is not null`,
  sql`create index session_staff on session (staff_id, revoked_at)`,

  sql`create table acting (
    session_id text primary key references session (session_id) on delete cascade,
    staff_id integer not null references staff (id),
    customer_id integer not null references customer (id),
    started_at text not null,
    last_active_at text not null) ${strict}`,
  sql`create index acting_customer on acting (customer_id)`,

  sql`create table passkey_owner (
    user_handle text primary key,
    customer_id integer unique references customer (id) on delete cascade,
    staff_id integer unique references staff (id) on delete cascade,
    passkeys integer not null default 0,
    check ((customer_id is null) <> (staff_id is null))) ${strict}`,

  sql`create table passkey (
    passkey_id text primary key,
    credential_id text not null unique,
    user_handle text not null references passkey_owner (user_handle) on delete cascade,
    public_key text not null,
    counter text not null,
    transports text not null,
    name text not null,
    created_at text not null,
    last_used_at text) ${strict}`,
  sql`create index passkey_user on passkey (user_handle)`,

  sql`create table passkey_challenge (challenge_hash text primary key, expires_at text not null) ${strict}`,
  sql`create index passkey_challenge_expires on passkey_challenge (expires_at)`,

  sql`create table login_code (
    login_code_id text primary key,
    subject text not null,
    customer_id integer references customer (id),
    purpose text not null,
    created_at text not null,
    expires_at text not null,
    sends integer not null,
    sent_at text not null,
    tries integer not null,
    used_at text,
    password_hash text) ${strict}`,
  sql`create index login_code_age on login_code (created_at)`,
  sql`create index login_code_customer on login_code (customer_id)`,
  sql`create index login_code_subject on login_code (subject, purpose, created_at)`,

  sql`create table link_token (
    token_hash text primary key,
    customer_id integer not null references customer (id),
    created_at text not null,
    used_at text) ${strict}`,
  sql`create index link_token_age on link_token (created_at)`,
  sql`create index link_token_customer on link_token (customer_id)`,

  sql`create table captcha_used (nonce text primary key, expires_at text not null) ${strict}`,
  sql`create index captcha_used_age on captcha_used (expires_at)`,

  sql`create table api_client (
    client_id text primary key,
    name text not null,
    secret_hash text not null,
    scopes text not null,
    created_at text not null,
    revoked_at text) ${strict}`,

  sql`create table api_token (
    token_id text primary key,
    client_id text not null references api_client (client_id),
    scopes text not null,
    created_at text not null,
    revoked_at text) ${strict}`,
  sql`create index api_token_age on api_token (created_at)`,
]
