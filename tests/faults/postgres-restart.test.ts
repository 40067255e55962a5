import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calculateQuote } from '#lib/quotes/calls.ts'
import { getPurchaseJourney, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import type { Db } from '#server/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { POSTGRES_URL } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { findPostgres, startPostgres, type PostgresServer } from '#tests/setup/postgres-server.ts'
import { aRequest, arrive, started, type Person } from '#tests/setup/purchases.ts'

// A restart breaks every connection, idle or at work. Without a listener on each the process would end, and
// vitest reports that as a failure of this file.
describe.runIf(POSTGRES_URL)('while PostgreSQL restarts', () => {
  let server: PostgresServer
  let db: Db
  let app: Application
  let mia: Person
  const broken: Error[] = []

  beforeAll(async () => {
    server = await startPostgres(findPostgres()!)
    db = openPostgres(server.url, (error) => broken.push(error))
    await migrate(db)
    app = startApplication(db, {
      env: {
        LIMIT_CALLS_PER_MINUTE: '9999999',
        LIMIT_CHANGES_PER_MINUTE: '9999999',
        LIMIT_QUOTES_PER_MINUTE: '9999999',
      },
    })
    await seedDemo(app.deps)
    mia = await arrive(app)
  })
  afterAll(async () => {
    await db?.destroy()
    await server?.stop()
  })

  const WRITERS = 16

  test.each(['fast', 'immediate', 'fast', 'immediate'] as const)(
    '%s: answered with 503, and loses nothing that was answered with 200',
    async (mode) => {
      const statuses = new Map<number, number>()
      const quotes: string[] = []
      let isOver = false
      const writers = Array.from({ length: WRITERS }, async () => {
        while (!isOver) {
          const response = await app.request('/api/quote', {
            method: calculateQuote.method,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(aRequest()),
          })
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
          if (response.status === 200)
            quotes.push(((await response.json()) as { quoteId: string }).quoteId)
          else await new Promise((done) => setTimeout(done, 10))
        }
      })

      await pause(300)
      // A busy machine needs longer.
      await vi.waitFor(() => expect(quotes.length).toBeGreaterThan(0), 10_000)
      await server.restart(mode)
      const after = quotes.length
      await pause(700)
      isOver = true
      await Promise.all(writers)

      expect([...statuses.keys()].sort()).toEqual([200, 503])
      // Writes succeed again within a second.
      expect(quotes.length).toBeGreaterThan(after + WRITERS)
      const rows = await db.selectFrom('quote').select('quote_id').execute()
      const stored = new Set(rows.map(({ quote_id }) => quote_id))
      expect(quotes.filter((id) => !stored.has(id))).toEqual([])
      expect(broken.length).toBeGreaterThan(0)
    },
  )

  test('a change that was cut off is there whole or not at all', async () => {
    const { id } = await started(mia)
    let isOver = false
    let last = 'AKL01'
    const writing = (async () => {
      while (!isOver) {
        const outletCode = last === 'AKL01' ? 'AKL02' : 'AKL01'
        const result = await mia.call(updatePurchaseJourney, {
          params: { id },
          body: { outletCode },
        })
        if (result.ok) last = outletCode
        else await pause(10)
      }
    })()
    await pause(200)
    await server.restart('immediate')
    await pause(300)
    isOver = true
    await writing

    const journey = valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
    expect(journey.outletCode).toBe(last)
  })
})

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
