import { beforeEach, describe, expect, test } from 'vitest'
import { changeWebAccountEmail, verifyWebAccountEmail } from '#lib/customers/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import { databases } from '#tests/setup/databases.ts'
import { CLIENT, easyCaptcha, readCode, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { app, db, setUpDemo } from '#tests/setup/suite.ts'

// Mails to an address that no account in use has: bounded for its owner's sake, and never used up by a stranger.

const TIA = 'tia@new.example'
const OWNER = '203.0.113.7'
const STRANGER = '198.51.100.1'

describe.each(databases)('code mails to an address that no account uses, on $name', (database) => {
  setUpDemo(database, { env: { TRUSTED_PROXIES: '1' }, deps: { captcha: easyCaptcha } })
  beforeEach(() => {
    app.clock.atMs = Date.parse('2026-11-24T00:00:00Z')
  })

  const send = (ip: string, path: string, body: BodyInit, type: string) =>
    app.request(`/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': type, 'x-forwarded-for': ip, 'x-captcha-token': RIGHT_CAPTCHA },
      body,
    })
  const token = (ip: string, fields: Record<string, string>) =>
    send(
      ip,
      'auth/token',
      new URLSearchParams({ ...CLIENT, grant_type: 'password', username: TIA, ...fields }),
      'application/x-www-form-urlencoded',
    )
  const json = (ip: string, path: string, body: object) =>
    send(ip, path, JSON.stringify(body), 'application/json')
  const ask = (ip: string) => token(ip, { password: '' })
  const reset = (ip: string) => json(ip, 'customers/resetpassword/start', { email: TIA })
  const register = (ip: string, password = 'the tui in the harakeke') =>
    json(ip, 'customers', {
      customerType: 'INDIVIDUAL',
      name: { firstName: 'Tia', lastName: 'Moana' },
      email: TIA,
      password,
    })
  /** Asks for codes in every way there is without an account. */
  const flood = async (ip: string) => {
    for (const way of [ask, reset, register]) expect((await way(ip)).status).toBeLessThan(429)
  }
  const mailed = async (to = TIA) =>
    (await db.selectFrom('outbox').select('kind').where('recipient', '=', to).execute()).length
  const owner = async () => {
    const before = await mailed()
    expect((await register(OWNER, 'a kererū on the power line')).status).toBe(201)
    expect(await mailed()).toBe(before + 1)
    const password = await readCode(app, TIA)
    return (await token(OWNER, { password, purpose: 'registration' })).status
  }

  test('are not used up by asking before there is an account', async () => {
    for (let times = 0; times < 30; times++) {
      await ask(STRANGER)
      await reset(STRANGER)
      app.clock.advance(5 * MINUTE_MS)
    }
    expect(await mailed()).toBe(0)
    expect(await owner()).toBe(200)
  })

  test('are not used up by one network that asks again and again', async () => {
    for (let times = 0; times < 48; times++) {
      await flood(STRANGER)
      app.clock.advance(5 * MINUTE_MS)
    }
    expect(await mailed()).toBeGreaterThan(20)
    expect(await mailed()).toBeLessThan(50)
    // Also not by one that is always a moment earlier than the owner.
    for (let times = 0; times < 2; times++) {
      app.clock.advance(5 * MINUTE_MS)
      await flood(STRANGER)
    }
    app.clock.advance(MINUTE_MS)
    expect(await owner()).toBe(200)
  })

  test('are paced, and bounded, when many networks ask; the owner still gets one', async () => {
    let networks = 0
    const elsewhere = () => `198.51.${100 + Math.floor(networks / 250)}.${networks++ % 250}`
    for (let times = 0; times < 36; times++) {
      await flood(elsewhere())
      app.clock.advance(10 * MINUTE_MS)
    }
    // Fifty, and in six hours one each half an hour to sign in or register, and to reset.
    expect(await mailed()).toBeLessThanOrEqual(50 + 2 * 12)
    // The next half an hour begins.
    expect(await owner()).toBe(200)
  })

  test('are counted for each customer who moves to it', async () => {
    const move = async (email: string) => {
      const person = await arrive(app, email)
      const params = { id: person.customerId }
      const body = { email: TIA, currentPassword: SAMPLE_PASSWORD }
      valueOf(await person.call(changeWebAccountEmail, { params, body }))
      return person
    }
    for (let times = 0; times < 12; times++) {
      await move('company@demo.example')
      app.clock.advance(15 * MINUTE_MS)
    }
    for (let times = 0; times < 24; times++) {
      await flood(STRANGER)
      app.clock.advance(5 * MINUTE_MS)
    }
    const before = await mailed()
    const mia = await move('customer@demo.example')
    expect(await mailed()).toBe(before + 1)
    const body = { code: await readCode(app, TIA) }
    valueOf(await mia.call(verifyWebAccountEmail, { params: { id: mia.customerId }, body }))
  })

  test('are new every day', async () => {
    await register(STRANGER)
    for (let times = 0; times < 13; times++) {
      await reset(STRANGER)
      app.clock.advance(5 * MINUTE_MS)
    }
    const before = await mailed()
    app.clock.advance(DAY_MS)
    for (let times = 0; times < 5; times++) {
      await reset(STRANGER)
      app.clock.advance(5 * MINUTE_MS)
    }
    expect(await mailed()).toBe(before + 5)
  })
})
