import type { listNearestCars as call } from '#lib/stock/nearest-calls.ts'
import type { Quote, QuoteRequest } from '#lib/quotes/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { deliveryEstimate } from '#lib/catalogue/delivery.ts'
import { differencesFrom, nearestTo, type ComparedCar } from '#lib/stock/nearest-cars.ts'
import { accessoryConflicts, findCar } from '#lib/pricing/pricing-cars.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import type { z } from '#lib/shared/zod.ts'
import { findQuote } from '#server/quotes/queries.ts'
import { carsInStock } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { visibleJourney } from '#server/journeys/access.ts'
import { onSale } from '#server/quotes/quote-pricing.ts'

/** How many are shown. */
const MOST = 3

/**
 * The cars in stock that are nearest to the one a purchase waits for, each with what differs and what it costs with the
 * same extras. None for a purchase that waits for no car.
 *
 * @throws {ApiProblem} 404.
 */
export async function findNearestCars(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<z.output<typeof call.answer>> {
  const journey = await visibleJourney(deps.db, actor, id)
  if (journey.status !== 'NOCARAVAIL') return { cars: [] }
  const { quote } = (await findQuote(deps.db, journey.current_quote_id))!
  const ordered = comparedCar(deps, quote.request.kdcd, quote)
  if (!ordered) return { cars: [] }
  const today = aucklandDay(deps.now())
  const cars = (await carsInStock(deps.db)).flatMap(({ kdcd, colour_code, eta_weeks }) => {
    const priced = pricedAs(deps, quote.request, kdcd, colour_code)
    const compared = priced && comparedCar(deps, kdcd, priced)
    return compared ? [{ ...compared, priced, etaWeeks: eta_weeks ?? 0 }] : []
  })
  return {
    cars: nearestTo(ordered, cars, MOST).map((car) => ({
      request: car.priced.request,
      vehicle: car.priced.vehicle,
      driveAwayCents: car.driveAwayCents,
      differenceCents: car.driveAwayCents - ordered.driveAwayCents,
      differences: differencesFrom(ordered, car),
      ready: deliveryEstimate({ kind: 'STOCK', etaWeeks: car.etaWeeks }, today),
    })),
  }
}

type Priced = Pick<Quote, 'vehicle' | 'totals'>

function comparedCar({ catalogue }: Deps, kdcd: string, priced: Priced): ComparedCar | null {
  const car = findCar(kdcd, catalogue)
  const model = catalogue.models.find(({ code }) => code === car?.model.code)
  const variant = model?.variants.find(({ code }) => code === car?.variant.code)
  return car && model && variant
    ? {
        vehicle: priced.vehicle,
        optionName: car.option.name,
        bodyType: model.bodyType,
        powertrain: variant.powertrain,
        powerKw: variant.specs.powerKw,
        driveAwayCents: priced.totals.driveAwayCents,
      }
    : null
}

/** Prices another car with the choices of the first, as far as it offers them. */
function pricedAs(deps: Deps, wanted: QuoteRequest, kdcd: string, colourCode: string) {
  const catalogue = onSale(deps)
  const car = findCar(kdcd, catalogue)
  if (!car) return null
  const { interiorCode, accessoryCodes = [], servicePlanCode, payOption, finance } = wanted
  const unfit = new Set(accessoryConflicts(accessoryCodes, car, catalogue).map(({ code }) => code))
  const request = {
    kdcd,
    colourCode,
    ...(interiorCode && car.option.interiorCodes.includes(interiorCode) && { interiorCode }),
    accessoryCodes: accessoryCodes.filter((code) => !unfit.has(code)),
    servicePlanCode: servicePlanCode ?? null,
  }
  const asAsked = priceQuote({ ...request, payOption, ...(finance && { finance }) }, catalogue)
  // A loan or lease that does not fit this car has to be chosen again.
  const priced = asAsked.ok ? asAsked : priceQuote({ ...request, payOption: 'CASH' }, catalogue)
  return priced.ok ? priced.value : null
}
