import type { Quote, QuoteFinance } from '#lib/contract/shapes.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { isLease } from '#lib/domain/pay-options.ts'

type Row = [label: string, value: string]

const PER: Record<QuoteFinance['frequency'], string> = {
  Weekly: 'a week',
  Fortnightly: 'a fortnight',
  Monthly: 'a month',
}

/** A payment with everything that must stand beside it (decision 19). */
export function FinanceFigures({ quote }: { quote: Quote }) {
  const { finance } = quote
  if (!finance) return null
  const rows = isLease(quote.payOption) ? leaseRows(quote, finance) : loanRows(quote, finance)

  return (
    <section className="stack stack--s" aria-labelledby="payments-heading">
      <h2 id="payments-heading" className="step-part">
        Estimated payments
      </h2>
      <p>
        <span className="price">{formatMoney(finance.paymentCents)}</span> {PER[finance.frequency]}
      </p>
      <dl className="summary">
        {rows.map(([label, value]) => (
          <div className="summary__line" key={label}>
            <dt>{label}</dt>
            <dd className="money">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="fine-print">
        These figures are an estimate. Finance is provided by a lender and is subject to the
        lender’s checks. The lender reckons interest daily, so its own figures may differ by some
        cents.
      </p>
    </section>
  )
}

const shared = (finance: QuoteFinance): Row[] => [
  ['Term', `${finance.termMonths} months`],
  ['Number of payments', String(finance.paymentCount)],
  ['Annual interest rate', `${finance.annualRatePct} %`],
]

const loanRows = ({ totals }: Quote, finance: QuoteFinance): Row[] => [
  ['Cash price, drive-away', formatMoney(totals.driveAwayCents)],
  ['Deposit', formatMoney(totals.depositDueCents)],
  ['One-off fees, financed', formatMoney(finance.feesCents)],
  ['Amount financed', formatMoney(finance.amountFinancedCents)],
  ...shared(finance),
  ['Account fee in each payment', formatMoney(finance.accountFeePerPaymentCents)],
  ['Last payment', formatMoney(finance.lastPaymentCents)],
  ['Still to pay at the end', formatMoney(finance.balloonCents)],
  ['Total amount payable', formatMoney(finance.totalPayableCents)],
]

const leaseRows = ({ totals }: Quote, finance: QuoteFinance): Row[] => [
  ['Cash price, drive-away', formatMoney(totals.driveAwayCents)],
  ['Deposit', formatMoney(totals.depositDueCents)],
  ...shared(finance),
  ['Fees', formatMoney(finance.feesCents)],
  ['Still to pay at the end', formatMoney(finance.balloonCents)],
  ['Total amount payable', formatMoney(finance.totalPayableCents)],
]
