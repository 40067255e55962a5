import type { z } from '#lib/shared/zod.ts'
import type * as calls from '#lib/catalogue/calls.ts'
import type { Model } from '#lib/catalogue/shapes.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { deliveryEstimate, monthsAfter, type Days, type HeldCar } from '#lib/catalogue/delivery.ts'
import { findCar } from '#lib/pricing/pricing-cars.ts'
import type { Db } from '#server/database.ts'
import { readRequest, listBackorders } from '#server/purchases/backorder-queries.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { canBeBuilt } from './allocation.ts'
import {
  arrangeShowroom,
  describeOption,
  keyOf,
  type Showroom,
  type VariantOptionAnswer,
} from './range.ts'

/** How long a count is reused. */
const COUNT_EVERY_MS = 2_000
/** How many backorders are counted. */
const MOST_WAITING = 500

/** The last count. */
interface Counted {
  countedAtMs: number
  state: string
  showroom: Showroom
  /** Weeks until the soonest car of an option and colour arrives, without those kept for backorders. */
  soonestWeeks: Map<string, number>
  /** The first month with a free build slot, by model, without those kept for backorders. */
  nextMonth: Map<string, string>
}

const shown = new WeakMap<Deps, Counted>()

/** The range as it can be bought now. It is counted every two seconds, and rebuilt only when a car came or went. */
async function count(deps: Deps, db: Db = deps.db): Promise<Counted> {
  const nowMs = deps.now().getTime()
  const known = shown.get(deps)
  if (known && Math.abs(nowMs - known.countedAtMs) < COUNT_EVERY_MS) return known
  const rows = await db
    .selectFrom('stock')
    .select(['kdcd', 'colour_code', 'quantity', 'eta_weeks'])
    .where('quantity', '>', 0)
    .orderBy('kdcd')
    .orderBy('colour_code')
    .execute()
  const counts = new Map<string, number>()
  for (const { kdcd, colour_code, quantity } of rows) {
    const key = keyOf(kdcd, colour_code)
    counts.set(key, (counts.get(key) ?? 0) + quantity)
  }
  // Backorders come first: the soonest cars are kept for them.
  const ahead = await countWaiting(db)
  const soonestWeeks = new Map<string, number>()
  const bySoonest = rows.sort((a, b) => (a.eta_weeks ?? 0) - (b.eta_weeks ?? 0))
  for (const { kdcd, colour_code, quantity, eta_weeks } of bySoonest) {
    const key = keyOf(kdcd, colour_code)
    const taken = Math.min(quantity, ahead.get(key)?.count ?? 0)
    if (taken > 0) ahead.get(key)!.count -= taken
    if (taken < quantity && !soonestWeeks.has(key)) soonestWeeks.set(key, eta_weeks ?? 0)
  }
  const state = [...counts.keys()].join()
  const showroom = known?.state === state ? known.showroom : arrangeShowroom(deps, counts)
  const nextMonth = await nextMonths(deps, db, waitingToBeBuilt(deps, [...ahead.values()]))
  const counted = { countedAtMs: nowMs, state, showroom, soonestWeeks, nextMonth }
  shown.set(deps, counted)
  return counted
}

const showroomOf = async (deps: Deps): Promise<Showroom> => (await count(deps)).showroom

type Waiting = Pick<QuoteRequest, 'kdcd' | 'colourCode'> & { count: number }

/** How many purchases wait for each car. */
async function countWaiting(db: Db): Promise<Map<string, Waiting>> {
  const waiting = new Map<string, Waiting>()
  for (const { request } of await listBackorders(db, MOST_WAITING, null)) {
    const { kdcd = '', colourCode = '' } = readRequest(request) ?? {}
    const key = keyOf(kdcd, colourCode)
    waiting.set(key, { kdcd, colourCode, count: (waiting.get(key)?.count ?? 0) + 1 })
  }
  return waiting
}

/** How many of those wait for a build slot, by model code. */
function waitingToBeBuilt(deps: Deps, waiting: readonly Waiting[]): Map<string, number> {
  const ahead = new Map<string, number>()
  for (const { kdcd, colourCode = '', count } of waiting) {
    const model = findCar(kdcd, deps.catalogue)?.model.code
    if (model && canBeBuilt(deps, kdcd, colourCode))
      ahead.set(model, (ahead.get(model) ?? 0) + count)
  }
  return ahead
}

/**
 * The first month of each model that has a build slot left (decision 43).
 *
 * @param ahead How many slots of a model go to those who wait.
 */
async function nextMonths(
  { catalogue, now }: Deps,
  db: Db,
  ahead: ReadonlyMap<string, number>,
): Promise<Map<string, string>> {
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
      let taken = ahead.get(model) ?? 0
      const free = months.find((month) => {
        const left = Math.max(0, most - (promised.get(`${model} ${month}`) ?? 0))
        if (left > taken) return true
        taken -= left
        return false
      })
      return free === undefined ? [] : [[model, free]]
    }),
  )
}

/**
 * Between which days a car would be ready if it were ordered now, as `allocateCar` would hold one for it. `null` when
 * there is none to hold.
 */
export async function deliveryIfOrdered(
  deps: Deps,
  car: Pick<QuoteRequest, 'kdcd' | 'colourCode'>,
  db: Db = deps.db,
): Promise<Days | null> {
  return estimateOf(deps, await count(deps, db), car)
}

/**
 * The same for every option and colour of a model.
 *
 * @throws {ApiProblem} 404 for a model that is not in the catalogue.
 */
export async function listDeliveries(
  deps: Deps,
  modelCode: string,
): Promise<z.output<typeof calls.listModelDeliveries.answer>> {
  const model = deps.catalogue.models.find(({ code }) => code === modelCode)
  if (!model) throw notFound()
  const counted = await count(deps)
  return {
    deliveries: model.variants.flatMap(({ options }) =>
      options.flatMap(({ kdcd, colourCodes }) =>
        colourCodes.map((colourCode) => ({
          kdcd,
          colourCode,
          delivery: estimateOf(deps, counted, { kdcd, colourCode }),
        })),
      ),
    ),
  }
}

function estimateOf(
  deps: Deps,
  { soonestWeeks, nextMonth }: Counted,
  { kdcd, colourCode = '' }: Pick<QuoteRequest, 'kdcd' | 'colourCode'>,
): Days | null {
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
