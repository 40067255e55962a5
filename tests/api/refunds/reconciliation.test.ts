import { describe, expect, test } from 'vitest'
import {
  explainMoneyDifference,
  listMoneyDifferences,
} from '#lib/payments/money-difference-calls.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { reconcile, reconcileDaily } from '#server/refunds/reconcile.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, conflictOf, faultsOf } from '#tests/setup/purchases.ts'
import { admin } from '../../../scripts/admin.ts'
import { cancel, happens, paidByCard } from './money-back.fixture.ts'
import { payments } from '#tests/api/trade-in/transfers.fixture.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'
import { cardShop, setUpCardShop } from '#tests/setup/shop-suite.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

describe.each(databases)('comparing our money with a provider that lies, on $name', (database) => {
  setUpCardShop(database)

  const today = () => aucklandDay(app.clock.now())
  const compare = async () => {
    const { differences } = await reconcile(app.deps, today(), today())
    return differences.map(({ kind, problem, ours, theirs }) => [kind, problem, ours, theirs])
  }
  const lie = (sql: string) => cardShop.provider((base) => void base.exec(sql))
  const intent = async () => (await payments())[0]!.provider_payment!
  const listed = async () =>
    valueOf(await sam.call(listMoneyDifferences, { query: {} })).differences

  /** A purchase that was paid, cancelled and refunded. */
  async function refunded() {
    const paid = await paidByCard()
    valueOf(await cancel(paid))
    await sendRefunds(app.deps)
    return paid
  }

  test('finds nothing where both sides say the same', async () => {
    const { page } = await refunded()
    const other = await paidByCard()
    await happens(other.page, 'dispute')
    await happens(other.page, 'payout')
    expect(await compare()).toEqual([])
    expect(page).toBeTruthy()
  })

  test('a payment that the provider does not know', async () => {
    await paidByCard()
    lie('delete from session')
    expect(await compare()).toEqual([['payment', 'missing-there', '$1,000 NZD', null]])
  })

  test('a payment that we have not heard of is found, and asked about', async () => {
    await paidByCard()
    await db.updateTable('payment').set({ status: 'EXPIRED', provider_payment: null }).execute()
    expect(await compare()).toEqual([['payment', 'state', 'EXPIRED', '$1,000 NZD']])
    expect((await payments())[0]!.next_check_at).toBe(app.clock.now().toISOString())
  })

  test('a payment that matches no purchase', async () => {
    await paidByCard()
    lie(
      `insert into session select 'cs_x', 'pi_x', status, is_paid, 5000, currency, '{"metadata":{}}', null, created_s, expires_at_s, notice, comes_back from session`,
    )
    expect(await compare()).toEqual([['payment', 'missing-here', null, '$50 NZD']])
  })

  test('a payment that was taken twice', async () => {
    await paidByCard()
    lie(
      `insert into session select 'cs_x', 'pi_x', status, is_paid, amount_cents, currency, order_json, null, created_s, expires_at_s, notice, comes_back from session`,
    )
    expect(await compare()).toEqual([
      ['payment', 'doubled', `Paid as ${await intent()}`, '$1,000 NZD'],
    ])
  })

  test('another amount, and another currency', async () => {
    await paidByCard()
    lie('update session set amount_cents = 99900')
    expect(await compare()).toEqual([['payment', 'amount', '$1,000 NZD', '$999 NZD']])
    lie(`update session set amount_cents = 100000, currency = 'usd'`)
    expect(await compare()).toEqual([['payment', 'amount', '$1,000 NZD', '$1,000 USD']])
  })

  test('a refund that we know nothing of, and one that it knows nothing of', async () => {
    await paidByCard()
    const nowS = Math.floor(app.clock.atMs / 1000)
    lie(`insert into refund select 're_x', payment_intent, 40000 from session`)
    lie(`insert into refund_state values ('re_x', 'succeeded', null, null, ${nowS})`)
    const [payment] = await payments()
    expect(await compare()).toEqual([
      ['refund', 'missing-here', `Payment ${payment!.payment_id} is PAID`, '$400 succeeded'],
    ])
    lie('delete from refund')
    expect(await compare()).toEqual([])
  })

  test('a refund that is gone, of another amount, returned, or made twice', async () => {
    await refunded()
    const nowS = Math.floor(app.clock.atMs / 1000)
    lie('update refund set amount_cents = 50000')
    expect(await compare()).toEqual([['refund', 'amount', '$1,000', '$500 succeeded']])
    lie('update refund set amount_cents = 100000')
    lie(`insert into refund select 're_x', payment_intent, 100000 from session`)
    lie(`insert into refund_state select 're_x', 'succeeded', null, key, ${nowS} from refund_state`)
    expect((await compare()).map(([kind, problem]) => [kind, problem])).toEqual([
      ['refund', 'doubled'],
    ])
    lie(`delete from refund where refund_id = 're_x'`)
    lie(`update refund_state set status = 'failed'`)
    expect(await compare()).toEqual([['refund', 'state', 'DONE', '$1,000 failed']])
    lie('delete from refund')
    expect(await compare()).toEqual([['refund', 'missing-there', '$1,000 DONE', null]])
  })

  test('a dispute and a payout of which no notice came are found, and taken in', async () => {
    const { page } = await paidByCard()
    await happens(page, 'dispute', 'never')
    await happens(page, 'payout-fails', 'never')
    expect((await compare()).sort()).toEqual([
      ['dispute', 'missing-here', null, '$1,000 OPEN'],
      ['payout', 'failed', null, '$1,000 failed: The bank account has been closed.'],
      ['payout', 'missing-here', null, '$1,000 failed'],
    ])
    expect(
      (await db.selectFrom('provider_check').select('kind').orderBy('kind').execute()).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['dispute', 'payout'])
  })

  test('what the provider says late is a difference until then, and no longer', async () => {
    await paidByCard()
    lie(`update session set is_paid = 0, status = 'open'`)
    expect(await compare()).toHaveLength(1)
    expect(await listed()).toMatchObject([{ kind: 'payment', problem: 'missing-there' }])
    lie(`update session set is_paid = 1, status = 'complete'`)
    expect(await compare()).toEqual([])
    expect(await listed()).toEqual([])
  })

  test('staff explain a difference; it comes back when either side changes', async () => {
    await paidByCard()
    lie('update session set amount_cents = 99900')
    await compare()
    const [one] = await listed()
    const explain = (by = sam, read = one!) =>
      by.call(explainMoneyDifference, {
        params: { id: one!.differenceId },
        body: { explanation: 'A dollar was written off', ours: read.ours, theirs: read.theirs },
      })
    expect(faultsOf(await explain(mia))).toMatchObject({ status: 403 })
    const old = await explain(sam, { ...one!, theirs: '$999.50 NZD' })
    expect(conflictOf(old).message).toMatch(/^This difference has changed/)
    expect(valueOf(await explain())).toMatchObject({ explanation: 'A dollar was written off' })
    expect(conflictOf(await explain()).message).toMatch(/is already explained/)
    expect(await listed()).toEqual([])
    expect(await compare()).toHaveLength(1)
    expect(await listed()).toEqual([])
    lie('update session set amount_cents = 99800')
    await compare()
    expect(await listed()).toMatchObject([{ theirs: '$998 NZD', explanation: null }])
  })

  test('the job compares the days that are over once a day, by one of several processes', async () => {
    await paidByCard()
    lie('delete from session')
    // Before three in the morning of the next day nothing is compared.
    const { deps } = app
    const day = today()
    while (today() === day) app.clock.advance(HOUR_MS)
    await reconcileDaily(deps)
    expect(await db.selectFrom('reconciliation').selectAll().execute()).toEqual([])
    app.clock.advance(4 * HOUR_MS)
    let asked = 0
    const counting = {
      ...deps,
      card: {
        ...deps.card,
        listMoney: (range: Parameters<typeof deps.card.listMoney>[0]) => {
          asked += 1
          return deps.card.listMoney(range)
        },
      },
    }
    await Promise.all([reconcileDaily(counting), reconcileDaily(counting)])
    await reconcileDaily(counting)
    expect(asked).toBe(1)
    expect(await db.selectFrom('reconciliation').selectAll().execute()).toMatchObject([
      { day, differences: 1 },
    ])
    sam.call = (await arrive(app, 'staff@demo.example')).call
    const answer = valueOf(await sam.call(listMoneyDifferences, { query: {} }))
    expect(answer).toMatchObject({
      compared: { day },
      differences: [{ problem: 'missing-there' }],
    })
  })

  test('the job tries again where the provider was away', async () => {
    app.clock.advance(30 * HOUR_MS)
    cardShop.breakProvider(true)
    await expect(reconcileDaily(app.deps)).rejects.toThrow('is not available')
    cardShop.breakProvider(false)
    app.clock.advance(HOUR_MS)
    await reconcileDaily(app.deps)
    expect(await db.selectFrom('reconciliation').select('done_at').execute()).not.toEqual([
      { done_at: null },
    ])
  })

  test('the command lists them, and says by its exit code whether there are any', async () => {
    await paidByCard()
    const command = () => admin({ ...app.deps }, ['reconcile', '--day', today()])
    expect(await command()).toMatchObject({
      isWell: true,
      text: expect.stringContaining('no difference'),
    })
    lie('delete from session')
    const told = await command()
    expect(told).toMatchObject({ exitCode: 1 })
    expect(told.text).toMatch(/payment +pi_\w+ +missing-there +\$1,000 NZD +nothing/)
    cardShop.breakProvider(true)
    expect(await command()).toMatchObject({ isWell: false, exitCode: 2 })
    expect(await admin(app.deps, ['reconcile', '--day', 'today'])).toMatchObject({
      isWell: false,
    })
  })
})
