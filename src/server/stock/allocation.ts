import type { DeliveryStatus } from '#lib/codes.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { monthsAfter } from '#lib/catalogue/delivery.ts'
import { findCar } from '#lib/pricing/pricing-cars.ts'
import type { Trx } from '#server/database.ts'
import { insertAllocation, promiseBuildSlot, stockWithCars, takeFromStock } from './queries.ts'
import { assignFreeCar } from './car-queries.ts'
import type { Deps } from '#server/deps.ts'

export type Allocation = 'STOCK' | 'BUILD'

/** The first stage of a delivery: a car in stock has none, since no factory delivers it. */
export const FIRST_DELIVERY_STATUS = { STOCK: null, BUILD: 'ONORDER' } as const satisfies Record<
  Allocation,
  DeliveryStatus | null
>

/**
 * Holds a car for a journey: one from stock, else a slot in the earliest month that has one (decision 43).
 *
 * @returns `null` when there is nothing to hold within the horizon.
 */
export async function allocateCar(
  deps: Deps,
  trx: Trx,
  { purchaseJourneyId, request, outletCode }: Wanted,
): Promise<Allocation | null> {
  const { kdcd, colourCode = '' } = request
  const held = { purchase_journey_id: purchaseJourneyId, created_at: deps.now().toISOString() }
  const nowhere = { stock_id: null, model_code: null, month: null, eta_weeks: null }

  const lines = await stockWithCars(trx, kdcd, colourCode)
  // Soonest first; of equal ones the customer's own outlet.
  const rank = (line: (typeof lines)[number]) =>
    (line.eta_weeks ?? 0) * 2 + (line.outlet_code === outletCode ? 0 : 1)
  for (const { stock_id, eta_weeks } of lines.sort((a, b) => rank(a) - rank(b)))
    if (await takeFromStock(trx, stock_id)) {
      await insertAllocation(trx, { ...held, kind: 'STOCK', ...nowhere, stock_id, eta_weeks })
      await assignFreeCar(trx, stock_id, purchaseJourneyId)
      return 'STOCK'
    }

  const car = findCar(kdcd, deps.catalogue)
  if (!car || !canBeBuilt(deps, kdcd, colourCode)) return null
  const { perMonthByModel, horizonMonths } = deps.catalogue.buildSlots
  const perMonth = perMonthByModel[car.model.code] ?? 0
  for (const month of monthsAfter(aucklandDay(deps.now()), horizonMonths))
    if (await promiseBuildSlot(trx, car.model.code, month, perMonth)) {
      await insertAllocation(trx, {
        ...held,
        kind: 'BUILD',
        ...nowhere,
        model_code: car.model.code,
        month,
      })
      return 'BUILD'
    }
  return null
}

export interface Wanted {
  purchaseJourneyId: string
  request: Pick<QuoteRequest, 'kdcd' | 'colourCode'>
  outletCode: string | null
}

/** A car that the catalogue marks as unavailable is no longer built. */
export const canBeBuilt = ({ catalogue }: Deps, kdcd: string, colourCode: string): boolean =>
  catalogue.stock.some(
    (line) => line.kdcd === kdcd && line.colourCode === colourCode && line.level !== 'Unavailable',
  )
