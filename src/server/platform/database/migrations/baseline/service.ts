import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const serviceTables = ({ strict }: Dialect) => [
  sql`create table service_hold (
    hold_id text primary key,
    outlet_code text not null,
    service_code text not null,
    starts_at text not null,
    network text not null,
    site text not null,
    customer_id integer,
    created_at text not null,
    held_until text not null) ${strict}`,
  sql`create index service_hold_age on service_hold (created_at)`,
  sql`create index service_hold_network on service_hold (network, held_until)`,
  sql`create index service_hold_site on service_hold (site, held_until)`,
  sql`create index service_hold_customer on service_hold (customer_id, held_until)`,

  sql`create table service_booking (
    booking_id text primary key,
    hold_id text not null unique,
    customer_id integer references customer (id) on delete set null,
    registration text not null,
    outlet_code text not null,
    service_code text not null,
    service_name text not null,
    price_cents integer not null,
    ev_price_cents integer not null,
    is_electric integer,
    starts_at text not null,
    ends_at text not null,
    details text not null,
    recalls text not null default '[]',
    status text not null,
    confirm_by text,
    is_address_proven integer not null default 1,
    version integer not null,
    created_at text not null,
    updated_at text not null) ${strict}`,
  sql`create index service_booking_customer on service_booking (customer_id, starts_at)`,
  sql`create index service_booking_end on service_booking (ends_at)`,
  sql`create index service_booking_unconfirmed on service_booking (confirm_by)
    where confirm_by is not null`,

  // Half an hour of a bay belongs to one booking or one hold: the primary key decides races.
  sql`create table service_slot (
    outlet_code text not null,
    starts_at text not null,
    bay integer not null,
    owner_id text not null,
    held_until text,
    primary key (outlet_code, starts_at, bay)) ${strict}`,
  sql`create index service_slot_age on service_slot (starts_at)`,
  sql`create index service_slot_held on service_slot (held_until) where held_until is not null`,
  sql`create index service_slot_owner on service_slot (owner_id)`,
]
