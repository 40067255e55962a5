import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import {
  breaks,
  partsOf,
  partsOfToday,
  readRelease,
  type Part,
} from '../scripts/released-schema.ts'

/** Changes that look like new rules and are none, each with why. They end with the next release. */
const ALLOWED: Record<string, string> = {
  'index purchase_journey_reference is a new rule of purchase_journey':
    'the released version leaves its column empty, and any number of rows may',
}

test('the released version can go on with the tables of this one (docs/operations.md, Migrations)', async () => {
  const { version, parts } = readRelease()
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(parts.filter(({ type }) => type === 'table').length).toBeGreaterThan(50)
  expect(breaks(parts, await partsOfToday())).toEqual(Object.keys(ALLOWED))
})

test('this version is the released one or a later one', () => {
  const { version } = readRelease()
  const { version: next } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const number = (text: string) =>
    text
      .split('.')
      .map((part) => part.padStart(4, '0'))
      .join()
  expect(number(next) >= number(version)).toBe(true)
})

const BEFORE = `
  create table car (id integer primary key, name text not null, price integer check (price > 0)) strict;
  create table wheel (car_id integer references car (id), size integer default 17) strict;
  create table lock (car_id integer, code text default 'a', primary key (car_id, code));
  create table seat (id integer, place integer);
  create virtual table words using fts5 (text);
  create index wheel_car on wheel (car_id);
  create unique index car_name on car (name);
  create trigger car_gone after delete on car begin delete from wheel where car_id = old.id; end;`

function after(change: string): [before: Part[], after: Part[]] {
  const database = new DatabaseSync(':memory:')
  database.exec(BEFORE)
  const before = partsOf(database)
  database.exec(change)
  const parts = partsOf(database)
  database.close()
  return [before, parts]
}

test.each([
  ['nothing', ''],
  [
    'a new table with its rules',
    'create table door (id integer not null unique, n text check (n > 0))',
  ],
  ['a column that may be left out', 'alter table car add column colour text'],
  ['one with a default', "alter table car add column colour text not null default 'red'"],
  [
    'two of them',
    "alter table car add column a text; alter table car add column b text not null default ''",
  ],
  ['one beside a rule of its table', 'alter table lock add column n integer'],
  ['an index more or less', 'drop index wheel_car; create index wheel_size on wheel (size)'],
])('a version goes on with %s', (_, change) => {
  expect(breaks(...after(change))).toEqual([])
})

test.each([
  ['drop table wheel', ['table wheel is gone']],
  ['alter table wheel rename to tyre', ['table wheel is gone', 'trigger car_gone is another one']],
  ['alter table wheel drop column size', ['table wheel is another one']],
  ['alter table wheel rename column size to inches', ['table wheel is another one']],
  ['drop index car_name', ['index car_name is gone']],
  ['drop trigger car_gone', ['trigger car_gone is gone']],
  ['create unique index wheel_one on wheel (car_id)', ['index wheel_one is a new rule of wheel']],
  [
    'alter table wheel add column car text references car (name)',
    ['column car of wheel is a new rule'],
  ],
  ['alter table wheel add column n integer check (n > 0)', ['column n of wheel is a new rule']],
  [
    'create trigger no_wheel before insert on wheel begin select raise(abort, 0); end',
    ['trigger no_wheel is new on wheel'],
  ],
  [
    'drop table wheel; create table wheel (car_id integer references car (id), size integer default 17, n text not null) strict',
    ['column n of wheel must be written'],
  ],
  [
    'drop table wheel; create table wheel (car_id integer references car (id), size integer not null) strict',
    ['table wheel is another one'],
  ],
  ...[
    '(car_id integer references car (id), size integer default 170) strict',
    '(car_id integer references car (id), size integer default 17, primary key (car_id)) strict',
    '(car_id integer references car (id), size integer default 17, check (max(car_id, 1) < max(size, 2))) strict',
    '(car_id integer references car (id), size integer default 17)',
  ].map((table): [string, string[]] => [
    `drop table wheel; create table wheel ${table}`,
    ['table wheel is another one'],
  ]),
  [
    'drop table seat; create table seat (id integer, place integer generated always as (id) stored)',
    ['table seat is another one'],
  ],
  [
    "drop table lock; create table lock (car_id integer, code text default 'a', primary key (car_id))",
    ['table lock is another one'],
  ],
  [
    'drop table words; create virtual table words using fts5 (text, tokenize = ascii)',
    ['table words is another one'],
  ],
])('a version cannot go on after: %s', (change, faults) => {
  expect(breaks(...after(change))).toEqual(faults)
})
