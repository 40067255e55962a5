import { describe, expect, test } from 'vitest'
import type { z } from '#lib/shared/zod.ts'
import * as calls from '#lib/customers/calls.ts'
import { createCustomer } from '#server/customers/customers.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, signedIn, valueOf } from '#tests/setup/people.ts'
import { faultsOf } from '#tests/setup/purchases.ts'
import { app, db, setUpDemo, visitor } from '#tests/setup/suite.ts'

const CUSTOMER = 'customer@demo.example'
const STAFF = 'staff@demo.example'

describe.each(databases)('customer search on $name', (database) => {
  setUpDemo(database, { deps: { captcha: easyCaptcha } })

  const search = async (where: 'name' | 'rego' | 'phone' | 'email', text: string) => {
    const { call } = await signedIn(app, STAFF)
    return valueOf(await call(calls.searchCustomers, { query: { where, search: text } }))
  }
  const names = async (...query: Parameters<typeof search>) =>
    (await search(...query)).customers.map(({ name }) => `${name.firstName} ${name.lastName}`)

  test('is for staff', async () => {
    const { call } = await signedIn(app)
    const query = { where: 'name' as const, search: 'mia' }
    expect(faultsOf(await call(calls.searchCustomers, { query }))).toMatchObject({ status: 403 })
    expect((await visitor(calls.searchCustomers, { query })).ok).toBe(false)
  })

  test.each([
    ['name', 'kopu', ['Rawiri Kōpū']],
    ['name', 'KŌPŪ', ['Rawiri Kōpū']],
    ['name', 'rawi kop', ['Rawiri Kōpū']],
    ['name', 'kop rawi', ['Rawiri Kōpū']],
    ['name', 'kowhai', ['Rawiri Kōpū']],
    ['name', 'otaki', ['Denise Coulter']],
    ['name', 'opu', []],
    ['name', 'zoe', ['Zoë Hartley']],
    ['name', 'o’rourke', ['Liam O’Rourke']],
    ['name', 'o rourke', ['Liam O’Rourke']],
    ['name', 'orourke', ['Liam O’Rourke']],
    ['name', 'rourke', ['Liam O’Rourke']],
    ['name', 'leaupepe', ['Tavita Leʻaupepe']],
    ['name', "le'aupepe tav", ['Tavita Leʻaupepe']],
    ['name', 'har mia', ['Mia Harding', 'Mia Harris']],
    ['name', 'mia mia harr', ['Mia Harris']],
    ['name', '%', []],
    ['name', 'mi_', ['Mia Harding', 'Mia Harris']],
    ['name', '!', []],
    ['name', "' or 1=1 --", []],
    ['rego', 'toi101', ['Mia Harris']],
    ['rego', 'toi 102', ['Mia Harris']],
    ['rego', 'LRB-9', ['Tavita Leʻaupepe']],
    ['rego', 'OI101', []],
    ['rego', '%', []],
    ['rego', 'far too long', []],
    ['phone', '021 555 0101', ['Mia Harris']],
    ['phone', '(021) 555-0101', ['Mia Harris']],
    ['phone', '+64215550101', ['Mia Harris']],
    ['phone', '64 21 555 0101', ['Mia Harris']],
    ['phone', '0064 21 555 0101', ['Mia Harris']],
    ['phone', '0101', ['Mia Harris']],
    ['phone', '09 555 0142', ['Rawiri Kōpū']],
    ['phone', '555 0142', ['Rawiri Kōpū', 'Thomas Nīkora']],
    ['phone', '1555 010', ['Mia Harris', 'Rawiri Kōpū']],
    ['phone', '9555 014', ['Mia Harris', 'Rawiri Kōpū']],
    ['phone', '01', []],
    ['phone', '_______', []],
    ['email', 'COMPANY@demo', ['Rawiri Kōpū']],
    ['email', 'customer@demo.example', ['Mia Harris']],
    ['email', 'cust', ['Mia Harris']],
    ['email', 'hartley@', ['Zoë Hartley']],
    ['email', '.hartley@demo', ['Zoë Hartley']],
    ['email', 'artley', []],
    ['email', 'customer_demo.example', []],
    ['email', '%@%', []],
  ] as const)('%s %j finds %j', async (where, text, found) => {
    expect(await names(where, text)).toEqual(found)
  })

  test('shows who it is and which vehicles are theirs', async () => {
    expect(await search('rego', 'TOI102')).toEqual({
      customers: [
        {
          id: expect.any(Number),
          customerType: 'INDIVIDUAL',
          name: { firstName: 'Mia', lastName: 'Harris' },
          email: CUSTOMER,
          mobilePhone: '+64215550101',
          homePhone: '+6495550141',
          workPhone: null,
          webAccountStatus: 'ACTIVE',
          registrations: ['TOI101', 'TOI102'],
        },
      ],
      truncated: false,
    })
    expect((await search('rego', 'TOI111')).customers[0]).toMatchObject({
      customerType: 'COMPANY',
      companyName: 'Kowhai Gardens Limited',
    })
  })

  describe('goes by what the record says now', () => {
    const idOf = async (text: string) => (await search('email', text)).customers[0]!.id
    const change = async (id: number, body: z.input<typeof calls.updateCustomer.body>) => {
      app.clock.advance(1)
      const { call } = await signedIn(app, STAFF)
      valueOf(await call(calls.updateCustomer, { params: { id }, body }))
    }

    test('after a name, a company or a phone has changed', async () => {
      const id = await idOf('zoe.hartley')
      await change(id, { name: { firstName: 'Zoë', lastName: 'Ōmāpere' } })
      await change(id, { companyName: 'Kauri Roofs', mobilePhone: '', workPhone: '09 555 0777' })
      expect(await names('name', 'hartley')).toEqual([])
      expect(await names('name', 'omap zoe')).toEqual(['Zoë Ōmāpere'])
      expect(await names('name', 'roofs')).toEqual(['Zoë Ōmāpere'])
      expect(await names('phone', '0777')).toEqual(['Zoë Ōmāpere'])
      expect(await names('phone', '0135')).toEqual([])
    })

    test('after the address has changed', async () => {
      const { call } = await signedIn(app, STAFF)
      const id = await idOf('zoe.hartley')
      await db
        .updateTable('customer')
        .set({ web_account_status: 'PROBLEM' })
        .where('id', '=', id)
        .execute()
      app.clock.advance(1)
      const body = { email: 'zh@pottery.example' }
      valueOf(await call(calls.createWebAccount, { params: { id }, body }))
      expect(await names('email', 'pottery')).toEqual(['Zoë Hartley'])
      expect(await names('email', 'zoe.hartley')).toEqual([])
    })

    test('for a new customer, and for one who signs up again before the address is proven', async () => {
      const sign = async (lastName: string) => {
        app.clock.advance(1)
        const form = {
          email: 'tia@new.example',
          name: { firstName: 'Tia', lastName },
          customerType: 'INDIVIDUAL' as const,
          marketingConsent: false,
        }
        await createCustomer(app.deps, form, '203.0.113.1')
      }
      await sign('Ngata')
      expect(await names('name', 'ngata tia')).toEqual(['Tia Ngata'])
      await sign('Parata')
      expect(await names('name', 'ngata tia')).toEqual([])
      expect(await names('email', 'tia@new')).toEqual(['Tia Parata'])
    })

    test('where a customer was written without terms', async () => {
      const id = await idOf('zoe.hartley')
      const row = await db
        .selectFrom('customer')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const { id: _, terms_at: __, ...asBefore } = row
      await db
        .insertInto('customer')
        .values({
          ...asBefore,
          search_name: ' kiri hartley',
          first_name: 'Kiri',
          email_key: 'kiri@old.example',
        })
        .execute()
      await db
        .updateTable('customer')
        .set({
          search_name: ' zoe moana',
          last_name: 'Moana',
          updated_at: '2026-11-23T02:00:00.000Z',
        })
        .where('id', '=', id)
        .execute()
      expect(await names('name', 'hartley')).toEqual(['Kiri Hartley'])
      expect(await names('email', 'old.example')).toEqual(['Kiri Hartley'])
      expect(await names('name', 'moana')).toEqual(['Zoë Moana'])
    })

    test('where there were no terms yet: customers from before they were made', async () => {
      await db.deleteFrom('customer_term').execute()
      await db.updateTable('customer').set({ terms_at: null }).execute()
      expect(await names('name', 'kopu')).toEqual(['Rawiri Kōpū'])
      expect(await names('phone', '0101')).toEqual(['Mia Harris'])
    })
  })

  test('shows fifty, and says that there are more', async () => {
    const { count } = await db
      .selectFrom('customer')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('customer')
      .selectAll()
      .limit(51 - Number(count))
      .execute()
    expect((await search('email', 'demo.example')).truncated).toBe(false)
    for (const { id, ...row } of rows)
      await db
        .insertInto('customer')
        .values({ ...row, email_key: `more${id}@demo.example`, terms_at: null })
        .execute()
    const found = await search('email', 'demo.example')
    expect(found.customers).toHaveLength(50)
    expect(found.truncated).toBe(true)
  })

  test.each([
    ['/api/customers/search', ['search', 'where']],
    ['/api/customers/search?search=x', ['where']],
    ['/api/customers/search?search=%20&where=name', ['search']],
    ['/api/customers/search?search=x&where=password_hash', ['where']],
    ['/api/customers/search?search=x&where=name&limit=1000', ['limit']],
    ['/api/customers/search?search=x&search=y&where=name', ['search']],
    [`/api/customers/search?search=${'x'.repeat(101)}&where=name`, ['search']],
  ])('%s is refused', async (path, fields) => {
    const { tokens } = await signedIn(app, STAFF)
    const response = await app.request(path, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    const problem = (await response.json()) as { messages: { property: string }[] }
    expect([response.status, problem.messages.map(({ property }) => property)]).toEqual([
      400,
      fields,
    ])
  })

  test('by registration finds who bought the car, however many others say it is theirs', async () => {
    const { id: _id, ...row } = await db
      .selectFrom('customer')
      .selectAll()
      .where('email', 'like', 'zoe.hartley%')
      .executeTakeFirstOrThrow()
    const { id: _, ...car } = await db
      .selectFrom('ownership')
      .selectAll()
      .where('registration', '=', 'TOI101')
      .executeTakeFirstOrThrow()
    expect(car.added_at).toBeNull()
    for (let n = 0; n < 60; n += 1) {
      const email = `aa${n}@post.example`
      const { id } = await db
        .insertInto('customer')
        .values({ ...row, email, email_key: email, last_name: 'Aa' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const added = { ...car, customer_id: id, added_at: app.deps.now().toISOString() }
      await db.insertInto('ownership').values(added).execute()
    }
    expect((await names('rego', 'toi101'))[0]).toBe('Mia Harris')
  })
})
