import { describe, expect, test } from 'vitest'
import { retrieveAndCreateCar } from '#lib/vehicles/calls.ts'
import type { TradeVehicleInput } from '#lib/purchases/forms.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { faultsOf, started } from '#tests/setup/purchases.ts'
import { tradeIn, get, patch } from './journeys.fixture.ts'
import { app, db, mia, setUpTwoCustomers, signInAgain } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

describe.each(databases)('purchase journeys on $name', (database) => {
  setUpTwoCustomers(database)

  describe('trade-in', () => {
    const vehiclesOf = async (id: string, vehicles: TradeVehicleInput[]) =>
      valueOf(await patch(mia, id, { tradeInformation: { vehicles } })).tradeInformation.vehicles
    const offer = (id: string, days = 7) =>
      db
        .updateTable('trade_vehicle')
        .set({
          status: 'APPRAISAL_DONE',
          offer_cents: 1_500_000,
          offer_expires_at: new Date(app.clock.atMs + days * DAY_MS).toISOString(),
        })
        .where('trade_vehicle_id', '=', id)
        .execute()

    test('goes from added to requested, and once offered to accepted', async () => {
      const { id } = await started(mia)
      const [added] = await vehiclesOf(id, [tradeIn()])
      expect(added).toMatchObject({ status: 'TRADE_ADDED', confirmedDate: '2026-11-23' })
      const ask = { ...tradeIn(), id: added!.id }
      const accept = [{ ...ask, request: 'ACCEPT' as const }]
      expect(faultsOf(await patch(mia, id, { tradeInformation: { vehicles: accept } }))).toEqual({
        status: 409,
        code: 'Conflict',
        fields: ['tradeInformation.vehicles.0.request'],
      })
      const [requested] = await vehiclesOf(id, [{ ...ask, request: 'APPRAISAL' }])
      expect(requested).toMatchObject({ id: added!.id, status: 'APPRAISAL_REQUESTED' })

      await offer(added!.id)
      const before = await get(mia, id)
      expect(before.tradeInformation.vehicles[0]).toMatchObject({
        status: 'APPRAISAL_DONE',
        offerCents: 1_500_000,
      })
      const [accepted] = await vehiclesOf(id, accept)
      expect(accepted!.status).toBe('APPRAISAL_ACCEPTED')
      // Only now the value is in the deal: the offer less what is owing on it.
      const after = await get(mia, id)
      expect(before.paymentMetadata.balanceCents - after.paymentMetadata.balanceCents).toBe(
        1_250_000,
      )
      expect((await vehiclesOf(id, accept))[0]!.status).toBe('APPRAISAL_ACCEPTED')
    })

    test('decision 69: it shows its open recalls, by its plate or its VIN', async () => {
      const { id } = await started(mia)
      const [byPlate] = await vehiclesOf(id, [tradeIn({ registration: 'TOI101', vin: '' })])
      expect(byPlate!.openRecalls).toMatchObject([{ recallNumber: 'TVN-2024-003' }])
      const [byVin] = await vehiclesOf(id, [
        tradeIn({ registration: 'NEW1', vin: '7AVCV1P22M0001011' }),
      ])
      expect(byVin!.openRecalls).toMatchObject([{ recallNumber: 'TVN-2024-003' }])
      const [none] = await vehiclesOf(id, [tradeIn({ registration: 'TOI102', vin: '' })])
      expect(none).not.toHaveProperty('openRecalls')
    })

    test('its guide value follows its distance and condition', async () => {
      const { id } = await started(mia)
      valueOf(await mia.call(retrieveAndCreateCar, { params: { regNo: 'TOI101' } }))
      const [first] = await vehiclesOf(id, [tradeIn({ odometerKm: 48_000 })])
      const [further] = await vehiclesOf(id, [
        { ...tradeIn({ odometerKm: 78_000 }), id: first!.id },
      ])
      const [dented] = await vehiclesOf(id, [
        {
          ...tradeIn({ odometerKm: 78_000, condition: 'Body and paint: Dents or rust.' }),
          id: first!.id,
        },
      ])
      expect(further!.guide!.highCents).toBeLessThan(first!.guide!.highCents)
      expect(dented!.guide!.highCents).toBeLessThan(further!.guide!.highCents)
    })

    test('an offer past its date cannot be accepted', async () => {
      const { id } = await started(mia)
      const [vehicle] = await vehiclesOf(id, [tradeIn()])
      await offer(vehicle!.id, 7)
      app.clock.advance(7 * DAY_MS)
      await signInAgain()
      const vehicles = [{ ...tradeIn(), id: vehicle!.id, request: 'ACCEPT' as const }]
      expect(faultsOf(await patch(mia, id, { tradeInformation: { vehicles } })).status).toBe(409)
    })

    test('an offer past its date is asked for again', async () => {
      const { id } = await started(mia)
      const [vehicle] = await vehiclesOf(id, [tradeIn()])
      await offer(vehicle!.id, 7)
      const ask = [{ ...tradeIn(), id: vehicle!.id, request: 'APPRAISAL' as const }]
      expect((await vehiclesOf(id, ask))[0]).toMatchObject({ status: 'APPRAISAL_DONE' })
      app.clock.advance(7 * DAY_MS)
      await signInAgain()
      const [asked] = await vehiclesOf(id, ask)
      expect(asked).toMatchObject({ id: vehicle!.id, status: 'APPRAISAL_REQUESTED' })
      expect(asked).not.toHaveProperty('offerCents')
    })

    test.each([
      ['while the offer holds', 6, 'APPRAISAL_DONE', 1_500_000],
      ['after it', 8, 'APPRAISAL_REQUESTED', undefined],
    ])('acceptance is taken back %s', async (_, days, status, offerCents) => {
      const { id } = await started(mia)
      const [vehicle] = await vehiclesOf(id, [tradeIn()])
      const known = { ...tradeIn(), id: vehicle!.id }
      await offer(vehicle!.id, 7)
      await vehiclesOf(id, [{ ...known, request: 'ACCEPT' }])
      const { balanceCents } = (await get(mia, id)).paymentMetadata
      app.clock.advance(days * DAY_MS)
      await signInAgain()
      const [back] = await vehiclesOf(id, [{ ...known, request: 'APPRAISAL' }])
      expect(back!.status).toBe(status)
      expect(back!.offerCents).toBe(offerCents)
      expect((await get(mia, id)).paymentMetadata.balanceCents - balanceCents).toBe(1_250_000)
    })

    test('an offer was for the vehicle as it was described', async () => {
      const { id } = await started(mia)
      const [vehicle] = await vehiclesOf(id, [tradeIn()])
      await offer(vehicle!.id)
      await vehiclesOf(id, [{ ...tradeIn(), id: vehicle!.id, request: 'ACCEPT' }])
      const [changed] = await vehiclesOf(id, [tradeIn({ id: vehicle!.id, owingCents: 0 })])
      expect(changed).toMatchObject({ id: vehicle!.id, status: 'TRADE_ADDED' })
      expect(changed!.offerCents).toBeUndefined()
    })

    test('a retry without ids finds the same vehicles, and one that is left out is gone', async () => {
      const { id } = await started(mia)
      const both = [tradeIn(), tradeIn({ registration: 'ABC123' })]
      const first = await vehiclesOf(id, both)
      expect(await vehiclesOf(id, both)).toEqual(first)
      expect(await vehiclesOf(id, [both[1]!])).toEqual([first[1]])
      // The same id twice is one vehicle and a new one.
      const twice = both.map((vehicle) => ({ ...vehicle, id: first[1]!.id }))
      expect(new Set((await vehiclesOf(id, twice)).map((vehicle) => vehicle.id)).size).toBe(2)
    })
  })
})
