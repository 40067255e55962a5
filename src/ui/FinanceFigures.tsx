import type { Quote, QuoteFinance } from '#lib/quotes/shapes.ts'
import { financeRows, keyFigures, paymentInWords } from '#lib/finance/labels.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { SummaryLine } from './SummaryLine.tsx'

/** A payment, marked as an estimate, with the figures that must be shown with it (decision 19), and all of them below. */
export function FinanceFigures({
  payOption,
  totals,
  finance,
  request,
}: Pick<Quote, 'payOption' | 'totals'> & {
  finance: QuoteFinance
  /** Given where the page shows the yearly distance nowhere else. */
  request?: { finance?: { annualKm?: number | undefined } | undefined }
}) {
  const isLeased = isLease(payOption)
  const rows = financeRows(totals, finance, isLeased)
  const annualKm = request?.finance?.annualKm
  if (annualKm) rows.push(['Distance', `${formatNumber(annualKm)} km a year`])
  if (annualKm && finance.excessKmCents !== undefined)
    rows.push(['Each extra kilometre', `${formatMoney(finance.excessKmCents)}, charged at the end`])
  return (
    <>
      <p>
        <span className="kicker quiet">Estimated payment</span>
        <br />
        <span className="price">{paymentInWords(finance)}</span>
        {isLeased && <span className="quiet small"> including GST</span>}
      </p>
      <dl className="summary">
        {keyFigures(totals, finance, isLeased).map((figure) => (
          <SummaryLine key={figure.label} {...figure} />
        ))}
      </dl>
      <details className="disclosure">
        <summary>See the full breakdown</summary>
        <dl className="summary">
          {rows.map(([label, value]) => (
            <SummaryLine key={label} label={label} value={value} />
          ))}
        </dl>
      </details>
    </>
  )
}

/** The disclaimer below the figures of a loan or a lease in a purchase. */
export const LenderNote = ({ lender = 'a lender' }: { lender?: string | undefined }) => (
  <p className="fine-print">
    These figures are an estimate. Finance is provided by {lender} and is subject to the lender’s
    checks. Interest is calculated daily, so the lender’s figures may differ by a few cents.
  </p>
)
