import type { Quote } from '#lib/quotes/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { PriceChange } from '#lib/pricing/price-changes.ts'
import { SummaryLine } from './SummaryLine.tsx'

interface PriceChangesProps {
  changes: readonly PriceChange[]
  /** The two prices, for the labels of their lines. */
  before: Pick<Quote, 'lines'>
  after: Pick<Quote, 'lines'>
}

/** The lines of a price that changed, each with its old and new amount. */
export function PriceChanges({ changes, before, after }: PriceChangesProps) {
  const labels = new Map([...before.lines, ...after.lines].map(({ code, label }) => [code, label]))
  return (
    <dl className="summary">
      {changes.map(({ code, fromCents, toCents }) => (
        <SummaryLine
          key={code}
          label={labels.get(code) ?? code}
          value={toCents === null ? 'Removed' : formatMoney(toCents)}
          note={fromCents === null ? 'New' : `Was ${formatMoney(fromCents)}`}
          kind="money"
        />
      ))}
    </dl>
  )
}
