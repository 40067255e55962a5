import type { PaymentType } from '#lib/codes.ts'
import type { Payment } from '#lib/payments/shapes.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { dealLines } from '#lib/payments/deal-lines.ts'
import { purchaseSums, type PartOf } from '#lib/payments/deal-sums.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { lenderSentence } from '#lib/finance/lender-labels.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isLease, lenderShare } from '#lib/payments/pay-options.ts'
import { useMay } from '../rights.ts'
import { Section } from '../Section.tsx'
import { creditTroubleToday } from './Finance.tsx'
import { DecideReview } from './money-actions.tsx'
import { CompleteRefund, RepeatRefund, SettleDispute } from './money-back-actions.tsx'
import { DISPUTE_LABELS, disputeText, paymentLabels, refundText } from './labels.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'

/** The labels of trade-in lines for staff. */
const STAFF_LABELS: Partial<Record<PartOf, string>> = {
  'trade-in': 'Trade-in',
  owed: 'We pay the customer at hand-over',
  'paid-out': 'We paid the customer at hand-over',
}

/** The price, the payments and refunds so far, and the amounts still to come. */
export function Money({ purchase, onChanged }: { purchase: StaffPurchase; onChanged: () => void }) {
  const { journey, payments, refunds, disputes, outstanding } = purchase
  const may = useMay()
  const { currentQuote, paymentMetadata } = journey
  const { tradeInCents: equityCents = 0 } = paymentMetadata
  const { lines } = dealLines(
    currentQuote,
    purchaseSums(currentQuote, paymentMetadata),
    paymentMetadata,
  )
  const share = lenderShare(currentQuote)
  const isRefused = creditTroubleToday(purchase) !== null
  const status = journey.status.purchaseJourneyStatusCode
  const isOpen = status === 'CONFIRMED' || status === 'AGREEMENT'
  const isSold = isOpen || status === 'COMPLETE'
  /** The amounts already received of payments that are not complete. */
  const parts = (isOf: (payment: Payment) => boolean) =>
    payments
      .filter(({ status }) => status === 'PENDING')
      .filter(isOf)
      .reduce((cents, { receivedCents }) => cents + (receivedCents ?? 0), 0)
  const partsOf = (type: PaymentType) =>
    parts(({ paymentType, source }) => paymentType === type && source !== 'MTF')
  const isDepositInReview = payments.some(
    ({ status, paymentType, source }) =>
      status === 'NEEDS_REVIEW' && paymentType === 'DEPOSIT' && source !== 'MTF',
  )
  const { depositDueBy } = journey.metadata
  const keptUntil = depositDueBy && `The car is reserved until ${formatDeadline(depositDueBy)}`
  const due: [label: string, cents: number, note?: string | false | null][] = [
    isDepositInReview
      ? [
          'Deposit being checked',
          outstanding.depositCents,
          'The car stays reserved while we check the payment',
        ]
      : ['Deposit due', outstanding.depositCents - partsOf('DEPOSIT'), keptUntil],
    [
      'Balance due',
      outstanding.balanceCents - partsOf('BALANCE'),
      isLease(currentQuote.payOption) && keptUntil,
    ],
    share && isRefused
      ? ['The rest of the price', share.restCents, 'The lender hasn’t agreed to pay this']
      : [
          'Due from the lender',
          outstanding.lenderCents - parts(({ source }) => source === 'MTF'),
          share && lenderSentence(share),
        ],
  ]
  return (
    <Section title="Money">
      <dl className="summary">
        <div className="summary__line">
          <dt>Drive-away price</dt>
          <dd>{formatMoney(currentQuote.totals.driveAwayCents)}</dd>
          {isSold && equityCents < 0 && (
            <dd className="summary__reason">
              {`The balance also settles the ${formatMoney(-equityCents)} still owing on the trade-in`}
            </dd>
          )}
        </div>
        {share && isSold && !isRefused && share.feesCents > 0 && (
          <SummaryLine
            label="Lender’s fees in the loan"
            value={formatMoney(share.feesCents)}
            note="On top of the price: part of the amount financed, which the lender pays"
          />
        )}
        {isSold &&
          lines
            .filter(({ of }) => STAFF_LABELS[of])
            .map(({ of, cents, when }) => (
              <SummaryLine
                key={of}
                label={STAFF_LABELS[of]}
                value={formatMoney(cents)}
                note={when}
              />
            ))}
        {payments.map((payment) => {
          const { label, note } = paymentLabels(payment, currentQuote)
          return (
            <div className="summary__line" key={payment.paymentId}>
              <dt>{label}</dt>
              <dd>{formatMoney(payment.receivedCents ?? payment.amountCents)}</dd>
              <dd className="summary__reason">{note}</dd>
              {payment.status === 'NEEDS_REVIEW' && may('money') && (
                <dd className="summary__reason">
                  <DecideReview payment={payment} onChanged={onChanged} />
                </dd>
              )}
            </div>
          )
        })}
        {refunds.map((refund) => (
          <div className="summary__line" key={refund.refundId}>
            <dt>Refund</dt>
            <dd>{formatMoney(refund.amountCents)}</dd>
            <dd className="summary__reason">{refundText(refund)}</dd>
            {refund.status === 'BY_HAND' && may('money') && (
              <dd className="summary__reason">
                <div className="cluster">
                  {refund.canRepeat && <RepeatRefund refund={refund} onChanged={onChanged} />}
                  <CompleteRefund refund={refund} onChanged={onChanged} />
                </div>
              </dd>
            )}
          </div>
        ))}
        {disputes.map((dispute) => (
          <div className="summary__line" key={dispute.disputeId}>
            <dt>{DISPUTE_LABELS[dispute.status]}</dt>
            <dd>{formatMoney(dispute.amountCents)}</dd>
            <dd className="summary__reason">{disputeText(dispute)}</dd>
            {dispute.status !== 'OPEN' && dispute.isWaiting && may('money') && (
              <dd className="summary__reason">
                <SettleDispute dispute={dispute} onChanged={onChanged} />
              </dd>
            )}
          </div>
        ))}
        {due
          .filter(([, cents]) => isOpen && cents > 0)
          .map(([label, cents, note]) => (
            <div className="summary__line" key={label}>
              <dt>
                <strong>{label}</strong>
              </dt>
              <dd>
                <strong>{formatMoney(cents)}</strong>
              </dd>
              {note && <dd className="summary__reason">{note}</dd>}
            </div>
          ))}
      </dl>
    </Section>
  )
}
