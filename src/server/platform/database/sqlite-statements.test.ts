import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './sqlite.ts'
import { reader, prepareStatements } from './sqlite-statements.ts'

let folder: string
let ours: DatabaseSync
let theirs: DatabaseSync

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-statements-'))
  ours = connect(join(folder, 'test.db'))
  theirs = connect(join(folder, 'test.db'))
  ours.exec("create table car (make text, year integer) strict; insert into car values ('A', 1)")
})
afterEach(() => {
  ours.close()
  theirs.close()
  rmSync(folder, { recursive: true })
})

const ALL = 'select * from car'
/** The same number of columns in another order. */
const TURNED = `create table other (year integer, make text) strict;
  insert into other select year, make from car; drop table car; alter table other rename to car`

test('a row is a plain object, and a statement without rows counts its changes', () => {
  const { run } = prepareStatements(ours)
  expect(run(ALL)).toStrictEqual({ rows: [{ make: 'A', year: 1 }] })
  expect(run('update car set year = ?', [2])).toMatchObject({ rows: [], numAffectedRows: 1n })
  expect(run('select year from car where make = ?', ['B'])).toStrictEqual({ rows: [] })
})

test('a cached statement follows columns that its own connection changes and rolls back', () => {
  const { run } = prepareStatements(ours)
  run(ALL)
  run('begin')
  for (const part of TURNED.split(';')) run(part)
  expect(run(ALL)).toStrictEqual({ rows: [{ year: 1, make: 'A' }] })
  run('rollback')
  expect(run(ALL)).toStrictEqual({ rows: [{ make: 'A', year: 1 }] })
})

test('a cached statement follows columns that another process changes', () => {
  const { run, resetOnSchemaChange } = prepareStatements(ours)
  resetOnSchemaChange()
  run(ALL)
  theirs.exec(TURNED)
  run('begin immediate')
  resetOnSchemaChange()
  expect(run(ALL)).toStrictEqual({ rows: [{ year: 1, make: 'A' }] })
})

test('a reader follows columns that another process changes', () => {
  const reads = reader(ours)
  reads.read(ALL)
  reads.refresh()
  theirs.exec(TURNED)
  expect(reads.read(ALL)).toStrictEqual({ rows: [{ year: 1, make: 'A' }] })
  reads.refresh()
})
