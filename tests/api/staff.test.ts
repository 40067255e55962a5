import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql, type Kysely } from 'kysely'
import {
  changePassword,
  getCustomer,
  searchCustomers,
  updateCustomer,
} from '#lib/contract/customers.ts'
import { getCurrentUser, revoke, token } from '#lib/contract/identity.ts'
import {
  endActing,
  getActing,
  listAudit,
  listRecentCustomers,
  startActing,
} from '#lib/contract/staff.ts'
import { admin } from '../../scripts/admin.ts'
import type { Database } from '#server/db/database.ts'
import { findStaff } from '#server/db/staff.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { endStaleActing } from '#server/services/acting.ts'
import { verifyAudit } from '#server/services/audit.ts'
import { bearer, startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { CLIENT, signedIn, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf, type Person } from '#tests/setup/purchases.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(databases)('staff on $name', ({ open }) => {
  let db: Kysely<Database>
  let app: Application
  let staff: Person
  let mia: Person

  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    staff = await arrive(app, 'staff@demo.example')
    mia = await arrive(app)
  })
  afterEach(() => db.destroy())

  const audit = () =>
    db
      .selectFrom('audit')
      .select(['actor', 'customer_id', 'action', 'is_acting', 'fields'])
      .orderBy('seq')
      .execute()
  const actions = async () => (await audit()).map(({ action }) => action)
  const actFor = (customerId: number) => staff.call(startActing, { body: { customerId } })
  const acting = async () => valueOf(await staff.call(getActing)).acting
  const change = (body: object) =>
    staff.call(updateCustomer, { params: { id: mia.customerId }, body })

  describe('acting for a customer', () => {
    test('starts, is known, and ends, each with its row', async () => {
      expect(await acting()).toBeNull()
      const started = app.clock.now().toISOString()
      expect(valueOf(await actFor(mia.customerId)).acting).toEqual({
        customerId: mia.customerId,
        startedAt: started,
        endsAt: new Date(app.clock.atMs + 30 * MINUTE).toISOString(),
      })
      expect(await acting()).toMatchObject({ customerId: mia.customerId })
      valueOf(await staff.call(endActing))
      expect(await acting()).toBeNull()
      valueOf(await staff.call(endActing))
      expect(await audit()).toEqual(
        ['startActing', 'endActing'].map((action) => ({
          actor: 'staff:1',
          customer_id: mia.customerId,
          action,
          is_acting: 1,
          fields: '[]',
        })),
      )
    })

    test('started again for the same customer is the same', async () => {
      await actFor(mia.customerId)
      app.clock.advance(MINUTE / 2)
      await actFor(mia.customerId)
      expect(await actions()).toEqual(['startActing'])
    })

    test('of 20 starts at once one is noted', async () => {
      await Promise.all(Array.from({ length: 20 }, () => actFor(mia.customerId)))
      expect(await actions()).toEqual(['startActing'])
      expect((await verifyAudit(db)).isSound).toBe(true)
    })

    test('another customer takes the place of the first', async () => {
      await actFor(mia.customerId)
      await actFor(1)
      expect(await acting()).toMatchObject({ customerId: 1 })
      expect((await audit()).map((row) => [row.action, row.customer_id])).toEqual([
        ['startActing', mia.customerId],
        ['endActing', mia.customerId],
        ['startActing', 1],
      ])
    })

    test('nobody acts for somebody who is not there', async () => {
      for (const id of [999_999, 99_999_999_999])
        expect(faultsOf(await actFor(id))).toMatchObject({ status: 404 })
      expect(faultsOf(await actFor(0))).toMatchObject({ status: 400, fields: ['customerId'] })
      expect(await actions()).toEqual([])
    })

    test('each write meanwhile is noted as one, with the names of its fields alone', async () => {
      await actFor(mia.customerId)
      valueOf(await change({ name: { firstName: 'Mia', lastName: 'Hohepa' }, homePhone: '' }))
      valueOf(await staff.call(getCustomer, { params: { id: 1 } }))
      expect((await audit()).slice(1)).toEqual([
        {
          actor: 'staff:1',
          customer_id: mia.customerId,
          action: 'updateCustomer',
          is_acting: 1,
          fields: '["name.firstName","name.lastName","homePhone"]',
        },
        { actor: 'staff:1', customer_id: 1, action: 'getCustomer', is_acting: 0, fields: '[]' },
      ])
      expect(JSON.stringify(await audit())).not.toContain('Hohepa')
    })

    test('is over after 30 minutes without a call', async () => {
      await actFor(mia.customerId)
      app.clock.advance(10 * MINUTE)
      expect(await acting()).toMatchObject({ customerId: mia.customerId })
      app.clock.advance(30 * MINUTE - 1)
      await endStaleActing(app.deps)
      expect(await actions()).toEqual(['startActing'])
      app.clock.advance(1)
      await endStaleActing(app.deps)
      await endStaleActing(app.deps)
      expect(await actions()).toEqual(['startActing', 'actingTimedOut'])
    })

    test('is over after four hours of work', async () => {
      await actFor(mia.customerId)
      const { started_at } = await db.selectFrom('acting').selectAll().executeTakeFirstOrThrow()
      // As if there had been calls all the time; the token itself would have been refreshed.
      await db
        .updateTable('session')
        .set({ rotated_at: new Date(app.clock.atMs + 4 * HOUR).toISOString() })
        .execute()
      app.clock.advance(4 * HOUR - 1)
      await db
        .updateTable('acting')
        .set({ last_active_at: app.clock.now().toISOString() })
        .execute()
      expect(await acting()).toEqual({
        customerId: mia.customerId,
        startedAt: started_at,
        endsAt: new Date(Date.parse(started_at) + 4 * HOUR).toISOString(),
      })
      app.clock.advance(1)
      expect(await acting()).toBeNull()
      expect(await actions()).toEqual(['startActing', 'actingTimedOut'])
    })

    test('ends with the session', async () => {
      await actFor(mia.customerId)
      valueOf(await app.browser()(revoke, { body: { ...CLIENT, token: staff.accessToken } }))
      expect(await actions()).toEqual(['startActing', 'actingEndedWithSession'])
    })

    test('ends by the job when the session ended otherwise', async () => {
      await actFor(mia.customerId)
      await db
        .updateTable('session')
        .set({ revoked_at: app.clock.now().toISOString(), revoke_reason: 'reuse' })
        .execute()
      await endStaleActing(app.deps)
      expect(await actions()).toEqual(['startActing', 'actingEndedWithSession'])
    })
  })

  test('the customers acted for last are those of the last twelve hours, each once', async () => {
    const recent = async () =>
      valueOf(await staff.call(listRecentCustomers)).customers.map(({ id }) => id)
    expect(await recent()).toEqual([])
    for (const id of [1, mia.customerId, 1]) await actFor(id)
    expect(await recent()).toEqual([1, mia.customerId])

    app.clock.advance(12 * HOUR)
    staff = await arrive(app, 'staff@demo.example')
    expect(await recent()).toEqual([1, mia.customerId])
    app.clock.advance(1)
    expect(await recent()).toEqual([])
  })

  describe('the audit', () => {
    test('notes a search, and nothing a customer does alone', async () => {
      valueOf(await staff.call(searchCustomers, { query: { search: 'mia', where: 'name' } }))
      valueOf(await mia.call(getCustomer, { params: { id: mia.customerId } }))
      expect(await audit()).toEqual([
        {
          actor: 'staff:1',
          customer_id: null,
          action: 'searchCustomers',
          is_acting: 0,
          fields: '["search","where"]',
        },
      ])
    })

    test('is read page by page, newest first, with names', async () => {
      await actFor(mia.customerId)
      valueOf(await change({ homePhone: '' }))
      valueOf(await staff.call(getCustomer, { params: { id: 1 } }))
      await staff.call(changePassword, {
        params: { id: mia.customerId },
        body: { type: 'NEW_ACCOUNT', newPassword: 'x' },
      })
      const params = { id: mia.customerId }
      const first = valueOf(await staff.call(listAudit, { params, query: { limit: '2' } }))
      expect(first.entries).toEqual([
        // Reading it is a row of it, written before it is read.
        expect.objectContaining({ action: 'listAudit', number: 5, isActing: true }),
        {
          number: 4,
          at: app.clock.now().toISOString(),
          actor: { type: 'STAFF', name: 'Sam Patel' },
          action: 'changePassword',
          isActing: true,
          outcome: 'REFUSED',
          fields: ['type', 'newPassword'],
        },
      ])
      const query = { limit: '2', cursor: first.nextCursor! }
      const second = valueOf(await staff.call(listAudit, { params, query }))
      expect(second.entries.map(({ action }) => action)).toEqual(['updateCustomer', 'startActing'])
      expect(second.nextCursor).toBeNull()
      expect(faultsOf(await staff.call(listAudit, { params: { id: 999 }, query }))).toMatchObject({
        status: 404,
      })
    })

    const rows = async (count: number) => {
      for (let each = 0; each < count; each++)
        await staff.call(getCustomer, { params: { id: mia.customerId } })
    }

    test('is sound after 40 calls at once, without a gap', async () => {
      await Promise.all([rows(10), rows(10), rows(10), rows(10)])
      expect(await verifyAudit(db)).toMatchObject({ isSound: true, rows: 40 })
    })

    test.each(['update audit set actor = ?', 'delete from audit where actor <> ?'])(
      'refuses to %s',
      async (statement) => {
        await rows(1)
        const [before, after] = statement.split('?')
        const attempt = sql`${sql.raw(before!)}${'nobody'}${sql.raw(after!)}`.execute(db)
        await expect(attempt).rejects.toThrow('the audit is append-only')
        expect(await verifyAudit(db)).toMatchObject({ isSound: true, rows: 1 })
      },
    )

    /** Somebody with the whole database in their hands. */
    const tamper = async (work: () => Promise<unknown>) => {
      const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
      if (isSqlite) {
        await sql`drop trigger audit_no_update`.execute(db)
        await sql`drop trigger audit_no_delete`.execute(db)
        return work()
      }
      await sql`set session_replication_role = replica`.execute(db)
      await work()
      return sql`set session_replication_role = origin`.execute(db)
    }

    test.each([
      [
        'a changed row',
        3,
        (at: number) =>
          db.updateTable('audit').set({ actor: 'staff:9' }).where('seq', '=', at).execute(),
      ],
      [
        'a row given another customer',
        2,
        (at: number) =>
          db.updateTable('audit').set({ customer_id: 1 }).where('seq', '=', at).execute(),
      ],
      [
        'a row taken out',
        4,
        (at: number) => db.deleteFrom('audit').where('seq', '=', at).execute(),
      ],
      [
        'the last row taken away',
        6,
        (at: number) => db.deleteFrom('audit').where('seq', '=', at).execute(),
      ],
      [
        'the first row taken away',
        1,
        (at: number) => db.deleteFrom('audit').where('seq', '=', at).execute(),
      ],
      ['everything taken away', 1, () => db.deleteFrom('audit').execute()],
      [
        'a forged hash',
        5,
        (at: number) => db.updateTable('audit').set({ hash: 'x' }).where('seq', '=', at).execute(),
      ],
    ])('shows %s', async (_, at, work) => {
      await rows(6)
      await tamper(() => work(at))
      expect(await verifyAudit(db)).toMatchObject({ isSound: false, brokenAt: at })
      const shown = await admin(app.deps, ['verify-audit'])
      expect(shown).toMatchObject({ isWell: false, text: expect.stringContaining(`at row ${at}:`) })
    })

    test('says by a command that it is sound', async () => {
      await rows(2)
      const { isWell, text } = await admin(app.deps, ['verify-audit'])
      expect(isWell).toBe(true)
      expect(text).toMatch(/sound: 2 rows\. The last one's hash is [\w-]{43};/)
    })
  })

  describe('the commands', () => {
    const run = (...args: string[]) => admin(app.deps, args)
    const rights = async () =>
      (await audit())
        .filter(({ customer_id }) => customer_id === null)
        .map(({ actor, action, fields }) => [actor, action, ...(JSON.parse(fields) as string[])])

    const WRONG = [
      ['no-such-command'],
      ['client', 'add', 'DMS'],
      ['client', 'add', 'DMS', '--scopes', 'all'],
      ['client', 'add', 'DMS', '--scopes', 'none'],
      ['client', 'secret', 'client-unknown'],
      ['client', 'end', 'client-unknown'],
      ['staff', 'add', 'nadia@tarvane.example', 'Nadia', 'Ito'],
      ['staff', 'add', 'nadia@tarvane.example', 'Nadia', 'Ito', '--roles', 'boss'],
      ['staff', 'add', 'nadia', 'Nadia', 'Ito', '--roles', 'sales'],
      ['staff', 'add', 'customer@demo.example', 'Nadia', 'Ito', '--roles', 'sales'],
      ['staff', 'add', 'staff@demo.example', 'Nadia', 'Ito', '--roles', 'sales'],
      ['staff', 'roles', 'nadia@tarvane.example', '--roles', 'sales'],
      ['staff', 'password', 'nadia@tarvane.example'],
      ['staff', 'list', 'all'],
      ['staff', 'list', '--all'],
    ]
    test('do nothing when they are typed wrong, and say why', async () => {
      const before = await run('staff', 'list')
      for (const args of WRONG)
        expect([args, await run(...args)]).toEqual([
          args,
          { isWell: false, text: expect.stringMatching(/npm run admin/) },
        ])
      expect(await run('staff', 'list')).toEqual(before)
      expect(await run('client', 'list')).toMatchObject({ text: 'There is no machine client.' })
      expect(await rights()).toEqual([])
    })

    test('make a machine client, give it another secret and end it', async () => {
      const secretIn = ({ text }: { text: string }) => /client_secret\s+(\S{43})/.exec(text)![1]!
      const made = await run('client', 'add', 'DMS', '--scopes', 'quotes:read,purchases:read')
      const [, id] = /client_id\s+(\S+)/.exec(made.text)!
      const stored = await db.selectFrom('api_client').selectAll().executeTakeFirstOrThrow()
      expect(made.isWell).toBe(true)
      expect(stored).toMatchObject({ name: 'DMS', scopes: '["quotes:read","purchases:read"]' })
      expect(JSON.stringify(stored)).not.toContain(secretIn(made))

      const tokenBy = (client_secret: string) =>
        app.browser()(token, {
          body: { grant_type: 'client_credentials', client_id: id!, client_secret },
        })
      const { access_token } = valueOf(await tokenBy(secretIn(made)))
      const me = () => app.browser(bearer(access_token))(getCurrentUser)
      expect(valueOf(await me())).toMatchObject({ type: 'APICLIENT' })
      const renewed = await run('client', 'secret', id!)
      expect((await tokenBy(secretIn(made))).ok).toBe(false)
      expect((await me()).ok).toBe(false)
      valueOf(await tokenBy(secretIn(renewed)))

      expect(await run('client', 'end', id!)).toMatchObject({ isWell: true })
      expect((await tokenBy(secretIn(renewed))).ok).toBe(false)
      expect((await run('client', 'secret', id!)).isWell).toBe(false)
      expect((await run('client', 'list')).text).toMatch(/DMS +ended 2026-11-23/)
      expect(await rights()).toEqual([
        ['system', 'createApiClient', `client:${id}`, 'scope:quotes:read', 'scope:purchases:read'],
        ['system', 'renewClientSecret', `client:${id}`],
        ['system', 'endApiClient', `client:${id}`],
      ])
    })

    test('give somebody an account as staff, other roles and another password', async () => {
      const [email, password] = ['nadia@tarvane.example', /Password {2}(\S{20})/]
      const made = await run('staff', 'add', email, 'Nadia', 'Ito', '--roles', 'sales,service')
      const [, first] = password.exec(made.text)!
      const nadia = await signedIn(app, email, first)
      const who = async () => valueOf(await nadia.call(getCurrentUser)).staff
      expect(await who()).toMatchObject({ firstName: 'Nadia', roles: ['sales', 'service'] })

      await run('staff', 'roles', email, '--roles', 'none')
      expect(await who()).toMatchObject({ roles: [] })
      expect((await run('staff', 'list')).text).toMatch(/Nadia Ito +none: may do nothing/)

      const [, second] = password.exec((await run('staff', 'password', email)).text)!
      expect((await nadia.call(getCurrentUser)).ok).toBe(false)
      await expect(signedIn(app, email, first)).rejects.toThrow()
      await signedIn(app, email, second)
      const { id } = (await findStaff(db, 5))!
      expect(await rights()).toEqual([
        ['system', 'createStaff', `staff:${id}`, 'role:sales', 'role:service'],
        ['system', 'changeRoles', `staff:${id}`],
        ['system', 'renewStaffPassword', `staff:${id}`],
      ])
    })
  })
})
