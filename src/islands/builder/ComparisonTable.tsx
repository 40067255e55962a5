import { fitConfiguration } from '#lib/domain/configuration.ts'
import { financeRows, paymentInWords } from '#lib/domain/finance-words.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { isLease, isPayOption, payKind } from '#lib/domain/pay-options.ts'
import type { Price, PricedRequest } from '#lib/domain/pricing.ts'
import type { BuilderCatalogue } from './builder-data.ts'

interface ComparisonProps {
  catalogue: BuilderCatalogue
  request: PricedRequest
}

interface Way {
  name: string
  price: Price
  /** All that is paid for the car, deposit included. */
  totalCents: number
  atTheEnd: string
}

/** The car in every way it can be paid, each payment with all its figures, and what each comes to. */
export function ComparisonTable({ catalogue, request }: ComparisonProps) {
  const ways = waysToPay(catalogue, request)
  const labels = new Set(ways.flatMap(({ price }) => figures(price).map(([label]) => label)))
  const most = Math.max(...ways.map(({ totalCents }) => totalCents))
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className="table-scroll" role="region" aria-label="Ways to pay compared" tabIndex={0}>
      <table className="table table--dense table--compare">
        <caption className="fine-print">
          Estimates for this car. Finance is subject to the lender’s checks.
        </caption>
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
                <td key={name}>{figures(price).find(([found]) => found === label)?.[1] ?? '–'}</td>
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
            <th scope="row">All you pay</th>
            {ways.map(({ name, totalCents }) => (
              <td key={name}>
                <svg className="builder__bar-chart" viewBox="0 0 100 6" aria-hidden="true">
                  <rect width="100" height="6" rx="1" />
                  <rect width={(100 * totalCents) / most} height="6" rx="1" />
                </svg>
                <strong className="money">{formatMoney(totalCents)}</strong>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
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
    const { totals, finance } = price
    return [
      {
        name,
        price,
        totalCents: finance
          ? totals.depositDueCents + finance.totalPayableCents
          : totals.driveAwayCents,
        atTheEnd:
          kind === 'LEASE'
            ? 'The car goes back'
            : finance?.balloonCents
              ? 'Yours once the rest is paid, or give it back'
              : 'The car is yours',
      },
    ]
  })
