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
export function financeRows(
  totals: Quote['totals'],
  finance: QuoteFinance,
  isLeased: boolean,
): Row[] {
  const rows: Row[] = [
    ['Cash price, drive-away', formatMoney(totals.driveAwayCents)],
    ['Deposit', formatMoney(totals.depositDueCents)],
    ['Term', `${finance.termMonths} months`],
    ['Payments', `${finance.paymentCount}, ${finance.frequency.toLowerCase()}`],
    ['Last payment', formatMoney(finance.lastPaymentCents)],
    ['Annual interest rate', `${finance.annualRatePct}%`],
    ['One-off fees', formatMoney(finance.feesCents)],
    ['Account fee in each payment', formatMoney(finance.accountFeePerPaymentCents)],
    ['Still to pay at the end', formatMoney(finance.balloonCents)],
    ['Total amount payable', formatMoney(finance.totalPayableCents)],
  ]
  if (isLeased) return rows
  const withDepositCents = finance.totalPayableCents + totals.depositDueCents
  rows.splice(2, 0, ['Amount financed, fees included', formatMoney(finance.amountFinancedCents)])
  return [...rows, ['Total with your deposit', formatMoney(withDepositCents)]]
}

/** A payment with everything that must stand beside it, marked as an estimate (decision 19). */
export function FinanceFigures({
  payOption,
  totals,
  finance,
}: Pick<Quote, 'payOption' | 'totals'> & { finance: QuoteFinance }) {
  return (
    <>
      <p>
        <span className="kicker quiet">Estimated payment</span>
        <br />
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
