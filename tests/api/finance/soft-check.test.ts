import { describe, expect, test } from 'vitest'
import { softCheckFinance } from '#lib/finance/soft-check-calls.ts'
import type { z } from '#lib/shared/zod.ts'
import { getConfig } from '#lib/site/calls.ts'
import { jsonLender } from '#server/providers/lender/json-lender.ts'
import { lenderPeople } from '#server/providers/lender/people.ts'
import { startLenderSimulator } from '#server/providers/lender/simulator-server.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { aSoftCheck } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { BEHIND_PROXY, browserAt, NETWORK, OTHER_NETWORK } from '#tests/setup/networks.ts'
import { valueOf } from '#tests/setup/people.ts'
import { conflictOf } from '#tests/setup/purchases.ts'
import { app, db, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('a soft check on $name', (database) => {
  setUpSignedIn(database, { env: { ...BEHIND_PROXY, LIMIT_NETWORK_SOFT_CHECKS_PER_DAY: '3' } })

  const ask = (ip: string, body: z.input<typeof softCheckFinance.body> = aSoftCheck) =>
    browserAt(app, ip)(softCheckFinance, { body })

  test('is answered from two ranges, without a name or a row', async () => {
    const asked: unknown[] = []
    const { softCheck } = app.deps.lender
    app.deps.lender.softCheck = (request) => (asked.push(request), softCheck!(request))
    expect(valueOf(await ask(NETWORK))).toEqual({ answer: 'likely' })
    expect(asked).toEqual([
      {
        income: { fromCents: 750_000, toCents: 1_000_000 },
        outgoings: { fromCents: 350_000, toCents: 500_000 },
        finance: aSoftCheck.finance,
      },
    ])
    const tables = await db.introspection.getTables()
    for (const { schema, name } of tables) {
      const table = schema ? `${schema}.${name}` : name
      const rows = await db
        .selectFrom(table as 'customer')
        .selectAll()
        .execute()
      expect(JSON.stringify(rows), name).not.toContain('91603')
    }
  })

  test('has a limit for each network, which counts every question to the lender', async () => {
    const { softCheck } = app.deps.lender
    app.deps.lender.softCheck = () => Promise.reject(new ProviderUnavailable('The lender', null))
    expect(conflictOf(await ask(NETWORK)).status).toBe(503)
    app.deps.lender.softCheck = softCheck!
    for (let n = 0; n < 2; n++) valueOf(await ask(NETWORK))
    expect(conflictOf(await ask(NETWORK))).toMatchObject({
      status: 429,
      message: expect.stringContaining('You can still apply, or call us.'),
    })
    valueOf(await ask(OTHER_NETWORK))
  })

  test('asks the lender about a loan or a lease of some amount only, and counts no other', async () => {
    let asked = 0
    const { softCheck } = app.deps.lender
    app.deps.lender.softCheck = (request) => ((asked += 1), softCheck!(request))
    for (const wrong of [{ product: 'CASH' }, { amountFinancedCents: 0 }, { paymentCents: 0 }]) {
      const finance = { ...aSoftCheck.finance, ...wrong } as typeof aSoftCheck.finance
      expect(conflictOf(await ask(NETWORK, { ...aSoftCheck, finance })).status).toBe(400)
    }
    expect(asked).toBe(0)
    for (let n = 0; n < 3; n++) valueOf(await ask(NETWORK))
  })

  test('is not offered where people decide', async () => {
    app.deps.lender = lenderPeople()
    expect(conflictOf(await ask(NETWORK)).status).toBe(404)
  })

  test('goes over the wire as docs/finance.md has it', async () => {
    const simulator = await startLenderSimulator()
    try {
      app.deps.lender = jsonLender(simulator.settings)
      expect(valueOf(await ask(NETWORK))).toEqual({ answer: 'likely' })
      const poor = { ...aSoftCheck, income: 'I0' as const }
      expect(valueOf(await ask(NETWORK, poor))).toEqual({ answer: 'talk' })
      expect(jsonLender({ ...simulator.settings, hasSoftCheck: false }).softCheck).toBeUndefined()
      expect(valueOf(await app.browser()(getConfig)).hasSoftCheck).toBe(true)
    } finally {
      await simulator.stop()
    }
  })
})
