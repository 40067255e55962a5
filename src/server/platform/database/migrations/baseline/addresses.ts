import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const addressTables = ({ isSqlite, serial, strict, clustered }: Dialect) => [
  sql`create table address_import (
    import_id ${serial},
    source text not null,
    is_running integer unique,
    is_active integer unique,
    addresses integer not null,
    roads integer not null,
    started_at text not null,
    touched_at text not null,
    finished_at text) ${strict}`,

  sql`create table address_road (
    place integer primary key,
    road_id integer not null unique,
    name text not null,
    suburb text not null,
    city text not null,
    words text not null) ${strict}`,
  // Words are lower-case letters and digits, with one space between.
  isSqlite
    ? sql`create virtual table address_road_words using fts5
        (words, content='', contentless_delete=1, detail=none, prefix='1 2 3', tokenize='ascii')`
    : sql`create index address_road_words on address_road
        using gin (array_to_tsvector(string_to_array(words, ' '))) with (fastupdate = off)`,

  // A table that is its own index, so that two million addresses are stored once.
  sql`create table address_point (
    road_id integer not null,
    number integer not null,
    address_id integer not null,
    number_text text not null,
    postcode text,
    primary key (road_id, number, address_id)) ${clustered}`,
  sql`create index address_point_address on address_point (address_id)`,
]
