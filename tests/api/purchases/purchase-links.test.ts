import { describe, expect, test } from 'vitest'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { recordDelivery } from '#lib/purchases/delivery-calls.ts'
import {
  endPurchaseLink,
  getOrderCalendar,
  getPurchaseLinks,
  getSharedOrder,
  makePurchaseLink,
} from '#lib/orders/link-calls.ts'
import type { PurchaseLinkKind } from '#lib/orders/link-shapes.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, faultsOf } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

// The clock is set to Monday, 23 November 2026, 2 pm.
describe.each(databases)('links to a purchase on $name', (database) => {
  setUpSignedIn(database)

  const make = async (id: string, kind: PurchaseLinkKind) =>
    valueOf(await mia.call(makePurchaseLink, { params: { id, kind } }))[kind]!
  const end = (id: string, kind: PurchaseLinkKind) =>
    mia.call(endPurchaseLink, { params: { id, kind } })
  const shared = (key: string) => app.browser()(getSharedOrder, { params: { key } })
  const calendar = async (key: string) => {
    const answer = await app.browser()(getOrderCalendar, { params: { key } })
    return answer.ok ? (await answer.value.text()).replaceAll('\r\n ', '') : answer
  }
  const links = async (id: string) => valueOf(await mia.call(getPurchaseLinks, { params: { id } }))

  test('the shared page has the car and nothing about its buyer', async () => {
    const { id, reference, currentQuote } = await confirmed(mia)
    const key = await make(id, 'shared')
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await links(id)).toEqual({ calendar: null, shared: key })
    const order = valueOf(await shared(key))
    const { modelName, variantName, colourName } = currentQuote.vehicle
    expect(order).toEqual({
      modelName,
      variantName,
      colourName,
      colourCode: 'BLD',
      kdcd: 'TN27H-A',
      stage: 'IN_STOCK',
      weeks: { from: 1, to: 2 },
    })
    expect(JSON.stringify(order)).not.toContain(reference)
    const body = { deliveryStatus: 'DISPATCHED' } as const
    valueOf(await sam.call(recordDelivery, { params: { id }, body }))
    expect(valueOf(await shared(key)).stage).toBe('DISPATCHED')
  })

  test('unchanged, a shared page is a 304', async () => {
    const { id } = await confirmed(mia)
    const path = `/api/shared-orders/${await make(id, 'shared')}`
    const first = await app.request(path)
    const headers = { 'if-none-match': first.headers.get('etag')! }
    expect((await app.request(path, { headers })).status).toBe(304)
    const body = { deliveryStatus: 'SHIPPED' } as const
    valueOf(await sam.call(recordDelivery, { params: { id }, body }))
    expect((await app.request(path, { headers })).status).toBe(200)
  })

  test('the calendar has the estimate and the payment, and the payment goes once it is paid', async () => {
    const { id, paymentMetadata } = await confirmed(mia)
    const key = await make(id, 'calendar')
    const before = (await calendar(`${key}.ics`)) as string
    expect(before).toContain('DTSTART;VALUE=DATE:20261130')
    expect(before).toContain('DTEND;VALUE=DATE:20261208')
    expect(before).toContain('SUMMARY:Pay the deposit for your')
    expect(before).toContain(`UID:payment-${id}@`)
    expect(before).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
    const amountCents = paymentMetadata.depositCents
    const body = { source: 'BANKTRF', amountCents, reference: `R-${id}` } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body }))
    expect(await calendar(key)).not.toContain('Pay the deposit')
    // A key opens what it was made for.
    expect(faultsOf(await shared(key)).status).toBe(404)
  })

  test('a renewed link ends the one before, an ended one is gone, and the database holds hashes only', async () => {
    const { id } = await confirmed(mia)
    const first = await make(id, 'shared')
    const second = await make(id, 'shared')
    expect(second).not.toBe(first)
    expect(faultsOf(await shared(first)).status).toBe(404)
    valueOf(await shared(second))
    const rows = await db.selectFrom('purchase_link').selectAll().execute()
    expect(rows.filter((row) => row.purchase_journey_id === id)).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(second)
    valueOf(await end(id, 'shared'))
    valueOf(await end(id, 'shared'))
    expect(faultsOf(await shared(second)).status).toBe(404)
    expect(await links(id)).toEqual({ calendar: null, shared: null })
  })

  test('links end with the purchase', async () => {
    const { id } = await confirmed(mia)
    const keys = [await make(id, 'shared'), await make(id, 'calendar')] as const
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    expect(faultsOf(await shared(keys[0])).status).toBe(404)
    expect(await calendar(keys[1])).toMatchObject({ ok: false })
    expect(await links(id)).toEqual({ calendar: null, shared: null })
  })

  test('links are deleted with their customer', async () => {
    const { id } = await confirmed(mia)
    await make(id, 'shared')
    await db
      .transaction()
      .execute((trx) => eraseCustomer(trx, mia.customerId, app.deps.now().toISOString()))
    expect(await db.selectFrom('purchase_link').selectAll().execute()).toEqual([])
  })
})

describe.each(databases)('links made in a day on $name', (database) => {
  setUpSignedIn(database, { env: { LIMIT_PURCHASE_LINKS_PER_DAY: '2' } })

  test('are limited for each purchase', async () => {
    const { id } = await confirmed(mia)
    const make = () => mia.call(makePurchaseLink, { params: { id, kind: 'calendar' } })
    valueOf(await make())
    const last = valueOf(await make()).calendar
    expect(faultsOf(await make()).status).toBe(429)
    const now = valueOf(await mia.call(getPurchaseLinks, { params: { id } }))
    expect(now.calendar).toBe(last)
  })
})
