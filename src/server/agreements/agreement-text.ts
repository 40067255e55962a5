import { formatNumber } from '#lib/shared/numbers.ts'
import { formatDays } from '#lib/catalogue/delivery.ts'
import type { Address } from '#lib/customers/shapes.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { daysInWords } from '#lib/shared/words.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { countsTradeIn, payKind } from '#lib/payments/pay-options.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import {
  SALE_AGREEMENT,
  writeAgreement,
  type AgreementPart,
} from '#lib/purchases/sale-agreement.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { findPurchaseCar } from '#server/stock/car-queries.ts'
import { staffSigner, type Deal } from '#server/journeys/deal.ts'
import { openOwnerDetails } from '#server/journeys/sealed-columns.ts'
import { referenceOf } from '#server/journeys/references.ts'
import { payRows } from '#server/journeys/amount-due.ts'
import type { Row } from '#server/platform/mail/mail.ts'
import { financeBlocks, offerBlocks, priceBlocks } from '#server/quotes/quote-blocks.ts'
import { deliveryOf } from '#server/delivery/purchase-delivery.ts'
import { offersOf } from '#server/journeys/offers.ts'

const inOneLine = ({ line1, line2, suburb, city, postcode }: Omit<Address, 'country'>): string =>
  [line1, line2, suburb, `${city} ${postcode}`].filter(Boolean).join(', ')

/** The text of the sale agreement for a purchase as it is now. */
export async function saleAgreementText(deps: Deps, db: Db, deal: Deal): Promise<string> {
  const { currentQuote: quote, journey } = deal
  const kind = payKind(quote.payOption)
  if (kind === 'reservation') throw new Error('a reservation has no sale agreement')
  const { estimate } = (await deliveryOf(db, journey)).delivery
  const outlet = deps.catalogue.dealers.find(({ outletCode }) => outletCode === journey.outlet_code)
  const tradeIns = tradeInParts(deal)
  const car = await findPurchaseCar(db, journey)
  const payment = payRows(deal)
  const cancelDays = journey.promised_days ?? deps.settings.cancelDays
  return writeAgreement(SALE_AGREEMENT.titles[kind], [
    { text: SALE_AGREEMENT.about[kind] },
    { heading: 'Seller' },
    { rows: sellerRows(deps) },
    { heading: 'Buyer' },
    { rows: buyerRows(deps, deal) },
    ...(car
      ? [
          { heading: 'Your car' },
          {
            rows: [['VIN', car.vin] as Row, ['Stock number', car.stockNumber] as Row],
          },
        ]
      : []),
    ...partsOf(priceBlocks(quote)),
    ...partsOf(offerBlocks(offersOf(deps, journey, quote))),
    ...tradeIns,
    { heading: 'Payment' },
    { rows: [...payment.rows, ...(payment.total ? [payment.total] : [])] },
    ...partsOf(financeBlocks(deps, quote)),
    { heading: 'Delivery' },
    {
      rows: [
        [
          'Ready to collect',
          estimate ? `${formatDays(estimate.from, estimate.to)} (estimate)` : 'Now',
        ],
        ['Dealer', outlet ? `${outlet.name}, ${inOneLine(outlet.address)}` : 'As agreed'],
      ],
    },
    ...SALE_AGREEMENT.clauses
      .filter(([heading]) => heading !== 'Trade-in' || tradeIns.length > 0)
      .filter(([heading]) => heading !== 'Changing your mind' || cancelDays > 0)
      .flatMap(([heading, text]) => [
        { heading },
        { text: text.replace('{days}', daysInWords(cancelDays)) },
      ]),
    { text: `You agree to this statement: “${SALE_AGREEMENT.consent}”` },
  ])
}

/** Blocks of a message as parts of an agreement: one says no more than the other. */
const partsOf = (blocks: ReturnType<typeof priceBlocks>): AgreementPart[] =>
  blocks.flatMap((block) =>
    'total' in block
      ? { rows: [block.total] }
      : 'rows' in block
        ? { rows: block.rows }
        : 'heading' in block
          ? { heading: block.heading }
          : 'text' in block
            ? { text: block.text }
            : [],
  )

function sellerRows({ catalogue: { brand } }: Deps): Row[] {
  return [
    ['Name', brand.legalName, 'Selling in trade'],
    ['Registered motor vehicle trader', brand.motorVehicleTraderNumber],
    ['NZBN', brand.nzbn],
    ['GST number', brand.gstNumber],
    ['Address', inOneLine(brand.address)],
    ['Phone and email', `${shownPhone(brand.phone)}, ${brand.email}`],
  ]
}

function buyerRows(deps: Deps, { journey }: Deal): Row[] {
  const owner = openOwnerDetails(deps.keys, journey)
  // A purchase cannot be confirmed without them (confirm.ts).
  if (!owner) throw new Error('a confirmed purchase has no owner details')
  const person = `${owner.firstName} ${owner.lastName}`
  const signer = staffSigner(journey)
  return [
    ...(owner.customerType === 'COMPANY' && owner.companyName
      ? ([
          ['Name', owner.companyName, `Represented by ${person}`],
          ...(owner.nzbn ? [['NZBN', owner.nzbn] as Row] : []),
        ] as Row[])
      : [['Name', person] as Row]),
    ['Address', inOneLine(owner.postalAddress)],
    ['Phone and email', `${shownPhone(owner.mobilePhone)}, ${owner.email}`],
    ['Purchase reference', referenceOf(deps, journey)],
    [
      'Confirmed on',
      formatDay(aucklandDay(journey.confirmed_at!)),
      ...(signer ? [`By ${signer} from our team on the customer’s behalf, as instructed`] : []),
    ] as Row,
  ]
}

/** Accepted trade-ins. A lease keeps them on record but does not count them. */
const tradeInParts = (deal: Deal): AgreementPart[] => {
  const { currentQuote: quote, vehicles } = deal
  const accepted = vehicles.filter(({ status }) => status === 'APPRAISAL_ACCEPTED')
  if (accepted.length === 0 || !countsTradeIn(quote.payOption)) return []
  return [
    { heading: 'Trade-in' },
    {
      rows: accepted.map(
        ({ make, model, year, registration, odometerKm, offerCents = 0, owingCents }): Row => [
          `${make} ${model} ${year}, ${registration}`,
          formatMoney(offerCents),
          [
            `${formatNumber(odometerKm)} km`,
            owingCents > 0 ? `${formatMoney(owingCents)} owing` : 'nothing owing',
          ].join(', '),
        ],
      ),
    },
  ]
}
