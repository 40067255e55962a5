import { expect, test } from 'vitest'
import { checkPoliPayment, startPoliPayment } from '#lib/payments/calls.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { DAYS_BACK, daysToCompare, reconcile } from '#server/refunds/reconcile.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { valueOf } from '#tests/setup/people.ts'
import { openBankShop } from '#tests/setup/provider-shop.ts'
import { arrive, confirmed } from '#tests/setup/purchases.ts'

test.each(databases)(
  'payments by bank are compared with their provider, on $name',
  async ({ open }) => {
    const db = await open()
    const shop = await openBankShop(db)
    await seedDemo(shop.app.deps)
    const mia = await arrive(shop.app)
    const { id } = await confirmed(mia)
    const { token, navigateUrl } = valueOf(
      await mia.call(startPoliPayment, { body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' } }),
    )
    await shop.atThePage(navigateUrl, { outcome: 'pay', notice: 'never' })
    valueOf(await mia.call(checkPoliPayment, { body: { token } }))
    const today = aucklandDay(shop.app.clock.now())
    const compare = async () =>
      (await reconcile(shop.app.deps, today, today)).differences.map(
        ({ kind, problem, ours, theirs }) => [kind, problem, ours, theirs],
      )
    const lie = (sql: string) => shop.provider((base) => void base.exec(sql))

    expect(await compare()).toEqual([])
    lie('update transfer set paid_cents = 99900')
    expect(await compare()).toEqual([['payment', 'amount', '$1,000', '$999']])
    lie(`update transfer set paid_cents = 100000, ref_no = '996499999999'`)
    expect(await compare()).toEqual([['payment', 'missing-here', null, '$1,000']])
    lie('delete from transfer')
    expect(await compare()).toEqual([['payment', 'missing-there', '$1,000', null]])
    await shop.stop()
    await db.destroy()
  },
)

test.each(['2026-10-10T20:00:00Z', '2027-03-20T20:00:00Z', '2027-04-10T20:00:00Z'])(
  'a provider is asked about each day once, and not about today, on %s',
  async (now) => {
    const db = await databases[0]!.open()
    const { deps } = startApplication(db)
    const asked: string[] = []
    const listPaid = (day: string) => {
      asked.push(day)
      return Promise.resolve([])
    }
    const [fromDay, toDay] = daysToCompare(new Date(now))
    await reconcile({ ...deps, bank: { ...deps.bank, listPaid } }, fromDay, toDay)
    expect(asked).toHaveLength(DAYS_BACK)
    expect(new Set(asked).size).toBe(DAYS_BACK)
    expect([asked[0], asked.at(-1)]).toEqual([fromDay, toDay])
    await db.destroy()
  },
)
