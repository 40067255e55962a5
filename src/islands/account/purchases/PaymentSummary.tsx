import type { JourneyStatus } from '#lib/codes.ts'
import type { PaymentMetadata } from '#lib/purchases/shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import {
  dealLines,
  LENDER_REFUSED,
  laterPayments,
  monthly,
  type DealLine,
} from '#lib/payments/deal-lines.ts'
import { purchaseSums } from '#lib/payments/deal-sums.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'

interface Facts {
  quote: Quote
  money: PaymentMetadata
  status: JourneyStatus
  /** The lender refuses to finance it. */
  isRefused: boolean
}

/** How the price of a confirmed purchase is paid: payments so far, the lender's share, and the amount still to pay. */
export function PaymentSummary(facts: Facts) {
  return (
    <dl className="summary">
      {summaryLines(facts).map(({ label, when, cents, isTotal }) => (
        <SummaryLine key={label} label={label} cents={cents} note={when} isTotal={isTotal} />
      ))}
    </dl>
  )
}

type Line = Omit<DealLine, 'of'> & { isTotal?: true }

/** The lines of the summary. A purchase that is not confirmed, or ended without a car, has only its price. */
export function summaryLines({ quote, money, status, isRefused }: Facts): Line[] {
  const price = { label: 'Drive-away price', when: '', cents: quote.totals.driveAwayCents }
  if (!['CONFIRMED', 'AGREEMENT', 'COMPLETE'].includes(status)) return [price]
  // A lease is paid by the month: its price is no sum of what is paid and to come.
  const whole = laterPayments(quote)
    ? { label: 'All payments', when: '', cents: quote.finance!.totalPayableCents }
    : price
  const { lines, total } = dealLines(quote, purchaseSums(quote, money), money)
  const due = lines.filter(({ of }) => of === 'deposit' || of === 'balance')
  const others = lines
    .filter((line) => !due.includes(line))
    .map((line) => (line.of === 'lender' && isRefused ? { ...line, ...LENDER_REFUSED } : line))
  return [
    ...(total ? [] : [whole]),
    ...others,
    ...(status === 'COMPLETE' ? stillOwed(quote, due) : [stillToPay(quote, due)]),
    ...(total ? [{ ...total, isTotal: true as const }] : []),
  ]
}

const sumOf = (due: DealLine[]) => due.reduce((sum, { cents }) => sum + cents, 0)

/** After the hand-over. The fee of a reservation counts for the purchase that took it over. */
const stillOwed = ({ payOption }: Quote, due: DealLine[]): Line[] =>
  due.length === 0 || isReservation(payOption)
    ? []
    : [{ label: STILL_TO_PAY, when: '', cents: sumOf(due) }]

const STILL_TO_PAY = 'Still to pay'

function stillToPay(quote: Quote, due: DealLine[]): Line {
  const label = STILL_TO_PAY
  const cents = sumOf(due)
  const later = laterPayments(quote)
  if (!later) return { label, when: dueText(due), cents }
  return cents === 0
    ? { label, when: monthly(later.text), cents: later.cents }
    : { label, when: `Plus ${later.text}, ${formatMoney(later.cents)} in all`, cents }
}

function dueText([first, second]: DealLine[]): string {
  if (!first) return 'You have nothing more to pay'
  return second
    ? `${first.label} ${formatMoney(first.cents)}, then ${second.label.toLowerCase()} ${formatMoney(second.cents)} ${uncapitalised(second.when)}`
    : [first.label, uncapitalised(first.when)].filter(Boolean).join(', due ')
}

const uncapitalised = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)
