import { describe, expect, test } from 'vitest'
import { cancelPurchase, getPurchaseJourney, getPurchaseRecord } from '#lib/purchases/calls.ts'
import { acceptAgreement, getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { getPurchaseForStaff, recordCar } from '#lib/purchases/staff-calls.ts'
import { vinCheckDigit } from '#lib/vehicles/vehicle.ts'
import { seedDemo as fillDemo } from '#server/demo/seed.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, conflictOf, faultsOf } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

const VIN = '1M8GDM9AXKP042788'

// Decision 67: VIN and stock number are on purchase and agreement once a car is allocated.
describe.each(databases)('the car of a purchase, on $name', (database) => {
  setUpSignedIn(database)

  const carOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } })).car
  const record = (id: string, stockNumber: string, vin: string) =>
    sam.call(recordCar, { params: { id }, body: { stockNumber, vin } })
  /** A purchase of a car that has to be built. */
  const ordered = async () => {
    await db.updateTable('stock').set({ quantity: 0 }).execute()
    return confirmed(mia)
  }

  test('is one of the stock with numbers of its own, for the buyer, staff and the agreement', async () => {
    const [one, other] = [await confirmed(mia), await confirmed(mia)]
    const { id } = one
    const { stockNumber, vin, outletCode } = one.car!
    expect(vinCheckDigit(vin)).toBe(vin[8])
    expect(other.car!.vin).not.toBe(vin)
    const line = await db
      .selectFrom('stock_car')
      .innerJoin('stock', 'stock.stock_id', 'stock_car.stock_id')
      .select(['kdcd', 'colour_code', 'outlet_code'])
      .where('vin', '=', vin)
      .executeTakeFirst()
    expect(line).toEqual({ kdcd: 'TN27H-A', colour_code: 'BLD', outlet_code: outletCode })

    const asked = { params: { id } }
    const seen = { stockNumber, vin, outletCode }
    expect(valueOf(await mia.call(getPurchaseRecord, asked)).car).toEqual(seen)
    expect(valueOf(await sam.call(getPurchaseForStaff, asked)).journey.car).toEqual(seen)
    const amountCents = one.paymentMetadata.depositCents
    const body = { source: 'BANKTRF', amountCents, reference: 'R' } as const
    valueOf(await sam.call(recordReceipt, { ...asked, body }))
    valueOf(await sam.call(issueAgreement, { ...asked, ifMatch: '*' }))
    const { document } = valueOf(await mia.call(getAgreement, asked))
    expect(document).toContain(vin)
    expect(document).toContain(stockNumber)
  })

  test('has numbers in a demo that was filled before cars had any', async () => {
    const [held, built] = [await confirmed(mia), await ordered()]
    await db.updateTable('stock').set({ quantity: 2 }).execute()
    await db.deleteFrom('stock_car').execute()
    // Staff have recorded one by hand since.
    valueOf(await record(built.id, 'S10001', VIN))
    expect(await carOf(held.id)).toBeUndefined()

    await fillDemo(app.deps)
    const car = await carOf(held.id)
    expect(car).toMatchObject({ outletCode: held.car!.outletCode })
    expect(vinCheckDigit(car!.vin)).toBe(car!.vin[8])
    const next = await confirmed(mia)
    expect(next.car?.vin).toHaveLength(17)
    expect(next.car?.vin).not.toBe(car?.vin)
    expect(await carOf(built.id)).toMatchObject({ stockNumber: 'S10001', vin: VIN })

    // Started again, each keeps its numbers.
    await fillDemo(app.deps)
    expect(await carOf(held.id)).toEqual(car)
  })

  test('is free again when the purchase is cancelled', async () => {
    const { id, car } = await confirmed(mia)
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    expect(await carOf(id)).toBeUndefined()
    expect((await confirmed(mia)).car).toEqual(car)
  })

  test('is recorded by staff once it was built, and corrected', async () => {
    const { id, car } = await ordered()
    expect(car).toBeUndefined()
    expect(faultsOf(await record(id, 'F-1', VIN.replace('42788', '42789')))).toMatchObject({
      status: 400,
      fields: ['vin'],
    })
    valueOf(await record(id, 'F-1', VIN))
    expect(await carOf(id)).toEqual({ stockNumber: 'F-1', vin: VIN, outletCode: null })
    expect(valueOf(await record(id, 'F-2', VIN)).car?.stockNumber).toBe('F-2')
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(notes.map(({ text }) => text).sort()).toEqual([
      `Car: stock number F-1, VIN ${VIN}`,
      `Car: stock number F-2, VIN ${VIN}`,
    ])
    const other = await ordered()
    expect(conflictOf(await record(other.id, 'F-3', VIN)).message).toContain(
      'Another car already has',
    )
  })

  test('is the one that the agreement names: another voids it, unless it is accepted', async () => {
    const { id, car, paymentMetadata } = await confirmed(mia)
    const params = { id }
    const amountCents = paymentMetadata.depositCents
    const body = { source: 'BANKTRF', amountCents, reference: 'R' } as const
    valueOf(await sam.call(recordReceipt, { params, body }))
    const read = async () => valueOf(await mia.call(getAgreement, { params }))
    const accept = (agreementId: string) =>
      mia.call(acceptAgreement, {
        params,
        body: { agreementId, isAccepted: true, name: 'Mia Harris' },
      })
    valueOf(await sam.call(issueAgreement, { params }))
    const old = await read()
    // Its stock number was mistyped.
    valueOf(await record(id, 'F-1', car!.vin))
    expect(await read()).toEqual(old)
    valueOf(await record(id, 'F-1', VIN))
    expect(faultsOf(await accept(old.agreementId)).status).toBe(404)
    const { items } = valueOf(await sam.call(listWork, { query: { kind: 'agreements' } }))
    expect(items).toMatchObject([{ id }])
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params }))
    expect(notes.map(({ text }) => text)).toContain(
      `Car: stock number F-1, VIN ${VIN}. The agreement named VIN ${car!.vin} and is void.`,
    )

    valueOf(await sam.call(issueAgreement, { params }))
    const { agreementId, document } = await read()
    expect(document).toContain(VIN)
    valueOf(await accept(agreementId))
    expect(conflictOf(await record(id, 'F-1', car!.vin)).message).toBe(
      `The customer has accepted an agreement that names VIN ${VIN}. To sell them another car, cancel this purchase and start a new one.`,
    )
    expect((await carOf(id))?.vin).toBe(VIN)
    expect(valueOf(await record(id, 'F-2', VIN)).car?.stockNumber).toBe('F-2')
  })

  test('that is known after the agreement is recorded and corrected', async () => {
    const { id, paymentMetadata } = await ordered()
    const params = { id }
    const amountCents = paymentMetadata.depositCents
    const body = { source: 'BANKTRF', amountCents, reference: 'R' } as const
    valueOf(await sam.call(recordReceipt, { params, body }))
    valueOf(await sam.call(issueAgreement, { params }))
    const { agreementId } = valueOf(await mia.call(getAgreement, { params }))
    valueOf(await record(id, 'F-1', VIN))
    const acceptance = { agreementId, isAccepted: true, name: 'Mia Harris' } as const
    valueOf(await mia.call(acceptAgreement, { params, body: acceptance }))
    valueOf(await record(id, 'F-1', '11111111111111111'))
  })

  test('is given to one of two purchases in the same moment', async () => {
    const [one, other] = [await ordered(), await ordered()]
    const vinOf = (serial: string) => {
      const vin = `7AVTN27H0TN${serial}`
      return `${vin.slice(0, 8)}${vinCheckDigit(vin)}${vin.slice(9)}`
    }
    valueOf(await record(one.id, 'F-1', vinOf('000001')))
    valueOf(await record(other.id, 'F-2', vinOf('000002')))
    const given = await Promise.all([
      record(one.id, 'F-1', vinOf('000003')),
      record(other.id, 'F-2', vinOf('000003')),
    ])
    expect(given.filter(({ ok }) => ok)).toHaveLength(1)
    expect(conflictOf(given.find(({ ok }) => !ok)!).message).toContain('Another car already has')

    await db.updateTable('stock').set({ quantity: 2 }).execute()
    const buyers = [await confirmed(mia), await confirmed(mia)]
    const { stock_number, vin } = await db
      .selectFrom('stock_car')
      .selectAll()
      .where('stock_id', '=', 'TN27H-A-BLD')
      .where('purchase_journey_id', 'is', null)
      .executeTakeFirstOrThrow()
    const asked = await Promise.all(buyers.map(({ id }) => record(id, stock_number, vin)))
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1)
    for (const [at, { id }] of buyers.entries())
      expect((await carOf(id))?.vin === vin).toBe(asked[at]!.ok)
  })

  test('may be changed for a free one of the same stock, not for that of another purchase', async () => {
    const [one, other] = [await confirmed(mia), await confirmed(mia)]
    const { stockNumber, vin } = other.car!
    expect(conflictOf(await record(one.id, stockNumber, vin)).message).toContain(
      'Another car already has',
    )
    const free = await db
      .selectFrom('stock_car')
      .selectAll()
      .where('stock_id', '=', 'TN27H-A-BLD')
      .where('purchase_journey_id', 'is', null)
      .executeTakeFirstOrThrow()
    valueOf(await record(one.id, free.stock_number, free.vin))
    expect((await carOf(one.id))?.vin).toBe(free.vin)
    const before = await db
      .selectFrom('stock_car')
      .select('purchase_journey_id')
      .where('vin', '=', one.car!.vin)
      .executeTakeFirstOrThrow()
    expect(before.purchase_journey_id).toBeNull()
  })
})
