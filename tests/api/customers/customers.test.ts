import { describe, expect, test } from 'vitest'
import * as calls from '#lib/customers/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, signedIn, valueOf } from '#tests/setup/people.ts'
import { faultsOf } from '#tests/setup/purchases.ts'
import { CUSTOMER, STAFF, invalid } from './customers.fixture.ts'
import { app, db, setUpDemo, visitor } from '#tests/setup/suite.ts'

const COMPANY = 'company@demo.example'

describe.each(databases)('customers on $name', (database) => {
  setUpDemo(database, { deps: { captcha: easyCaptcha } })

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
      expect(await visitor(endpoint, input)).toEqual({
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
            openRecalls: [
              {
                recallNumber: 'TVN-2024-003',
                title: 'Front passenger airbag inflator',
                description: 'The inflator may deploy with too much force.',
                remedy: 'Replace the inflator free of charge (about 90 minutes).',
                severity: 'COMPULSORY',
              },
            ],
          },
        },
        {
          car: {
            registration: 'TOI102',
            make: { description: 'Tarvane' },
            model: { description: 'Tarn' },
            year: 2022,
            isElectric: false,
            openRecalls: [],
          },
        },
      ])
    })
  })
})
