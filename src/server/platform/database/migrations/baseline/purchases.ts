import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const purchaseTables = ({ isSqlite, serial, strict }: Dialect) => [
  sql`create table purchase_journey (
    purchase_journey_id text primary key,
    reference text not null unique,
    customer_id integer not null references customer (id),
    original_quote_id text not null references quote (quote_id),
    current_quote_id text not null references quote (quote_id),
    status text not null,
    furthest_step text not null,
    owner_details text,
    owner_details_confirmed integer not null,
    finance_applied integer not null,
    finance_asked_at text,
    finance_application text,
    credit_decision text,
    referred_at text,
    decided_by text,
    outlet_code text,
    confirmed_at text,
    accepted_total_cents integer,
    terms_version text,
    signature_name text,
    signed_by text,
    promised_offers text,
    delivery_status text,
    agreement_id text,
    credited_from text,
    promised_days integer,
    cancel_until text,
    reserved_until text,
    paid_out_cents integer,
    deposit_due_at text,
    deposit_remind_at text,
    deposit_extended_at text,
    transfer_announced_at text,
    created_at text not null,
    last_activity_at text not null,
    version integer not null,
    unique (customer_id, original_quote_id)) ${strict}`,
  sql`create index journey_agreement on purchase_journey (status, last_activity_at, purchase_journey_id)
    where agreement_id is not null`,
  sql`create index journey_application on purchase_journey (last_activity_at)
    where finance_application is not null`,
  sql`create index journey_current_quote on purchase_journey (current_quote_id)`,
  sql`create index journey_customer on purchase_journey (customer_id, status)`,
  sql`create index journey_original_quote on purchase_journey (original_quote_id)`,
  sql`create index journey_referred on purchase_journey (referred_at, purchase_journey_id)
    where referred_at is not null`,
  sql`create index journey_status on purchase_journey (status, last_activity_at)`,
  // Without the status in front, SQLite reads all confirmed purchases instead.
  sql`create index journey_reserved on purchase_journey (status, reserved_until, purchase_journey_id)
    where status = 'CONFIRMED' and reserved_until is not null`,
  sql`create index purchase_journey_deposit_due on purchase_journey (status, deposit_due_at, purchase_journey_id)
    where status = 'CONFIRMED' and deposit_due_at is not null`,
  sql`create index purchase_journey_deposit_remind on purchase_journey (status, deposit_remind_at, purchase_journey_id)
    where status = 'CONFIRMED' and deposit_remind_at is not null`,

  sql`create table journey_event (
    id ${serial},
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    event text not null,
    from_status text not null,
    to_status text not null,
    actor text not null,
    at text not null,
    effect_id text) ${strict}`,
  sql`create index journey_event_journey on journey_event (purchase_journey_id)`,

  // A fall of the price counts once: the unique pair decides races.
  sql`create table price_credit (
    credit_id text primary key,
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    price_cents integer not null,
    amount_cents integer not null check (amount_cents > 0),
    outcome text not null,
    created_at text not null,
    unique (purchase_journey_id, price_cents)) ${strict}`,
  sql`create index price_credit_waiting on price_credit (created_at, credit_id) where outcome = 'staff'`,

  sql`create table purchase_link (
    key_hash text primary key,
    link_id text not null,
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    kind text not null,
    created_at text not null,
    unique (purchase_journey_id, kind)) ${strict}`,

  // An address is invited to a purchase once at a time.
  sql`create table purchase_person (
    person_id text primary key,
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    role text not null,
    name text not null,
    email text not null,
    email_key text not null,
    sent integer not null,
    key_hash text not null unique,
    invited_at text not null,
    expires_at text not null,
    customer_id integer references customer (id),
    accepted_at text,
    answer text,
    answered_mark text,
    is_told integer not null,
    ended_at text) ${strict}`,
  sql`create unique index purchase_person_invited on purchase_person (purchase_journey_id, email_key)
    where ended_at is null`,
  sql`create index purchase_person_journey on purchase_person (purchase_journey_id, invited_at)`,
  sql`create index purchase_person_customer on purchase_person (customer_id, accepted_at)
    where customer_id is not null`,
  sql`create index purchase_person_unaccepted on purchase_person (expires_at) where accepted_at is null`,
  sql`create table purchase_person_event (
    id ${serial},
    event_id text not null unique,
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    person_id text references purchase_person (person_id) on delete cascade,
    kind text not null,
    text text,
    cents integer,
    actor text not null,
    at text not null) ${strict}`,
  sql`create index purchase_person_event_journey on purchase_person_event (purchase_journey_id, id)`,
  sql`create index purchase_person_event_person on purchase_person_event (person_id)`,

  sql`create table trade_vehicle (
    trade_vehicle_id text primary key,
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    position integer not null,
    registration text not null,
    vin text,
    make text not null,
    model text not null,
    year integer not null,
    odometer_km integer not null,
    condition text,
    owing_cents integer not null,
    status text not null,
    guide_low_cents integer,
    guide_high_cents integer,
    offer_cents integer,
    offer_expires_at text,
    offered_by text,
    appraisal_requested_at text,
    confirmed_date text,
    photos text not null default '[]') ${strict}`,
  sql`create index trade_vehicle_journey on trade_vehicle (purchase_journey_id, position)`,
  sql`create index trade_vehicle_registration on trade_vehicle (registration)`,
  sql`create index trade_vehicle_vin on trade_vehicle (vin) where vin is not null`,
  sql`create index trade_vehicle_requested on trade_vehicle (purchase_journey_id)
    where status = 'APPRAISAL_REQUESTED'`,

  sql`create table purchase_note (
    note_id text primary key,
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    text text not null,
    actor text not null,
    at text not null) ${strict}`,
  sql`create index purchase_note_journey on purchase_note (purchase_journey_id, at)`,

  sql`create table purchase_file (
    file_id text primary key,
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    kind text not null,
    trade_vehicle_id text not null,
    name text,
    type text not null,
    size_bytes integer not null,
    sha256 text not null,
    uploaded_by text not null,
    created_at text not null,
    read_at text,
    content_key text not null default 'k1') ${strict}`,
  sql`create unique index purchase_file_same on purchase_file (purchase_journey_id, kind, trade_vehicle_id, sha256)`,
  sql`create index purchase_file_unread on purchase_file (purchase_journey_id, created_at)
    where kind = 'FINANCE_DOCUMENT' and read_at is null`,

  sql`create table file_removal (file_id text primary key, due_at text not null) ${strict}`,
  sql`create index file_removal_due on file_removal (due_at)`,
  // A file is removed after its row is deleted, on its own or with its purchase.
  ...(isSqlite
    ? [
        sql`create trigger purchase_file_gone after delete on purchase_file
          begin insert or ignore into file_removal (file_id, due_at) values (old.file_id, ''); end`,
      ]
    : [
        sql`create function purchase_file_goes() returns trigger language plpgsql as
          $$ begin
            insert into file_removal (file_id, due_at) values (old.file_id, '') on conflict do nothing;
            return old;
          end $$`,
        sql`create trigger purchase_file_gone after delete on purchase_file
          for each row execute function purchase_file_goes()`,
      ]),
]
