import { formatDayOf } from '#lib/shared/instants.ts'
import type { JourneyStatus } from '#lib/codes.ts'
import { endedWithoutCar } from '#lib/purchases/journey-status.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import {
  CALL_OUTLET,
  changedSinceApplied,
  creditStanding,
  type Refusal,
} from '#lib/finance/credit.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { Notice } from '#ui/Notice.tsx'
import { useToday } from '#ui/hooks/use-today.ts'
import { useJourneyPage } from '#islands/journey/journey-page.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { ApprovalEnds } from './ApprovalEnds.tsx'
import { OutletToCall } from './OutletToCall.tsx'
import { useRefusal } from '#islands/journey/use-refusal.ts'

/** The approved amount, rate and end date, as far as the lender gave them. */
function approval(
  { limitCents, annualRatePct, validUntil }: CreditDecision,
  isLeased: boolean,
): string {
  const parts = [
    limitCents !== undefined &&
      (isLeased
        ? `You can lease a car priced at up to ${formatMoney(limitCents)}`
        : `You can borrow up to ${formatMoney(limitCents)}`),
    annualRatePct !== undefined && `at ${annualRatePct}% a year`,
  ].filter(Boolean)
  return [
    parts.length > 0 && `${parts.join(' ')}.`,
    validUntil && `This pre-approval is valid until ${formatDayOf(validUntil)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The lender's decisions in plain words. Never a promise: everything is subject to the lender's checks. */
const DECISIONS: Record<
  CreditDecision['code'],
  {
    kind: 'success' | 'info' | 'warning'
    title: string
    text: (decision: CreditDecision, moment: { status: JourneyStatus; isLeased: boolean }) => string
  }
> = {
  AUTOAPPR: {
    kind: 'success',
    title: 'Pre-approved, subject to the lender’s checks',
    text: (decision, { isLeased }) => approval(decision, isLeased),
  },
  CONDITIONL: {
    kind: 'info',
    title: 'Pre-approved with conditions, subject to the lender’s checks',
    text: (decision, { isLeased }) => `${approval(decision, isLeased)} The lender needs:`.trim(),
  },
  MANUWRITE: {
    kind: 'info',
    title: 'Your application has been referred for review',
    text: ({ answerBy }, { status }) =>
      `Someone at the lender is looking at it. We’ll email you the answer ${answerBy ? `by ${formatDayOf(answerBy)}` : 'as soon as we have it'}.${status === 'STARTED' ? ' In the meantime, you can continue your purchase.' : ''}`,
  },
  DECLINE: {
    kind: 'warning',
    title: 'The lender can’t offer you finance for this car',
    text: (_, { status }) =>
      status === 'STARTED'
        ? 'You can still buy the car with cash, and its price stays the same.'
        : (CALL_OUTLET[status] ?? ''),
  },
}

const TITLES: Record<Exclude<Refusal, 'declined'>, string> = {
  expired: 'The lender’s approval has expired',
  'too-much': 'This is more than you can borrow',
}

/** The lender's decision, and changes since. */
export function DecisionNotice({ decision }: { decision: CreditDecision }) {
  const { journey, payOptionNames, lender } = useJourneyPage()
  const today = useToday()
  const refusal = useRefusal()
  const { purchaseJourneyStatusCode: status } = journey.status
  const changed = changedSinceApplied(decision, journey.currentQuote, payOptionNames)
  // A decision about a loan does not apply to a lease, or the other way round.
  if (creditStanding(decision, journey.currentQuote, today) === 'other-kind')
    return <Notice>{changed}</Notice>
  if (
    journey.paymentMetadata.lenderPaid &&
    decision.code !== 'MANUWRITE' &&
    !endedWithoutCar(status)
  )
    return (
      <Notice kind="success" title="The lender has paid">
        There’s nothing more you need to do about your finance.
      </Notice>
    )
  if (refusal && refusal.why !== 'declined')
    return (
      <Notice kind="warning" title={TITLES[refusal.why]}>
        <p>
          {refusal.sentence} {CALL_OUTLET[status]}
        </p>
        {CALL_OUTLET[status] && <OutletToCall />}
      </Notice>
    )

  const { kind, title, text } = DECISIONS[decision.code]
  const since = refusal ? null : changed
  const lenderName = decision.lenderName ?? lender
  return (
    <>
      <Notice kind={kind} title={title}>
        <p>{text(decision, { status, isLeased: isLease(journey.currentQuote.payOption) })}</p>
        {lenderName && <p className="small">Lender: {lenderName}</p>}
        {decision.conditions.length > 0 && (
          <ul>
            {decision.conditions.map((condition) => (
              <li key={condition}>{condition}</li>
            ))}
          </ul>
        )}
        {decision.code === 'DECLINE' && CALL_OUTLET[status] && <OutletToCall />}
      </Notice>
      {since && <Notice>{since}</Notice>}
      <ApprovalEnds />
    </>
  )
}

/** The decision, shown only where it blocks the purchase. */
export function CreditTrouble() {
  const { creditDecision } = useJourneyPage().journey
  return useRefusal() && creditDecision && <DecisionNotice decision={creditDecision} />
}
