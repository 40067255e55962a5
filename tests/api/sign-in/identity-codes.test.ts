import { describe, expect, test } from 'vitest'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, newCustomer, readCode, signIn, valueOf } from '#tests/setup/people.ts'
import { CUSTOMER, STAFF, statusOf, ask } from './identity.fixture.ts'
import { app, db, restart, setUpDemo } from '#tests/setup/suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('identity on $name', (database) => {
  setUpDemo(database)

  const askForCode = (username: string) => ask({ grant_type: 'password', username, password: '' })
  const tables = ['login_code', 'outbox', 'rate', 'session', 'customer', 'captcha_used'] as const
  const rowCounts = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [
          table,
          (await db.selectFrom(table).selectAll().execute()).length,
        ]),
      ),
    ) as Record<(typeof tables)[number], number>

  describe('a code', () => {
    const guess = (code: string, username = CUSTOMER) => signIn(app.browser(), username, code)
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

    test('is mailed for an empty password, which itself never signs in', async () => {
      const response = await askForCode(CUSTOMER)
      expect([response.status, await response.text()]).toEqual([
        400,
        '{"error":"invalid_grant","error_description":"Invalid username or password"}',
      ])
      valueOf(await guess(await readCode(app, CUSTOMER)))
    })

    test('works once', async () => {
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      valueOf(await guess(code))
      expect(statusOf(await guess(code))).toBe(400)
    })

    test('of 50 requests with it at once one signs in', async () => {
      restart({ env: { LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '5' } })
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      const answers = await Promise.all(Array.from({ length: 50 }, () => guess(code)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })

    test('works for ten minutes', async () => {
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      app.clock.advance(10 * MINUTE_MS)
      expect(statusOf(await guess(code))).toBe(400)

      await askForCode(CUSTOMER)
      const next = await readCode(app, CUSTOMER)
      app.clock.advance(10 * MINUTE_MS - 1)
      valueOf(await guess(next))
    })

    test('of 200 guesses at once exactly five are looked at', async () => {
      restart({ env: { LIMIT_TOKEN_PER_MINUTE: '1000' } })
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      await Promise.all(Array.from({ length: 200 }, () => guess(wrong(code))))
      expect(await db.selectFrom('login_code').select('tries').execute()).toEqual([{ tries: 5 }])
      expect(statusOf(await guess(code))).not.toBe(200)

      const { points } = await db
        .selectFrom('rate')
        .select('points')
        .where('key', 'like', 'code-failures:%')
        .executeTakeFirstOrThrow()
      expect(points).toBe(5)
    })

    test('is sent again as it was: not within 30 seconds, and three times at most', async () => {
      const mails = async () =>
        (
          await db
            .selectFrom('outbox')
            .select('outbox_id')
            .where('recipient', '=', CUSTOMER)
            .execute()
        ).length
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      app.clock.advance(29_999)
      await askForCode(CUSTOMER)
      expect(await mails()).toBe(1)
      for (let times = 0; times < 4; times++) {
        app.clock.advance(30_000)
        await askForCode(CUSTOMER)
      }
      expect(await mails()).toBe(3)
      expect(await readCode(app, CUSTOMER)).toBe(code)
    })

    test('rests after a hundred wrong ones in a row, until the password is used', async () => {
      restart({
        env: {
          LIMIT_CODE_TRIES: '1000',
          LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '1000',
          LIMIT_NETWORK_PASSWORD_FAILURES_PER_MINUTE: '1000',
          LIMIT_PASSWORD_FAILURES_PER_DAY: '1000',
          LIMIT_TOKEN_PER_MINUTE: '1000',
        },
      })
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      for (let tries = 0; tries < 4; tries++)
        await Promise.all(Array.from({ length: 25 }, () => guess(wrong(code))))
      expect(statusOf(await guess(code))).toBe(400)
      valueOf(await guess(SAMPLE_PASSWORD))
      valueOf(await guess(code))
    })

    test('is not given to staff', async () => {
      await askForCode(STAFF)
      expect(await db.selectFrom('outbox').select('kind').execute()).toEqual([{ kind: 'blank' }])
    })

    test('an unknown address gets the same answer and costs the same rows', async () => {
      // The first request of the day leaves the row of its network, whoever it is for.
      await askForCode('another@nowhere.example')
      const unknown = 'nobody@nowhere.example'
      const known = CUSTOMER
      const run = async (address: string) => {
        const before = await rowCounts()
        const heads: unknown[] = []
        const bodies: string[] = []
        const note = async (response: Response) => {
          bodies.push(await response.text())
          const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
          heads.push([response.status, headers])
        }
        await note(await askForCode(address))
        await note(await askForCode(address))
        await note(await ask({ grant_type: 'password', username: address, password: '000000' }))
        await note(await ask({ grant_type: 'password', username: address, password: 'a guess' }))
        app.clock.advance(31_000)
        await note(await askForCode(address))
        const after = await rowCounts()
        const added = tables.map((table) => [table, after[table] - before[table]])
        return { heads, bodies, added }
      }
      expect(await run(unknown)).toEqual(await run(known))
    })

    test('the tables hold neither the code nor the address that asked', async () => {
      await askForCode('nobody@nowhere.example')
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      const dump = JSON.stringify([
        await db.selectFrom('login_code').selectAll().execute(),
        await db.selectFrom('rate').selectAll().execute(),
      ])
      expect(dump).not.toContain(code)
      expect(dump).not.toContain('nowhere')
      expect(dump).not.toContain('demo.example')
    })

    test('proves a new account’s address', async () => {
      restart({ deps: { captcha: easyCaptcha } })
      const { call } = await newCustomer(app, 'tia@new.example')
      expect(valueOf(await call(getCurrentUser)).customer).toMatchObject({
        webAccountStatus: 'ACTIVE',
        name: { firstName: 'Tia' },
      })
    })
  })
})
