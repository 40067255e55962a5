import { describe, expect, test } from 'vitest'
import {
  checkPasswordReset,
  completePasswordReset,
  startPasswordReset,
} from '#lib/sign-in/password-calls.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  easyCaptcha,
  newCustomer,
  readCode,
  RIGHT_CAPTCHA,
  signedIn,
  signIn,
  valueOf,
} from '#tests/setup/people.ts'
import { faultsOf } from '#tests/setup/purchases.ts'
import { noteWrites } from '#tests/setup/written.ts'
import { app, db, setUpDemo, visitor } from '#tests/setup/suite.ts'

const CUSTOMER = 'customer@demo.example'
const COMPANY = 'company@demo.example'
const STAFF = 'staff@demo.example'

const invalid = (...fields: string[]) => ({ status: 400, code: 'Validation', fields })

describe.each(databases)('a forgotten password on $name', (database) => {
  setUpDemo(database, { deps: { captcha: easyCaptcha } })

  const mailsTo = async (to: string) =>
    valueOf(await visitor(listDemoMail, { query: { to } })).messages

  const next = 'a new and longer password'
  const start = async (email: string) =>
    visitor(startPasswordReset, {
      body: { email },
      captchaToken: RIGHT_CAPTCHA,
    })
  const check = (code: string, email = CUSTOMER) =>
    visitor(checkPasswordReset, { body: { email, code } })
  const complete = (code: string, newPassword = next, email = CUSTOMER) =>
    visitor(completePasswordReset, { body: { email, code, newPassword } })
  const linkCode = async () => {
    const [mail] = await mailsTo(CUSTOMER)
    const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    const { origin, pathname, hash } = new URL(link)
    expect([origin, pathname]).toEqual(['http://shop.test', '/customer/'])
    expect(hash).toMatch(/^#\/forgot\?/)
    const query = new URLSearchParams(hash.split('?')[1])
    expect(query.get('email')).toBe(CUSTOMER)
    return query.get('code') ?? ''
  }

  test('is replaced with the code, and every session ends', async () => {
    const mia = await signedIn(app)
    valueOf(await start(CUSTOMER))
    const code = await readCode(app, CUSTOMER)
    for (let times = 0; times < 10; times++)
      expect(valueOf(await check(code))).toEqual({ valid: true, type: 'CHANGE_PASSWORD' })
    valueOf(await complete(code))

    expect((await mia.call(getCurrentUser)).ok).toBe(false)
    expect((await signIn(visitor, CUSTOMER, SAMPLE_PASSWORD)).ok).toBe(false)
    valueOf(await signIn(visitor, CUSTOMER, next))
    expect((await mailsTo(CUSTOMER)).map(({ subject }) => subject)).toContain(
      'Your Tarvane password was changed',
    )
    expect(valueOf(await check(code)).valid).toBe(false)
    expect(faultsOf(await complete(code))).toEqual(invalid('code'))
  })

  test('is replaced with the link of the message, for an hour', async () => {
    valueOf(await start(CUSTOMER))
    const code = await linkCode()
    app.clock.advance(60 * 60_000 - 1)
    expect(valueOf(await check(code)).valid).toBe(true)
    expect(valueOf(await check(code, COMPANY)).valid).toBe(false)
    expect(valueOf(await check(`${code}A`)).valid).toBe(false)
    app.clock.advance(1)
    expect(valueOf(await check(code)).valid).toBe(false)
  })

  test('ends what other messages would still open', async () => {
    valueOf(await start(CUSTOMER))
    const older = await linkCode()
    app.clock.advance(6 * 60_000)
    await signIn(visitor, CUSTOMER, '')
    const toSignIn = await readCode(app, CUSTOMER)
    app.clock.advance(1000)
    valueOf(await start(CUSTOMER))
    valueOf(await complete(await linkCode()))
    expect(valueOf(await check(older)).valid).toBe(false)
    expect((await signIn(visitor, CUSTOMER, toSignIn)).ok).toBe(false)
  })

  test('of 20 completions at once one sets its password', async () => {
    valueOf(await start(CUSTOMER))
    const code = await linkCode()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => complete(code, `a long new password, no ${n}`)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('a sign-in code does not reset, nor a reset code sign in', async () => {
    await signIn(visitor, CUSTOMER, '')
    expect(valueOf(await check(await readCode(app, CUSTOMER))).valid).toBe(false)
    valueOf(await start(COMPANY))
    expect((await signIn(visitor, COMPANY, await readCode(app, COMPANY))).ok).toBe(false)
  })

  test('takes five wrong codes and no more', async () => {
    valueOf(await start(CUSTOMER))
    const code = await readCode(app, CUSTOMER)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let times = 0; times < 5; times++)
      expect(valueOf(await check(wrong))).toEqual({ valid: false, type: 'CHANGE_PASSWORD' })
    expect(valueOf(await check(code)).valid).toBe(false)
    expect(faultsOf(await complete(code))).toEqual(invalid('code'))
    valueOf(await complete(await linkCode()))
  })

  test('gives an account that signs in by codes its first password', async () => {
    await newCustomer(app, 'tia@new.example')
    valueOf(await start('tia@new.example'))
    const code = await readCode(app, 'tia@new.example')
    expect(valueOf(await check(code, 'tia@new.example'))).toEqual({
      valid: true,
      type: 'NEW_ACCOUNT',
    })
    valueOf(await complete(code, next, 'tia@new.example'))
    valueOf(await signIn(visitor, 'tia@new.example', next))
  })

  test('answers the same for every address, and writes as much', async () => {
    const writes = noteWrites(app)
    const run = async (email: string) => {
      writes.length = 0
      const send = async (path: string, body: object, captcha = '') => {
        const response = await app.request(`/api/customers/resetpassword/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-captcha-token': captcha },
          body: JSON.stringify({ email, ...body }),
        })
        return [response.status, (await response.text()).replace(/"requestId":"[^"]*"/, '')]
      }
      const answers = [
        await send('start', {}, RIGHT_CAPTCHA),
        await send('check', { code: '000000' }),
        await send('complete', { code: '000000', newPassword: next }),
      ]
      return { answers, writes: [...writes] }
    }
    const known = await run(CUSTOMER)
    expect(known.answers.map(([status]) => status)).toEqual([204, 200, 400])
    expect(known.writes.length).toBeGreaterThan(6)
    expect(await run('nobody@nowhere.example')).toEqual(known)
    expect(await run(STAFF)).toEqual(known)
    // Again too soon: nothing is mailed, and it takes as long.
    expect(await run(CUSTOMER)).toEqual(known)
  })

  test('of staff is not replaced: nothing is mailed, and no code works', async () => {
    valueOf(await start(STAFF))
    expect(await mailsTo(STAFF)).toEqual([])
    expect(await db.selectFrom('outbox').select('kind').execute()).toEqual([{ kind: 'blank' }])
    for (const code of ['000000', '123456'])
      expect(faultsOf(await complete(code, next, STAFF))).toMatchObject(invalid('code'))
    expect((await signIn(visitor, STAFF, next)).ok).toBe(false)
  })

  test('cannot be replaced by the holder’s own name, and the refusal does not reveal the name', async () => {
    valueOf(await start(CUSTOMER))
    const code = await readCode(app, CUSTOMER)
    const names = 'MiaHarrisMiaHarris'
    const other = code === '000000' ? '000001' : '000000'
    expect(faultsOf(await complete(other, names))).toMatchObject(invalid('code'))
    expect(faultsOf(await complete(code, names))).toMatchObject(invalid('newPassword'))
    valueOf(await complete(code))
  })

  test('names what is wrong', async () => {
    expect(faultsOf(await start('x'))).toEqual(invalid('email'))
    expect(faultsOf(await visitor(startPasswordReset, { body: { email: CUSTOMER } }))).toEqual({
      status: 400,
      code: 'InvalidToken',
      fields: ['X-Captcha-Token'],
    })
    expect(faultsOf(await check('x'.repeat(201)))).toEqual(invalid('code'))
    expect(faultsOf(await check('1', 'x'))).toEqual(invalid('email'))
    expect(faultsOf(await complete('000000', 'short'))).toEqual(invalid('newPassword'))
    expect(faultsOf(await complete('000000', ''))).toEqual(invalid('newPassword'))
    expect(faultsOf(await complete('000000', 'x'.repeat(257)))).toEqual(invalid('newPassword'))
  })
})
