import type { PaymentMetadata } from '#lib/purchases/shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { purchaseSums, type DealPart, type DealSums, type PartOf } from './deal-sums.ts'
import { lenderNote } from '#lib/finance/lender-labels.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isLease, isReservation, lenderShare, type DealFacts } from './pay-options.ts'

/** The label of a lease's first payment. */
export const FIRST_PAYMENT = 'First payment'

/** What the lender's line says while the lender refuses to finance the purchase. */
export const LENDER_REFUSED = {
  label: 'The rest of the price',
  when: 'The lender hasn’t agreed to pay this',
}

/** A line of a deal: its label, when or why it is due, and its amount. */
export interface DealLine {
  of: PartOf
  label: string
  when: string
  cents: number
}

export interface DealList {
  lines: DealLine[]
  /** The sum of the lines; `null` for a lease, whose rents are not part of the price. */
  total: Omit<DealLine, 'of'> | null
}

/**
 * A deal as lines to read, which add up to the drive-away price. Where more is owing on a trade-in than is offered,
 * the balance settles that too, and the total names both.
 */
export function dealLines(
  quote: Pick<Quote, 'payOption' | 'finance'>,
  sums: DealSums,
  { paidCents, lenderPaid = false }: Pick<PaymentMetadata, 'paidCents' | 'lenderPaid'>,
): DealList {
  const owingCents = Math.max(0, -sums.equityCents)
  const share = lenderShare(quote)
  const words: Record<PartOf, string> = {
    'trade-in': 'Counts towards the price',
    paid: 'Received',
    deposit: '',
    balance: [
      'Before you collect the car',
      owingCents > 0 &&
        sums.balanceLeftCents >= owingCents &&
        `including the ${formatMoney(owingCents)} still owing on your trade-in`,
    ]
      .filter(Boolean)
      .join(', '),
    lender: share && quote.finance ? lenderNote(share, quote.finance.termMonths, lenderPaid) : '',
    lessor: '',
    'when-bought': 'The balance of the price, if you buy the car',
    owed: 'Your trade-in’s value, less what you still owe',
    'paid-out': '',
  }
  const withWords = ({ of, label, cents }: DealPart): DealLine => ({
    of,
    label: of === 'deposit' && isReservation(quote.payOption) ? 'Reservation fee' : label,
    when: words[of],
    cents,
  })
  if (isLease(quote.payOption)) {
    const parts: DealPart[] = [
      { of: 'paid', label: 'Paid so far', cents: paidCents },
      { of: 'balance', label: FIRST_PAYMENT, cents: sums.balanceLeftCents },
    ]
    return { lines: parts.filter(({ cents }) => cents > 0).map(withWords), total: null }
  }
  return {
    lines: sums.parts
      .filter(({ cents, of }) => of === 'owed' || of === 'paid-out' || cents > 0)
      .map(withWords),
    total: totalOf(sums.driveAwayCents, owingCents),
  }
}

const totalOf = (driveAwayCents: number, owingCents: number) =>
  owingCents > 0
    ? {
        label: 'Drive-away price and what you still owe',
        when: `${formatMoney(driveAwayCents)} for the car, plus ${formatMoney(owingCents)} owing on your trade-in above our offer`,
        cents: driveAwayCents + owingCents,
      }
    : { label: 'Drive-away price', when: '', cents: driveAwayCents }

/** What is left to pay after the hand-over, where the bank has taken a payment back: staff record it. */
export function leftAfterHandOver(quote: DealFacts, money: PaymentMetadata): string | null {
  const { depositLeftCents, balanceLeftCents } = purchaseSums(quote, money)
  const cents = depositLeftCents + balanceLeftCents
  return cents === 0
    ? null
    : `You still have ${formatMoney(cents)} to pay. Please call us to pay it.`
}

/** The payments of a lease after the first: how many of how much, and their sum. `null` where there are none. */
export function laterPayments({
  payOption,
  finance,
}: Pick<Quote, 'payOption' | 'finance'>): { text: string; cents: number } | null {
  if (!finance || !isLease(payOption) || finance.paymentCount < 2) return null
  const count = finance.paymentCount - 1
  const isLevel = finance.lastPaymentCents === finance.paymentCents
  return {
    text: `${count} ${count === 1 ? 'payment' : 'payments'}${isLevel ? ` of ${formatMoney(finance.paymentCents)}` : ''}`,
    cents: finance.totalPayableCents - finance.paymentCents,
  }
}

/** The same as a sentence, for a purchase whose first payment is made. */
export function restOfLease(quote: Pick<Quote, 'payOption' | 'finance'>): string | null {
  const later = laterPayments(quote)
  return later && `You still have ${later.text} to make, ${formatMoney(later.cents)} in all.`
}

/** The label of those payments. */
export const OTHER_PAYMENTS = 'All other payments'

/** When they are paid. */
export const monthly = (text: string): string => `Monthly, ${text}`
