import type { Quote } from '#lib/quotes/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'

/** Each line of a price with its reason, adding up to the drive-away price. */
export function PriceLines({ lines, totals }: Pick<Quote, 'lines' | 'totals'>) {
  return (
    <dl className="summary">
      {lines.map(({ code, kind, label, amountCents, reason }) => (
        <div className="summary__line" key={`${kind} ${code}`}>
          <dt>{label}</dt>
          <dd className="money">{amountCents === 0 ? 'Included' : formatMoney(amountCents)}</dd>
          <dd className="summary__reason">{reason}</dd>
        </div>
      ))}
      <div className="summary__line summary__line--total">
        <dt>Drive-away price</dt>
        <dd className="money">{formatMoney(totals.driveAwayCents)}</dd>
        <dd className="summary__reason">
          Includes GST of <span className="money">{formatMoney(totals.gstCents)}</span>. There are
          no other charges.
        </dd>
      </div>
    </dl>
  )
}
