import { describe, expect, test } from 'vitest'
import { TradeVehicleInput } from '#lib/purchases/forms.ts'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { check } from '#lib/shared/check.ts'
import {
  vehicleActions,
  EMPTY_VEHICLE,
  STATUS_TEXTS,
  toInput,
  timeLeft,
  toTyped,
  type VehicleAction,
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
  test('are sent as the contract has them', () => {
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
    [
      { registration: 'TOO LONG 1' },
      { registration: 'Enter one to six letters and digits, as on the plate' },
    ],
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
const NOW = Date.parse('2026-11-24T00:00:00.000Z')
const offered = (facts: Partial<TradeVehicle> = {}) =>
  aTradeVehicle({
    status: 'APPRAISAL_DONE',
    offerCents: 1_500_000,
    offerExpires: '2026-12-01T00:00:00.000Z',
    ...facts,
  })
const accepted = (facts: Partial<TradeVehicle> = {}) =>
  offered({ status: 'APPRAISAL_ACCEPTED', ...facts })

test.each<[TradeVehicle, RegExp, VehicleAction[]]>([
  [aTradeVehicle(), /Request an appraisal/, ['ask', 'edit', 'remove']],
  [aTradeVehicle({ request: 'APPRAISAL' }), /Next, enter your details/, ['edit', 'remove']],
  [
    aTradeVehicle({ status: 'APPRAISAL_REQUESTED', offerDue: '2026-11-25' }),
    /Our team will appraise your car and email you an offer by 5 pm on Wednesday 25\s+November/,
    ['edit', 'remove'],
  ],
  [
    offered(),
    /^Our offer is \$15,000, valid until 1\u00a0December\u00a02026 \(7 days left\)\.$/,
    ['accept', 'decline'],
  ],
  [
    offered({ offeredBy: 'RULES' }),
    /\(7 days left\)\. This is a firm offer for the car as you described it\./,
    ['accept', 'decline'],
  ],
  [
    offered({ offeredBy: 'RULES', guide: { lowCents: 1_500_000, highCents: 1_700_000 } }),
    /That’s the lower end of the guide value, because no one here has seen your car yet\. This is a firm offer/,
    ['accept', 'decline'],
  ],
  [
    offered({ owingCents: 450_000 }),
    /\$4,500 is still owing on it\. We pay that off first, so \$10,500 counts towards your price\.$/,
    ['accept', 'decline'],
  ],
  [
    offered({ owingCents: 1_500_000 }),
    /We pay that off first, so nothing counts towards your price\.$/,
    ['accept', 'decline'],
  ],
  [
    offered({ owingCents: 1_700_000 }),
    /still owing on it, \$2,000 more than our offer\. We add the difference to what you pay\.$/,
    ['accept', 'decline'],
  ],
  [
    offered({ offerExpires: '2026-11-24T00:00:00.000Z' }),
    /expired on 24\u00a0November\u00a02026\. You can request a new one/,
    ['ask-again', 'remove'],
  ],
  [accepted(), /^Offer accepted: \$15,000\.$/, ['undo', 'remove']],
  [
    accepted({ owingCents: 1_700_000 }),
    /^Offer accepted.*We add the difference to what you pay\.$/,
    ['undo', 'remove'],
  ],
])('%o', (vehicle, words, acts) => {
  expect(STATUS_TEXTS[vehicle.status](vehicle, NOW)).toMatch(words)
  expect(vehicleActions(vehicle, NOW)).toEqual(acts)
})

const OFFER_ENDS = '2026-12-01T00:00:00.000Z'

test.each([
  ['2026-11-24T00:00:00.000Z', '7 days left'],
  ['2026-11-24T00:00:00.001Z', '6 days, 23 hours left'],
  ['2026-11-29T23:00:00.000Z', '1 day, 1 hour left'],
  ['2026-11-30T21:30:00.000Z', '2 hours left'],
  ['2026-11-30T23:00:00.001Z', 'less than an hour left'],
  [OFFER_ENDS, null],
  ['2026-12-02T00:00:00.000Z', null],
])('at %s an offer has: %s', (now, words) => {
  expect(timeLeft(OFFER_ENDS, Date.parse(now))).toBe(words)
})
