import { afterAll, beforeAll, expect } from 'vitest'
import { contract } from '#lib/contract.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import type { Db } from '#server/database.ts'
import type { Answered } from '#tests/setup/answer-judge.ts'
import { databases } from '#tests/setup/databases.ts'
import { ask, openWorld, requestOf, type Asked, type World } from '#tests/setup/world.ts'

// What every call must do is written once, and asked of each call of the contract. Each answer is judged by the
// OpenAPI document that is served. SQLite has no part in most of it, so that one database is enough in a quick run;
// `npm run test:postgres` asks the same of PostgreSQL.

export const calls = Object.values(contract)
const { open } = databases[0]!
export let db: Db
export let world: World

/** One world for all calls. */
export function setUpWorld() {
  beforeAll(async () => {
    db = await open()
    world = await openWorld(db)
    // Examples buy cars.
    await db.updateTable('stock').set({ quantity: 1000 }).execute()
  })
  afterAll(async () => {
    await world?.stop()
    await db?.destroy()
  })
}

/** Asks, and holds the answer to the document. */
export async function answerTo(endpoint: Endpoint, request: Asked): Promise<Answered> {
  const answer = await ask(world, ...requestOf(endpoint, request))
  expect(world.judge(endpoint, answer), `${answer.status} ${answer.text.slice(0, 400)}`).toEqual([])
  return answer
}

interface Problem {
  code: string
  messages: { property?: string; message: string }[]
}
export const problemOf = ({ text }: Answered) => JSON.parse(text) as Problem
export const namedIn = (answer: Answered) =>
  problemOf(answer).messages.map(({ property }) => property)
