import { describe, expect, test } from 'vitest'
import * as calls from '#lib/customers/calls.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  easyCaptcha,
  readCode,
  RIGHT_CAPTCHA,
  signedIn,
  signIn,
  solveCaptcha,
  valueOf,
} from '#tests/setup/people.ts'
import { faultsOf } from '#tests/setup/purchases.ts'
import { CUSTOMER, STAFF, invalid } from './customers.fixture.ts'
import { app, db, restart, setUpDemo, visitor } from '#tests/setup/suite.ts'

/** What a solved captcha sends. */
interface Solved {
  challenge: { parameters: { cost: number; data: { expires: number } }; signature: string }
  solution: { derivedKey: string }
}

/** A solved captcha, bent. */
function tampered(token: string, change: (payload: Solved) => void): string {
  const payload = JSON.parse(Buffer.from(token, 'base64').toString()) as Solved
  change(payload)
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

describe.each(databases)('customers on $name', (database) => {
  setUpDemo(database, { deps: { captcha: easyCaptcha } })

  const mailsTo = async (to: string) =>
    valueOf(await visitor(listDemoMail, { query: { to } })).messages

  describe('creating an account', () => {
    const tia = {
      customerType: 'INDIVIDUAL' as const,
      name: { firstName: 'Tia', lastName: 'Moana' },
      email: 'tia@new.example',
    }
    const create = (body: object, captchaToken = RIGHT_CAPTCHA) =>
      visitor(calls.createCustomer, {
        body: { ...tia, ...body },
        captchaToken,
      })

    test('stores what was given, pending until the code is entered', async () => {
      valueOf(
        await create({
          mobilePhone: '021 555 0123',
          homePhone: '',
          postalAddress: {
            line1: '12 Kauri Road',
            suburb: '',
            city: 'Taupō',
            postcode: '0110',
            country: 'NZ',
          },
          marketingConsent: true,
        }),
      )
      const { call } = await signedIn(app, tia.email, await readCode(app, tia.email))
      expect(valueOf(await call(getCurrentUser)).customer).toEqual({
        id: expect.any(Number),
        ...tia,
        mobilePhone: '+64215550123',
        homePhone: null,
        workPhone: null,
        postalAddress: {
          line1: '12 Kauri Road',
          suburb: '',
          city: 'Taupō',
          postcode: '0110',
          country: 'NZ',
        },
        webAccountStatus: 'ACTIVE',
        marketingConsent: true,
      })
      const row = await db
        .selectFrom('customer')
        .select('marketing_consent_at')
        .where('email_key', '=', tia.email)
        .executeTakeFirstOrThrow()
      expect(row.marketing_consent_at).toBe(app.clock.now().toISOString())
    })

    test('answers the same for a taken address, and mails its owner a code', async () => {
      const send = async (email: string) => {
        const response = await app.request('/api/customers', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-captcha-token': RIGHT_CAPTCHA,
          },
          body: JSON.stringify({ ...tia, email }),
        })
        const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
        return [response.status, headers, await response.text()]
      }
      const before = await db.selectFrom('customer').selectAll().execute()
      const taken = await send(CUSTOMER)
      expect(await db.selectFrom('customer').selectAll().execute()).toEqual(before)
      expect(taken[0]).toBe(201)
      expect(await send('new@post.example')).toEqual(taken)
      expect(await send('Customer@DEMO.example')).toEqual(taken)
      expect(await send(STAFF)).toEqual(taken)

      const [mail] = await mailsTo(CUSTOMER)
      expect(mail?.subject).toBe('You already have an account with Tarvane')
      valueOf(await signIn(visitor, CUSTOMER, await readCode(app, CUSTOMER)))
      expect(await mailsTo(STAFF)).toEqual([])
    })

    test('an address that is waiting for its code gets it again', async () => {
      valueOf(await create({}))
      app.clock.advance(60_000)
      valueOf(await create({ name: { firstName: 'Tiaki', lastName: 'Moana' } }))
      const mails = await mailsTo(tia.email)
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Your Tarvane sign-in code',
        'Your Tarvane sign-in code',
      ])
      const { call } = await signedIn(app, tia.email, await readCode(app, tia.email))
      // The latest input counts until the address is proven.
      expect(valueOf(await call(getCurrentUser)).customer?.name.firstName).toBe('Tiaki')
    })

    test('of 20 at once one is stored', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => create({})))
      expect(answers.every(({ ok }) => ok)).toBe(true)
      const rows = await db
        .selectFrom('customer')
        .select('id')
        .where('email_key', '=', tia.email)
        .execute()
      expect(rows).toHaveLength(1)
    })

    test('a name typed by anybody is not put into mail to an unproven address', async () => {
      valueOf(await create({ name: { firstName: 'Win at http://evil.example', lastName: 'x' } }))
      const [mail] = await mailsTo(tia.email)
      expect(mail?.text).not.toContain('evil')
      expect(mail?.html).not.toContain('evil')
    })

    test('a retry with the same key is answered without a second captcha', async () => {
      // With the captcha that people get.
      restart()
      const captchaToken = await solveCaptcha(app)
      const send = () =>
        visitor(calls.createCustomer, { body: tia, captchaToken, idempotencyKey: 'one intention' })
      expect((await send()).ok).toBe(false) // a space is no visible character
      const again = () =>
        visitor(calls.createCustomer, { body: tia, captchaToken, idempotencyKey: 'one-intention' })
      valueOf(await again())
      valueOf(await again())
      expect(await mailsTo(tia.email)).toHaveLength(1)
    })

    test.each([
      ['an unknown field', { role: 'STAFF' }, ['role']],
      [
        'the fields of the server',
        { id: 1, webAccountStatus: 'ACTIVE' },
        ['id', 'webAccountStatus'],
      ],
      ['a type of its own', { customerType: 'STAFF' }, ['customerType']],
      ['an empty name', { name: { firstName: ' ', lastName: 'x' } }, ['name.firstName']],
      ['a missing name', { name: { firstName: 'x' } }, ['name.lastName']],
      ['an address without an at sign', { email: 'mia' }, ['email']],
      ['two addresses', { email: 'a@b.example,c@d.example' }, ['email']],
      ['an address with a new line', { email: 'a@b.example\nBcc: c@d.example' }, ['email']],
      ['a phone that is none', { mobilePhone: 'call me' }, ['mobilePhone']],
      [
        'three such phones',
        { mobilePhone: '1', homePhone: '2', workPhone: '3' },
        ['mobilePhone', 'homePhone', 'workPhone'],
      ],
      ['a number that is no NZBN', { nzbn: '12' }, ['nzbn']],
      ['a company without a name', { customerType: 'COMPANY' }, ['companyName']],
      ['a short password', { password: 'short' }, ['password']],
      ['a password made of the name', { password: 'tiamoanatiamoana' }, ['password']],
      [
        'an address without a city',
        { postalAddress: { line1: 'x', suburb: '', postcode: '0110', country: 'NZ' } },
        ['postalAddress.city'],
      ],
    ])('refuses %s', async (_, body, fields) => {
      expect(faultsOf(await create(body))).toEqual(invalid(...fields))
      expect(await mailsTo(tia.email)).toEqual([])
    })

    test('wants a captcha: its own, right, and not used before', async () => {
      // With the captcha that people get.
      restart()
      const missing = await visitor(calls.createCustomer, { body: tia })
      expect(faultsOf(missing)).toMatchObject({ status: 400, code: 'InvalidToken' })
      const used = await solveCaptcha(app)
      valueOf(await create({}, used))
      const wrong = [
        used,
        'x',
        Buffer.from('{}').toString('base64'),
        Buffer.from('[1').toString('base64'),
        tampered(
          await solveCaptcha(app),
          (payload) => (payload.solution.derivedKey = '00'.repeat(32)),
        ),
        tampered(await solveCaptcha(app), (payload) => (payload.challenge.parameters.cost = 1)),
        tampered(await solveCaptcha(app), (payload) => (payload.challenge.signature = 'ab')),
        tampered(
          await solveCaptcha(app),
          (payload) => (payload.challenge.parameters.data.expires += 1),
        ),
      ]
      for (const token of wrong)
        expect(faultsOf(await create({ email: 'b@new.example' }, token))).toEqual({
          status: 400,
          code: 'InvalidToken',
          fields: ['X-Captcha-Token'],
        })
      const old = await solveCaptcha(app)
      app.clock.advance(601_000)
      expect(faultsOf(await create({}, old))).toMatchObject({ code: 'InvalidToken' })
      expect(await mailsTo('b@new.example')).toEqual([])
    })
  })
})
