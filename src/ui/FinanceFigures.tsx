import type { Quote, QuoteFinance } from '#lib/contract/shapes.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { isLease } from '#lib/domain/pay-options.ts'

const PER: Record<QuoteFinance['frequency'], string> = {
  Weekly: 'a week',
  Fortnightly: 'a fortnight',
  Monthly: 'a month',
}

/** A payment as people say it: `$212.86 a week`. Never without {@link financeRows} beside it. */
export const paymentInWords = ({ paymentCents, frequency }: QuoteFinance): string =>
  `${formatMoney(paymentCents)} ${PER[frequency]}`

type Row = [label: string, value: string]

/** What must stand beside a payment figure (decision 19). */
export const financeRows = (
  totals: Quote['totals'],
  finance: QuoteFinance,
  isLeased: boolean,
): Row[] => {
  const count = `${finance.paymentCount} ${finance.frequency.toLowerCase()} payments`
  const last =
    finance.lastPaymentCents === finance.paymentCents
      ? count
      : `${count}, the last of ${formatMoney(finance.lastPaymentCents)}`
  return [
    ['Cash price, drive-away', formatMoney(totals.driveAwayCents)],
    ['Deposit', formatMoney(totals.depositDueCents)],
    ...(isLeased
      ? []
      : ([['Amount financed, fees included', formatMoney(finance.amountFinancedCents)]] as Row[])),
    ['Term', `${finance.termMonths} months`],
    ['Payments', last],
    ['Annual interest rate', `${finance.annualRatePct} %`],
    ['One-off fees', formatMoney(finance.feesCents)],
    ['Account fee in each payment', formatMoney(finance.accountFeePerPaymentCents)],
    ['Still to pay at the end', formatMoney(finance.balloonCents)],
    ['Total amount payable', formatMoney(finance.totalPayableCents)],
    ...(totals.depositDueCents > 0
      ? ([
          [
            'Total with your deposit',
            formatMoney(finance.totalPayableCents + totals.depositDueCents),
          ],
        ] as Row[])
      : []),
  ]
}

/** A payment with everything that must stand beside it, marked as an estimate (decision 19). */
export function FinanceFigures({
  payOption,
  totals,
  finance,
}: Pick<Quote, 'payOption' | 'totals'> & { finance: QuoteFinance }) {
  return (
    <>
      <p className="finance-figures__payment">
        <span className="kicker quiet">Estimated payment</span>{' '}
        <span className="price">{paymentInWords(finance)}</span>
      </p>
      <dl className="summary">
        {financeRows(totals, finance, isLease(payOption)).map(([label, value]) => (
          <div className="summary__line" key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
