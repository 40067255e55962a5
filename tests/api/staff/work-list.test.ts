import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { decideFinance, submitFinanceApplication } from '#lib/finance/calls.ts'
import { countWork, listAudit, listWork } from '#lib/staff/calls.ts'
import {
  addPurchaseNote,
  advanceJourney,
  cancelForCustomer,
  getPurchaseForStaff,
} from '#lib/purchases/staff-calls.ts'
import { listJourneysIn, mayOweDeposit, mayOweNoDeposit } from '#server/staff/work-list-queries.ts'
import type { Scope } from '#lib/api/who.ts'
import { listWork as readWork } from '#server/staff/work-list.ts'
import { machineToken } from '#tests/setup/machines.ts'
import { aReferredApplication } from '#tests/builders/finance-application.ts'
import { AN_ATTEMPT } from '#tests/builders/payment-row.ts'
import { bearer } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, faultsOf, ready, started } from '#tests/setup/purchases.ts'
import { record, work } from './work-list.fixture.ts'
import { app, db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'
import { ADMIN } from '#tests/setup/direct-calls.ts'

describe.each(databases)('what staff do for purchases, on $name', (database) => {
  setUpSignedIn(database)

  describe('the list', () => {
    test('has what waits, the longest waiting first, page by page and by its kinds', async () => {
      const unpaid = await confirmed(mia)
      app.clock.advance(1000)
      const agreement = await confirmed(mia, { payOption: 'LEASE' })
      app.clock.advance(1000)
      const handOver = await confirmed(mia)
      const { depositCents, balanceCents } = handOver.paymentMetadata
      await record(handOver.id, depositCents, 'R1')
      const body = { event: 'agreement-accepted', note: 'Signed at Albany.' } as const
      valueOf(await sam.call(advanceJourney, { params: { id: handOver.id }, body }))
      app.clock.advance(1000)
      await started(mia)

      expect(await work()).toMatchObject([
        { kind: 'unpaid', id: unpaid.id, amountCents: depositCents },
        { kind: 'agreements', id: agreement.id, amountCents: null },
        { kind: 'hand-overs', id: handOver.id, amountCents: balanceCents },
      ])
      expect((await work('agreements')).map(({ id }) => id)).toEqual([agreement.id])
      const page = async (cursor?: string) =>
        valueOf(await sam.call(listWork, { query: { limit: '2', cursor } }))
      const first = await page()
      const rest = await page(first.nextCursor!)
      expect(first.items.map(({ id }) => id)).toEqual([unpaid.id, agreement.id])
      expect([rest.items.map(({ id }) => id), rest.nextCursor]).toEqual([[handOver.id], null])
      expect(valueOf(await sam.call(countWork)).counts).toEqual({
        appraisals: 0,
        referrals: 0,
        documents: 0,
        credit: 0,
        unpaid: 1,
        'no-car': 0,
        agreements: 1,
        acceptances: 0,
        'hand-overs': 1,
        'price-falls': 0,
        transfers: 0,
        refunds: 0,
        disputes: 0,
      })
    })

    test('has for each role what is theirs to do', async () => {
      const unpaid = await confirmed(mia)
      app.clock.advance(1000)
      const { kdcd, colourCode } = catalogue.stock.find(({ level }) => level === 'Unavailable')!
      const without = await confirmed(mia, { kdcd, colourCode })
      const seenBy = async (role: string) => {
        const { call } = await arrive(app, `${role}@demo.example`)
        const { items } = valueOf(await call(listWork, { query: {} }))
        const { counts } = valueOf(await call(countWork))
        return [items.map(({ id }) => id), counts.unpaid, counts['no-car']]
      }
      expect(await seenBy('manager')).toEqual([[unpaid.id, without.id], 1, 1])
      expect(await seenBy('sales')).toEqual([[unpaid.id], 1, 0])
      const { call } = await arrive(app, 'sales@demo.example')
      expect(faultsOf(await call(listWork, { query: { kind: 'no-car' } }))).toMatchObject({
        status: 403,
        code: 'NotPermitted',
      })
    })

    test('finds what waits behind others that do not', async () => {
      for (let count = 0; count < 3; count += 1) await confirmed(mia)
      app.clock.advance(1000)
      const { id } = await confirmed(mia, { payOption: 'LEASE' })
      const query = { kind: 'agreements', limit: '1' } as const
      expect(valueOf(await sam.call(listWork, { query }))).toMatchObject({
        items: [{ id }],
        nextCursor: null,
      })
    })

    test('reads no purchases with a deposit for those without, nor the other way round', async () => {
      const [unpaid, paid] = [await confirmed(mia), await confirmed(mia)]
      await record(paid.id, paid.paymentMetadata.depositCents, 'R1')
      const lease = await confirmed(mia, { payOption: 'LEASE' })
      const read = async (narrow: typeof mayOweDeposit) =>
        (await listJourneysIn(db, 'CONFIRMED', 10, null, narrow)).map(
          ({ purchase_journey_id }) => purchase_journey_id,
        )
      expect(await read(mayOweNoDeposit)).not.toContain(unpaid.id)
      expect(await read(mayOweDeposit)).not.toContain(paid.id)
      expect((await work('agreements')).map(({ id }) => id).sort()).toEqual(
        [paid.id, lease.id].sort(),
      )
      expect((await work('unpaid')).map(({ id }) => id)).toEqual([unpaid.id])
    })

    test('has a purchase whose deposit has come in part', async () => {
      const { id } = await confirmed(mia)
      const part = { ...AN_ATTEMPT, amount_cents: 60_000, status: 'PAID' } as const
      const row = { ...part, payment_id: 'p1', purchase_journey_id: id }
      await db.insertInto('payment').values(row).execute()
      expect(await work('unpaid')).toMatchObject([{ id, amountCents: 40_000 }])
    })

    test('leaves out a purchase that is deleted while the list is read', async () => {
      const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
      const params = { id }
      valueOf(await mia.call(submitFinanceApplication, { params, body: aReferredApplication }))
      const readSlowly = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          await db.deleteFrom('purchase_journey').where('purchase_journey_id', '=', id).execute()
          return result
        },
      })
      const query = { kind: 'referrals', limit: '10' } as const
      expect(await readWork({ ...app.deps, db: readSlowly }, ADMIN, query)).toEqual({
        items: [],
        nextCursor: null,
      })
    })

    test('has a finance application that the lender leaves to a person until it is decided', async () => {
      const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
      const params = { id }
      valueOf(await mia.call(submitFinanceApplication, { params, body: aReferredApplication }))
      expect(await work()).toMatchObject([{ kind: 'referrals', id }])
      const declined = { params, body: { code: 'DECLINE' as const, conditions: [] } }
      valueOf(await sam.call(decideFinance, declined))
      expect(await work()).toEqual([])
    })
  })

  test('a machine with the scope does what staff do, and the history has its name', async () => {
    const scopes: Scope[] = ['purchases:read', 'purchases:write', 'payments:write']
    const machine = app.browser(bearer(await machineToken(app.deps, scopes)))
    const { id, paymentMetadata } = await confirmed(mia)
    const params = { id }
    const receipt = {
      source: 'BANKTRF',
      amountCents: paymentMetadata.depositCents,
      reference: 'R1',
    } as const
    valueOf(await machine(recordReceipt, { params, body: receipt }))
    app.clock.advance(1000)
    const [line] = valueOf(await machine(listWork, { query: {} })).items
    expect(line).toMatchObject({ kind: 'agreements', id })
    valueOf(await machine(addPurchaseNote, { params, body: { text: 'In our books.' } }))
    valueOf(await machine(cancelForCustomer, { params, body: { reason: 'Sold twice.' } }))
    const { events, notes } = valueOf(await machine(getPurchaseForStaff, { params }))
    expect(events.at(-1)).toMatchObject({ by: 'Dealer system', event: 'cancelled' })
    expect(notes.map(({ by }) => by)).toEqual(['Dealer system', 'Dealer system'])
    const body = { code: 'DECLINE' as const, conditions: [] }
    expect(faultsOf(await machine(decideFinance, { params, body })).status).toBe(403)

    const audit = { params: { id: mia.customerId }, query: {} }
    const { entries } = valueOf(await sam.call(listAudit, audit))
    expect(entries.find(({ action }) => action === 'cancelForCustomer')).toMatchObject({
      actor: { type: 'APICLIENT', name: 'Dealer system' },
      outcome: 'ALLOWED',
    })
  })
})
