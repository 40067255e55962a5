import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const deliveryTables = ({ serial, strict }: Dialect) => [
  sql`create table stock (
    stock_id text primary key,
    kdcd text not null,
    colour_code text not null,
    outlet_code text,
    quantity integer not null check (quantity >= 0),
    eta_weeks integer) ${strict}`,
  sql`create index stock_choice on stock (kdcd, colour_code)`,

  sql`create table stock_car (
    stock_number text primary key,
    vin text not null unique,
    stock_id text references stock (stock_id),
    purchase_journey_id text unique references purchase_journey (purchase_journey_id) on delete set null) ${strict}`,
  sql`create index stock_car_line on stock_car (stock_id, stock_number) where purchase_journey_id is null`,

  sql`create table build_slot (
    model_code text not null,
    month text not null,
    promised integer not null,
    primary key (model_code, month)) ${strict}`,

  sql`create table allocation (
    purchase_journey_id text primary key references purchase_journey (purchase_journey_id),
    kind text not null,
    stock_id text references stock (stock_id),
    model_code text,
    month text,
    eta_weeks integer,
    created_at text not null) ${strict}`,

  sql`create table delivery_event (
    id ${serial},
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    delivery_status text not null,
    actor text not null,
    at text not null) ${strict}`,
  sql`create index delivery_event_journey on delivery_event (purchase_journey_id)`,

  sql`create table delivery_estimate (
    id ${serial},
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    from_day text not null,
    to_day text not null,
    note text,
    actor text not null,
    at text not null) ${strict}`,
  sql`create index delivery_estimate_journey on delivery_estimate (purchase_journey_id)`,

  // An hour at an outlet belongs to one purchase: the primary key decides races.
  sql`create table hand_over (
    outlet_code text not null,
    starts_at text not null,
    purchase_journey_id text not null unique references purchase_journey (purchase_journey_id) on delete cascade,
    sequence integer not null,
    booked_by text not null,
    booked_at text not null,
    primary key (outlet_code, starts_at)) ${strict}`,
]
