import { describe, expect, test } from 'vitest'
import { cancelPurchase, listPurchaseJourneys } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { startActing } from '#lib/staff/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirmed,
  confirming,
  conflictOf,
  ready,
  TERMS_VERSION,
  type Person,
} from '#tests/setup/purchases.ts'
import { app, db, mia, sam, signInAgain } from '#tests/setup/suite.ts'
import { setUpBankShop } from '#tests/setup/shop-suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { record } from './unpaid-purchases.fixture.ts'
import { RARE } from './waiting.fixture.ts'

describe.each(databases)('unpaid purchases at once (decision 64), on $name', (database) => {
  setUpBankShop(database, { env: { LIMIT_UNPAID_PURCHASES: '3', FEATURE_RESERVATIONS: 'on' } })

  test('a customer has at most three, also when several are confirmed at once', async () => {
    const journeys = []
    for (let n = 0; n < 5; n++) journeys.push(await ready(mia))
    const answers = await Promise.all(journeys.map((journey) => confirming(mia, journey)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    const refused = journeys[answers.findIndex(({ ok }) => !ok)]!
    expect(conflictOf(await confirming(mia, refused)).message).toBe(
      'You already have 3 confirmed purchases with nothing paid. Under My Purchases, make the first payment for one, or cancel one. Then confirm this purchase.',
    )
    const list = valueOf(
      await mia.call(listPurchaseJourneys, { params: { id: mia.customerId } }),
    ).purchaseJourneyList
    const unpaid = list.find(({ metadata }) => metadata.depositDueBy)!
    valueOf(await record(unpaid.purchaseJourneyId, unpaid.paymentMetadata.depositCents))
    valueOf(await confirming(mia, refused))
  })

  test('leases, reservations and those that wait for a car are counted, too', async () => {
    await db.updateTable('stock').set({ quantity: 0 }).where('kdcd', '=', RARE.kdcd).execute()
    expect((await confirmed(mia, RARE)).status.purchaseJourneyStatusCode).toBe('NOCARAVAIL')
    await confirmed(mia, { payOption: 'LEASELC' })
    const { id, paymentMetadata } = await confirmed(mia, { payOption: 'RESERVATION' })
    for (const payOption of ['LEASELC', 'RESERVATION', 'CASH'] as const) {
      const refused = await confirming(mia, await ready(mia, { payOption }))
      expect(conflictOf(refused).message).toContain('3 confirmed purchases with nothing paid')
    }
    valueOf(await record(id, paymentMetadata.depositCents))
    await confirmed(mia, { payOption: 'LEASELC' })
  })

  test('staff who act for a customer may go over it', async () => {
    for (let n = 0; n < 3; n++) await confirmed(mia)
    const journey = await ready(mia)
    valueOf(await sam.call(startActing, { body: { customerId: mia.customerId } }))
    valueOf(await confirming(sam, journey, { signatureName: 'Sam Patel' }))
  })
})

const confirmFrom = async (network: string, { accessToken }: Person, journey: PurchaseJourney) =>
  app.request(`/api/purchase-journey/${journey.id}/confirm-purchase`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'x-forwarded-for': network,
    },
    body: JSON.stringify({
      acceptedTotalCents: journey.currentQuote.totals.driveAwayCents,
      termsVersion: TERMS_VERSION,
      signatureName: 'Mia Harris',
    }),
  })

describe.each(databases)('unpaid purchases of one network, on $name', (database) => {
  setUpBankShop(database, {
    env: { LIMIT_UNPAID_PURCHASES_PER_DAY: '2', TRUSTED_PROXIES: '1' },
  })

  test('are limited in a day, whoever confirms them and however often they are tried', async () => {
    const company = await arrive(app, 'company@demo.example')
    const journeys = [await ready(mia), await ready(mia), await ready(mia)] as const
    const [first, second, third] = journeys
    const answers = await Promise.all([
      confirmFrom('2001:db8:1:2::1', mia, first),
      confirmFrom('2001:db8:1:2::2', mia, second),
      confirmFrom('2001:db8:1:2:3::4', company, await ready(company)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429])
    const refused = await confirmFrom('2001:db8:1:2::5', mia, third)
    expect(refused.status).toBe(429)
    expect(await refused.text()).toContain('Please call us to confirm yours now, or try again')
    expect(await db.selectFrom('allocation').selectAll().execute()).toHaveLength(2)

    // Another network is not affected, nor are staff, whose dealership is one.
    expect((await confirmFrom('2001:db8:1:3::1', mia, third)).status).toBe(200)
    const body = { customerId: mia.customerId }
    valueOf(await sam.call(startActing, { body }))
    for (let times = 0; times < 3; times++)
      valueOf(await confirming(sam, await ready(mia), { signatureName: 'Sam Patel' }))

    app.clock.advance(DAY_MS)
    await signInAgain()
    expect((await confirmFrom('2001:db8:1:2::1', mia, await ready(mia))).status).toBe(200)
  })
})

describe.each(databases)('unpaid purchases of one network at once, on $name', (database) => {
  setUpBankShop(database, {
    env: { LIMIT_NETWORK_UNPAID_PURCHASES: '2', TRUSTED_PROXIES: '1' },
  })

  test('are limited for as long as they hold a car or wait for one', async () => {
    await db.updateTable('stock').set({ quantity: 1 }).execute()
    await db.updateTable('build_slot').set({ promised: 1000 }).execute()
    const held = await ready(mia)
    expect((await confirmFrom('192.0.2.1', mia, held)).status).toBe(200)
    expect((await confirmFrom('192.0.2.1', mia, await ready(mia))).status).toBe(200)
    app.clock.advance(DAY_MS)
    await signInAgain()
    const third = await ready(mia)
    const refused = await confirmFrom('192.0.2.1', mia, third)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('Your network has as many unpaid purchases')
    expect((await confirmFrom('192.0.2.9', mia, third)).status).toBe(200)

    valueOf(await mia.call(cancelPurchase, { params: { id: held.id } }))
    expect((await confirmFrom('192.0.2.1', mia, await ready(mia))).status).toBe(200)
  })
})
