import type { Quote } from '#lib/quotes/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { SummaryLine } from './SummaryLine.tsx'

/** Each line of a price with its reason, adding up to the drive-away price. */
export function PriceLines({ lines, totals }: Pick<Quote, 'lines' | 'totals'>) {
  return (
    <dl className="summary">
      {lines.map(({ code, kind, label, amountCents, reason }) => (
        <SummaryLine
          key={`${kind} ${code}`}
          label={label}
          value={amountCents === 0 ? 'Included' : formatMoney(amountCents)}
          note={reason}
          kind="money"
        />
      ))}
      <SummaryLine
        label="Drive-away price"
        cents={totals.driveAwayCents}
        note={
          <>
            Includes GST of <span className="money">{formatMoney(totals.gstCents)}</span>. There are
            no other charges.
          </>
        }
        isTotal
      />
    </dl>
  )
}
