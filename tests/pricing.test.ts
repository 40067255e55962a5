import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { isPayOption } from '#lib/domain/pay-options.ts'
import { findCar, offeredAccessories } from '#lib/domain/pricing-cars.ts'
import { priceQuote, type PricedRequest } from '#lib/domain/pricing.ts'

/** Numbers in [0, 1) that are the same on every run (mulberry32). */
function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const random = seeded(20_261_120)
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
const kdcds = catalogue.models.flatMap(({ variants }) =>
  variants.flatMap(({ options }) => options.map(({ kdcd }) => kdcd)),
)
const payOptions = catalogue.financeProducts.map(({ code }) => code).filter(isPayOption)

function randomRequest(): PricedRequest {
  const car = findCar(oneOf(kdcds), catalogue)!
  return {
    kdcd: car.option.kdcd,
    colourCode: oneOf(car.option.colourCodes),
    interiorCode: oneOf(car.option.interiorCodes),
    accessoryCodes: offeredAccessories(car, catalogue)
      .filter(() => random() < 0.3)
      .map(({ code }) => code),
    servicePlanCode: oneOf([null, ...catalogue.servicePlans.map(({ code }) => code)]),
    payOption: oneOf(payOptions),
  }
}

test('the prices of random cars of the catalogue add up to the cent', () => {
  let priced = 0
  for (let i = 0; i < 5_000; i++) {
    const request = randomRequest()
    const result = priceQuote(request, catalogue)
    if (!result.ok) {
      // Random accessories may contradict one another; nothing else may be wrong.
      expect([...new Set(result.problems.map(({ property }) => property))], `${i}`).toEqual([
        'accessoryCodes',
      ])
      continue
    }
    priced++
    const { lines, totals, finance } = result.value
    const at = JSON.stringify(request)
    expect(
      lines.every(({ amountCents }) => Number.isSafeInteger(amountCents) && amountCents >= 0),
      at,
    ).toBe(true)
    expect(
      lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
      at,
    ).toBe(totals.driveAwayCents)
    expect(totals.vehicleCents + totals.accessoriesCents + totals.onRoadCents, at).toBe(
      totals.driveAwayCents,
    )
    expect(Math.abs(totals.gstCents - (totals.driveAwayCents * 3) / 23), at).toBeLessThanOrEqual(
      0.5,
    )
    if (finance)
      expect(
        finance.paymentCents * (finance.paymentCount - 1) +
          finance.lastPaymentCents +
          finance.balloonCents,
        at,
      ).toBe(finance.totalPayableCents)
    expect(priceQuote(result.value.request, catalogue), at).toEqual(result)
  }
  expect(priced).toBeGreaterThan(2_000)
})

test('every option of the catalogue can be bought in every way it is offered', () => {
  for (const kdcd of kdcds)
    for (const payOption of payOptions)
      expect(priceQuote({ kdcd, payOption }, catalogue), `${kdcd} ${payOption}`).toMatchObject({
        ok: true,
      })
})
