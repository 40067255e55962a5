import type { PaymentType } from '#lib/codes.ts'
import { endedWithoutCar } from '#lib/purchases/journey-status.ts'
import {
  dealLines,
  FIRST_PAYMENT,
  laterPayments,
  monthly,
  OTHER_PAYMENTS,
  type DealLine,
} from '#lib/payments/deal-lines.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import { creditTroubleOf, lenderOutstandingCents, payFacts, sumsOf, type Deal } from './deal.ts'
import type { Row } from '#server/platform/mail/mail.ts'

/** How a price is paid, as lines of a document, and what they add up to. */
export interface PayRows {
  rows: Row[]
  /** `null` where the lines do not add up to a price, as for a lease. */
  total: Row | null
}

/**
 * How a purchase is paid, for a mail or a document. `null` once it has ended, while the lender refuses it,
 * and for a reservation, which is paid with its fee.
 *
 * @param today The day it is in New Zealand, `yyyy-mm-dd`.
 */
export function amountDue(deal: Deal, today: string): PayRows | null {
  const { currentQuote: quote, journey } = deal
  if (endedWithoutCar(journey.status) || isReservation(quote.payOption)) return null
  return creditTroubleOf(deal, today) ? null : payRows(deal)
}

/** The same of a purchase that goes on. */
export function payRows(deal: Deal): PayRows {
  const { currentQuote: quote } = deal
  const { paid } = payFacts(deal)
  const { lines, total } = dealLines(quote, sumsOf(deal), {
    paidCents: paid.DEPOSIT + paid.BALANCE,
    lenderPaid: lenderOutstandingCents(deal) <= 0,
  })
  const later = laterPayments(quote)
  const isLeft = lines.some(({ of }) => of === 'balance')
  const isDepositDue = lines.some(({ of }) => of === 'deposit')
  return {
    rows: [
      ...lines.map((line) => rowOf(deal, withDeadline(deal, line))),
      // The last line says what comes later, or that nothing is left.
      ...(later
        ? [[OTHER_PAYMENTS, formatMoney(later.cents), monthly(later.text)] as Row]
        : isLeft
          ? []
          : [nothingLeft(isDepositDue, quote.finance !== null)]),
    ],
    total: total && [total.label, formatMoney(total.cents), total.when || undefined],
  }
}

/** Of a loan there is more to pay, but to the lender. */
const nothingLeft = (isDepositDue: boolean, isFinanced: boolean): Row => [
  'Balance due',
  formatMoney(0),
  `You have nothing more to pay${isFinanced || isDepositDue ? ' us' : ''}${isDepositDue ? ' after the deposit' : ''}`,
]

/** The first payment of a lease keeps the car until a time, unlike a balance. */
const withDeadline = ({ journey }: Deal, line: DealLine): DealLine =>
  line.label === FIRST_PAYMENT && journey.deposit_due_at !== null
    ? { ...line, when: `By ${formatDeadline(journey.deposit_due_at)}` }
    : line

const PARTLY: Partial<Record<DealLine['of'], [PaymentType, from: 'BANKTRF' | 'MTF']>> = {
  deposit: ['DEPOSIT', 'BANKTRF'],
  balance: ['BALANCE', 'BANKTRF'],
  lender: ['BALANCE', 'MTF'],
}

function rowOf({ payments }: Deal, { of, label, when, cents }: DealLine): Row {
  const [wanted, from] = PARTLY[of] ?? []
  /** Received by transfer so far. */
  const partCents = payments
    .filter(
      ({ type, status, source }) => status === 'PENDING' && type === wanted && source === from,
    )
    .reduce((sum, { received_cents }) => sum + (received_cents ?? 0), 0)
  const isDue = of === 'deposit' || of === 'balance'
  const note = [when, partCents > 0 && `${formatMoney(partCents)} of it has arrived`]
    .filter(Boolean)
    .join(when.endsWith('.') ? ' ' : '. ')
  return [isDue ? `${label} due` : label, formatMoney(cents), note || undefined]
}
