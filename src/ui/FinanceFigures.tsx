import type { Quote, QuoteFinance } from '#lib/quotes/shapes.ts'
import { financeRows, paymentInWords } from '#lib/finance/labels.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { isLease } from '#lib/payments/pay-options.ts'

/** A payment with everything that must stand beside it, marked as an estimate (decision 19). */
export function FinanceFigures({
  payOption,
  totals,
  finance,
  request,
}: Pick<Quote, 'payOption' | 'totals'> & {
  finance: QuoteFinance
  /** Where nothing else on the page says how far the car may go. */
  request?: Pick<Quote['request'], 'finance'>
}) {
  const rows = financeRows(totals, finance, isLease(payOption))
  const annualKm = request?.finance?.annualKm
  if (annualKm) rows.push(['Distance', `${formatNumber(annualKm)} km a year`])
  return (
    <>
      <p>
        <span className="kicker quiet">Estimated payment</span>
        <br />
        <span className="price">{paymentInWords(finance)}</span>
      </p>
      <dl className="summary">
        {rows.map(([label, value]) => (
          <div className="summary__line" key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
