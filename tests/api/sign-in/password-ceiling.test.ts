import { beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { databases } from '#tests/setup/databases.ts'
import { solveCaptcha } from '#tests/setup/people.ts'
import { ask, CUSTOMER, STAFF } from './identity.fixture.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { MAX_AT_ONCE, verifyPassword } from '#server/sign-in/passwords/passwords.ts'
import { app, db, restart, setUpDemo } from '#tests/setup/suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('wrong passwords from many networks, on $name', (database) => {
  setUpDemo(database)
  beforeEach(() => restart({ env: { TRUSTED_PROXIES: '1' } }))

  let networks = 0
  /** Tries a password from a network that has not been seen before. */
  const tryPassword = async (password: string, username = CUSTOMER, captchaToken?: string) => {
    networks += 1
    const network = `198.51.${Math.floor(networks / 250)}.${networks % 250}`
    const response = await ask(
      { grant_type: 'password', username, password },
      {
        'x-forwarded-for': network,
        ...(captchaToken !== undefined && { 'x-captcha-token': captchaToken }),
      },
    )
    const { error } = (await response.json()) as { error?: string }
    return error ?? 'signed in'
  }
  const tryMany = async (times: number, username: string) => {
    const errors = []
    for (let tries = 0; tries < times; tries++) errors.push(await tryPassword('wrong', username))
    return errors
  }

  test.each([CUSTOMER, STAFF, 'nobody@nowhere.example'])(
    'want a captcha from the twenty-first on, for %s',
    async (username) => {
      const errors = await tryMany(22, username)
      expect(errors.slice(0, 20)).toEqual(Array<string>(20).fill('invalid_grant'))
      expect(errors.slice(20)).toEqual(['captcha_required', 'captcha_required'])
      const wrong = await tryPassword('wrong', username, await solveCaptcha(app))
      expect(wrong).toBe('invalid_grant')
    },
  )

  test('never keep the owner out, who solves one', async () => {
    await tryMany(120, CUSTOMER)
    expect(await tryPassword(SAMPLE_PASSWORD)).toBe('captcha_required')
    expect(await tryPassword(SAMPLE_PASSWORD, CUSTOMER, await solveCaptcha(app))).toBe('signed in')
    expect(await tryPassword(SAMPLE_PASSWORD)).toBe('signed in')
  })

  test('are forgotten after a day', async () => {
    await tryMany(21, CUSTOMER)
    app.clock.advance(24 * 60 * MINUTE_MS)
    expect(await tryPassword('wrong')).toBe('invalid_grant')
  })

  test('that find no turn are no tries', async () => {
    const keys = deriveKeys('a secret for tests, long enough to be one')
    const slow = { ...keys, passwordCost: { ...keys.passwordCost, passes: 40 } }
    // The places of earlier sign-ins are free with the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    // As many as may be at work, for long, and as many as may wait behind them.
    const crowd = [
      ...Array.from({ length: MAX_AT_ONCE }, () => verifyPassword(slow, 'x', null)),
      ...Array.from({ length: 100 }, () => verifyPassword(app.deps.keys, 'x', null)),
    ]
    const answers = []
    for (let tries = 0; tries < 12; tries++) {
      const fields = { grant_type: 'password', username: CUSTOMER, password: 'wrong' }
      answers.push((await ask(fields, { 'x-forwarded-for': '203.0.113.7' })).status)
    }
    await Promise.all(crowd)
    expect(answers).toEqual(Array(12).fill(503))
    const counted = await db
      .selectFrom('rate')
      .select('points')
      .where('key', 'like', 'password%')
      .execute()
    expect(counted.map(({ points }) => points)).toEqual([0, 0])
  })
})
