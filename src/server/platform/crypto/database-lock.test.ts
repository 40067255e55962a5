import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { POSTGRES_URL } from '#tests/setup/databases.ts'
import { withDatabaseLock } from './database-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'alone-'))
afterAll(() => rmSync(folder, { recursive: true }))

const places = [
  { databaseUrl: '', databaseFile: join(folder, 'shop.db') },
  ...(POSTGRES_URL ? [{ databaseUrl: POSTGRES_URL, databaseFile: null }] : []),
]

test.each(places)('on $databaseFile the second of two at once is turned away', async (place) => {
  const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const first = withDatabaseLock(place, () => {
    begin()
    return isDone
  })
  await hasBegun
  expect(await withDatabaseLock(place, async () => expect.unreachable())).toBeNull()
  end()
  await first
  expect(await withDatabaseLock(place, async () => 'mine')).toEqual({ done: 'mine' })
  await expect(
    withDatabaseLock(place, () => Promise.reject(new Error('the disk is full'))),
  ).rejects.toThrow('the disk is full')
  expect(await withDatabaseLock(place, async () => 'mine')).toEqual({ done: 'mine' })
})
