import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { getCustomer } from '#lib/contract/customers.ts'
import { getCurrentUser } from '#lib/contract/identity.ts'
import { getPurchaseJourney } from '#lib/contract/purchase-journeys.ts'
import { SAMPLE_PASSWORD } from '#lib/demo.ts'
import type { Database } from '#server/db/database.ts'
import { openLog } from '#server/log.ts'
import { SECURITY_EVENTS } from '#server/security-events.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { CLIENT, signedIn, signIn } from '#tests/setup/people.ts'
import { arrive, started } from '#tests/setup/purchases.ts'

const MIA = 'customer@demo.example'

let db: Kysely<Database>
let app: Application
let written = ''
const events = (): Record<string, unknown>[] =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event !== undefined)

beforeEach(async () => {
  written = ''
  db = await databases[0]!.open()
  const log = openLog('info', { write: (line) => void (written += line) })
  app = startApplication(db, {
    deps: { log },
    env: { LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '2', LIMIT_TOKEN_PER_MINUTE: '20' },
  })
  await seedDemo(app.deps)
})
afterEach(() => db.destroy())

test('who signs in is logged by number, and who could not by a hash of the address', async () => {
  const { customerId } = await signedIn(app, MIA)
  await signIn(app.browser(), MIA, 'not the password')
  await signIn(app.browser(), ` ${MIA.toUpperCase()}`, '000000')
  await signIn(app.browser(), 'nobody@cars.example', 'not the password')

  const [right, wrong, code, unknown] = events()
  expect(right).toMatchObject({ event: 'sign_in', actor: `customer:${customerId}` })
  expect(wrong).toMatchObject({ event: 'sign_in_failed', by: 'password' })
  expect(code).toMatchObject({ event: 'sign_in_failed', by: 'code', account: wrong!.account })
  expect(unknown!.account).not.toBe(wrong!.account)
  expect(written).not.toMatch(/demo\.example|cars\.example|not the password|000000/i)
  expect(written).not.toContain(SAMPLE_PASSWORD)
})

test('a limit that is reached is logged once, however many calls come after it', async () => {
  for (let tries = 0; tries < 5; tries++) await signIn(app.browser(), MIA, 'not the password')

  const limited = () => events().filter(({ event }) => event === 'limited')
  expect(limited()).toMatchObject([{ limit: 'LIMIT_PASSWORD_FAILURES_PER_15_MINUTES' }])

  for (let calls = 0; calls < 20; calls++)
    await app.request('/api/auth/token', { method: 'POST', body: new URLSearchParams(CLIENT) })
  expect(limited()).toMatchObject([{}, { limit: 'LIMIT_TOKEN_PER_MINUTE' }])
})

test('whoever asks for what is not theirs is logged, and what they may read is not', async () => {
  const mia = await signedIn(app, MIA)
  written = ''
  await mia.call(getCurrentUser)
  await mia.call(getCustomer, { params: { id: String(mia.customerId) } })
  expect(events()).toEqual([])

  await mia.call(getCustomer, { params: { id: String(mia.customerId + 1) } })
  expect(events()).toMatchObject([
    { event: 'refused', action: 'getCustomer', actor: `customer:${mia.customerId}`, status: 403 },
  ])
})

test('another’s purchase is logged though it is answered as if it were not there, and what is nowhere is not', async () => {
  const { id } = await started(await arrive(app, MIA))
  const other = await arrive(app, 'hemi.potae@demo.example')
  written = ''
  await other.call(getPurchaseJourney, { params: { id: 'nowhere' } })
  expect(events()).toEqual([])

  await other.call(getPurchaseJourney, { params: { id } })
  expect(events()).toMatchObject([{ event: 'refused', action: 'getPurchaseJourney', status: 404 }])
})

test('a machine client is logged where its secret is wrong', async () => {
  const body = new URLSearchParams({ client_id: 'x', client_secret: 'y', grant_type: 'token' })
  await app.request('/api/auth/token', { method: 'POST', body })
  expect(events()).toMatchObject([{ event: 'sign_in_failed', by: 'client' }])
})

test('docs/operations.md says of each event what it is', () => {
  const inTable = [
    ...readFileSync('docs/operations.md', 'utf8').matchAll(
      /^\| `([a-z_]+)` +\| (info|warn|error) +\|/gm,
    ),
  ].map(([, event, level]) => [event, level])
  expect(Object.fromEntries(inTable)).toEqual(SECURITY_EVENTS)
})
