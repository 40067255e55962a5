import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { changePassword } from '#lib/sign-in/password-calls.ts'
import { getCustomer, searchCustomers } from '#lib/customers/calls.ts'
import { listAudit } from '#lib/staff/calls.ts'
import { admin } from '../../../scripts/admin.ts'
import { verifyAudit } from '#server/staff/audit.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { faultsOf } from '#tests/setup/purchases.ts'
import { audit, actFor, change } from './staff.fixture.ts'
import { app, db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('staff on $name', (database) => {
  setUpSignedIn(database)

  describe('the audit', () => {
    test('notes a search, and nothing a customer does alone', async () => {
      valueOf(await sam.call(searchCustomers, { query: { search: 'mia', where: 'name' } }))
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
      valueOf(await sam.call(getCustomer, { params: { id: 1 } }))
      await sam.call(changePassword, {
        params: { id: mia.customerId },
        body: { type: 'NEW_ACCOUNT', newPassword: 'x' },
      })
      const params = { id: mia.customerId }
      const first = valueOf(await sam.call(listAudit, { params, query: { limit: '2' } }))
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
          // Refused before its body was read.
          fields: [],
        },
      ])
      const query = { limit: '2', cursor: first.nextCursor! }
      const second = valueOf(await sam.call(listAudit, { params, query }))
      expect(second.entries.map(({ action }) => action)).toEqual(['updateCustomer', 'startActing'])
      expect(second.nextCursor).toBeNull()
      const far = { limit: '2', cursor: '999999999999999' }
      expect(valueOf(await sam.call(listAudit, { params, query: far })).entries).toHaveLength(2)
      expect(faultsOf(await sam.call(listAudit, { params: { id: 999 }, query }))).toMatchObject({
        status: 404,
      })
    })

    const rows = async (count: number) => {
      for (let each = 0; each < count; each++)
        await sam.call(getCustomer, { params: { id: mia.customerId } })
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

    /** An attacker who controls the whole database. */
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
      expect(text).toMatch(/intact: 2 rows\. The hash of the last row is [\w-]{43}\./)
    })
  })
})
