import { useId } from 'react'
import { fitConfiguration } from '#lib/catalogue/configuration.ts'
import { financeRows, paymentInWords } from '#lib/finance/labels.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isLease, isPayOption, payKind } from '#lib/payments/pay-options.ts'
import type { Price, PricedRequest } from '#lib/pricing/pricing.ts'
import type { BuilderCatalogue } from './builder-data.ts'
import { PayChart, type PayBar } from './PayChart.tsx'

interface ComparisonProps {
  catalogue: BuilderCatalogue
  request: PricedRequest
}

interface Way extends PayBar {
  price: Price
}

/** The car under each way to pay: payments with all their figures, and the total. */
export function ComparisonTable({ catalogue, request }: ComparisonProps) {
  const noteId = useId()
  const ways = waysToPay(catalogue, request)
  const labels = new Set(ways.flatMap(({ price }) => figures(price).map(([label]) => label)))
  return (
    <div className="stack">
      <p className="fine-print" id={noteId}>
        Estimates for this car. Finance is subject to the lender’s checks.
      </p>
      <PayChart bars={ways} />
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className="table-scroll" role="region" aria-label="Ways to pay compared" tabIndex={0}>
        <table className="table table--dense table--compare" aria-describedby={noteId}>
          <thead>
            <tr>
              <td />
              {ways.map(({ name }) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...labels].map((label) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {ways.map(({ name, price }) => (
                  <td key={name}>
                    {figures(price).find(([found]) => found === label)?.[1] ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">At the end</th>
              {ways.map(({ name, atTheEnd }) => (
                <td key={name}>{atTheEnd}</td>
              ))}
            </tr>
            <tr>
              <th scope="row">Total cost</th>
              {ways.map(({ name, totalCents }) => (
                <td key={name}>
                  <strong className="money">{formatMoney(totalCents)}</strong>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  )
}

const figures = ({ totals, finance, request }: Price): [label: string, value: string][] =>
  finance
    ? [
        ['Estimated payment', paymentInWords(finance)],
        ...financeRows(totals, finance, isLease(request.payOption)).filter(
          ([label]) => label !== 'Total with your deposit',
        ),
      ]
    : [
        ['Cash price, drive-away', formatMoney(totals.driveAwayCents)],
        ['Deposit', formatMoney(totals.depositDueCents)],
      ]

const waysToPay = (catalogue: BuilderCatalogue, request: PricedRequest): Way[] =>
  catalogue.financeProducts.flatMap((product) => {
    const { code, kind, name } = product
    if (!isPayOption(code) || !['CASH', 'LOAN', 'LEASE'].includes(kind)) return []
    const isSameKind = payKind(code) === payKind(request.payOption)
    const { price } = fitConfiguration(
      { ...request, payOption: code, finance: isSameKind ? request.finance : undefined },
      catalogue,
    )
    return [
      { name, price, ...paid(price), atTheEnd: AT_THE_END[endOf(price)], figures: figures(price) },
    ]
  })

/** The amounts by time of payment. A deposit, or the whole cash price, is paid on the day. */
function paid({ totals, finance }: Price): Pick<PayBar, 'totalCents' | 'parts'> {
  const onTheDay = finance ? totals.depositDueCents : totals.driveAwayCents
  const balloonCents = finance?.balloonCents ?? 0
  const payments = (finance?.totalPayableCents ?? 0) - balloonCents
  return {
    totalCents: onTheDay + payments + balloonCents,
    parts: [
      { name: 'Up front' as const, cents: onTheDay },
      { name: 'Payments' as const, cents: payments },
      { name: 'Final payment' as const, cents: balloonCents },
    ].filter(({ cents }) => cents > 0),
  }
}

const AT_THE_END = {
  back: 'You return the car',
  either: 'Pay the final amount to keep it, or return it',
  yours: 'You own the car',
}

const endOf = ({ finance, request }: Price): keyof typeof AT_THE_END =>
  isLease(request.payOption) ? 'back' : finance?.balloonCents ? 'either' : 'yours'
