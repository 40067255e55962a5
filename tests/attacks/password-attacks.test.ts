import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, describe, expect, test, vi, type Mock } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { isCaptchaFailure } from '#lib/api/token-failure.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'
import { changeStaffPassword, startSecondFactor } from '#lib/staff/sign-in-calls.ts'
import { hashPassword } from '#server/sign-in/passwords/passwords.ts'
import { databases } from '#tests/setup/databases.ts'
import { BEHIND_PROXY, browserAt, NETWORK, OTHER_NETWORK } from '#tests/setup/networks.ts'
import { easyCaptcha, RIGHT_CAPTCHA, signIn } from '#tests/setup/people.ts'
import { arrive, faultsOf } from '#tests/setup/purchases.ts'
import { withAuthenticator } from '#tests/setup/second-factor.ts'
import { app, db, setUpDemo } from '#tests/setup/suite.ts'

const { argon2 } = crypto
let hash: Mock<typeof crypto.argon2>
beforeEach(() => {
  hash = vi.spyOn(crypto, 'argon2')
  syncBuiltinESMExports()
})
afterEach(() => {
  hash.mockRestore()
  syncBuiltinESMExports()
})

const STAFF = 'staff@demo.example'
const LIMIT = 4

describe.each(databases)('wrong passwords that keep the server hashing, on $name', (database) => {
  setUpDemo(database, {
    env: { ...BEHIND_PROXY, LIMIT_NETWORK_PASSWORD_FAILURES_PER_MINUTE: String(LIMIT) },
    deps: { captcha: easyCaptcha },
  })

  let addresses = 0
  /** Tries a password from a network that has not been seen before. */
  const guess = async (password: string, email = `nobody${addresses}@made-up.example`) => {
    addresses += 1
    const answer = await signIn(browserAt(app, `192.0.2.${addresses}`), email, password)
    return answer.ok ? 200 : faultsOf(answer).status
  }

  test('cost one hash each, for every address and with or without a code behind them', async () => {
    const { code } = await withAuthenticator(app, await arrive(app, STAFF))
    for (const password of ['wrong', 'wrong 123456', 'wrong ABCD-EFGH-IJKL-MNOP'])
      for (const email of [STAFF, 'manager@demo.example', 'customer@demo.example', undefined]) {
        hash.mockClear()
        expect(await guess(password, email)).toBe(400)
        expect([password, email, hash.mock.calls.length]).toEqual([password, email, 1])
      }
    hash.mockClear()
    expect(await guess(SAMPLE_PASSWORD + code(), STAFF)).toBe(200)
    expect(hash).toHaveBeenCalledTimes(1)
  })

  test('never end like a code where a member of staff has an app, so a code is told apart', async () => {
    const staff = await arrive(app, STAFF)
    const change = (newPassword: string) =>
      staff.call(changeStaffPassword, { body: { currentPassword: SAMPLE_PASSWORD, newPassword } })
    for (const newPassword of ['kereru over the harbour 482915', 'kereru ABCD-EFGH-IJKL-MNOP'])
      expect(faultsOf(await change(newPassword)).fields).toEqual(['newPassword'])

    const old = 'kereru over the harbour 482915'
    await db
      .updateTable('staff')
      .set({ password_hash: await hashPassword(app.deps.keys, old) })
      .where('email', '=', STAFF)
      .execute()
    expect(await guess(old, STAFF)).toBe(200)
    const start = await staff.call(startSecondFactor, { body: { currentPassword: old } })
    expect(faultsOf(start).fields).toEqual(['currentPassword'])
  })

  test('need a captcha before a hash beyond a few a minute from one network', async () => {
    hash.mockClear()
    const stranger = browserAt(app, NETWORK)
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 3 }, (_, n) => signIn(stranger, `n${n}@x.example`, 'wrong')),
    )
    const wary = answers.filter((answer) => !answer.ok && isCaptchaFailure(answer.failure))
    expect(wary).toHaveLength(3)
    expect(hash).toHaveBeenCalledTimes(LIMIT)
    hash.mockClear()
    expect((await signIn(stranger, STAFF, SAMPLE_PASSWORD)).ok).toBe(false)
    expect(hash).not.toHaveBeenCalled()
    expect((await signIn(stranger, STAFF, SAMPLE_PASSWORD, RIGHT_CAPTCHA)).ok).toBe(true)

    expect((await signIn(browserAt(app, OTHER_NETWORK), STAFF, SAMPLE_PASSWORD)).ok).toBe(true)
    app.clock.advance(MINUTE_MS)
    expect((await signIn(stranger, STAFF, SAMPLE_PASSWORD)).ok).toBe(true)
  })

  test('wait in one line from all networks of an IPv6 connection', async () => {
    const held: (() => void)[] = []
    hash.mockImplementation((...given) => void held.push(() => argon2(...given)))
    let refused = 0
    const guesses = Array.from({ length: 60 }, async (_, n) => {
      const from = browserAt(app, `2001:db8:1:${n.toString(16)}::1`)
      const answer = await signIn(from, `n${n}@x.example`, 'wrong', RIGHT_CAPTCHA)
      if (!answer.ok && faultsOf(answer).status === 503) refused += 1
    })
    // Nothing gets done, so at most three are hashed and twenty wait.
    await vi.waitFor(() => expect(refused).toBeGreaterThanOrEqual(60 - 23), 10_000)
    const other = signIn(browserAt(app, '2001:db8:2::1'), STAFF, SAMPLE_PASSWORD)
    hash.mockImplementation(argon2)
    for (const go of held) go()
    expect((await other).ok).toBe(true)
    await Promise.all(guesses)
  })

  test('are what is counted: many people of one network sign in within a minute', async () => {
    const office = browserAt(app, NETWORK)
    for (let n = 0; n < LIMIT * 2; n++)
      expect((await signIn(office, STAFF, SAMPLE_PASSWORD)).ok).toBe(true)
  })
})
