import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideFinance } from '#lib/finance/calls.ts'
import type { Db } from '#server/database.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { tradingIn } from '#tests/setup/files.ts'
import { arrive, type Person } from '#tests/setup/purchases.ts'

// Bodies are read once the call is authorised: what is refused before is refused while its body still waits.

let db: Db
let app: Application
let mia: Person
let staff: Person
let path: string
beforeAll(async () => {
  db = await databases[0]!.open()
  app = startApplication(db)
  await seedDemo(app.deps)
  mia = await arrive(app)
  staff = await arrive(app, 'staff@demo.example')
  const { id, vehicleId } = await tradingIn(mia)
  path = `/api/purchase-journey/${id}/trade-in-photos?vehicleId=${vehicleId}`
})
afterAll(() => db.destroy())

/** Sends a body of which only the beginning arrives. @returns The status, and whether the beginning was taken. */
async function send(to: string, method: string, token?: string, type = 'application/json') {
  let isRead = false
  const body = new ReadableStream(
    {
      pull(controller) {
        isRead = true
        controller.error(new Error('the sender has gone away'))
      },
    },
    { highWaterMark: 0 },
  )
  const answer = await app.request(to, {
    method,
    headers: {
      'content-type': type,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body,
    duplex: 'half',
  } as RequestInit)
  return [answer.status, isRead]
}
const photo = (token?: string, type = 'image/jpeg') => send(path, 'POST', token, type)

test('a photo is read for the one whose purchase it belongs to, and for staff', async () => {
  expect(await photo()).toEqual([401, false])
  expect(await photo('a1_gone')).toEqual([401, false])
  const other = await arrive(app, 'company@demo.example')
  expect(await photo(other.accessToken)).toEqual([404, false])
  expect(await photo(mia.accessToken, 'image/svg+xml')).toEqual([415, false])
  expect(await photo(mia.accessToken)).toEqual([400, true])
  expect(await photo(staff.accessToken)).toEqual([400, true])
})

test('a call of staff is read for staff whose role may make it', async () => {
  const to = `/api${decideFinance.path.replace(':id', 'a-purchase')}`
  const { method } = decideFinance
  expect(await send(to, method)).toEqual([401, false])
  expect(await send(to, method, mia.accessToken)).toEqual([403, false])
  const service = await arrive(app, 'service@demo.example')
  expect(await send(to, method, service.accessToken)).toEqual([403, false])
})

test('what is sent too often is not read', async () => {
  const busy = startApplication(db, { env: { LIMIT_UPLOADS_PER_MINUTE: '1' } })
  const before = app
  app = busy
  expect(await photo(mia.accessToken)).toEqual([400, true])
  expect(await photo(mia.accessToken)).toEqual([429, false])
  app = before
})
