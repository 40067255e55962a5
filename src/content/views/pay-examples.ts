import type { PayOption } from '#lib/codes.ts'
import type { QuoteFinance } from '#lib/quotes/shapes.ts'
import { daysInWords } from '#lib/shared/words.ts'
import { financeRows, keyFigures, paymentTerms, type KeyFigure } from '#lib/finance/labels.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { priceQuote, type PricedRequest } from '#lib/pricing/pricing.ts'
import { entryGrade, fromPriceCar, type Line } from '../model-view.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import type { CatalogueModel } from '../schema/model.ts'
import type { FinanceProduct } from '../schema/price.ts'

/** The cost of a car in one way to pay, formatted. */
export interface PayExample {
  payOption: PayOption
  name: string
  /** The main amount and its period: `$258.10`, `a week (estimate)`. */
  amount: string
  per: string
  lines: Line[]
  /** Of a payment: its figures at a glance, and its rate, term and total in a line. */
  key?: KeyFigure[]
  terms?: string
}

/** The ways to pay for a car. A reservation only holds one. */
const WAYS_TO_PAY: readonly PayOption[] = [
  'CASH',
  'LOANCLASIC',
  'LOANFLEXI',
  'LEASELC',
  'LEASETC',
  'LEASEUC',
]

const PER: Record<QuoteFinance['frequency'], string> = {
  Weekly: 'a week (estimate)',
  Fortnightly: 'a fortnight (estimate)',
  Monthly: 'a month (estimate)',
}

/**
 * A worked example, calculated like a quote. A payment comes with all figures that the advertising rules require
 * (decision 19).
 *
 * @throws {Error} If the catalogue cannot price it, so that a wrong example fails the build.
 */
export function payExample(asked: PricedRequest, catalogue: Catalogue): PayExample {
  const { payOption } = asked
  const product = catalogue.financeProducts.find(({ code }) => code === payOption)
  const priced = priceQuote(asked, catalogue)
  if (!product || !priced.ok)
    throw new Error(
      `The example of ${asked.kdcd} by ${payOption} has no price: ${priced.ok ? '' : priced.problems.map(({ property, message }) => `${property} ${message}`).join('; ')}`,
    )
  const { finance, totals, request } = priced.value
  const { name } = product
  if (finance)
    return {
      payOption,
      name,
      amount: formatMoney(finance.paymentCents),
      per: PER[finance.frequency],
      key: keyFigures(totals, finance, isLease(payOption)),
      terms: paymentTerms(finance),
      lines: [
        ...financeRows(totals, finance, isLease(payOption)).map(([label, value]) => ({
          label,
          value,
        })),
        ...distanceLines(product, request.finance?.annualKm),
      ],
    }
  const driveAway = formatMoney(totals.driveAwayCents)
  const inThePrice = [
    { label: 'On-road costs in the price', value: formatMoney(totals.onRoadCents) },
    { label: 'GST in the price', value: formatMoney(totals.gstCents) },
  ]
  return product.kind === 'RESERVATION'
    ? {
        payOption,
        name,
        amount: formatMoney(product.feeCents),
        per: 'refundable',
        lines: [
          { label: 'Reserves the car for', value: daysInWords(product.holdDays) },
          { label: 'Reserved price, drive-away', value: driveAway },
        ],
      }
    : {
        payOption,
        name,
        amount: driveAway,
        per: 'drive-away',
        lines: [
          { label: 'Deposit when you confirm', value: formatMoney(totals.depositDueCents) },
          {
            label: 'Balance before you collect the car',
            value: formatMoney(totals.driveAwayCents - totals.depositDueCents),
          },
          ...inThePrice,
        ],
      }
}

/** The distance included in the payments, and the cost of each kilometre over. */
const distanceLines = (product: FinanceProduct, annualKm: number | undefined): Line[] =>
  annualKm === undefined || !('excessKmCents' in product) || product.excessKmCents === undefined
    ? []
    : [
        { label: 'Distance', value: `${formatNumber(annualKm)} km a year` },
        { label: 'Each extra kilometre', value: formatMoney(product.excessKmCents) },
      ]

/** The car of a model's from-price, for examples, in the colour that its page shows, and its description. */
export function entryCar(model: CatalogueModel, catalogue: Catalogue) {
  const variant = entryGrade(model, catalogue)
  const option = variant.options.toSorted((a, b) => a.totalPriceCents - b.totalPriceCents)[0]!
  const { colourCode } = fromPriceCar(model, catalogue, variant)
  const { name } = catalogue.colours.find(({ code }) => code === colourCode)!
  return { kdcd: option.kdcd, colourCode, words: `${variant.name}, ${option.name}, in ${name}` }
}

/** A worked example of every way to pay for the car of the from-price. */
export function payExamples(
  model: CatalogueModel,
  catalogue: Catalogue,
): { car: string; examples: PayExample[] } {
  const { words, ...car } = entryCar(model, catalogue)
  return {
    car: words,
    examples: WAYS_TO_PAY.map((payOption) => payExample({ ...car, payOption }, catalogue)),
  }
}
