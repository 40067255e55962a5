import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#lib/contract.ts'
import type { Db } from '#server/database.ts'
import { openLog } from '#server/platform/log.ts'
import { databases } from '#tests/setup/databases.ts'
import { asked, examples } from '#tests/setup/examples.ts'
import { ask, openWorld, requestOf, type World } from '#tests/setup/world.ts'

// Every call is made once while the log is kept. It must have nothing that customers and staff typed, and nothing that
// opens an account.

let db: Db
let world: World
let log = ''
beforeAll(async () => {
  db = await databases[0]!.open()
  world = await openWorld(db, { log: openLog('debug', { write: (line) => void (log += line) }) })
  await db.updateTable('stock').set({ quantity: 1000 }).execute()
})
afterAll(async () => {
  await world?.stop()
  await db?.destroy()
})

/** Fields whose values are personal, or open an account. */
const SECRET =
  /password|email|phone|username|token|secret|name$|registration|vin$|regno|code$|licence|account|line1|message|note|search|signature|authorization/i
/** A shorter value is in any log by chance. */
const MIN_LENGTH = 6

/** The values of such fields, at any depth. */
function* secretsIn(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string' && SECRET.test(name) && value.length >= MIN_LENGTH) yield value
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
  for (const [key, part] of Object.entries(value))
    yield* secretsIn(part, Array.isArray(value) ? name : key)
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Every call is made once: ten seconds alone, and longer on a busy machine. */
const TIMEOUT_MS = 60_000

test(
  'nothing that was typed, and nothing that opens an account, is in the log',
  async () => {
    const secrets = new Set<string>()
    for (const endpoint of Object.values(contract)) {
      const example = asked(await examples[endpoint.name]!(world))
      const answer = await ask(world, ...requestOf(endpoint, example))
      for (const one of [example.body, example.query, example.params, example.headers])
        for (const secret of secretsIn(one)) secrets.add(secret.replace(/^Bearer /, ''))
      if (endpoint.name === 'token')
        for (const secret of secretsIn(readJson(answer.text))) secrets.add(secret)
    }
    // The test looked for something, in something.
    expect(secrets.size).toBeGreaterThan(40)
    expect(log.split('\n').length).toBeGreaterThan(Object.keys(contract).length)
    expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
  },
  TIMEOUT_MS,
)
