import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import type { ApiCall } from '#lib/api/client.ts'
import * as calls from '#lib/contract/customers.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, signedIn, valueOf } from '#tests/setup/people.ts'
import { faultsOf } from '#tests/setup/purchases.ts'

const CUSTOMER = 'customer@demo.example'
const STAFF = 'staff@demo.example'

describe.each(databases)('customer search on $name', ({ open }) => {
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
    expect((await anyone(calls.searchCustomers, { query })).ok).toBe(false)
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
    ['phone', '01', []],
    ['phone', '_______', []],
    ['email', 'COMPANY@demo', ['Rawiri Kōpū']],
    ['email', 'customer@demo.example', ['Mia Harris']],
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
        .values({ ...row, email_key: `more${id}@demo.example` })
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
})
