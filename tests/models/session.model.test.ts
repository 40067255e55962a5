import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { findCustomerLogin } from '#server/customers/queries.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha } from '#tests/setup/people.ts'
import { MODEL_TIMEOUT_MS, runsOn } from './runs.ts'
import { type Command, histories } from './session-commands.ts'
import { take } from './session-steps.ts'
import { FIRST, startWalk } from './session-walk.ts'

test.each(databases)(
  `every signed-in session has a right to exist (${runsOn(databases[0]!.name)} histories), on $name`,
  { timeout: MODEL_TIMEOUT_MS },
  async ({ name, open }) => {
    const db = await open()
    const { deps, clock } = startApplication(db, {
      deps: { captcha: easyCaptcha },
      env: {
        LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '1000000',
        LIMIT_NETWORK_PASSWORD_FAILURES_PER_MINUTE: '1000000',
        LIMIT_PASSWORD_FAILURES_PER_DAY: '1000000',
      },
    })
    await seedDemo(deps)
    const { customerId, passwordHash } = (await findCustomerLogin(db, FIRST))!

    const reset = async (password: string | null) => {
      for (const table of [
        'outbox',
        'login_code',
        'rate',
        'session',
        'link_token',
        'email_change',
      ] as const)
        await db.deleteFrom(table).execute()
      await db
        .updateTable('customer')
        .set({
          email: FIRST,
          email_key: FIRST,
          web_account_status: 'ACTIVE',
          password_hash: password === null ? null : passwordHash,
        })
        .where('id', '=', customerId)
        .execute()
    }

    const shop = { db, deps, clock, customerId }
    const history = async (commands: Command[], hasPassword: boolean) => {
      const password = hasPassword ? SAMPLE_PASSWORD : null
      await reset(password)
      const walk = startWalk(shop, password)
      const { model } = walk

      // Starts signed in, as most steps need that.
      for (const step of [{ do: 'link' }, { do: 'sign in by link' }] as const)
        await take(shop, walk, { ...step, n: 0 })
      for (const step of commands) {
        // Nothing happens in the same moment as the thing before.
        clock.advance(1)
        await take(shop, walk, step)
      }
      for (const held of walk.tokens) await walk.check(held)
      const login = (await findCustomerLogin(db, model.address))!
      expect(login).toMatchObject({ customerId, status: model.status })
      expect(login.passwordHash === null).toBe(model.password === null)
      const open = await db
        .selectFrom('session')
        .select('session_id')
        .where('revoked_at', 'is', null)
        .execute()
      expect(open).toHaveLength(model.sessions.filter(({ isRevoked }) => !isRevoked).length)
    }

    await fc.assert(fc.asyncProperty(histories, fc.boolean(), history), {
      numRuns: runsOn(name),
    })
    await db.destroy()
  },
)
