import { beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#lib/customers/calls.ts'
import { checkPasswordReset, startPasswordReset } from '#lib/sign-in/password-calls.ts'
import { getCurrentUser, token, type TokenAnswer } from '#lib/sign-in/calls.ts'
import type { Result } from '#lib/api/failure.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  CLIENT,
  confirmRegistration,
  easyCaptcha,
  RIGHT_CAPTCHA,
  signIn,
  solveCaptcha,
  valueOf,
} from '#tests/setup/people.ts'
import { CUSTOMER } from '#tests/api/customers/customers.fixture.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { bearer } from '#tests/setup/application.ts'
import { app, db, restart, setUpDemo, visitor } from '#tests/setup/suite.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

// Decision 58: a stranger who asks for codes, or enters wrong ones, locks no one out.

const PASSWORD = 'the tui in the harakeke'

describe.each(databases)('codes that strangers ask for, on $name', (database) => {
  setUpDemo(database, { deps: { captcha: easyCaptcha } })
  beforeEach(() => {
    app.clock.atMs = Date.parse('2026-11-24T00:00:00Z')
  })

  const newest = async (to = CUSTOMER) =>
    valueOf(await visitor(listDemoMail, { query: { to } })).messages[0]
  const codeIn = (text = '') => /^\d{6}$/m.exec(text)?.[0] ?? ''
  const linkIn = (text = '') => /[?&](?:token|code)=([\w.%-]+)/.exec(text)?.[1] ?? ''
  const errorOf = (result: Result<unknown>) =>
    !result.ok && result.failure.kind === 'problem' ? result.failure.problem.error : null
  const ask = (captchaToken?: string, username = CUSTOMER) =>
    visitor(token, {
      body: { ...CLIENT, grant_type: 'password', username, password: '' },
      ...(captchaToken !== undefined && { captchaToken }),
    })
  const register = (email: string, password?: string) =>
    visitor(calls.createCustomer, {
      body: {
        customerType: 'INDIVIDUAL',
        name: { firstName: 'Tia', lastName: 'Moana' },
        email,
        ...(password !== undefined && { password }),
      },
      captchaToken: RIGHT_CAPTCHA,
    })
  const startReset = () =>
    visitor(startPasswordReset, { body: { email: CUSTOMER }, captchaToken: RIGHT_CAPTCHA })
  const signInByLink = (linkToken: string) =>
    visitor(token, { body: { ...CLIENT, grant_type: 'token', token: linkToken } })
  const isIn = async (answer: Result<TokenAnswer>) =>
    (await app.browser(bearer(valueOf(answer).access_token))(getCurrentUser)).ok
  const mailCount = async () =>
    (await db.selectFrom('outbox').select('kind').where('recipient', '=', CUSTOMER).execute())
      .length
  /** Wrong codes, as many as it takes for none to be tried any more. */
  const useUpTries = async () => {
    const right = codeIn((await newest())?.text)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) await signIn(visitor, CUSTOMER, wrong)
    // The next email is newer.
    app.clock.advance(1000)
  }

  test('36 anonymous requests leave the owner a code and a reset', async () => {
    for (let times = 0; times < 12; times++) {
      await ask()
      await register(CUSTOMER)
      await startReset()
      app.clock.advance(31_000)
    }
    app.clock.advance(5 * MINUTE_MS)

    const refused = await ask()
    expect(errorOf(refused)).toBe('captcha_required')
    await ask(RIGHT_CAPTCHA)
    const mail = await newest()
    expect(mail?.subject).toBe('Your Tarvane sign-in link')
    expect(await isIn(await signIn(visitor, CUSTOMER, codeIn(mail?.text)))).toBe(true)

    app.clock.advance(5 * MINUTE_MS)
    valueOf(await startReset())
    const text = (await newest())?.text
    for (const code of [codeIn(text), decodeURIComponent(linkIn(text))])
      expect(
        valueOf(await visitor(checkPasswordReset, { body: { email: CUSTOMER, code } })),
      ).toEqual({ valid: true, type: 'CHANGE_PASSWORD' })
  })

  test('each way of asking has a budget of its own', async () => {
    for (let times = 0; times < 40; times++) {
      await register(CUSTOMER)
      await startReset()
      app.clock.advance(MINUTE_MS)
    }
    expect(errorOf(await ask())).toBe('invalid_grant')
  })

  test('want a captcha from the sixth in an hour and the eleventh in a day on, for an unknown address too', async () => {
    for (const username of [CUSTOMER, 'nobody@nowhere.example']) {
      const errors: unknown[] = []
      for (let times = 0; times < 6; times++) errors.push(errorOf(await ask(undefined, username)))
      app.clock.advance(60 * MINUTE_MS)
      for (let times = 0; times < 6; times++) errors.push(errorOf(await ask(undefined, username)))
      expect(errors).toEqual([
        ...Array<string>(5).fill('invalid_grant'),
        'captcha_required',
        ...Array<string>(5).fill('invalid_grant'),
        'captcha_required',
      ])
      app.clock.advance(60 * MINUTE_MS)
      expect(errorOf(await ask(undefined, username))).toBe('captcha_required')
      app.clock.advance(24 * 60 * MINUTE_MS)
    }
  })

  test('take the answer to a captcha once, and no wrong one', async () => {
    // With the captcha that people get.
    restart()
    app.clock.atMs = Date.parse('2026-11-24T00:00:00Z')
    for (let times = 0; times < 5; times++) await ask()
    const solved = await solveCaptcha(app)
    expect(errorOf(await ask(RIGHT_CAPTCHA))).toBe('captcha_required')
    expect(errorOf(await ask(solved))).toBe('invalid_grant')
    expect(errorOf(await ask(solved))).toBe('captcha_required')
  })

  test('with captchas bring one mail in five minutes, whose link works however many codes were guessed', async () => {
    for (let times = 0; times < 5; times++) await ask()
    app.clock.advance(1000)
    const before = await mailCount()
    for (let times = 0; times < 4; times++) {
      await ask(RIGHT_CAPTCHA)
      await useUpTries()
      app.clock.advance(MINUTE_MS)
    }
    expect(await mailCount()).toBe(before + 1)
    const mail = await newest()
    expect(mail?.subject).toBe('Your Tarvane sign-in link')
    expect(await isIn(await signInByLink(linkIn(mail?.text)))).toBe(true)
    expect((await signInByLink(linkIn(mail?.text))).ok).toBe(false)
  })

  test('the link works for a quarter of an hour', async () => {
    for (let times = 0; times < 5; times++) await ask()
    app.clock.advance(1000)
    await ask(RIGHT_CAPTCHA)
    const link = linkIn((await newest())?.text)
    app.clock.advance(15 * MINUTE_MS)
    expect((await signInByLink(link)).ok).toBe(false)

    await ask(RIGHT_CAPTCHA)
    const next = linkIn((await newest())?.text)
    app.clock.advance(15 * MINUTE_MS - 1)
    expect(await isIn(await signInByLink(next))).toBe(true)
  })

  test('wrong guesses that use up every code lock no one out: the third email and later ones include a link', async () => {
    for (let times = 0; times < 2; times++) {
      await ask()
      await useUpTries()
    }
    await ask()
    await useUpTries()
    const mail = await newest()
    expect(codeIn(mail?.text)).not.toBe('')
    expect(await isIn(await signInByLink(linkIn(mail?.text)))).toBe(true)
    app.clock.advance(MINUTE_MS)
    await ask()
    expect(await isIn(await signIn(visitor, CUSTOMER, codeIn((await newest())?.text)))).toBe(true)
  })

  test('where codes rest after a hundred wrong ones, the mail has the link alone', async () => {
    const subject = async () =>
      (await db.selectFrom('login_code').select('subject').executeTakeFirstOrThrow()).subject
    await ask()
    await db
      .insertInto('rate')
      .values({ key: `code-failures:${await subject()}`, window_start: 'ever', points: 100 })
      .execute()
    app.clock.advance(MINUTE_MS)
    await ask()
    const mail = await newest()
    expect(codeIn(mail?.text)).toBe('')
    expect(await isIn(await signInByLink(linkIn(mail?.text)))).toBe(true)
    app.clock.advance(MINUTE_MS)
    await ask()
    expect(await isIn(await signIn(visitor, CUSTOMER, codeIn((await newest())?.text)))).toBe(true)
  })

  test('a new address is never confirmed with a stranger’s password, and its owner gets in', async () => {
    const tia = 'tia@new.example'
    const codes: string[] = []
    for (let times = 0; times < 5; times++) {
      await register(tia, `${PASSWORD} ${times}`)
      codes.push(codeIn((await newest(tia))?.text))
      app.clock.advance(1000)
    }
    // The owner’s own form comes too often by now: its password is dropped, and so is the stranger’s.
    const own = 'a kererū on the power line'
    await register(tia, own)
    app.clock.advance(1000)
    const answer = valueOf(await confirmRegistration(visitor, tia, codes[4]!, own))
    expect(answer.password_dropped).toBe(true)
    expect((await signIn(visitor, tia, `${PASSWORD} 4`)).ok).toBe(false)
    app.clock.advance(MINUTE_MS)
    await ask(undefined, tia)
    expect(await isIn(await signIn(visitor, tia, codeIn((await newest(tia))?.text)))).toBe(true)
  })

  const codeMailsTo = async (to: string) =>
    (await db.selectFrom('outbox').select('kind').where('recipient', '=', to).execute()).length

  test('emails to an address without an account are limited per day, those to an account are not', async () => {
    restart({ env: { LIMIT_UNPROVEN_CODE_MAILS_PER_DAY: '3' }, deps: { captcha: easyCaptcha } })
    const tia = 'tia@new.example'
    for (let times = 0; times < 5; times++) {
      await register(tia, PASSWORD)
      await ask(RIGHT_CAPTCHA, tia)
      await ask(RIGHT_CAPTCHA)
      app.clock.advance(5 * MINUTE_MS)
    }
    // Three for each way of asking, and one at the slower pace.
    expect(await codeMailsTo(tia)).toBe(7)
    expect(await codeMailsTo(CUSTOMER)).toBe(5)
    app.clock.advance(DAY_MS)
    await ask(RIGHT_CAPTCHA, tia)
    expect(await codeMailsTo(tia)).toBe(8)
  })

  test('addresses of one mailbox count together, and one network has so many emails a day', async () => {
    restart({
      env: {
        LIMIT_UNPROVEN_CODE_MAILS_PER_DAY: '2',
        LIMIT_NETWORK_UNPROVEN_CODE_MAILS_PER_DAY: '4',
      },
      deps: { captcha: easyCaptcha },
    })
    const mailed = async (email: string) => {
      await register(email, PASSWORD)
      return (await codeMailsTo(email)) > 0
    }
    const box = ['tia+1@new.example', 'tia+2@new.example', 'tia+3@new.example', 'tia+4@new.example']
    const inBox = []
    for (const email of box) inBox.push(await mailed(email))
    // Two, and one at the pace of half an hour.
    expect(inBox).toEqual([true, true, true, false])
    // The network has asked for four. It has one a minute.
    expect([await mailed('a@new.example'), await mailed('b@new.example')]).toEqual([true, false])
    app.clock.advance(MINUTE_MS)
    expect([await mailed('c@new.example'), await mailed('d@new.example')]).toEqual([true, false])
    // Those of accounts in use aren't counted.
    await ask(RIGHT_CAPTCHA)
    expect(await codeMailsTo(CUSTOMER)).toBe(1)
  })

  test('emails to one new address are limited per day for each account, and paced for all', async () => {
    restart({ env: { LIMIT_UNPROVEN_CODE_MAILS_PER_DAY: '1' }, deps: { captcha: easyCaptcha } })
    const target = 'target@new.example'
    for (const email of [CUSTOMER, 'company@demo.example']) {
      const { call, customerId } = await arrive(app, email)
      for (let times = 0; times < 3; times++) {
        const body = { email: target, currentPassword: SAMPLE_PASSWORD }
        valueOf(await call(calls.changeWebAccountEmail, { params: { id: customerId }, body }))
        app.clock.advance(5 * MINUTE_MS)
      }
    }
    expect(await codeMailsTo(target)).toBe(3)
  })

  test('wrong codes of an address without an account are forgotten after two days', async () => {
    const failures = () =>
      db.selectFrom('rate').select('points').where('key', 'like', 'code-failures:%').execute()
    const tia = 'tia@new.example'
    for (const address of [CUSTOMER, 'nobody@nowhere.example']) {
      await ask(undefined, address)
      await signIn(visitor, address, '000000')
    }
    await register(tia)
    await confirmRegistration(visitor, tia, '000000')
    expect(await failures()).toHaveLength(3)
    app.clock.advance(3 * DAY_MS)
    await forgetOld(app.deps)
    expect(await failures()).toHaveLength(2)
    app.clock.advance(5 * DAY_MS)
    await forgetOld(app.deps)
    expect(await failures()).toHaveLength(1)
  })
})
