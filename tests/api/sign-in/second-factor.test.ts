import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { searchCustomers } from '#lib/customers/calls.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import {
  confirmSecondFactor,
  endStaffSession,
  endStaffSessions,
  getSecondFactor,
  listStaffSessions,
  startSecondFactor,
} from '#lib/staff/sign-in-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import type { Db } from '#server/database.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { CLIENT, signedIn, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf, type Person } from '#tests/setup/purchases.ts'
import { settingUp, withAuthenticator } from '#tests/setup/second-factor.ts'
import { admin } from '../../../scripts/admin.ts'

const EMAIL = 'staff@demo.example'

describe.each(databases)('the second factor of staff on $name', ({ open }) => {
  let db: Db
  let app: Application
  let staff: Person

  const begin = async (env: Record<string, string> = {}) => {
    app = startApplication(db, {
      env: {
        LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '1000',
        LIMIT_PASSWORD_FAILURES_PER_DAY: '1000',
        ...env,
      },
    })
    await seedDemo(app.deps)
    staff = await arrive(app, EMAIL)
  }
  beforeEach(async () => {
    db = await open()
    await begin()
  })
  afterEach(() => db.destroy())

  /** What the token endpoint answers: a success is 200, a failure its error. */
  const ask = async (password: string, username = EMAIL): Promise<string | 200> => {
    const response = await app.request('/api/auth/token', {
      method: 'POST',
      body: new URLSearchParams({ ...CLIENT, grant_type: 'password', username, password }),
    })
    return response.ok ? 200 : ((await response.json()) as { error: string }).error
  }

  /** What staff were told, newest first. */
  const news = async () =>
    valueOf(await app.browser()(listDemoMail, { query: { to: EMAIL } })).messages.map(
      ({ subject }) => subject.replace(/^.*: /, ''),
    )

  test('without one the password is enough', async () => {
    expect(valueOf(await staff.call(getSecondFactor))).toEqual({
      since: null,
      isRequired: false,
      recoveryCodesLeft: 0,
      passkeys: 0,
    })
    expect(await ask(SAMPLE_PASSWORD)).toBe(200)
    expect(await ask(`${SAMPLE_PASSWORD}123456`)).toBe('invalid_grant')
  })

  test('is set up by password and code, counts from then on, and ends other sessions', async () => {
    const elsewhere = await arrive(app, EMAIL)
    const wrong = await staff.call(startSecondFactor, { body: { currentPassword: 'wrong' } })
    expect(faultsOf(wrong).fields).toEqual(['currentPassword'])
    const code = await settingUp(app, staff)
    expect(await ask(SAMPLE_PASSWORD)).toBe(200)
    const early = await staff.call(confirmSecondFactor, { body: { code: '000000' } })
    expect(early).toMatchObject({ ok: false, failure: { status: 400 } })

    const since = app.clock.now().toISOString()
    const { recoveryCodes } = valueOf(
      await staff.call(confirmSecondFactor, { body: { code: code() } }),
    )
    expect(await news()).toEqual(['An authenticator app was set up for your staff account'])
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
    expect(valueOf(await staff.call(getSecondFactor))).toEqual({
      since,
      isRequired: false,
      recoveryCodesLeft: 10,
      passkeys: 0,
    })
    expect(await elsewhere.call(getCurrentUser)).toMatchObject({ ok: false })
    expect(await ask(SAMPLE_PASSWORD)).toBe('second_factor_required')
    // The code that set it up is used.
    expect(await ask(SAMPLE_PASSWORD + code())).toBe('second_factor_required')
    app.clock.advance(30_000)
    expect(await ask(SAMPLE_PASSWORD + code())).toBe(200)
  })

  test('a stranger learns nothing of it', async () => {
    const { code } = await withAuthenticator(app, staff)
    for (const password of ['wrong', 'wrong123456', `wrong${code()}`, code()])
      for (const username of [EMAIL, 'manager@demo.example', 'nobody@demo.example'])
        expect([password, username, await ask(password, username)]).toEqual([
          password,
          username,
          'invalid_grant',
        ])
  })

  test('of 20 sign-ins at once with the same code one succeeds', async () => {
    const { code } = await withAuthenticator(app, staff)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(SAMPLE_PASSWORD + code())),
    )
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
  })

  test('after 20 wrong codes in a row the right one is refused too; a recovery code opens, once', async () => {
    const { code, recoveryCodes } = await withAuthenticator(app, staff)
    const wrong = code() === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 20; tries++) await ask(SAMPLE_PASSWORD + wrong)
    expect(await ask(SAMPLE_PASSWORD + code())).toBe('second_factor_required')
    app.clock.advance(1000)
    expect(await ask(SAMPLE_PASSWORD + recoveryCodes[0]!.toLowerCase())).toBe(200)
    expect(await ask(SAMPLE_PASSWORD + recoveryCodes[0]!)).toBe('second_factor_required')
    expect(await ask(SAMPLE_PASSWORD + code())).toBe(200)
    expect((await news())[0]).toBe('A recovery code for your staff account was used')
    const rows = await db.selectFrom('audit').select(['actor', 'action']).orderBy('seq').execute()
    expect(rows).toEqual([
      { actor: 'staff:1', action: 'setUpSecondFactor' },
      { actor: 'staff:1', action: 'useRecoveryCode' },
    ])
  })

  test('another app takes a code of the one before, and its recovery codes are new', async () => {
    const { code, recoveryCodes } = await withAuthenticator(app, staff)
    const start = (code?: string) =>
      staff.call(startSecondFactor, { body: { currentPassword: SAMPLE_PASSWORD, code } })
    expect(faultsOf(await start()).fields).toEqual(['code'])
    expect(await start(code())).toMatchObject({ ok: true })
    expect(faultsOf(await start(code())).fields).toEqual(['code'])
    expect(await ask(SAMPLE_PASSWORD + recoveryCodes[9]!)).toBe(200)
  })

  test('the database holds neither the secret nor a recovery code', async () => {
    const { secret } = valueOf(
      await staff.call(startSecondFactor, { body: { currentPassword: SAMPLE_PASSWORD } }),
    )
    const { recoveryCodes } = await withAuthenticator(app, staff)
    const dump = JSON.stringify([
      await db.selectFrom('staff').selectAll().execute(),
      await db.selectFrom('staff_recovery_code').selectAll().execute(),
    ])
    for (const text of [secret, ...recoveryCodes]) expect(dump).not.toContain(text)
  })

  test('the command line takes it away', async () => {
    await withAuthenticator(app, staff)
    const typed = ['staff', 'reset-second-factor', EMAIL]
    expect(await admin(app.deps, typed)).toMatchObject({ isWell: true })
    expect(await staff.call(getCurrentUser)).toMatchObject({ ok: false })
    expect(await ask(SAMPLE_PASSWORD)).toBe(200)
    const nobody = await admin(app.deps, ['staff', 'reset-second-factor', 'a@b.example'])
    expect(nobody.isWell).toBe(false)
  })

  test('staff see where they are signed in, and sign out one device or all others', async () => {
    const [phone, desk] = [await arrive(app, EMAIL), await arrive(app, EMAIL)]
    const manager = await arrive(app, 'manager@demo.example')
    const isIn = async ({ call }: Person) => (await call(getCurrentUser)).ok
    const list = async ({ call }: Person) => valueOf(await call(listStaffSessions)).sessions
    const own = (await list(phone)).find(({ isThis }) => isThis)!
    const params = { sessionId: own.sessionId }
    valueOf(await manager.call(endStaffSession, { params }))
    expect(await isIn(phone)).toBe(true)
    valueOf(await staff.call(endStaffSession, { params }))
    expect([await isIn(phone), await isIn(desk)]).toEqual([false, true])
    valueOf(await staff.call(endStaffSessions))
    expect([await isIn(desk), await isIn(staff), await isIn(manager)]).toEqual([false, true, true])
    expect((await list(staff)).map(({ isThis }) => isThis)).toEqual([true])
  })

  test('where all staff need one, nothing else can be done before it is set up', async () => {
    await begin({ STAFF_SECOND_FACTOR: 'on' })
    const search = () => staff.call(searchCustomers, { query: { search: 'harris', where: 'name' } })
    expect(await search()).toMatchObject({
      ok: false,
      failure: { status: 403, problem: { code: 'NotPermitted' } },
    })
    expect(valueOf(await staff.call(getCurrentUser)).type).toBe('STAFF')
    expect(valueOf(await staff.call(getSecondFactor)).isRequired).toBe(true)
    const { code } = await withAuthenticator(app, staff)
    expect(await search()).toMatchObject({ ok: true })
    const again = await signedIn(app, EMAIL, SAMPLE_PASSWORD + code())
    expect(
      await again.call(searchCustomers, { query: { search: 'harris', where: 'name' } }),
    ).toMatchObject({ ok: true })
  })
})
