import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import type { Db } from '#server/database.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { openServer, POSTGRES_URL } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { arrive, ready } from '#tests/setup/purchases.ts'
import { migrate } from '#server/platform/database/migrate.ts'

/** More than a process has connections. */
const REQUESTS = 30

describe.runIf(POSTGRES_URL)('many changes of one purchase at once', () => {
  let db: Db
  let app: Application
  beforeAll(async () => {
    db = await openServer(POSTGRES_URL!)
    await migrate(db)
    app = startApplication(db)
    await seedDemo(app.deps)
  })
  afterAll(() => db.destroy())

  test('leave connections for everyone else', async () => {
    const [mia, other] = [await arrive(app), await arrive(app, 'company@demo.example')]
    const { id } = await ready(mia)
    let answered = 0
    let changes: Promise<unknown>[] = []
    await db.transaction().execute(async (trx) => {
      await sql`select 1 from purchase_journey where purchase_journey_id = ${id} for update`.execute(
        trx,
      )
      changes = Array.from({ length: REQUESTS }, async () => {
        const body = { metadata: { furthestStep: 'configure' } } as const
        const { ok } = await mia.call(updatePurchaseJourney, { params: { id }, body })
        answered += 1
        return ok
      })
      // All of them have come by now. They wait for the purchase, and nobody for them.
      await sleep(500)
      expect((await other.call(getCurrentUser)).ok).toBe(true)
      expect(answered).toBe(0)
    })
    expect(await Promise.all(changes)).toEqual(Array(REQUESTS).fill(true))
  })
})
