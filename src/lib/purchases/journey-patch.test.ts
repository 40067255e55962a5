import { describe, expect, test } from 'vitest'
import { aJourney, anOwner, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import {
  baseOf,
  forSending,
  forStorage,
  mergePatches,
  rebase,
  vehicleInputs,
  withPatch,
} from './journey-patch.ts'

const licence = { number: 'AB123456', version: '001', type: 'FULL' } as const

describe('merging', () => {
  test('the later value of a field wins', () => {
    expect(mergePatches({ outletCode: 'A' }, { outletCode: 'B' })).toEqual({ outletCode: 'B' })
  })

  test('finance answers merge field by field', () => {
    expect(
      mergePatches(
        { financeApplication: { employment: { role: 'Builder', years: 2 } } },
        { financeApplication: { employment: { years: 3 }, assets: { savingsCents: 1 } } },
      ),
    ).toEqual({
      financeApplication: {
        employment: { role: 'Builder', years: 3 },
        assets: { savingsCents: 1 },
      },
    })
  })

  test('the furthest step never moves back', () => {
    expect(
      mergePatches(
        { metadata: { furthestStep: 'finance' } },
        { metadata: { furthestStep: 'quote' } },
      ),
    ).toEqual({ metadata: { furthestStep: 'finance' } })
  })
})

describe('a journey with unsaved changes', () => {
  test('changed fields show, prices and the finance draft do not change', () => {
    const journey = aJourney()
    const shown = withPatch(journey, {
      outletCode: 'AKL',
      metadata: { furthestStep: 'owner-details' },
      financeApplication: { assets: { savingsCents: 5 } },
      currentQuoteRequest: { ...journey.currentQuoteRequest, colourCode: 'WHT' },
    })
    expect(shown.outletCode).toBe('AKL')
    expect(shown.metadata.furthestStep).toBe('owner-details')
    expect(shown.currentQuoteRequest.colourCode).toBe('WHT')
    expect(shown.currentQuote).toBe(journey.currentQuote)
    expect(shown).not.toHaveProperty('financeApplication')
  })

  test('a vehicle keeps its server fields, and a new one has an id that is not sent', () => {
    const known = aTradeVehicle({ status: 'APPRAISAL_DONE', offerCents: 900_000 })
    const journey = aJourney({ tradeInformation: { vehicles: [known] } })
    const [changed] = vehicleInputs([known])
    const { id: _id, ...added } = { ...changed!, registration: 'NEW1' }
    const { vehicles } = withPatch(journey, {
      tradeInformation: { vehicles: [{ ...changed!, odometerKm: 90_000 }, added] },
    }).tradeInformation

    expect(vehicles[0]).toMatchObject({
      id: 'trade-1',
      odometerKm: 90_000,
      status: 'APPRAISAL_DONE',
      offerCents: 900_000,
    })
    expect(vehicles[1]).toMatchObject({ id: 'new-1', status: 'TRADE_ADDED', confirmedDate: null })
    const sent = forSending({ tradeInformation: { vehicles: vehicleInputs(vehicles) } })
    expect(sent.tradeInformation?.vehicles.map(({ id }) => id)).toEqual(['trade-1', undefined])
  })
})

// Decision 11
test('finance answers, licence and date of birth are not kept in the browser', () => {
  const kept = forStorage({
    outletCode: 'A',
    ownerDetails: anOwner({ driverLicence: licence, dateOfBirth: '1990-01-01' }),
    financeApplication: { income: { incomeAfterTaxCents: 123_456 } },
  })
  expect(kept).toEqual({ outletCode: 'A', ownerDetails: anOwner() })
  expect(JSON.stringify(kept)).not.toMatch(/AB123456|1990|123456/)
})

// Decision 29
describe('when the journey changed elsewhere', () => {
  const before = aJourney({ version: 1, outletCode: 'OLD' })
  const patch = { outletCode: 'MINE', ownerDetails: anOwner() }

  test('fields that were not changed elsewhere are kept', () => {
    const now = aJourney({ version: 2, outletCode: 'OLD', hasAppliedForFinancePreApproval: true })
    expect(rebase(patch, before, now)).toEqual({ patch, lost: [] })
  })

  test('a field that was changed elsewhere keeps that change, and is named', () => {
    const now = aJourney({ version: 2, outletCode: 'THEIRS' })
    expect(rebase(patch, before, now)).toEqual({
      patch: { ownerDetails: anOwner() },
      lost: ['outletCode'],
    })
  })

  test('the same change arriving twice is no conflict', () => {
    const now = aJourney({ version: 2, outletCode: 'MINE', ownerDetails: anOwner() })
    expect(rebase(patch, before, now)).toEqual({ patch: {}, lost: [] })
  })

  test('fields that the server adds to a vehicle are no conflict', () => {
    const vehicle = aTradeVehicle()
    const [input] = vehicleInputs([vehicle])
    const base = aJourney({ tradeInformation: { vehicles: [vehicle] } })
    const now = aJourney({
      tradeInformation: {
        vehicles: [{ ...vehicle, status: 'APPRAISAL_DONE', offerCents: 1_000_000 }],
      },
    })
    const change = { tradeInformation: { vehicles: [{ ...input!, odometerKm: 1 }] } }
    expect(rebase(change, base, now)).toEqual({ patch: change, lost: [] })
  })

  test('an offer that was replaced is not accepted', () => {
    const offered = (offerCents: number) => aTradeVehicle({ status: 'APPRAISAL_DONE', offerCents })
    const of = (offerCents: number) =>
      aJourney({ tradeInformation: { vehicles: [offered(offerCents)] } })
    const [input] = vehicleInputs([offered(1_200_000)])
    const change = { tradeInformation: { vehicles: [{ ...input!, request: 'ACCEPT' as const }] } }
    expect(rebase(change, of(1_200_000), of(700_000))).toEqual({
      patch: {},
      lost: ['tradeInformation'],
    })
    expect(rebase(change, of(1_200_000), of(1_200_000)).patch).toEqual(change)
  })

  test('a licence that storage did not keep comes from the server again', () => {
    const base = baseOf(patch, aJourney({ ownerDetails: anOwner({ driverLicence: licence }) }))
    const now = aJourney({ ownerDetails: anOwner({ driverLicence: licence }) })
    const typed = { ownerDetails: anOwner({ firstName: 'Amelia' }) }
    expect(rebase(typed, forStorage(base), now).patch.ownerDetails).toEqual(
      anOwner({ firstName: 'Amelia', driverLicence: licence }),
    )
  })

  test('finance answers and the furthest step always go on', () => {
    const change = {
      financeApplication: { assets: { savingsCents: 5 } },
      metadata: { furthestStep: 'finance' as const },
    }
    expect(rebase(change, {}, aJourney({ version: 9 })).patch).toEqual(change)
  })
})
