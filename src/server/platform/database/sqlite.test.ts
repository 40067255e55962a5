import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect, openSqlite } from './sqlite.ts'

const PAGE_BYTES = 4096

/** A closed database of many pages, with one page overwritten in the middle. */
function damagedFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'some.db')
  const database = connect(file)
  database.exec(`
    create table thing (id integer primary key, text text) strict;
    with recursive number (id) as (select 1 union all select id + 1 from number where id < 2000)
    insert into thing select id, hex(randomblob(100)) from number`)
  database.close()
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, 20 * PAGE_BYTES)
  closeSync(descriptor)
  return file
}

test('a file whose process was killed is checked before it is used', () => {
  const file = damagedFile()
  writeFileSync(`${file}-wal`, '')
  expect(() => openSqlite(file)).toThrow(/damaged|malformed/)
})

test('a closed file is checked when nothing else does, and a file in use is not', async () => {
  const file = damagedFile()
  expect(() => openSqlite(file, 'always')).toThrow(/damaged|malformed/)
  writeFileSync(`${file}-wal`, '')
  await openSqlite(file, 'never').destroy()
})

test('a closed file opens without a full read and leaves no log when it is closed again', async () => {
  const file = damagedFile()
  const db = openSqlite(file)
  const { rows } = await sql<{ id: number }>`select id from thing where id = 1`.execute(db)
  expect(rows).toEqual([{ id: 1 }])
  await db.destroy()
  expect(existsSync(`${file}-wal`)).toBe(false)
})
