import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { refundNote } from '#lib/payments/refund-states.ts'
import { formatMoney } from '#lib/shared/money.ts'

/** Refunds as lines of a list of payments. */
export const RefundLines = ({ refunds }: Pick<PurchaseRecord, 'refunds'>) =>
  refunds.map(({ amountCents, state, at }, index) => (
    <div className="summary__line" key={`${at} ${index}`}>
      <dt>Refund</dt>
      <dd className="money">{formatMoney(amountCents)}</dd>
      <dd className="summary__reason">{refundNote(state, formatDay(aucklandDay(at)))}</dd>
    </div>
  ))
