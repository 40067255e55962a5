import type {
  FinanceInputs,
  Quote,
  QuoteFinance,
  QuoteLine,
  QuoteRequest,
} from '#lib/quotes/shapes.ts'
import { gstPartCents } from '#lib/shared/money.ts'
import { payKind, type PayKind } from '#lib/payments/pay-options.ts'
import {
  accessoryConflicts,
  givenBy,
  findCar,
  offeredAccessories,
  type CatalogueCar,
} from './pricing-cars.ts'
import type {
  PricingAccessory,
  PricingCatalogue,
  PricingColour,
  PricingInterior,
  PricingProduct,
  PricingServicePlan,
} from './pricing-catalogue.ts'
import {
  financeFigures,
  financeInputs,
  financeProblems,
  productFor,
  type Deal,
} from './pricing-finance.ts'
import {
  accessoryLine,
  colourLine,
  discountLines,
  interiorLine,
  onRoadLine,
  optionLines,
  planLine,
} from './pricing-lines.ts'

/**
 * Prices a car. The server uses it, and the browser shows the same figures before the server has answered. Money is integer cents with GST.
 */

/** The fields of a request that decide the price. */
export type PricedRequest = Pick<
  QuoteRequest,
  | 'kdcd'
  | 'colourCode'
  | 'interiorCode'
  | 'accessoryCodes'
  | 'servicePlanCode'
  | 'payOption'
  | 'finance'
>

export interface Price {
  /** The request with every choice named: missing ones are filled in, and those that do not apply are gone. */
  request: PricedRequest &
    Required<
      Pick<PricedRequest, 'colourCode' | 'interiorCode' | 'accessoryCodes' | 'servicePlanCode'>
    >
  vehicle: Quote['vehicle']
  /** They add up to `totals.driveAwayCents`. */
  lines: QuoteLine[]
  totals: Quote['totals']
  /** `null` unless a loan or a lease is chosen. */
  finance: QuoteFinance | null
}

/** A field that cannot be priced. The message goes on from the field's name: `is not offered for this car`. */
interface PriceProblem {
  property: string
  message: string
}

export type PriceResult = { ok: true; value: Price } | { ok: false; problems: PriceProblem[] }

/**
 * Prices a requested car.
 *
 * A colour or interior that is left out is the first that is offered; finance inputs that are left out are
 * the catalogue's middle ones (`financeInputs`). The group codes FINANCE and LEASE are priced as their first member product.
 *
 * @returns Every field that cannot be priced, where there is one.
 */
export function priceQuote(asked: PricedRequest, catalogue: PricingCatalogue): PriceResult {
  const found = choose(asked, catalogue)
  if ('problems' in found) return { ok: false, problems: found.problems }
  const { car, colour, interior, accessories, plan, product } = found

  const vehicleLines = [
    ...optionLines(car),
    colourLine(colour),
    interiorLine(interior),
    ...discountLines(car, catalogue),
  ]
  // A care plan is bought with the accessories and counted with them.
  const accessoryLines = [
    ...accessories.map((accessory) =>
      accessoryLine(accessory, givenBy(accessory.code, car, catalogue)),
    ),
    ...(plan ? [planLine(plan, car)] : []),
  ]
  const onRoadLines = [onRoadLine(car, catalogue)]
  const lines = [...vehicleLines, ...accessoryLines, ...onRoadLines]
  const driveAwayCents = sum(lines)

  const deal: Deal = { car, driveAwayCents, product, catalogue }
  const finance = financeInputs(deal, asked.finance)
  const problems = finance ? financeProblems(deal, finance) : []
  if (problems.length > 0) return { ok: false, problems }

  return {
    ok: true,
    value: {
      request: {
        kdcd: asked.kdcd,
        colourCode: colour.code,
        interiorCode: interior.code,
        accessoryCodes: accessories.map(({ code }) => code),
        servicePlanCode: plan?.code ?? null,
        payOption: asked.payOption,
        ...(finance && { finance }),
      },
      vehicle: {
        kdcd: asked.kdcd,
        modelName: car.model.name,
        variantName: car.variant.name,
        colourName: colour.name,
        interiorName: interior.name,
      },
      lines,
      totals: {
        vehicleCents: sum(vehicleLines),
        accessoriesCents: sum(accessoryLines),
        onRoadCents: sum(onRoadLines),
        driveAwayCents,
        gstCents: gstPartCents(driveAwayCents),
        depositDueCents: DEPOSIT_CENTS[payKind(asked.payOption)](deal, finance),
      },
      finance: finance ? financeFigures(deal, finance) : null,
    },
  }
}

interface Chosen {
  car: CatalogueCar
  colour: PricingColour
  interior: PricingInterior
  accessories: PricingAccessory[]
  plan: PricingServicePlan | null
  product: PricingProduct
}

/** The rows of the catalogue that a request names. */
function choose(
  asked: PricedRequest,
  catalogue: PricingCatalogue,
): Chosen | { problems: PriceProblem[] } {
  const car = findCar(asked.kdcd, catalogue)
  if (!car) return { problems: [{ property: 'kdcd', message: 'is not in the catalogue' }] }

  const { accessoryCodes = [], servicePlanCode } = asked
  const colour = pick(asked.colourCode, car.option.colourCodes, catalogue.colours)
  const interior = pick(asked.interiorCode, car.option.interiorCodes, catalogue.interiors)
  const conflicts = accessoryConflicts(accessoryCodes, car, catalogue)
  const plan = catalogue.servicePlans.find(({ code }) => code === servicePlanCode) ?? null
  const product = productFor(asked.payOption, catalogue)

  const problems: PriceProblem[] = conflicts.map(({ message }) => ({
    property: 'accessoryCodes',
    message,
  }))
  const refuse = (property: keyof PricedRequest, message: string) =>
    problems.push({ property, message })
  if (!colour) refuse('colourCode', 'is not offered for this car')
  if (!interior) refuse('interiorCode', 'is not offered for this car')
  if (servicePlanCode && !plan) refuse('servicePlanCode', 'is not offered')
  if (!product) refuse('payOption', 'is not offered')
  if (!colour || !interior || !product || problems.length > 0) return { problems }

  const accessories = offeredAccessories(car, catalogue).filter(({ code }) =>
    accessoryCodes.includes(code),
  )
  return { car, colour, interior, accessories, plan, product }
}

const sum = (lines: readonly QuoteLine[]) =>
  lines.reduce((cents, { amountCents }) => cents + amountCents, 0)

/** Due when the purchase is confirmed, before any trade-in (decision 41). */
const DEPOSIT_CENTS: Record<PayKind, (deal: Deal, finance?: FinanceInputs) => number> = {
  cash: ({ catalogue, driveAwayCents }) => Math.min(catalogue.deposits.cash.cents, driveAwayCents),
  finance: (_, finance) => finance?.depositCents ?? 0,
  lease: () => 0,
  reservation: ({ catalogue }) => catalogue.deposits.reservation.cents,
}

const pick = <Row extends { code: string }>(
  code: string | undefined,
  offered: readonly string[],
  rows: readonly Row[],
): Row | undefined => {
  const wanted = code ?? offered[0]
  return wanted !== undefined && offered.includes(wanted)
    ? rows.find((row) => row.code === wanted)
    : undefined
}
