import type { FinanceInputs } from '#lib/quotes/shapes.ts'
import {
  accessoryConflicts,
  comesWith,
  findCar,
  givenBy,
  offeredAccessories,
  type CatalogueCar,
} from '#lib/pricing/pricing-cars.ts'
import type { PricingCatalogue } from '#lib/pricing/pricing-catalogue.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { payKind, type PayKind } from '#lib/payments/pay-options.ts'
import {
  financeChoices,
  financeInputs,
  productFor,
  type Deal,
} from '#lib/pricing/pricing-finance.ts'
import { priceQuote, type Price, type PricedRequest } from '#lib/pricing/pricing.ts'

/** A requested configuration: any code may be unknown by now. */
export type AskedConfiguration = Omit<PricedRequest, 'finance'> & {
  finance?: Partial<FinanceInputs>
}

/** A configuration that has a price, and what had to give way for it, as sentences to show. */
export interface Fitted {
  price: Price
  notices: string[]
}

/**
 * The nearest configuration that can be bought: after another grade is chosen, or from a saved address.
 *
 * A choice that is not offered is replaced by the first that is, or left out, and named in a notice. Where no accessories
 * are named, the car has those that an offer gives.
 *
 * @throws {RangeError} If the catalogue offers no car or no cash.
 */
export function fitConfiguration(asked: AskedConfiguration, catalogue: PricingCatalogue): Fitted {
  const notices: string[] = []
  const known = findCar(asked.kdcd, catalogue)
  const car = known ?? firstCar(catalogue)
  if (asked.kdcd && !known)
    notices.push(`That car is no longer in our range. This is the ${car.variant.name}.`)

  const fit = (
    what: string,
    wanted: string | undefined,
    offered: readonly string[],
    rows: readonly { code: string; name: string }[],
  ) => {
    if (wanted && offered.includes(wanted)) return wanted
    const nameOf = (code?: string) => rows.find((row) => row.code === code)?.name
    if (wanted)
      notices.push(
        `${nameOf(wanted) ?? `That ${what}`} isn’t available for this car, so the ${what} is now ${nameOf(offered[0])}.`,
      )
    return offered[0]
  }
  const { colourCodes, interiorCodes } = car.option
  const colourCode = fit('colour', asked.colourCode, colourCodes, catalogue.colours)
  const interiorCode = fit('interior', asked.interiorCode, interiorCodes, catalogue.interiors)

  const accessories = fitAccessories(
    asked.accessoryCodes ?? giftsOf(car, catalogue),
    car,
    catalogue,
  )
  notices.push(...accessories.notices)

  const plan = catalogue.servicePlans.find(({ code }) => code === asked.servicePlanCode)
  if (asked.servicePlanCode && !plan) notices.push('We no longer offer that care plan.')

  const payOption = productFor(asked.payOption, catalogue) ? asked.payOption : 'CASH'
  if (payOption !== asked.payOption)
    notices.push('That way to pay isn’t available, so we’re showing the cash price.')

  const request: PricedRequest = {
    kdcd: car.option.kdcd,
    colourCode,
    interiorCode,
    accessoryCodes: accessories.codes,
    servicePlanCode: plan?.code ?? null,
    payOption,
  }
  const deal = dealFor(request, catalogue)
  const finance = deal && asked.finance ? fitFinance(asked.finance, deal) : undefined
  // A lease asks no deposit, so going to one or coming from one is no news.
  if (
    finance?.depositCents &&
    asked.finance?.depositCents &&
    finance.depositCents !== asked.finance.depositCents
  )
    notices.push(`The deposit is now ${formatMoney(finance.depositCents)}, to suit the price.`)
  const result = priceQuote({ ...request, finance }, catalogue)
  if (!result.ok) throw new RangeError(`Cannot be priced: ${JSON.stringify(result.problems)}`)
  return { price: result.value, notices }
}

/** A request's car at its price, with the product it is paid with; `null` when the rest of it cannot be priced. */
export function dealFor(request: PricedRequest, catalogue: PricingCatalogue): Deal | null {
  const car = findCar(request.kdcd, catalogue)
  const product = productFor(request.payOption, catalogue)
  const priced = priceQuote({ ...request, finance: undefined }, catalogue)
  return car && product && priced.ok
    ? { car, product, catalogue, driveAwayCents: priced.value.totals.driveAwayCents }
    : null
}

/**
 * The finance inputs of a request, to be fitted to another price. A deposit that is the least one is left out: it was
 * assumed, not chosen, and goes up and down with the price.
 */
export function chosenFinance(
  request: PricedRequest,
  catalogue: PricingCatalogue,
): Partial<FinanceInputs> | undefined {
  const { finance } = request
  const deal = finance && dealFor(request, catalogue)
  const isAssumed = deal && financeChoices(deal)?.minDepositCents === finance.depositCents
  return isAssumed ? { ...finance, depositCents: undefined } : finance
}

/** The terms that were wished for last, for each kind of paying. */
export type Wishes = Partial<Record<PayKind, FinanceInputs>>

/** The accessories that today's offers give with a car. */
const giftsOf = (car: CatalogueCar, catalogue: PricingCatalogue): string[] =>
  offeredAccessories(car, catalogue)
    .map(({ code }) => code)
    .filter((code) => givenBy(code, car, catalogue) !== undefined)

/**
 * The request after some choices change. Going back to a loan or a lease restores its terms, and another car comes with
 * what offers give with it and didn't with the car before.
 */
export function withChoices(
  before: PricedRequest,
  choices: Partial<AskedConfiguration>,
  wishes: Wishes,
  catalogue: PricingCatalogue,
): AskedConfiguration {
  const kind = payKind(choices.payOption ?? before.payOption)
  const isOtherKind = kind !== payKind(before.payOption)
  const finance = isOtherKind ? wishes[kind] : chosenFinance(before, catalogue)
  const [old, next] = [before, choices].map(({ kdcd = '' }) => findCar(kdcd, catalogue))
  const had = old ? giftsOf(old, catalogue) : []
  const gifts = next ? giftsOf(next, catalogue).filter((code) => !had.includes(code)) : []
  const accessoryCodes = [...(before.accessoryCodes ?? []), ...gifts]
  return { ...before, accessoryCodes, finance, ...choices }
}

export interface FittedAccessories {
  codes: string[]
  notices: string[]
}

/**
 * Accessories after one is ticked or cleared.
 *
 * Ticking adds the accessories it needs and removes those it excludes; clearing removes those that need it.
 */
export function toggleAccessory(
  codes: readonly string[],
  code: string,
  isWanted: boolean,
  car: CatalogueCar,
  catalogue: PricingCatalogue,
): FittedAccessories {
  if (!isWanted)
    return fitAccessories(
      codes.filter((chosen) => chosen !== code),
      car,
      catalogue,
    )

  const offered = new Map(offeredAccessories(car, catalogue).map((row) => [row.code, row]))
  const notices: string[] = []
  let next = [...new Set([...codes, code])]
  const added = [code]
  // Grows during the loop: an accessory that is needed may need another itself.
  for (const current of added) {
    const row = offered.get(current)
    for (const other of row?.requires ?? []) {
      const needed = offered.get(other)
      if (!needed || next.includes(other)) continue
      next = [...next, other]
      added.push(other)
      notices.push(`${row?.name} needs ${needed.name}, so we added it.`)
    }
    const clashing = next.filter((chosen) => isClash(offered, chosen, current))
    for (const other of clashing)
      notices.push(
        `${row?.name} can’t be combined with ${offered.get(other)?.name}, so we removed that.`,
      )
    next = next.filter((chosen) => !clashing.includes(chosen))
  }
  const fitted = fitAccessories(next, car, catalogue)
  return { codes: fitted.codes, notices: [...notices, ...fitted.notices] }
}

const isClash = (
  rows: ReadonlyMap<string, { excludes?: readonly string[] }>,
  one: string,
  other: string,
) => rows.get(one)?.excludes?.includes(other) || rows.get(other)?.excludes?.includes(one) || false

/** Removes accessories that cannot be on the car, one at a time. */
function fitAccessories(
  wanted: readonly string[],
  car: CatalogueCar,
  catalogue: PricingCatalogue,
): FittedAccessories {
  const byCode = new Map(catalogue.accessories.map((row) => [row.code, row]))
  const notices: string[] = []
  let codes = [...new Set(wanted)]
  for (;;) {
    // The last one in conflict gives way, so that of two that exclude each other the earlier stays.
    const conflict = accessoryConflicts(codes, car, catalogue).at(-1)
    if (!conflict) return { codes, notices }
    const { code, other } = conflict
    codes = codes.filter((chosen) => chosen !== code)
    const row = byCode.get(code)
    const otherName = other && (byCode.get(other)?.name ?? other)
    if (!row) notices.push('We no longer sell one of your accessories, so we removed it.')
    else if (comesWith(car, row)) notices.push(`${car.option.name} already includes ${row.name}.`)
    else if (!otherName) notices.push(`${row.name} doesn’t fit this car, so we removed it.`)
    else if (row.requires?.includes(other))
      notices.push(`${row.name} needs ${otherName}, so we removed it.`)
    else notices.push(`${row.name} can’t be combined with ${otherName}, so we removed it.`)
  }
}

/**
 * Finance inputs within the limits of a priced car: a term, frequency or distance that is not offered gives way to the one
 * assumed, and the deposit to the nearest that is possible.
 */
export function fitFinance(asked: Partial<FinanceInputs>, deal: Deal): FinanceInputs | undefined {
  const choices = financeChoices(deal)
  if (!choices) return undefined
  const kept = <T>(value: T | undefined, offered: readonly T[]) =>
    offered.find((other) => other === value)
  const inputs = financeInputs(deal, {
    depositCents: asked.depositCents,
    termMonths: kept(asked.termMonths, choices.termsMonths),
    frequency: kept(asked.frequency, choices.frequencies),
    annualKm: kept(asked.annualKm, choices.kmPerYear),
    tradeInSurplus: asked.tradeInSurplus,
  })
  if (!inputs) return undefined
  const { minDepositCents, maxDepositCents } = financeChoices(deal, inputs) ?? choices
  const depositCents = Math.min(Math.max(inputs.depositCents, minDepositCents), maxDepositCents)
  return { ...inputs, depositCents }
}

function firstCar({ models }: PricingCatalogue): CatalogueCar {
  for (const model of models)
    for (const variant of model.variants)
      for (const option of variant.options) return { model, variant, option }
  throw new RangeError('The catalogue has no cars')
}
