import type { z } from '#lib/shared/zod.ts'
import type * as calls from '#lib/catalogue/calls.ts'
import type { Model, Variant } from '#lib/catalogue/shapes.ts'
import type { StockLevel } from '#lib/codes.ts'
import { comesWith, findCar, fitsCar } from '#lib/pricing/pricing-cars.ts'
import { modelFromCents } from '#lib/catalogue/showroom.ts'
import type { CatalogueModel, CatalogueVariant } from '#content/schema/model.ts'
import type { Deps } from '#server/deps.ts'

export type VariantOptionAnswer = z.output<typeof calls.getVariantOption.answer>

const LEVELS = ['In stock', 'On order', 'Unavailable'] as const
const bestOf = (levels: StockLevel[]): StockLevel =>
  LEVELS.find((level) => levels.includes(level)) ?? 'Unavailable'

/** The range as it can be bought now. */
export interface Showroom {
  models: Model[]
  /** Cars in stock, by option and colour. */
  counts: Map<string, number>
  /** Answers already made, by option: the same object each time, so that it is written out once. */
  options: Map<string, VariantOptionAnswer>
  list: { models: Model[] }
}

/** A car's key in {@link Showroom.counts}. */
export const keyOf = (kdcd: string, colourCode: string) => `${kdcd} ${colourCode}`

/** The range for the cars in stock, by option and colour. */
export function arrangeShowroom({ catalogue }: Deps, counts: Map<string, number>): Showroom {
  const planned = new Map(
    catalogue.stock.map(({ kdcd, colourCode, level }) => [keyOf(kdcd, colourCode), level]),
  )
  const toVariant = (variant: CatalogueVariant): Variant => {
    const options = variant.options.map((option) => ({
      kdcd: option.kdcd,
      name: option.name,
      priceCents: option.totalPriceCents,
      stockLevel: bestOf(
        option.colourCodes.map((code) => levelOf(counts, planned, option.kdcd, code)),
      ),
      includes: option.includes,
      colourCodes: option.colourCodes,
      interiorCodes: option.interiorCodes,
    }))
    const { code, name, grade, powertrain, priceCents, energyEconomy } = variant
    const stockLevel = bestOf(options.map((option) => option.stockLevel))
    return { code, name, grade, powertrain, priceCents, stockLevel, energyEconomy, options }
  }
  const toModel = (model: CatalogueModel): Model => {
    const variants = model.variants.map(toVariant)
    return {
      code: model.code,
      name: model.name,
      bodyType: model.bodyType,
      tagline: model.tagline,
      fromPriceCents: modelFromCents(model, catalogue.onRoadCosts),
      stockLevel: bestOf(variants.map((variant) => variant.stockLevel)),
      variants,
    }
  }
  const models = catalogue.models.map(toModel)
  return { models, counts, options: new Map(), list: { models } }
}

/** A colour with a car in stock is "In stock"; a sold-out colour is on order. */
function levelOf(
  counts: Map<string, number>,
  planned: Map<string, StockLevel>,
  kdcd: string,
  colourCode: string,
): StockLevel {
  const key = keyOf(kdcd, colourCode)
  if (counts.has(key)) return 'In stock'
  return planned.get(key) === 'Unavailable' ? 'Unavailable' : 'On order'
}

/**
 * One option with its colours, interiors, accessories and plans.
 *
 * @returns `null` for a code that is not in the catalogue.
 */
export function describeOption(
  { catalogue }: Deps,
  { models, counts }: Showroom,
  kdcd: string,
): VariantOptionAnswer | null {
  const car = findCar(kdcd, catalogue)
  const model = models.find(({ code }) => code === car?.model.code)
  const variant = model?.variants.find(({ code }) => code === car?.variant.code)
  const option = variant?.options.find((option) => option.kdcd === kdcd)
  if (!car || !model || !variant || !option) return null

  const isElectric = variant.powertrain === 'EV'
  const { standardCents, byPowertrain, includes } = catalogue.onRoadCosts
  return {
    option,
    variant,
    model,
    colours: catalogue.colours.filter(({ code }) => option.colourCodes.includes(code)),
    interiors: catalogue.interiors.filter(({ code }) => option.interiorCodes.includes(code)),
    accessories: catalogue.accessories
      .filter((accessory) => fitsCar(accessory, car) && !comesWith(car, accessory))
      .map(({ code, name, category, priceCents }) => ({ code, name, category, priceCents })),
    servicePlans: catalogue.servicePlans.map(({ evPriceCents, priceCents, ...plan }) => ({
      code: plan.code,
      name: plan.name,
      months: plan.months,
      km: plan.km,
      priceCents: isElectric ? evPriceCents : priceCents,
      covers: plan.covers,
    })),
    onRoad: {
      amountCents: byPowertrain[car.variant.powertrain as never] ?? standardCents,
      includes,
    },
    stock: catalogue.stock
      .filter((line) => line.kdcd === kdcd)
      .map(({ colourCode, level, etaWeeks }) => {
        const isInStock = counts.has(keyOf(kdcd, colourCode))
        const isSoldOut = level === 'In stock' && !isInStock
        return {
          colourCode,
          level: isInStock ? 'In stock' : isSoldOut ? 'On order' : level,
          etaWeeks: isInStock ? 0 : isSoldOut ? null : etaWeeks,
        }
      }),
  }
}
