import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { builderProps } from '#ui/configuration/builder-data.ts'
import { calculateQuote } from '#lib/quotes/calls.ts'
import { dealFor, fitFinance } from '#lib/catalogue/configuration.ts'
import { financeChoices } from '#lib/pricing/pricing-finance.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { startApplication } from '#tests/setup/application.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { withRunningOffers } from '#lib/catalogue/offers.ts'
import { isPayOption } from '#lib/payments/pay-options.ts'
import { findCar, offeredAccessories } from '#lib/pricing/pricing-cars.ts'
import { priceQuote, type PricedRequest } from '#lib/pricing/pricing.ts'

/** Numbers in [0, 1) that are the same on every run (mulberry32). */
function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** While an offer takes something off some cars. */
const OFFER_TIME = '2027-02-10T01:00:00.000Z'
const sold = withRunningOffers(catalogue, aucklandDay(OFFER_TIME))

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

/** The same with terms of its loan or lease that are not the assumed ones. */
function withRandomTerms(request: PricedRequest): PricedRequest {
  const deal = dealFor(request, sold)
  const choices = deal && financeChoices(deal)
  if (!choices) return request
  const asked = {
    termMonths: oneOf(choices.termsMonths),
    frequency: oneOf(choices.frequencies),
    annualKm: choices.kmPerYear.length > 0 ? oneOf(choices.kmPerYear) : undefined,
    depositCents: Math.floor(random() * 4_000_000),
  }
  return { ...request, finance: fitFinance(asked, deal) }
}

/** The catalogue as build and quote gets it. */
const onPage = withRunningOffers(
  builderProps(catalogue, () => ({ width: 1, height: 1 }), '').catalogue,
  aucklandDay(OFFER_TIME),
)

/** For the long run: `CONFIGURATIONS=10000 npx vitest run tests/pricing.test.ts --testTimeout 600000`. */
const LONG = Number(process.env.CONFIGURATIONS ?? 0)
const RUNS = LONG || 2_000
const ASKED = LONG || 100

test('the prices of random cars of the catalogue add up to the cent', () => {
  let priced = 0
  let discounted = 0
  for (let i = 0; i < RUNS; i++) {
    const request = withRandomTerms(randomRequest())
    const result = priceQuote(request, sold)
    if (!result.ok) {
      // Random accessories may contradict one another; nothing else may be wrong.
      expect([...new Set(result.problems.map(({ property }) => property))], `${i}`).toEqual([
        'accessoryCodes',
      ])
      continue
    }
    priced++
    if (result.value.lines.some(({ kind }) => kind === 'OFFER')) discounted++
    const { lines, totals, finance } = result.value
    const at = JSON.stringify(request)
    expect(
      lines.every(
        ({ kind, amountCents }) =>
          Number.isSafeInteger(amountCents) &&
          (kind === 'OFFER' ? amountCents < 0 : amountCents >= 0),
      ),
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
    expect(priceQuote(result.value.request, sold), at).toEqual(result)
    // The data sent to the browser gives the same price.
    expect(priceQuote(request, onPage), at).toEqual(result)
  }
  expect(priced).toBeGreaterThan(RUNS * 0.4)
  expect(discounted).toBeGreaterThan(0)
})

test('every option of the catalogue can be bought in every way it is offered', () => {
  for (const kdcd of kdcds)
    for (const payOption of payOptions)
      expect(priceQuote({ kdcd, payOption }, catalogue), `${kdcd} ${payOption}`).toMatchObject({
        ok: true,
      })
})

test('the server prices random cars as the page does, and its answers add up', async () => {
  const db = openSqlite(':memory:')
  await migrate(db)
  const app = startApplication(db, {
    env: {
      FEATURE_RESERVATIONS: 'on',
      LIMIT_QUOTES_PER_MINUTE: '999999',
      LIMIT_CALLS_PER_MINUTE: '999999',
      LIMIT_CHANGES_PER_MINUTE: '999999',
      LIMIT_ANONYMOUS_QUOTES_PER_DAY: '999999',
    },
  })
  app.clock.advance(Date.parse(OFFER_TIME) - app.clock.now().getTime())
  const call = app.browser()
  for (let asked = 0; asked < ASKED;) {
    const body = withRandomTerms(randomRequest())
    const engine = priceQuote(body, onPage)
    if (!engine.ok) continue
    asked++
    const { lines, totals, finance, vehicle } = valueOf(await call(calculateQuote, { body }))
    const { value } = engine
    expect({ lines, totals, finance, vehicle }, JSON.stringify(body)).toEqual({
      lines: value.lines,
      totals: value.totals,
      finance: value.finance,
      vehicle: value.vehicle,
    })
  }
  expect(await db.selectFrom('quote').select('quote_id').execute()).toHaveLength(ASKED)
  await db.destroy()
})
