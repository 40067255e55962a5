import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const vehicleTables = ({ strict }: Dialect) => [
  sql`create table recall (
    recall_number text primary key,
    title text not null,
    description text not null,
    remedy text not null,
    severity text not null,
    published text not null,
    source text not null,
    updated_at text not null) ${strict}`,

  sql`create table recall_vehicle (
    recall_number text not null references recall (recall_number) on delete cascade,
    vin text not null,
    registration text,
    model text not null,
    year integer not null,
    status text not null,
    primary key (vin, recall_number)) ${strict}`,
  sql`create index recall_vehicle_recall on recall_vehicle (recall_number)`,
  sql`create index recall_vehicle_registration on recall_vehicle (registration)`,

  // One row, one email: the primary key decides between two processes.
  sql`create table recall_notice (
    customer_id integer not null references customer (id),
    recall_number text not null,
    registration text not null,
    notified_at text not null,
    primary key (customer_id, recall_number, registration)) ${strict}`,

  sql`create table register_answer (
    provider text not null,
    asked text not null,
    answer text,
    answered_at text not null,
    primary key (provider, asked)) ${strict}`,
  sql`create index register_answer_age on register_answer (answered_at)`,
]
