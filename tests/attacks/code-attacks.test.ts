import { describe, expect, test } from 'vitest'
import type { ApiCall } from '#lib/api/client.ts'
import { token } from '#lib/sign-in/calls.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { databases } from '#tests/setup/databases.ts'
import { BEHIND_PROXY, browserAt, NETWORK, OTHER_NETWORK } from '#tests/setup/networks.ts'
import { CLIENT, easyCaptcha, RIGHT_CAPTCHA, signIn } from '#tests/setup/people.ts'
import { noteWrites } from '#tests/setup/written.ts'
import { app, db, setUpDemo } from '#tests/setup/suite.ts'

const MIA = 'customer@demo.example'

describe.each(databases)('codes for addresses that are made up, on $name', (database) => {
  setUpDemo(database, {
    env: { ...BEHIND_PROXY, LIMIT_NETWORK_CODES_PER_DAY: '4', LIMIT_TOKEN_PER_MINUTE: '1000' },
    deps: { captcha: easyCaptcha },
  })

  let addresses = 0
  const ask = async (
    call: ApiCall,
    username = `nobody${addresses++}@made-up.example`,
    captchaToken?: string,
  ) => {
    const answer = await call(token, {
      body: { ...CLIENT, grant_type: 'password', username, password: '' },
      ...(captchaToken && { captchaToken }),
    })
    return !answer.ok && answer.failure.kind === 'problem' ? answer.failure.problem.error : null
  }

  test('want a captcha after a few of one network, known ones alike, and leave no more rows', async () => {
    const stranger = browserAt(app, NETWORK)
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask(stranger)))
    expect(answers.filter((error) => error === 'invalid_grant')).toHaveLength(4)
    expect(answers.filter((error) => error === 'captcha_required')).toHaveLength(5)
    const rows = async () => {
      const { count } = await db
        .selectFrom('login_code')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    expect(await rows()).toBe(4)
    expect(await ask(stranger, MIA)).toBe('captcha_required')
    expect(await rows()).toBe(4)

    // No one is locked out: with a captcha, from elsewhere or the next day there is a code.
    expect(await ask(stranger, MIA, RIGHT_CAPTCHA)).toBe('invalid_grant')
    expect(await rows()).toBe(5)
    expect(await ask(browserAt(app, OTHER_NETWORK))).toBe('invalid_grant')
    app.clock.advance(DAY_MS)
    expect(await ask(stranger)).toBe('invalid_grant')
  })

  const TABLES = ['login_code', 'outbox', 'rate'] as const
  const rowsOf = async () =>
    Object.fromEntries(
      await Promise.all(
        TABLES.map(async (table) => [
          table,
          (await db.selectFrom(table).selectAll().execute()).length,
        ]),
      ),
    ) as Record<(typeof TABLES)[number], number>

  test('with captchas share their rows, however many there are', async () => {
    const stranger = browserAt(app, NETWORK)
    for (let times = 0; times < 150; times++) {
      expect(await ask(stranger, undefined, RIGHT_CAPTCHA)).toBe('invalid_grant')
      await signIn(stranger, `nobody${addresses}@made-up.example`, '000000')
    }
    const before = await rowsOf()
    for (let times = 0; times < 150; times++) await ask(stranger, undefined, RIGHT_CAPTCHA)
    const after = await rowsOf()
    // Sixty-four of each at most.
    expect(after.login_code).toBeLessThanOrEqual(64)
    expect(after.outbox).toBeLessThanOrEqual(64)
    expect(after.rate - before.rate).toBeLessThan(64)
  })

  test('write as much with captchas as those for a known address, and want none elsewhere', async () => {
    const [stranger, elsewhere] = [browserAt(app, NETWORK), browserAt(app, OTHER_NETWORK)]
    const writes = noteWrites(app)
    const run = async (username: string) => {
      writes.length = 0
      for (let times = 0; times < 12; times++) {
        expect(await ask(stranger, username, RIGHT_CAPTCHA)).toBe('invalid_grant')
        expect((await signIn(stranger, username, '000000')).ok).toBe(false)
      }
      const answer = await ask(elsewhere, username)
      return { answer, writes: [...writes] }
    }
    const known = await run(MIA)
    expect(known.answer).toBe('invalid_grant')
    expect(known.writes.length).toBeGreaterThan(12 * 6)
    expect(await run('nobody@made-up.example')).toEqual(known)
  })
})
