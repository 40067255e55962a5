import { formatDayOf } from '#lib/shared/instants.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'

const DECISIONS: Record<CreditDecision['code'], string> = {
  AUTOAPPR: 'Approved',
  CONDITIONL: 'Approved with conditions',
  MANUWRITE: 'Referred for manual review',
  DECLINE: 'Declined',
}

/** The decision on a finance application, for staff. */
export const decisionInWords = ({
  code,
  limitCents,
  annualRatePct,
  validUntil,
  answerBy,
}: Omit<CreditDecision, 'conditions'>): string =>
  [
    DECISIONS[code],
    limitCents !== undefined && `up to ${formatMoney(limitCents)}`,
    annualRatePct !== undefined && `at ${annualRatePct}% a year`,
    validUntil && `until ${formatDayOf(validUntil)}`,
    answerBy && `answer by ${formatDayOf(answerBy)}`,
  ]
    .filter(Boolean)
    .join(', ')

/** The note on a changed decision. It leaves out the figures, which are deleted with the application. */
export const changeInWords = (
  what: string,
  before: CreditDecision['code'] | undefined,
  now: CreditDecision['code'],
): string =>
  `${what}. ${before ? `Before: ${DECISIONS[before]}. ` : ''}Now: ${DECISIONS[now]}${before === now ? ', on other terms' : ''}.`
