import { describe, expect, test } from 'vitest'
import { recordDelivery } from '#lib/purchases/delivery-calls.ts'
import { getOwnerships, searchCustomers } from '#lib/customers/calls.ts'
import { decideFinance } from '#lib/finance/calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { advanceJourney, getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { offerForTradeIn } from '#lib/trade-in/calls.ts'
import { addVehicle, removeVehicle } from '#lib/vehicles/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  aRequest,
  arrive,
  conflictOf,
  confirming,
  faultsOf,
  ready,
} from '#tests/setup/purchases.ts'
import { app, db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

// It is Monday 23 November 2026, 2 pm.
describe.each(databases)('decision 68: the car after its hand-over, on $name', (database) => {
  setUpSignedIn(database)

  const plates = async ({ call, customerId } = mia) =>
    valueOf(await call(getOwnerships, { params: { id: customerId } })).ownershipBasicInfos.map(
      ({ car }) => car.registration,
    )

  /** A purchase whose agreement is accepted and whose price is paid. */
  const paidFor = async (person = mia, tradeIn?: string): Promise<string> => {
    const journey = await ready(person)
    const { id } = journey
    if (tradeIn) await tradeInAccepted(id, tradeIn)
    const current = tradeIn
      ? valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body: {} }))
      : journey
    const { paymentMetadata } = valueOf(await confirming(person, current))
    const pay = async (amountCents: number, reference: string) => {
      const body = { source: 'BANKTRF', amountCents, reference } as const
      valueOf(await sam.call(recordReceipt, { params: { id }, body }))
    }
    await pay(paymentMetadata.depositCents, `D-${id}`)
    const body = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body }))
    await pay(paymentMetadata.balanceCents, `B-${id}`)
    return id
  }
  const tradeInAccepted = async (id: string, registration: string) => {
    const car = { registration, make: 'Tarvane', model: 'Cove', year: 2021, odometerKm: 48_210 }
    const write = (request?: 'APPRAISAL' | 'ACCEPT') =>
      mia.call(updatePurchaseJourney, {
        params: { id },
        body: {
          tradeInformation: {
            vehicles: [{ ...car, owingCents: 0, ...(request && { request }) }],
          },
        },
      })
    const { tradeInformation } = valueOf(await write('APPRAISAL'))
    const body = { vehicleId: tradeInformation.vehicles[0]!.id, offerCents: 1_000_000 }
    valueOf(await sam.call(offerForTradeIn, { params: { id }, body }))
    valueOf(await write('ACCEPT'))
  }
  const handOver = (id: string, registration: string, idempotencyKey?: string) =>
    sam.call(advanceJourney, {
      params: { id },
      body: { event: 'handed-over', registration },
      ...(idempotencyKey && { idempotencyKey }),
    })

  test('is the customer’s, with its purchase, warranty and first service', async () => {
    const id = await paidFor()
    valueOf(await handOver(id, 'new 123'))
    expect(await plates()).toEqual(['TOI101', 'TOI102', 'NEW123'])
    const row = await db
      .selectFrom('ownership')
      .selectAll()
      .where('purchase_journey_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      customer_id: mia.customerId,
      registration: 'NEW123',
      make: 'Tarvane',
      model: 'Tarn',
      year: 2027,
      since_day: '2026-11-23',
      ended_day: null,
      warranty_until: '2031-11-23',
      warranty_km: 100_000,
      first_service_day: '2027-11-23',
      first_service_km: 15_000,
    })
    const found = valueOf(
      await sam.call(searchCustomers, { query: { search: 'NEW123', where: 'rego' } }),
    )
    expect(found.customers.map((customer) => customer.id)).toEqual([mia.customerId])
    const forStaff = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect([forStaff.isCarHeld, forStaff.registration]).toEqual([false, 'NEW123'])
    expect((await exportedData(app, mia)).vehicles.at(-1)).toMatchObject({
      registration: 'NEW123',
      warrantyUntil: '2031-11-23',
      warrantyKm: 100_000,
      firstServiceDay: '2027-11-23',
      firstServiceKm: 15_000,
    })
  })

  test('is announced by email, with its plate, warranty, first service and a number to call', async () => {
    const id = await paidFor()
    app.clock.advance(1000)
    valueOf(await handOver(id, 'NEW123'))
    const query = { to: 'customer@demo.example' }
    const [mail] = valueOf(await app.browser()(listDemoMail, { query })).messages
    expect(mail?.subject).toBe('Congratulations on your new Tarn 1.5 Hybrid Plus')
    expect(mail?.text).toContain('Registration: NEW123')
    expect(mail?.text).toContain('First service: 23\u00a0November\u00a02027')
    expect(mail?.text).toContain('Warranty until: 23\u00a0November\u00a02031')
    expect(mail?.text).toContain('Call Tarvane on 09 555 0100.')
  })

  test('is not handed over while it is on order', async () => {
    await db.updateTable('stock').set({ quantity: 0 }).execute()
    const id = await paidFor()
    expect(conflictOf(await handOver(id, 'NEW101')).message).toBe(
      'The car hasn’t arrived yet. Record where it is first.',
    )
    const body = { deliveryStatus: 'AVAIL4PKUP' } as const
    valueOf(await sam.call(recordDelivery, { params: { id }, body }))
    valueOf(await handOver(id, 'NEW101'))
    expect(await plates()).toContain('NEW101')
  })

  test('handed over twice, it is one car, and one email', async () => {
    const id = await paidFor()
    const first = valueOf(await handOver(id, 'NEW123', 'press-1'))
    // As it is left by a process that died before it had kept the answer.
    const lost = { status: null, body: null, created_at: '2026-01-01T00:00:00.000Z' }
    await db.updateTable('idempotency').set(lost).where('key', '=', 'press-1').execute()
    expect(valueOf(await handOver(id, 'NEW123', 'press-1'))).toEqual(first)
    expect(faultsOf(await handOver(id, 'NEW999')).status).toBe(409)
    expect(await plates()).toEqual(['TOI101', 'TOI102', 'NEW123'])
    const mails = await db
      .selectFrom('outbox')
      .select('kind')
      .where('kind', '=', 'handed-over')
      .execute()
    expect(mails).toHaveLength(1)
  })

  test('ends that the car traded in for it is the customer’s', async () => {
    const id = await paidFor(mia, 'TOI101')
    expect(await plates()).toEqual(['TOI101', 'TOI102'])
    valueOf(await handOver(id, 'NEW123'))
    expect(await plates()).toEqual(['TOI102', 'NEW123'])
    const ended = await db
      .selectFrom('ownership')
      .select('ended_day')
      .where('registration', '=', 'TOI101')
      .executeTakeFirstOrThrow()
    expect(ended.ended_day).toBe('2026-11-23')
    const found = valueOf(
      await sam.call(searchCustomers, { query: { search: 'TOI101', where: 'rego' } }),
    )
    expect(found.customers).toEqual([])
  })

  test('leaves the customer the old car of a lease, which takes no trade-in', async () => {
    const { id } = await ready(mia)
    await tradeInAccepted(id, 'TOI101')
    const body = { currentQuoteRequest: aRequest({ payOption: 'LEASEUC' }) }
    const lease = valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body }))
    const { paymentMetadata } = valueOf(await confirming(mia, lease))
    const approval = {
      code: 'AUTOAPPR' as const,
      limitCents: 9_000_000,
      annualRatePct: 9.95,
      validUntil: '2027-01-31',
      conditions: [],
    }
    valueOf(await sam.call(decideFinance, { params: { id }, body: approval }))
    const onPaper = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body: onPaper }))
    const { balanceCents: amountCents } = paymentMetadata
    const rent = { source: 'BANKTRF', amountCents, reference: `R-${id}` } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body: rent }))
    valueOf(await handOver(id, 'NEW123'))
    expect(await plates()).toEqual(['TOI101', 'TOI102', 'NEW123'])
  })

  test('may have the plate of the car that was traded in for it', async () => {
    const id = await paidFor(mia, 'TOI101')
    valueOf(await handOver(id, 'TOI101'))
    expect(await plates()).toEqual(['TOI101', 'TOI102'])
    const [row] = await db
      .selectFrom('ownership')
      .selectAll()
      .where('registration', '=', 'TOI101')
      .execute()
    expect(row).toMatchObject({ purchase_journey_id: id, model: 'Tarn', ended_day: null })
  })

  test.each([
    ['the VIN of the car that was allocated, whatever the register has for the plate', true],
    ['the register’s VIN of its plate where no numbered car was allocated', false],
  ])('has %s', async (_, isAllocated) => {
    const id = await paidFor(mia, 'TOI101')
    if (!isAllocated)
      await db
        .updateTable('stock_car')
        .set({ purchase_journey_id: null })
        .where('purchase_journey_id', '=', id)
        .execute()
    const { journey } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    const atRegister = (await app.deps.register.find('TOI101'))!.vin
    expect(journey.car?.vin).not.toBe(atRegister)
    valueOf(await handOver(id, 'TOI101'))
    const row = await db
      .selectFrom('ownership')
      .select('vin')
      .where('purchase_journey_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.vin).toBe(isAllocated ? journey.car!.vin : atRegister)
  })

  test.each([
    ['no plate', 'A B C D E F G'],
    ['the plate of a car of another make', 'TOI105'],
    ['the plate of another customer’s car', 'KBR204'],
  ])('is not handed over with %s', async (_, registration) => {
    const id = await paidFor()
    expect(faultsOf(await handOver(id, registration))).toMatchObject({
      status: 400,
      fields: ['registration'],
    })
    expect(await plates()).toEqual(['TOI101', 'TOI102'])
    valueOf(await handOver(id, 'NEW123'))
  })

  test('may have a plate that its former owner removed and added again', async () => {
    valueOf(await handOver(await paidFor(), 'NEW123'))
    const params = { id: mia.customerId, registration: 'NEW123' }
    valueOf(await mia.call(removeVehicle, { params }))
    valueOf(await mia.call(addVehicle, { params, body: { registration: 'NEW123' } }))
    const company = await arrive(app, 'company@demo.example')
    valueOf(await handOver(await paidFor(company), 'NEW123'))
  })

  test('of two hand-overs at once one has the plate', async () => {
    const company = await arrive(app, 'company@demo.example')
    const ids = [await paidFor(), await paidFor(company)]
    const answers = await Promise.all(ids.map((id) => handOver(id, 'NEW123')))
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    const current = db.selectFrom('ownership').select('customer_id').where('ended_day', 'is', null)
    expect(await current.where('registration', '=', 'NEW123').execute()).toHaveLength(1)
  })
})
