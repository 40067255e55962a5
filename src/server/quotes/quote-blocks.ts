import type { PurchaseOffer } from '#lib/catalogue/offer-shapes.ts'
import type { Quote, QuoteFinance } from '#lib/quotes/shapes.ts'
import { optionName } from '#lib/catalogue/car-labels.ts'
import { financeRows, keyFigures, paymentInWords, payNote } from '#lib/finance/labels.ts'
import { findCar } from '#lib/pricing/pricing-cars.ts'
import { carPicturePath } from '#lib/shared/picture-paths.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { inWords } from '#lib/shared/in-words.ts'
import { capitalised } from '#lib/shared/words.ts'
import type { Deps } from '#server/deps.ts'
import type { PayRows } from '#server/journeys/amount-due.ts'
import { money, type Block, type Row } from '#server/platform/mail/mail.ts'

/** A variant's name begins with its model's. */
export const carName = ({ vehicle }: Quote): string => vehicle.variantName

/** The car in its colour, as long as it is in the range. */
export function carBlocks(
  { catalogue }: Pick<Deps, 'catalogue'>,
  { vehicle }: Pick<Quote, 'vehicle'>,
): Block[] {
  const car = findCar(vehicle.kdcd, catalogue)
  const colour = catalogue.colours.find(({ name }) => name === vehicle.colourName)
  return car && colour
    ? [
        {
          picture: carPicturePath(car.model.slug, car.variant.code, colour.code),
          alt: `${vehicle.variantName} in ${vehicle.colourName}`,
        },
      ]
    : []
}

const choiceRows = ({ vehicle, lines }: Pick<Quote, 'vehicle' | 'lines'>): Row[] => {
  const option = optionName({ lines })
  return [
    ...(option ? [['Option', option] as Row] : []),
    ['Colour', vehicle.colourName],
    ['Interior', vehicle.interiorName],
  ]
}

/** The car and every line of its price, with its reason. */
export const priceBlocks = ({ vehicle, lines, totals }: Quote): Block[] => [
  { heading: vehicle.variantName },
  { rows: choiceRows({ vehicle, lines }), inPairs: true },
  {
    rows: [
      ...lines.map(({ label, amountCents, reason }): Row => [
        label,
        amountCents === 0 ? 'Included' : money(amountCents),
        reason,
      ]),
    ],
  },
  {
    total: [
      'Drive-away price',
      money(totals.driveAwayCents),
      `Includes GST of ${money(totals.gstCents)}. There are no other charges.`,
    ],
  },
]

/** How the price is paid: received amounts, and the amounts that are left. */
export const amountDueBlocks = (due: PayRows | null): Block[] =>
  due
    ? [
        { heading: 'What you pay and when' },
        { rows: due.rows },
        ...(due.total ? [{ total: due.total }] : []),
      ]
    : []

/** The offers that a purchase has, each with its terms. */
export const offerBlocks = (offers: readonly PurchaseOffer[]): Block[] =>
  offers.length === 0
    ? []
    : [
        { heading: 'Included with the car' },
        {
          rows: offers.map(({ heading, summary, terms }): Row => [
            heading,
            'No charge',
            [summary, ...terms].join(' '),
          ]),
        },
      ]

/** The figures of a loan or lease, a line each: never one without the others (decision 19). */
export const financeBlocks = (deps: Pick<Deps, 'catalogue'>, quote: Quote): Block[] => {
  const { finance, totals, payOption } = quote
  if (!finance) return []
  const rows = financeRows(totals, finance, isLease(payOption))
  return financeParts(deps, quote, finance, { rows, inPairs: true })
}

/** The same figures in four lines, for an email. */
export const financeAtAGlance = (deps: Pick<Deps, 'catalogue'>, quote: Quote): Block[] => {
  const { finance, totals, payOption } = quote
  if (!finance) return []
  const rows = keyFigures(totals, finance, isLease(payOption)).map(
    ({ label, value, note }): Row => [label, value, note],
  )
  return financeParts(deps, quote, finance, { rows })
}

function financeParts(
  { catalogue }: Pick<Deps, 'catalogue'>,
  { payOption, request }: Quote,
  finance: QuoteFinance,
  figures: Block,
): Block[] {
  const product = catalogue.financeProducts.find(({ code }) => code === finance.product)
  const annualKm = request.finance?.annualKm
  const covers: Row[] =
    product && 'includes' in product ? [['Covers', capitalised(inWords(product.includes))]] : []
  const distance: Row[] =
    finance.excessKmCents !== undefined && annualKm
      ? [
          [
            'Distance',
            `${formatNumber(annualKm)} km a year`,
            `Each extra kilometre costs ${money(finance.excessKmCents)}, charged at the end.`,
          ],
        ]
      : []
  return [
    { heading: `${product?.name ?? 'Finance'}: an estimate` },
    { rows: [['Estimated payment', paymentInWords(finance)]] },
    figures,
    ...(distance.length + covers.length > 0 ? [{ rows: [...distance, ...covers] }] : []),
    {
      text: payNote(payOption, catalogue.cms.buildAndQuote.disclaimers) ?? '',
      isNote: true,
    },
  ]
}
