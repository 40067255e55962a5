import { describe, expect, test } from 'vitest'
import { changePassword, startPasswordReset } from '#lib/sign-in/password-calls.ts'
import { endOtherSessions } from '#lib/sign-in/session-calls.ts'
import { createCustomer } from '#lib/customers/calls.ts'
import { emailQuote } from '#lib/quotes/calls.ts'
import type { WebAccountStatus } from '#lib/codes.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { changePassword as setPassword } from '#server/customers/accounts.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { lockForNewEmail } from '#server/customers/queries.ts'
import { actorOf } from '#server/sign-in/sessions.ts'
import { databases } from '#tests/setup/databases.ts'
import { RIGHT_CAPTCHA, signIn, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf, saved } from '#tests/setup/purchases.ts'
import {
  isIn,
  MIA,
  NEW_PASSWORD,
  opens,
  mails,
  subjects,
  set,
  askForCode,
  setUpAccounts,
} from './accounts.fixture.ts'
import { app, db, mia, signInAgain } from '#tests/setup/suite.ts'
import { untilLockWait } from '#tests/setup/lock-waits.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('accounts on $name', (database) => {
  setUpAccounts(database)

  describe('a password', () => {
    const put = (
      body: {
        type?: 'CHANGE_PASSWORD' | 'NEW_ACCOUNT'
        currentPassword?: string
        newPassword?: string
      },
      { call } = mia,
    ) =>
      call(changePassword, {
        params: { id: mia.customerId },
        body: { type: 'CHANGE_PASSWORD', newPassword: NEW_PASSWORD, ...body },
      })

    test('can be changed with the current one; every other session ends, and the holder gets an email', async () => {
      const elsewhere = await arrive(app)
      valueOf(await put({ currentPassword: SAMPLE_PASSWORD }))
      expect([await isIn(mia), await isIn(elsewhere)]).toEqual([true, false])
      expect([await opens(MIA, NEW_PASSWORD), await opens(MIA, SAMPLE_PASSWORD)]).toEqual([
        true,
        false,
      ])
      const [told] = await mails(MIA)
      expect(told).toMatchObject({ subject: expect.stringContaining('password was changed') })
      expect(told!.text).toContain('you’ve been signed out on every other device')
      expect(told!.text).not.toContain(NEW_PASSWORD)
    })

    test.each([
      ['without the one before', {}, 'currentPassword'],
      ['with a wrong one', { currentPassword: 'not the password' }, 'currentPassword'],
      ['with a wrong code', { currentPassword: '000000' }, 'currentPassword'],
      ['to a short one', { currentPassword: SAMPLE_PASSWORD, newPassword: 'short' }, 'newPassword'],
      ['to the address', { currentPassword: SAMPLE_PASSWORD, newPassword: MIA }, 'newPassword'],
      ['to nothing', { currentPassword: SAMPLE_PASSWORD, newPassword: '' }, 'newPassword'],
    ])('is not changed %s', async (_, body, field) => {
      expect(faultsOf(await put(body))).toEqual({
        status: 400,
        code: 'Validation',
        fields: [field],
      })
      expect(await opens(MIA, SAMPLE_PASSWORD)).toBe(true)
      expect(await subjects(MIA)).toEqual([])
    })

    const passwordOfMia = () =>
      db
        .selectFrom('customer')
        .select('password_hash')
        .where('id', '=', mia.customerId)
        .executeTakeFirst()

    test('is not set by a session that is ended meanwhile, and the other one stays', async () => {
      await set({ password_hash: null })
      const elsewhere = await arrive(app)
      const actor = (await actorOf(app.deps, mia.accessToken))!
      valueOf(await elsewhere.call(endOtherSessions, { params: { id: mia.customerId } }))
      const first = { type: 'NEW_ACCOUNT', newPassword: NEW_PASSWORD } as const
      await expect(setPassword(app.deps, { actor, ip: '' }, first)).rejects.toMatchObject({
        status: 401,
      })
      expect(await passwordOfMia()).toEqual({ password_hash: null })
      expect(await isIn(elsewhere)).toBe(true)
    })

    test('is not set for an account that is erased meanwhile, and no email is left', async () => {
      await set({ password_hash: null })
      let answer: ReturnType<typeof put>
      await db.transaction().execute(async (trx) => {
        await lockForNewEmail(trx, mia.customerId)
        answer = put({ type: 'NEW_ACCOUNT' })
        await untilLockWait(db)
        await eraseCustomer(trx, mia.customerId, app.deps.now().toISOString())
      })
      expect((await answer!).ok).toBe(false)
      expect(await passwordOfMia()).toEqual({ password_hash: null })
      expect(await subjects(MIA)).toEqual([])
    })

    test('is changed by a code in the place of the one before, once', async () => {
      const code = await askForCode()
      valueOf(await put({ currentPassword: code }))
      expect(await opens(MIA, NEW_PASSWORD)).toBe(true)
      const again = { currentPassword: code, newPassword: `${NEW_PASSWORD} too` }
      expect(faultsOf(await put(again))).toMatchObject({ status: 400 })
    })

    test('is changed once when the answer was lost, whatever proved it, and the try is given back', async () => {
      const code = await askForCode()
      for (const currentPassword of [code, SAMPLE_PASSWORD]) {
        for (let times = 0; times < 15; times++) valueOf(await put({ currentPassword: code }))
        expect((await subjects(MIA)).filter((one) => /was changed/.test(one))).toHaveLength(1)
        valueOf(await put({ currentPassword }))
      }
      await set({ password_hash: null })
      await signInAgain()
      for (let times = 0; times < 15; times++) valueOf(await put({ type: 'NEW_ACCOUNT' }))
      expect(await isIn(mia)).toBe(true)
    })

    test('cannot be guessed as the one that it is changed to, nor as a first one', async () => {
      const guess = (type: 'CHANGE_PASSWORD' | 'NEW_ACCOUNT', newPassword: string) =>
        put({ type, currentPassword: 'a guess', newPassword })
      for (const type of ['CHANGE_PASSWORD', 'NEW_ACCOUNT'] as const) {
        for (let tries = 0; tries < 10; tries++) await guess(type, `${NEW_PASSWORD} ${tries}`)
        expect(faultsOf(await guess(type, NEW_PASSWORD))).toMatchObject({ status: 429 })
        app.clock.advance(15 * MINUTE_MS)
        await signInAgain()
      }
    })

    test('cannot be guessed here either', async () => {
      for (let tries = 0; tries < 10; tries++) await put({ currentPassword: 'a guess' })
      expect(faultsOf(await put({ currentPassword: SAMPLE_PASSWORD }))).toMatchObject({
        status: 429,
      })
      app.clock.advance(15 * MINUTE_MS - 1)
      await signInAgain()
      app.clock.advance(1)
      valueOf(await put({ currentPassword: SAMPLE_PASSWORD }))
    })

    test('is guessed by the new one as well as by the current one', async () => {
      valueOf(await put({ currentPassword: SAMPLE_PASSWORD }))
      app.clock.advance(15 * MINUTE_MS)
      await signInAgain()
      for (let tries = 0; tries < 5; tries++)
        await put({ currentPassword: 'a guess', newPassword: `${NEW_PASSWORD} ${tries}` })
      const both = { currentPassword: 'a guess', newPassword: NEW_PASSWORD }
      expect(faultsOf(await put(both))).toMatchObject({ status: 429 })
    })

    test('is guessed so often a day by someone signed in; a code, and signing in again, let its owner go on', async () => {
      for (let quarters = 0; quarters < 3; quarters++) {
        for (let tries = 0; tries < 5; tries++) await put({ currentPassword: 'a guess' })
        app.clock.advance(15 * MINUTE_MS)
        await signInAgain()
      }
      const right = { currentPassword: SAMPLE_PASSWORD }
      expect(faultsOf(await put(right))).toMatchObject({ status: 429 })
      valueOf(await put({ currentPassword: await askForCode() }))
      const next = { currentPassword: NEW_PASSWORD, newPassword: `${NEW_PASSWORD} too` }
      expect(faultsOf(await put(next))).toMatchObject({ status: 429 })
      expect(await opens(MIA, NEW_PASSWORD)).toBe(true)
      valueOf(await put(next))
    })

    test('is not kept from its owner by a stranger’s guesses at the sign-in form', async () => {
      for (let quarters = 0; quarters < 3; quarters++) {
        for (let tries = 0; tries < 10; tries++) await opens(MIA, 'a guess')
        app.clock.advance(15 * MINUTE_MS)
      }
      await signInAgain()
      valueOf(await put({ currentPassword: SAMPLE_PASSWORD }))
    })

    test('of four changes at once one holds', async () => {
      // One that comes late tries two wrong passwords, and ten are the limit.
      const changes = await Promise.all(
        Array.from({ length: 4 }, (_, each) =>
          put({ currentPassword: SAMPLE_PASSWORD, newPassword: `${NEW_PASSWORD} ${each}` }),
        ),
      )
      expect(changes.filter(({ ok }) => ok)).toHaveLength(1)
      const held = changes.findIndex(({ ok }) => ok)
      expect(await opens(MIA, `${NEW_PASSWORD} ${held}`)).toBe(true)
    })

    test('a first one is for an account that has none: soon after signing in, or with a code', async () => {
      expect(faultsOf(await put({ type: 'NEW_ACCOUNT' }))).toMatchObject({ status: 409 })
      await set({ password_hash: null })
      expect(faultsOf(await put({ currentPassword: 'x' }))).toMatchObject({ status: 409 })
      app.clock.advance(14 * MINUTE_MS)
      const late = await arrive(app)
      app.clock.advance(MINUTE_MS - 1)
      valueOf(await put({ type: 'NEW_ACCOUNT' }))
      expect(await opens(MIA, NEW_PASSWORD)).toBe(true)

      await set({ password_hash: null })
      await signInAgain()
      app.clock.advance(14 * MINUTE_MS + 59_000)
      expect(await isIn(late)).toBe(false)
      await db.updateTable('session').set({ created_at: '2026-11-20T00:00:00.000Z' }).execute()
      expect(faultsOf(await put({ type: 'NEW_ACCOUNT' }))).toMatchObject({
        status: 400,
        fields: ['currentPassword'],
      })
      valueOf(await put({ type: 'NEW_ACCOUNT', currentPassword: await askForCode() }))
    })
  })

  describe('a status', () => {
    /** What each lets an account do: sign in by code, by password, by a session; reset; get a quote by mail. */
    test.each<
      [WebAccountStatus, Record<'code' | 'password' | 'session' | 'reset' | 'mail', boolean>]
    >([
      ['ACTIVE', { code: true, password: true, session: true, reset: true, mail: true }],
      ['VERIFYPEND', { code: true, password: false, session: false, reset: true, mail: true }],
      ['PROBLEM', { code: false, password: false, session: false, reset: false, mail: true }],
      ['DEACTIVE', { code: false, password: false, session: false, reset: false, mail: false }],
    ])('%s', async (status, may) => {
      const { quoteId } = await saved(mia)
      const staff = await arrive(app, 'staff@demo.example')
      await set({ web_account_status: status })
      expect(await isIn(mia)).toBe(may.session)
      expect(await opens(MIA, SAMPLE_PASSWORD)).toBe(may.password)
      expect((await staff.call(emailQuote, { body: { quoteId } })).ok).toBe(may.mail)

      const kinds = async () =>
        (await db.selectFrom('outbox').select('kind').where('recipient', '=', MIA).execute()).map(
          ({ kind }) => kind,
        )
      await app.browser()(startPasswordReset, {
        body: { email: MIA },
        captchaToken: RIGHT_CAPTCHA,
      })
      expect((await kinds()).includes('password-reset')).toBe(may.reset)
      await signIn(app.browser(), MIA, '')
      expect((await kinds()).includes('sign-in-code')).toBe(may.code)
    })
  })

  test('of 50 registrations of one address there is one account, one code and one link', async () => {
    const created = await Promise.all(
      Array.from({ length: 50 }, () =>
        app.browser()(createCustomer, {
          body: {
            customerType: 'INDIVIDUAL',
            name: { firstName: 'Tia', lastName: 'Moana' },
            email: 'tia@new.example',
          },
          captchaToken: RIGHT_CAPTCHA,
        }),
      ),
    )
    expect(created.filter(({ ok }) => ok)).toHaveLength(50)
    const accounts = await db
      .selectFrom('customer')
      .select('id')
      .where('email_key', '=', 'tia@new.example')
      .execute()
    expect(accounts).toHaveLength(1)
    expect((await subjects('tia@new.example')).toSorted()).toEqual([
      'Your Tarvane sign-in code',
      'Your Tarvane sign-in link',
    ])
  })
})
