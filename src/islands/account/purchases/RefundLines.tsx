import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { refundNote } from '#lib/payments/refund-states.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'

/** Refunds as lines of a list of payments. */
export const RefundLines = ({ refunds }: Pick<PurchaseRecord, 'refunds'>) =>
  refunds.map(({ amountCents, state, at }, index) => (
    <SummaryLine
      key={`${at} ${index}`}
      label="Refund"
      cents={amountCents}
      note={refundNote(state, formatDay(aucklandDay(at)))}
    />
  ))
