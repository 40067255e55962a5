import { describe, expect, test } from 'vitest'
import { TradeVehicleInput } from '#lib/contract/shapes/journey.ts'
import { aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { check } from '#lib/check.ts'
import {
  canAccept,
  canEdit,
  EMPTY_VEHICLE,
  STATUS_WORDS,
  toInput,
  toTyped,
  type TypedVehicle,
} from './trade-vehicle.ts'

const typed: TypedVehicle = {
  ...EMPTY_VEHICLE,
  registration: 'toi-101',
  make: 'Coastline',
  model: 'Drifter',
  year: 2018,
  odometerKm: 84_000,
  owingCents: 450_050,
}

describe('typed facts', () => {
  test('are read as the contract has them', () => {
    expect(check(TradeVehicleInput, toInput(typed))).toEqual({
      ok: true,
      value: {
        registration: 'TOI101',
        make: 'Coastline',
        model: 'Drifter',
        year: 2018,
        odometerKm: 84_000,
        owingCents: 450_050,
        request: 'APPRAISAL',
      },
    })
  })

  test.each<[Partial<typeof typed>, Record<string, string>]>([
    [{ registration: 'TOO LONG 1' }, { registration: 'is not a registration' }],
    [{ make: '' }, { make: 'is required' }],
    [{ year: null }, { year: 'is required' }],
    [{ year: 18 }, { year: 'must be a year' }],
    [{ odometerKm: null }, { odometerKm: 'is required' }],
    [{ owingCents: null }, { owingCents: 'is required' }],
  ])('%j is refused', (wrong, faults) => {
    expect(check(TradeVehicleInput, toInput({ ...typed, ...wrong }))).toEqual({ ok: false, faults })
  })

  test('come back for editing', () => {
    const vehicle = aTradeVehicle({ owingCents: 450_050, request: 'APPRAISAL' })
    expect(check(TradeVehicleInput, toInput(toTyped(vehicle), vehicle.id))).toMatchObject({
      ok: true,
      value: { id: 'trade-1', odometerKm: 84_000, owingCents: 450_050, request: 'APPRAISAL' },
    })
  })
})

// decision 32
test.each([
  [aTradeVehicle(), /Ask for an appraisal/, true, false],
  [aTradeVehicle({ status: 'APPRAISAL_REQUESTED' }), /We will get in touch/, true, false],
  [
    aTradeVehicle({ status: 'APPRAISAL_DONE', offerCents: 1_500_000, offerExpires: '2099-12-01' }),
    /^We offer \$15,000 until 1 December 2099\.$/,
    false,
    true,
  ],
  [
    aTradeVehicle({ status: 'APPRAISAL_DONE', offerCents: 1_500_000, offerExpires: '2020-12-01' }),
    /^We offer/,
    false,
    false,
  ],
  [
    aTradeVehicle({ status: 'APPRAISAL_ACCEPTED', offerCents: 1_500_000, owingCents: 450_000 }),
    /^Offer accepted: \$15,000, less \$4,500 owing\.$/,
    false,
    false,
  ],
])('$status', (vehicle, words, editable, acceptable) => {
  expect(STATUS_WORDS[vehicle.status](vehicle)).toMatch(words)
  expect(canEdit(vehicle)).toBe(editable)
  expect(canAccept(vehicle)).toBe(acceptable)
})
