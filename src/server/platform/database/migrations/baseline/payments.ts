import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const paymentTables = ({ strict }: Dialect) => [
  sql`create table payment (
    payment_id text primary key,
    purchase_journey_id text not null references purchase_journey (purchase_journey_id),
    type text not null,
    method text,
    source text not null,
    amount_cents integer not null check (amount_cents > 0),
    currency text not null,
    provider_reference text unique,
    provider_url text,
    provider_payment text,
    status text not null,
    duplicate integer not null,
    review_reason text,
    expires_at text,
    created_at text not null,
    updated_at text not null,
    next_check_at text,
    checks integer not null,
    leased_until text,
    received_cents integer,
    decided_at text) ${strict}`,
  sql`create index payment_due on payment (next_check_at) where next_check_at is not null`,
  sql`create index payment_in_review on payment (created_at, payment_id) where status = 'NEEDS_REVIEW'`,
  sql`create index payment_journey on payment (purchase_journey_id)`,
  // The database decides races between payments (decision 41).
  sql`create unique index payment_one_live on payment (purchase_journey_id, type, method)
    where status in ('CREATED', 'PENDING')`,
  sql`create unique index payment_one_transfer on payment (purchase_journey_id, type, source)
    where status = 'PENDING' and method is null`,
  sql`create index payment_provider on payment (provider_payment) where provider_payment is not null`,

  sql`create table payment_review (
    review_id text primary key,
    payment_id text not null references payment (payment_id),
    reason text not null,
    started_at text not null,
    ended_at text,
    outcome text,
    ended_by text) ${strict}`,
  sql`create index payment_review_payment on payment_review (payment_id)`,

  sql`create table receipt (
    receipt_id text primary key,
    purchase_journey_id text not null references purchase_journey (purchase_journey_id),
    source text not null,
    amount_cents integer not null check (amount_cents > 0),
    reference text not null,
    recorded_by text not null,
    recorded_at text not null,
    unique (purchase_journey_id, source, reference)) ${strict}`,

  sql`create table refund (
    refund_id text primary key,
    payment_id text not null unique references payment (payment_id),
    amount_cents integer not null check (amount_cents > 0),
    reason text not null,
    status text not null,
    reference text,
    failure text,
    created_at text not null,
    done_at text,
    done_by text,
    attempts integer not null,
    next_attempt_at text,
    provider_refund text,
    round integer not null default 0) ${strict}`,
  sql`create index refund_by_hand on refund (created_at) where status = 'BY_HAND'`,
  sql`create index refund_due on refund (next_attempt_at) where next_attempt_at is not null`,
  sql`create index refund_provider on refund (provider_refund) where provider_refund is not null`,

  sql`create table dispute (
    dispute_id text primary key,
    payment_id text references payment (payment_id),
    amount_cents integer not null,
    currency text not null,
    reason text not null,
    status text not null,
    provider_status text not null,
    respond_by text,
    opened_at text not null,
    closed_at text,
    is_waiting integer not null,
    dealt_at text,
    dealt_by text,
    dealt_note text) ${strict}`,
  sql`create index dispute_payment on dispute (payment_id)`,
  sql`create index dispute_waiting on dispute (opened_at, dispute_id) where is_waiting = 1`,

  sql`create table payout (
    payout_id text primary key,
    amount_cents integer not null,
    currency text not null,
    status text not null,
    arrival_day text not null,
    failure text,
    created_at text not null) ${strict}`,

  sql`create table provider_event (
    event_id text primary key,
    provider text not null,
    type text not null,
    received_at text not null) ${strict}`,
  sql`create index provider_event_age on provider_event (received_at)`,

  sql`create table provider_check (
    kind text not null,
    reference text not null,
    due_at text not null,
    attempts integer not null,
    primary key (kind, reference)) ${strict}`,
  sql`create index provider_check_due on provider_check (due_at)`,

  sql`create table reconciliation (
    day text primary key,
    leased_until text,
    done_at text,
    compared integer not null,
    differences integer not null) ${strict}`,

  sql`create table money_difference (
    difference_id text primary key,
    day text not null,
    kind text not null,
    reference text not null,
    problem text not null,
    ours text,
    theirs text,
    purchase_journey_id text,
    found_at text not null,
    resolved_at text,
    explained_at text,
    explained_by text,
    explanation text,
    unique (kind, reference, problem)) ${strict}`,
  sql`create index money_difference_open on money_difference (found_at, difference_id)
    where resolved_at is null and explained_at is null`,
]
