import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'

/** The reference of a confirmed purchase, and the day. */
export const Reference = ({
  reference,
  confirmedDate,
  confirmedBy,
}: Pick<PurchaseJourney, 'reference' | 'confirmedDate' | 'confirmedBy'>) => (
  <dl className="summary">
    {confirmedDate && (
      <SummaryLine
        label="Confirmed on"
        value={formatDay(confirmedDate)}
        note={confirmedBy && `By ${confirmedBy} of our team, on your instructions`}
      />
    )}
    <SummaryLine label="Your reference" value={reference} kind="nowrap" />
  </dl>
)
