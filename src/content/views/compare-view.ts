import { carSize } from '../model-pictures.ts'
import type { ComparedCar } from '#lib/catalogue/compare.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { YearOfDriving } from '#lib/catalogue/against-my-car.ts'
import { yearlyCosts } from '#lib/catalogue/running-costs.ts'
import { driveAwayFromCents, energyLabel } from '#lib/catalogue/showroom.ts'
import { GRADE_ROWS, gradeColourCode } from '../model-view.ts'
import type { Catalogue } from '../schema/catalogue.ts'

/** Every grade for the comparison of cars with its formatted figures, and the labels in their order. */
export function comparison({ models, onRoadCosts, economyAssumptions }: Catalogue): {
  cars: ComparedCar[]
  labels: string[]
  year: YearOfDriving
} {
  const { annualDistanceKm: km, electric: _, note: _note, ...prices } = economyAssumptions
  const year = { prices, km }
  const cars = models.flatMap((model) =>
    model.variants.map((variant): ComparedCar => {
      const energy = energyLabel(variant.energyEconomy, economyAssumptions.annualDistanceKm)
      return {
        code: variant.code,
        name: variant.name,
        modelSlug: model.slug,
        modelName: model.name,
        colourCode: gradeColourCode(model, variant),
        picture: carSize(model.slug),
        kdcd: variant.options[0]!.kdcd,
        values: Object.fromEntries([
          ['Drive-away from', formatMoney(driveAwayFromCents(variant, onRoadCosts))],
          ['Stock', variant.stockLevel],
          ...GRADE_ROWS.map(([label, value]) => [label, value(variant)]),
          ...energy.map(({ label, value }) => [label, value]),
        ]),
        facts: {
          powerKw: variant.specs.powerKw,
          bootLitres: variant.specs.bootLitres || null,
          yearlyCents:
            yearlyCosts(
              { powertrain: variant.powertrain, ...variant.energyEconomy },
              year.prices,
              year.km,
              0,
            )?.totalCents ?? null,
        },
      }
    }),
  )
  // A plug-in hybrid has every line of the energy label: its order is the order of all.
  const longest = cars.toSorted((a, b) => size(b) - size(a))
  return { cars, year, labels: [...new Set(longest.flatMap(({ values }) => Object.keys(values)))] }
}

const size = ({ values }: ComparedCar) => Object.keys(values).length
