import { describe, expect, test } from 'vitest'
import { getCustomer } from '#lib/customers/calls.ts'
import { revoke } from '#lib/sign-in/calls.ts'
import { endActing, getActing, listRecentCustomers } from '#lib/staff/calls.ts'
import { endStaleActing } from '#server/staff/acting.ts'
import { verifyAudit } from '#server/staff/audit.ts'
import { databases } from '#tests/setup/databases.ts'
import { CLIENT, valueOf } from '#tests/setup/people.ts'
import { faultsOf } from '#tests/setup/purchases.ts'
import { audit, actFor, change } from './staff.fixture.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('staff on $name', (database) => {
  setUpSignedIn(database)

  const actions = async () => (await audit()).map(({ action }) => action)
  const acting = async () => valueOf(await sam.call(getActing)).acting

  describe('acting for a customer', () => {
    test('start and end are audited', async () => {
      expect(await acting()).toBeNull()
      const started = app.clock.now().toISOString()
      expect(valueOf(await actFor(mia.customerId)).acting).toEqual({
        customerId: mia.customerId,
        startedAt: started,
        endsAt: new Date(app.clock.atMs + 30 * MINUTE_MS).toISOString(),
      })
      expect(await acting()).toMatchObject({ customerId: mia.customerId })
      valueOf(await sam.call(endActing))
      expect(await acting()).toBeNull()
      valueOf(await sam.call(endActing))
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
      app.clock.advance(MINUTE_MS / 2)
      await actFor(mia.customerId)
      expect(await actions()).toEqual(['startActing'])
    })

    test('of 20 starts at once one is noted', async () => {
      await Promise.all(Array.from({ length: 20 }, () => actFor(mia.customerId)))
      expect(await actions()).toEqual(['startActing'])
      expect((await verifyAudit(db)).isSound).toBe(true)
    })

    test('two customers chosen at once: each answer is of the customer that was asked for', async () => {
      for (let round = 0; round < 4; round += 1) {
        const ids = [mia.customerId, 1]
        const answers = await Promise.all(ids.map(actFor))
        for (const [at, answer] of answers.entries())
          if (answer.ok) expect(answer.value.acting.customerId).toBe(ids[at])
          else expect(faultsOf(answer).status).toBe(409)
        valueOf(await sam.call(endActing))
      }
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

    test('a customer who does not exist cannot be acted for', async () => {
      for (const id of [999_999, 99_999_999_999])
        expect(faultsOf(await actFor(id))).toMatchObject({ status: 404 })
      expect(faultsOf(await actFor(0))).toMatchObject({ status: 400, fields: ['customerId'] })
      expect(await actions()).toEqual([])
    })

    test('each write while acting is audited as one, with only the names of its fields', async () => {
      await actFor(mia.customerId)
      valueOf(await change({ name: { firstName: 'Mia', lastName: 'Hohepa' }, homePhone: '' }))
      valueOf(await sam.call(getCustomer, { params: { id: 1 } }))
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
      app.clock.advance(10 * MINUTE_MS)
      expect(await acting()).toMatchObject({ customerId: mia.customerId })
      app.clock.advance(30 * MINUTE_MS - 1)
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
        .set({ rotated_at: new Date(app.clock.atMs + 4 * HOUR_MS).toISOString() })
        .execute()
      app.clock.advance(4 * HOUR_MS - 1)
      await db
        .updateTable('acting')
        .set({ last_active_at: app.clock.now().toISOString() })
        .execute()
      expect(await acting()).toEqual({
        customerId: mia.customerId,
        startedAt: started_at,
        endsAt: new Date(Date.parse(started_at) + 4 * HOUR_MS).toISOString(),
      })
      app.clock.advance(1)
      expect(await acting()).toBeNull()
      expect(await actions()).toEqual(['startActing', 'actingTimedOut'])
    })

    test('ends with the session', async () => {
      await actFor(mia.customerId)
      valueOf(await app.browser()(revoke, { body: { ...CLIENT, token: sam.accessToken } }))
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
      valueOf(await sam.call(listRecentCustomers)).customers.map(({ id }) => id)
    expect(await recent()).toEqual([])
    for (const id of [1, mia.customerId, 1]) await actFor(id)
    expect(await recent()).toEqual([1, mia.customerId])

    app.clock.advance(12 * HOUR_MS)
    await signInAgain()
    expect(await recent()).toEqual([1, mia.customerId])
    app.clock.advance(1)
    expect(await recent()).toEqual([])
  })
})
