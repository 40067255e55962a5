import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqlite } from './sqlite.ts'
import { isUnavailable } from './unavailable.ts'

type Things = Kysely<{ thing: { name: string } }>

let folder: string
let file: string
let db: Things
/** For SQLite this is another process: it sees committed data only. */
let other: DatabaseSync

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'writer-'))
  file = join(folder, 'shop.db')
  db = openSqlite(file) as unknown as Things
  await sql`create table thing (name text not null primary key, padding blob) strict`.execute(db)
  other = new DatabaseSync(file)
})
afterEach(async () => {
  await db.destroy()
  other.close()
  rmSync(folder, { recursive: true })
})

const committed = () =>
  other
    .prepare('select name from thing order by name')
    .all()
    .map(({ name }) => name)
const add = (name: string) => db.insertInto('thing').values({ name }).execute()
const addWithin = (name: string, then: () => Promise<void> = async () => {}) =>
  db.transaction().execute(async (trx) => {
    await trx.insertInto('thing').values({ name }).execute()
    await then()
  })
/** The number of commits in the log: the last frame of each commit has the size of the file. */
function commits(): number {
  const log = readFileSync(`${file}-wal`)
  const [HEADER, FRAME_HEADER, pageSize] = [32, 24, log.readUInt32BE(8)]
  let count = 0
  for (let at = HEADER; at < log.length; at += FRAME_HEADER + pageSize)
    if (log.readUInt32BE(at + 4) > 0) count += 1
  return count
}

describe('concurrent writes', () => {
  test('are one commit, and visible to every connection once they are answered', async () => {
    const before = commits()
    await Promise.all([add('a'), addWithin('b'), add('c'), addWithin('d')])

    expect(commits() - before).toBe(1)
    expect(committed()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('are not answered before the commit', async () => {
    let isAnswered = false
    const writing = add('a').then(() => (isAnswered = true))
    // Everything that runs before the event loop turns.
    for (let microtask = 0; microtask < 100; microtask += 1) await null

    expect([isAnswered, committed()]).toEqual([false, []])
    await writing
    expect(committed()).toEqual(['a'])
  })

  test('are not visible before the commit', async () => {
    const writing = add('a')
    expect(await db.selectFrom('thing').selectAll().execute()).toEqual([])
    await writing
    expect(await db.selectFrom('thing').select('name').execute()).toMatchObject([{ name: 'a' }])
  })

  test('are visible to a reader that has just read, once they are answered', async () => {
    const count = async () => (await db.selectFrom('thing').selectAll().execute()).length
    let before = -1
    await addWithin('a', async () => {
      // The group is due now, and is committed as soon as this ends.
      await new Promise(setImmediate)
      before = await count()
    })

    expect([before, await count()]).toEqual([0, 1])
  })

  test('fail alone: a rollback does not affect the others', async () => {
    const results = await Promise.allSettled([
      addWithin('a'),
      addWithin('b', () => Promise.reject(new Error('changed my mind'))),
      add('a'),
      addWithin('c'),
      addWithin('c'),
      add('d'),
    ])

    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(committed()).toEqual(['a', 'c', 'd'])
  })

  test('see one another in order, each on top of those before', async () => {
    const count = () =>
      db.transaction().execute(async (trx) => {
        const { length } = await trx.selectFrom('thing').selectAll().execute()
        await trx
          .insertInto('thing')
          .values({ name: `after ${length}` })
          .execute()
      })
    await Promise.all([count(), count(), count()])

    expect(committed()).toEqual(['after 0', 'after 1', 'after 2'])
  })

  test('wait for a transaction that takes longer than a turn, and never for half of it', async () => {
    let goOn = () => {}
    const long = addWithin('long', () => new Promise((done) => (goOn = done)))
    const short = add('short')
    for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done))

    expect(committed()).toEqual([])
    expect(await db.selectFrom('thing').selectAll().execute()).toEqual([])
    goOn()
    await Promise.all([long, short])
    expect(committed()).toEqual(['long', 'short'])
  })
})

test('a full disk fails the whole group, and the next write works', async () => {
  await add('before')
  const pages = other.prepare('pragma page_count').get() as { page_count: number }
  await sql`pragma max_page_count = ${sql.lit(pages.page_count)}`.execute(db)
  const large = (name: string) =>
    sql`insert into thing (name, padding) values (${name}, zeroblob(100000))`.execute(db)
  const results = await Promise.allSettled([add('a'), large('b'), addWithin('c')])
  const faults = results.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  )

  expect(faults.length).toBeGreaterThan(0)
  expect(faults.every(isUnavailable)).toBe(true)
  // Answered writes are there, and the others are not.
  const kept = results.flatMap((one, index) => (one.status === 'fulfilled' ? ['abc'[index]] : []))
  expect(committed()).toEqual(['before', ...kept])

  await sql`pragma max_page_count = 1000000`.execute(db)
  await large('after')
  expect(committed()).toContain('after')
})

test('two processes take turns writing to one file', async () => {
  const program = `
    import { openSqlite } from ${JSON.stringify(import.meta.resolve('./sqlite.ts'))}
    const db = openSqlite(${JSON.stringify(file)})
    for (let n = 0; n < 50; n += 1) await db.insertInto('thing').values({ name: 'theirs ' + n }).execute()
    await db.destroy()`
  const theirs = promisify(execFile)('node', ['--input-type=module', '-e', program])
  const ours = (async () => {
    for (let n = 0; n < 50; n += 1)
      await Promise.all([add(`ours ${n}`), addWithin(`ours too ${n}`)])
  })()
  await Promise.all([theirs, ours])

  expect(committed()).toHaveLength(150)
})

test('a write that waits for another process does not hold up reads', async () => {
  other.exec("begin immediate; insert into thing (name) values ('theirs')")
  let isWritten = false
  const written = Promise.all([add('ours'), addWithin('ours too')]).then(() => (isWritten = true))
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((done) => setTimeout(done, 1))
    expect(await db.selectFrom('thing').selectAll().execute()).toEqual([])
  }
  expect(isWritten).toBe(false)

  other.exec('commit')

  await written
  expect(committed()).toEqual(['ours', 'ours too', 'theirs'])
})

test('a database in memory shows nothing of an open transaction', async () => {
  const memory = openSqlite(':memory:') as unknown as Things
  await sql`create table thing (name text not null primary key) strict`.execute(memory)
  const writing = memory.transaction().execute(async (trx) => {
    await trx.insertInto('thing').values({ name: 'a' }).execute()
    await new Promise((done) => setImmediate(done))
    throw new Error('changed my mind')
  })
  const [seen] = await Promise.all([
    memory.selectFrom('thing').selectAll().execute(),
    writing.catch(() => {}),
  ])

  expect(seen).toEqual([])
  await memory.destroy()
})

describe('reads in a row without waiting', () => {
  const names = async () =>
    (await db.selectFrom('thing').select('name').orderBy('name').execute()).map(({ name }) => name)
  const addElsewhere = (name: string) =>
    other.prepare('insert into thing (name) values (?)').run(name)

  test('see one state, and later reads see the writes of another process', async () => {
    expect(await names()).toEqual([])
    addElsewhere('a')
    expect(await names()).toEqual([])

    await new Promise(setImmediate)
    expect(await names()).toEqual(['a'])
  })

  test('hold no lock afterwards: the log can be written back', async () => {
    await names()
    addElsewhere('a')
    await new Promise(setImmediate)

    const [checkpoint] = other.prepare('pragma wal_checkpoint(truncate)').all()
    expect(checkpoint).toMatchObject({ busy: 0 })
  })

  test('continue after one that failed', async () => {
    await expect(sql`select nothing from thing`.execute(db)).rejects.toThrow('nothing')
    await add('a')
    expect(await names()).toEqual(['a'])
  })
})
