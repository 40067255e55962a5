import { yearlyCosts } from '#lib/catalogue/running-costs.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { Problem } from '../content-error.ts'
import type { Catalogue } from '../schema/catalogue.ts'

/** How far a label's yearly cost may be from our own: labels round it. */
const TOLERANCE = 0.02

/** Energy labels whose yearly cost is not what a car costs at the prices of economy.json: a page shows both. */
export function labelCostProblems({
  models,
  economyAssumptions: prices,
}: Pick<Catalogue, 'models' | 'economyAssumptions'>): Problem[] {
  return models.flatMap(({ slug, variants }) =>
    variants.flatMap(({ powertrain, energyEconomy }, i): Problem[] => {
      const { yearlyCostCents, yearlyCostIncludesRuc } = energyEconomy
      const km = prices.annualDistanceKm
      const costs = yearlyCosts({ powertrain, ...energyEconomy }, prices, km, 0)
      if (yearlyCostCents === null || !costs) return []
      const cents = costs.energyCents + (yearlyCostIncludesRuc ? costs.roadUserCents : 0)
      if (Math.abs(yearlyCostCents - cents) <= cents * TOLERANCE) return []
      return [
        {
          file: `models/${slug}.json`,
          path: `variants[${i}].energyEconomy.yearlyCostCents`,
          reason: `is ${formatMoney(yearlyCostCents)}, but at the prices in economy.json the car costs ${formatMoney(Math.round(cents / 100) * 100)} a year ${yearlyCostIncludesRuc ? 'with' : 'without'} road user charges: correct one of them`,
        },
      ]
    }),
  )
}
