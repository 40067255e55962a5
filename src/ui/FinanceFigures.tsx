import type { Quote, QuoteFinance } from '#lib/contract/shapes/quote.ts'
import { financeRows, paymentInWords } from '#lib/domain/finance-words.ts'
import { isLease } from '#lib/domain/pay-options.ts'

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
