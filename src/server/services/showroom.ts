import type { z } from '#lib/zod.ts'
import * as calls from '#lib/contract/catalogue.ts'
import type { Model, Variant } from '#lib/contract/shapes/catalogue.ts'
import type { StockLevel } from '#lib/contract/shapes/codes.ts'
import type { QuoteRequest } from '#lib/contract/shapes/quote.ts'
import { aucklandDay } from '#lib/domain/dates.ts'
import { deliveryEstimate, monthsAfter, type Days, type HeldCar } from '#lib/domain/delivery.ts'
import { comesWith, findCar, fitsCar } from '#lib/domain/pricing-cars.ts'
import { modelFromCents } from '#lib/domain/showroom.ts'
import type { CatalogueModel, CatalogueVariant } from '#content/schema/model.ts'
import type { Deps } from '../deps.ts'
import { canBeBuilt } from './allocation.ts'

export type VariantOptionAnswer = z.output<typeof calls.getVariantOption.answer>

/** How long the range is shown as it was counted last. */
const COUNT_EVERY_MS = 2_000

const LEVELS = ['In stock', 'On order', 'Unavailable'] as const
const bestOf = (levels: StockLevel[]): StockLevel =>
  LEVELS.find((level) => levels.includes(level)) ?? 'Unavailable'

/** The range as it can be bought now. */
interface Showroom {
  models: Model[]
  /** Cars standing somewhere, by option and colour. */
  counts: Map<string, number>
  /** Answers already made, by option: the same object each time, so that it is written out once. */
  options: Map<string, VariantOptionAnswer>
  list: { models: Model[] }
}

/** What was counted last. */
interface Counted {
  countedAtMs: number
  state: string
  showroom: Showroom
  /** In how many weeks the soonest car of an option and colour stands here. */
  soonestWeeks: Map<string, number>
  /** The first month with a build slot left, by model. */
  nextMonth: Map<string, string>
}

const shown = new WeakMap<Deps, Counted>()

const keyOf = (kdcd: string, colourCode: string) => `${kdcd} ${colourCode}`

/** The range as it can be bought now. It is counted again every two seconds, and made anew only when a car came or went. */
async function count(deps: Deps): Promise<Counted> {
  const nowMs = deps.now().getTime()
  const known = shown.get(deps)
  if (known && Math.abs(nowMs - known.countedAtMs) < COUNT_EVERY_MS) return known
  const rows = await deps.db
    .selectFrom('stock')
    .select(['kdcd', 'colour_code', 'quantity', 'eta_weeks'])
    .where('quantity', '>', 0)
    .orderBy('kdcd')
    .orderBy('colour_code')
    .execute()
  const counts = new Map<string, number>()
  const soonestWeeks = new Map<string, number>()
  for (const { kdcd, colour_code, quantity, eta_weeks } of rows) {
    const key = keyOf(kdcd, colour_code)
    counts.set(key, (counts.get(key) ?? 0) + quantity)
    soonestWeeks.set(key, Math.min(soonestWeeks.get(key) ?? Infinity, eta_weeks ?? 0))
  }
  const state = [...counts.keys()].join()
  const showroom = known?.state === state ? known.showroom : arrange(deps, counts)
  const nextMonth = await nextMonths(deps)
  const counted = { countedAtMs: nowMs, state, showroom, soonestWeeks, nextMonth }
  shown.set(deps, counted)
  return counted
}

const showroomOf = async (deps: Deps): Promise<Showroom> => (await count(deps)).showroom

/** The first month of each model that has a build slot left (decision 43). */
async function nextMonths({ db, catalogue, now }: Deps): Promise<Map<string, string>> {
  const { perMonthByModel, horizonMonths } = catalogue.buildSlots
  const months = monthsAfter(aucklandDay(now()), horizonMonths)
  const rows = await db
    .selectFrom('build_slot')
    .select(['model_code', 'month', 'promised'])
    .where('model_code', 'in', Object.keys(perMonthByModel))
    .where('month', 'in', months)
    .execute()
  const promised = new Map(rows.map((row) => [`${row.model_code} ${row.month}`, row.promised]))
  return new Map(
    Object.entries(perMonthByModel).flatMap(([model, most]) => {
      const free = months.find((month) => (promised.get(`${model} ${month}`) ?? 0) < most)
      return free === undefined ? [] : [[model, free]]
    }),
  )
}

/**
 * Between which days a car would be ready if it were ordered now, as `allocateCar` would hold one for it. `null` when
 * there is none to hold.
 */
export async function deliveryOf(
  deps: Deps,
  { kdcd, colourCode = '' }: Pick<QuoteRequest, 'kdcd' | 'colourCode'>,
): Promise<Days | null> {
  const { soonestWeeks, nextMonth } = await count(deps)
  const etaWeeks = soonestWeeks.get(keyOf(kdcd, colourCode))
  const model = findCar(kdcd, deps.catalogue)?.model.code ?? ''
  const month = canBeBuilt(deps, kdcd, colourCode) ? nextMonth.get(model) : undefined
  const held: HeldCar | null =
    etaWeeks !== undefined
      ? { kind: 'STOCK', etaWeeks }
      : month !== undefined
        ? { kind: 'BUILD', month }
        : null
  return held && deliveryEstimate(held, aucklandDay(deps.now()))
}

function arrange({ catalogue }: Deps, counts: Map<string, number>): Showroom {
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

/** "In stock" is what stands somewhere; a colour that is sold out is on order like the others. */
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

/** The range: models, variants and orderable options. */
export const listRange = async (deps: Deps): Promise<{ models: Model[] }> =>
  (await showroomOf(deps)).list

/**
 * One orderable option and everything that can be chosen with it.
 *
 * @returns `null` for a code that is not in the catalogue.
 */
export async function findOption(deps: Deps, kdcd: string): Promise<VariantOptionAnswer | null> {
  const showroom = await showroomOf(deps)
  let answer = showroom.options.get(kdcd) ?? null
  if (!answer) {
    answer = describeOption(deps, showroom, kdcd)
    if (answer) showroom.options.set(kdcd, answer)
  }
  return answer
}

function describeOption(
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
        const stands = counts.has(keyOf(kdcd, colourCode))
        const isSoldOut = level === 'In stock' && !stands
        return {
          colourCode,
          level: stands ? 'In stock' : isSoldOut ? 'On order' : level,
          etaWeeks: stands ? 0 : isSoldOut ? null : etaWeeks,
        }
      }),
  }
}
