import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Db } from '#server/database.ts'
import { databases } from '#tests/setup/databases.ts'
import { asked, examples } from '#tests/setup/examples.ts'
import { ask, openWorld, requestOf, type World } from '#tests/setup/world.ts'
import { contract } from '#lib/contract.ts'

const ADDRESS = '203.0.113.77'

let db: Db
let world: World
beforeAll(async () => {
  db = await databases[0]!.open()
  world = await openWorld(db, {}, { TRUSTED_PROXIES: '1' })
})
afterAll(async () => {
  await world?.stop()
  await db?.destroy()
})

/** Every table that holds the address, by name. */
async function tablesWithIt(): Promise<string[]> {
  const names = (await db.introspection.getTables())
    // On PostgreSQL, the tests' own tables have separate schemas.
    .filter(({ schema }) => schema === undefined || schema === 'public')
    .map(({ name }) => name as keyof Database)
  const found = names.map(async (name) => {
    const rows = await db.selectFrom(name).selectAll().execute()
    return JSON.stringify(rows).includes(ADDRESS) ? [name] : []
  })
  return (await Promise.all(found)).flat()
}

test('a visitor’s address is kept only with a session', async () => {
  for (const name of ['leaveMessage', 'holdServiceSlot', 'createCustomer', 'token']) {
    const example = asked(await examples[name]!(world))
    const headers = {
      ...example.headers,
      'x-forwarded-for': ADDRESS,
      ...(contract[name]!.isIdempotent && { 'idempotency-key': 'a-key' }),
    }
    const { status } = await ask(world, ...requestOf(contract[name]!, { ...example, headers }))
    expect([name, status]).toEqual([name, contract[name]!.ok])
  }
  const wrong = { grant_type: 'password', username: 'nobody@new.example', password: 'not it' }
  await ask(
    world,
    ...requestOf(contract['token']!, {
      body: { ...(asked(await examples['token']!(world)).body as object), ...wrong },
      headers: { 'x-forwarded-for': ADDRESS },
    }),
  )
  expect(await tablesWithIt()).toEqual(['session'])
})
