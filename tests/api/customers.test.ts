import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import type { ApiCall } from '#lib/api/client.ts'
import * as calls from '#lib/contract/customers.ts'
import { getCurrentUser } from '#lib/contract/identity.ts'
import { listDemoMail } from '#lib/contract/site.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
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

const CUSTOMER = 'customer@demo.example'
const COMPANY = 'company@demo.example'
const STAFF = 'staff@demo.example'

const invalid = (...fields: string[]) => ({ status: 400, code: 'Validation', fields })

describe.each(databases)('customers on $name', ({ open }) => {
  let db: Kysely<Database>
  let app: Application
  let anyone: ApiCall

  beforeEach(async () => {
    db = await open()
    app = startApplication(db, { deps: { captcha: easyCaptcha } })
    await seedDemo(app.deps)
    anyone = app.browser()
  })
  afterEach(() => db.destroy())

  /** The captcha that people get, instead of one that only stands in the way. */
  const withPuzzle = () => {
    app = startApplication(db)
    anyone = app.browser()
  }
  const mailsTo = async (to: string) =>
    valueOf(await anyone(listDemoMail, { query: { to } })).messages

  describe('creating an account', () => {
    const tia = {
      customerType: 'INDIVIDUAL' as const,
      name: { firstName: 'Tia', lastName: 'Moana' },
      email: 'tia@new.example',
    }
    const create = (body: object, captchaToken = RIGHT_CAPTCHA) =>
      anyone(calls.createCustomer, {
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

    test('does not sign in by its password before the code', async () => {
      const password = 'the tui in the harakeke'
      valueOf(await create({ password }))
      expect((await signIn(anyone, tia.email, password)).ok).toBe(false)
      valueOf(await signIn(anyone, tia.email, await readCode(app, tia.email)))
      valueOf(await signIn(anyone, tia.email, password))
    })

    test.each([
      ['at once', 0],
      ['after half a minute', 31_000],
      ['after an hour', 60 * 60_000],
    ])(
      'a password that somebody chose for another’s address does not survive a code its owner asks for %s',
      async (_, laterMs) => {
        const password = 'chosen by a stranger'
        valueOf(await create({ password }))
        const sent = await readCode(app, tia.email)
        app.clock.advance(laterMs)
        await signIn(anyone, tia.email, '')
        // The stranger’s form once more does not bring it back.
        valueOf(await create({ password }))
        const newest = await readCode(app, tia.email)
        // The owner may type either message’s code, if both still work.
        const opened = await signIn(anyone, tia.email, sent)
        if (!opened.ok) valueOf(await signIn(anyone, tia.email, newest))
        expect((await signIn(anyone, tia.email, password)).ok).toBe(false)
      },
    )

    test('a stranger’s password for somebody our people know does not survive the owner’s own form', async () => {
      valueOf(await create({ password: 'chosen by a stranger' }))
      const { id: customer_id } = await db
        .selectFrom('customer')
        .select('id')
        .where('email_key', '=', tia.email)
        .executeTakeFirstOrThrow()
      const car = { registration: 'TIA123', make: 'Tarvane', model: 'Tarn', year: 2024 }
      await db
        .insertInto('ownership')
        .values({ ...car, customer_id })
        .execute()
      valueOf(await create({ password: 'chosen by the owner' }))
      valueOf(await signIn(anyone, tia.email, await readCode(app, tia.email)))
      expect((await signIn(anyone, tia.email, 'chosen by a stranger')).ok).toBe(false)
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
      expect(mail?.subject).toBe('You already have a Tarvane account')
      valueOf(await signIn(anyone, CUSTOMER, await readCode(app, CUSTOMER)))
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
      // What was typed last counts, as long as the address is not proven.
      expect(valueOf(await call(getCurrentUser)).customer?.name.firstName).toBe('Tiaki')
    })

    test.each([
      ['the same password', 'the tui in the harakeke', true],
      ['another password', 'chosen by the owner', false],
      ['no password', undefined, false],
    ])('a form sent again with %s', async (_, second, holds) => {
      const first = 'the tui in the harakeke'
      valueOf(await create({ password: first }))
      app.clock.advance(60_000)
      valueOf(await create({ ...(second && { password: second }) }))
      valueOf(await signIn(anyone, tia.email, await readCode(app, tia.email)))
      expect((await signIn(anyone, tia.email, first)).ok).toBe(holds)
      if (second && second !== first)
        expect((await signIn(anyone, tia.email, second)).ok).toBe(false)
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
      withPuzzle()
      const captchaToken = await solveCaptcha(app)
      const send = () =>
        anyone(calls.createCustomer, { body: tia, captchaToken, idempotencyKey: 'one intention' })
      expect((await send()).ok).toBe(false) // a space is no visible character
      const again = () =>
        anyone(calls.createCustomer, { body: tia, captchaToken, idempotencyKey: 'one-intention' })
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
      withPuzzle()
      const missing = await anyone(calls.createCustomer, { body: tia })
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

  describe('a customer’s record', () => {
    test('is the customer’s and staff’s; any other number is forbidden, taken or not', async () => {
      const mia = await signedIn(app)
      const rawiri = await signedIn(app, COMPANY)
      const staff = await signedIn(app, STAFF)
      const params = { id: mia.customerId }
      expect(valueOf(await mia.call(calls.getCustomer, { params }))).toMatchObject({
        id: mia.customerId,
        customerType: 'INDIVIDUAL',
        email: CUSTOMER,
      })
      valueOf(await staff.call(calls.getCustomer, { params }))

      const read = async (id: number) => {
        const response = await app.request(`/api/customer/${id}`, {
          headers: { authorization: `Bearer ${rawiri.tokens.access_token}` },
        })
        const { requestId: _, ...body } = (await response.json()) as { requestId: string }
        return [response.status, body]
      }
      const foreign = await read(mia.customerId)
      expect(foreign).toMatchObject([
        403,
        { code: 'NotPermitted', message: 'You are not permitted to view another customer' },
      ])
      expect(await read(999_999)).toEqual(foreign)
      const nobody = await staff.call(calls.getCustomer, { params: { id: 999_999 } })
      expect(faultsOf(nobody)).toMatchObject({ status: 404, code: 'NotFound' })
    })

    test.each([
      [calls.getCustomer, undefined],
      [calls.getOwnerships, undefined],
      [calls.updateCustomer, {}],
    ])('%o is closed to others', async (endpoint, body) => {
      const mia = await signedIn(app)
      const rawiri = await signedIn(app, COMPANY)
      const input = { params: { id: mia.customerId }, body } as never
      expect(faultsOf(await rawiri.call(endpoint, input))).toMatchObject({ status: 403 })
      expect(await anyone(endpoint, input)).toEqual({
        ok: false,
        failure: { kind: 'signed-out' },
      })
      for (const id of ['0', '-1', 'x', '1e3', '9'.repeat(20)])
        expect(faultsOf(await mia.call(endpoint, { params: { id }, body } as never))).toEqual(
          invalid('id'),
        )
    })

    test('changes what is given and nothing else', async () => {
      const { call, customerId } = await signedIn(app)
      const params = { id: customerId }
      const before = valueOf(await call(calls.getCustomer, { params }))
      const changed = await call(calls.updateCustomer, {
        params,
        body: { name: { firstName: 'Mīria', lastName: 'Hārris' }, workPhone: '(09) 555 0100' },
      })
      const expected = {
        ...before,
        name: { firstName: 'Mīria', lastName: 'Hārris' },
        workPhone: '+6495550100',
      }
      expect(valueOf(changed)).toEqual(expected)
      const cleared = await call(calls.updateCustomer, {
        params,
        body: { homePhone: null, workPhone: '', postalAddress: null, marketingConsent: true },
      })
      expect(valueOf(cleared)).toEqual({
        ...expected,
        homePhone: null,
        workPhone: null,
        postalAddress: null,
        marketingConsent: true,
      })
      expect(valueOf(await call(calls.updateCustomer, { params, body: {} }))).toEqual(
        valueOf(cleared),
      )

      const staff = await signedIn(app, STAFF)
      const query = { where: 'name' as const, search: 'miria harris' }
      const found = valueOf(await staff.call(calls.searchCustomers, { query })).customers
      expect(found.map(({ id }) => id)).toEqual([customerId])
    })

    test.each([
      ['its number', { id: 7 }, ['id']],
      ['its address', { email: 'other@post.example' }, ['email']],
      ['its status', { webAccountStatus: 'DEACTIVE' }, ['webAccountStatus']],
      ['its kind', { customerType: 'STAFF' }, ['customerType']],
      ['its password', { password_hash: 'x', password: 'x' }, ['password_hash', 'password']],
      ['a phone that is none', { mobilePhone: '12' }, ['mobilePhone']],
      ['half a name', { name: { firstName: 'x' } }, ['name.lastName']],
      [
        'an endless name',
        { name: { firstName: 'x'.repeat(61), lastName: 'y' } },
        ['name.firstName'],
      ],
      ['a consent in words', { marketingConsent: 'yes' }, ['marketingConsent']],
      [
        'a country abroad',
        { postalAddress: { line1: 'x', suburb: '', city: 'y', postcode: '1010', country: 'AU' } },
        ['postalAddress.country'],
      ],
      ['a prototype', JSON.parse('{"__proto__":{"isAdmin":true}}'), ['__proto__']],
    ])('refuses to change %s', async (_, body, fields) => {
      const { call, customerId } = await signedIn(app)
      const before = await db.selectFrom('customer').selectAll().orderBy('id').execute()
      const answer = await call(calls.updateCustomer, { params: { id: customerId }, body })
      expect(faultsOf(answer)).toEqual(invalid(...fields))
      expect(await db.selectFrom('customer').selectAll().orderBy('id').execute()).toEqual(before)
    })

    test('a company keeps its name', async () => {
      const { call, customerId } = await signedIn(app, COMPANY)
      const answer = await call(calls.updateCustomer, {
        params: { id: customerId },
        body: { companyName: '' },
      })
      expect(faultsOf(answer)).toEqual(invalid('companyName'))
    })

    test('what cannot be read as JSON is said to be so', async () => {
      const { tokens, customerId } = await signedIn(app)
      const send = async (body: BodyInit, type = 'application/json') => {
        const response = await app.request(`/api/customer/${customerId}`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': type },
          body,
        })
        expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
        return response.status
      }
      expect(await send('{')).toBe(400)
      expect(await send('')).toBe(400)
      expect(await send('null')).toBe(400)
      expect(await send('[]')).toBe(400)
      expect(await send(new Uint8Array([0xff, 0xfe]))).toBe(400)
      expect(await send('{}', 'text/plain')).toBe(415)
      expect(await send(JSON.stringify({ companyName: 'x'.repeat(70_000) }))).toBe(413)
    })

    test('lists the vehicles', async () => {
      const { call, customerId } = await signedIn(app)
      const owned = valueOf(await call(calls.getOwnerships, { params: { id: customerId } }))
      expect(owned.customer.id).toBe(customerId)
      expect(owned.ownershipBasicInfos).toEqual([
        {
          car: {
            registration: 'TOI101',
            make: { description: 'Tarvane' },
            model: { description: 'Cove' },
            year: 2021,
            isElectric: false,
          },
        },
        {
          car: {
            registration: 'TOI102',
            make: { description: 'Tarvane' },
            model: { description: 'Tarn' },
            year: 2022,
            isElectric: false,
          },
        },
      ])
    })
  })
})

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
