import { describe, expect, test } from 'vitest'
import { cancelPurchase, getPurchaseRecord } from '#lib/purchases/calls.ts'
import { getReceiptDocument, recordReceipt } from '#lib/payments/calls.ts'
import { recordDelivery } from '#lib/purchases/delivery-calls.ts'
import { listQuotes } from '#lib/quotes/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, faultsOf } from '#tests/setup/purchases.ts'
import { params, subjects, setUpAccountData } from '#tests/api/customers/account-data.fixture.ts'
import { app, mia, signInAgain } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

describe.each(databases)('the data of an account on $name', (database) => {
  setUpAccountData(database)

  test('a purchase has its delivery with dates, its payments, and until when it can be cancelled', async () => {
    const { id } = await confirmed(mia)
    const record = async () => valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    expect(await record()).toEqual({
      askAt: expect.objectContaining({
        name: 'Tarvane',
        adviser: { name: 'Jess Tamihana' },
      }),
      // The sample stock has this car: a week or two of preparation.
      delivery: {
        status: null,
        history: [],
        estimate: { from: '2026-11-30', to: '2026-12-07' },
        estimates: [],
      },
      offers: [expect.objectContaining({ slug: 'tarn-weekend' })],
      payments: [],
      refunds: [],
      hasFinanceDocument: false,
      handOver: null,
      preparation: {
        checklist: ['licence', 'balance', 'insurance', 'phone'].map((id) =>
          expect.objectContaining({ id }),
        ),
        oldCar: [],
      },
      cancellation: { isOpen: true, until: '2026-11-26T10:59:59.999Z' },
      car: {
        stockNumber: expect.stringMatching(/^S\d{5}$/),
        vin: expect.stringMatching(/^7AVTN27H\w{9}$/),
        outletCode: 'HLZ01',
      },
    })

    const receipt = () => mia.call(getReceiptDocument, { params: { id } })
    expect(faultsOf(await receipt()).status).toBe(404)

    const staff = await arrive(app, 'staff@demo.example')
    const body = { source: 'BANKTRF', amountCents: 100_000, reference: 'R1' } as const
    valueOf(await staff.call(recordReceipt, { params: { id }, body }))
    expect(valueOf(await receipt())).toMatchObject({ name: 'tarvane-receipt.pdf' })
    const deliver = (deliveryStatus: 'SHIPPED' | 'DISPATCHED' | 'AVAIL4PKUP') =>
      staff.call(recordDelivery, { params: { id }, body: { deliveryStatus } })
    valueOf(await deliver('DISPATCHED'))
    valueOf(await deliver('DISPATCHED'))
    expect(faultsOf(await deliver('SHIPPED'))).toMatchObject({ status: 409 })
    app.clock.advance(DAY_MS)
    const staffLater = await arrive(app, 'staff@demo.example')
    valueOf(
      await staffLater.call(recordDelivery, {
        params: { id },
        body: { deliveryStatus: 'AVAIL4PKUP' },
      }),
    )
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    expect(messages[0]!.text).toContain(
      'It’s ready to collect. Accept your agreement under My Purchases, then choose a hand-over time there.',
    )
    const mailed = (await subjects()).filter((text) => /closer|ready/.test(text))
    expect(mailed).toEqual([
      expect.stringContaining('is ready to collect'),
      expect.stringContaining('is a step closer'),
    ])
    await signInAgain()
    expect(await record()).toMatchObject({
      delivery: {
        status: 'AVAIL4PKUP',
        history: [
          { status: 'DISPATCHED', at: '2026-11-23T01:00:00.000Z' },
          { status: 'AVAIL4PKUP', at: '2026-11-24T01:00:00.000Z' },
        ],
        estimate: null,
      },
      payments: [{ paymentType: 'DEPOSIT', amountCents: 100_000, status: 'PAID' }],
    })

    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    expect(await record()).toMatchObject({
      refunds: [{ amountCents: 100_000, state: 'ARRANGED' }],
      cancellation: { isOpen: false, until: null },
    })
    expect(valueOf(await mia.call(listQuotes, { params })).quotes).toHaveLength(1)
  })

  test('staff record when the car should be ready; earlier dates are kept, and each change is emailed', async () => {
    const { id } = await confirmed(mia)
    const staff = await arrive(app, 'staff@demo.example')
    const say = (body: { estimate: { from: string; to: string }; note?: string }) =>
      staff.call(recordDelivery, { params: { id }, body })
    const faults = async (from: string, to: string) =>
      faultsOf(await say({ estimate: { from, to } }))
    expect(await faults('2026-12-20', '2026-12-10')).toMatchObject({
      status: 400,
      fields: ['estimate.to'],
    })
    expect(await faults('2026-02-30', '2026-12-10')).toMatchObject({ fields: ['estimate.from'] })
    expect(await faults('2026-11-01', '2026-11-20')).toMatchObject({ fields: ['estimate.to'] })
    const estimate = { from: '2026-12-10', to: '2026-12-20' }
    const old = { params: { id }, body: { estimate }, ifMatch: '"v1"' }
    expect(faultsOf(await staff.call(recordDelivery, old)).status).toBe(412)
    const nothing = await staff.call(recordDelivery, { params: { id }, body: {} })
    expect(faultsOf(nothing).status).toBe(400)

    const later = { estimate: { from: '2027-01-11', to: '2027-01-18' }, note: 'The ship is late.' }
    valueOf(await say(later))
    app.clock.advance(1000)
    // Said again, nothing is new.
    valueOf(await say(later))
    const { delivery } = valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    expect(delivery).toMatchObject({
      estimate: { from: '2027-01-11', to: '2027-01-18' },
      estimates: [
        { from: '2026-11-30', to: '2026-12-07', note: null },
        { from: '2027-01-11', to: '2027-01-18', note: 'The ship is late.' },
      ],
    })
    const mailed = async () =>
      (await subjects()).filter((subject) => subject.startsWith('A new delivery date for your'))
    expect(await mailed()).toHaveLength(1)
    const both = {
      deliveryStatus: 'LANDED',
      estimate: { from: '2027-02-15', to: '2027-02-20' },
    } as const
    valueOf(await staff.call(recordDelivery, { params: { id }, body: both }))
    app.clock.advance(1000)
    const [latest] = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    ).messages
    expect(latest?.text).toContain('It has arrived in New Zealand.')
    expect(latest?.text).toContain('Previously expected: 11\u00a0to\u00a018\u00a0January\u00a02027')
    expect(latest?.text).toContain('more than 60 days later')
    expect(await mailed()).toHaveLength(1)
  })
})
