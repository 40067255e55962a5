import { describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { databases } from '#tests/setup/databases.ts'
import { signIn, valueOf } from '#tests/setup/people.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { withAuthenticator } from '#tests/setup/second-factor.ts'
import { CUSTOMER, STAFF } from './identity.fixture.ts'
import { app, db, restart, setUpDemo } from '#tests/setup/suite.ts'

describe.each(databases)('a password that was stored at a lower cost, on $name', (database) => {
  setUpDemo(database)

  const storedOf = async (table: 'customer' | 'staff', email: string) =>
    (
      await db
        .selectFrom(table)
        .select('password_hash')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).password_hash!
  /** From now on a password costs more than those that are stored. */
  const raiseCost = () => {
    const { atMs } = app.clock
    const cost = { memory: 128, passes: 2, parallelism: 1 }
    restart({ deps: { keys: deriveKeys('a secret for tests, long enough to be one', cost) } })
    app.clock.atMs = atMs
  }
  const HIGHER = /^\$argon2id\$v=19\$m=128,t=2,p=1\$/

  test.each([
    ['customer', CUSTOMER],
    ['staff', STAFF],
  ] as const)(
    'is renewed when its %s signs in, and works before and after',
    async (table, email) => {
      const before = await storedOf(table, email)
      raiseCost()
      await signIn(app.browser(), email, 'not the password')
      expect(await storedOf(table, email)).toBe(before)

      valueOf(await signIn(app.browser(), email, SAMPLE_PASSWORD))
      const after = await storedOf(table, email)
      expect(after).toMatch(HIGHER)
      valueOf(await signIn(app.browser(), email, SAMPLE_PASSWORD))
      expect(await storedOf(table, email)).toBe(after)
    },
  )

  test('is renewed without the code of the second factor behind it', async () => {
    const phone = app.clock
    const { code } = await withAuthenticator(app, await arrive(app, STAFF))
    raiseCost()
    valueOf(await signIn(app.browser(), STAFF, SAMPLE_PASSWORD + code()))
    expect(await storedOf('staff', STAFF)).toMatch(HIGHER)
    for (const clock of [phone, app.clock]) clock.advance(30_000)
    valueOf(await signIn(app.browser(), STAFF, SAMPLE_PASSWORD + code()))
  })
})
