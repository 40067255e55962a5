import type { JourneyStatus, PaymentType } from '#lib/contract/shapes/codes.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'
import { lenderLines } from '#lib/domain/lender-words.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { isLease, isReservation, lenderShare, outstandingCents } from '#lib/domain/pay-options.ts'
import { tradeInLines } from '#lib/domain/trade-in-words.ts'
import {
  creditTroubleOf,
  lenderOutstandingCents,
  payFacts,
  sumsOf,
  type Deal,
} from './journey-view.ts'
import type { Row } from './mail/mail.ts'

/** The last line of what is to pay. */
export const balanceRow = (
  { payOption }: Pick<Quote, 'payOption'>,
  balanceCents: number,
  note = balanceCents > 0 ? 'Before the car is handed over' : 'Nothing more is due from you',
): Row => [
  isLease(payOption) ? 'First rent, to pay' : 'Balance, to pay',
  formatMoney(balanceCents),
  note,
]

const OVER: readonly JourneyStatus[] = ['CANCELLED', 'EXPIRED']

/**
 * What is still to be paid for a purchase, as lines of a paper. None once it is over, nor where the lender refuses and
 * nobody knows yet what comes of it; and a reservation is paid with its fee.
 *
 * @param today The day it is in New Zealand, `yyyy-mm-dd`.
 */
export function leftToPay(deal: Deal, today: string): Row[] {
  const { currentQuote: quote, journey, payments } = deal
  if (OVER.includes(journey.status) || isReservation(quote.payOption)) return []
  if (creditTroubleOf(deal, today)) return []
  const facts = payFacts(deal)
  const tradeIn = tradeInLines(quote, sumsOf(deal))
  const share = lenderOutstandingCents(deal) > 0 ? lenderShare(quote) : null
  /** What has come of it by transfer, and less than it. */
  const noteOf = (wanted: PaymentType, from: 'BANKTRF' | 'MTF' = 'BANKTRF'): string | undefined => {
    const partCents = payments
      .filter(
        ({ type, status, source }) => `${type} ${status} ${source}` === `${wanted} PENDING ${from}`,
      )
      .reduce((cents, { received_cents }) => cents + (received_cents ?? 0), 0)
    return partCents > 0 ? `${formatMoney(partCents)} of it has come` : undefined
  }
  const depositCents = outstandingCents('DEPOSIT', facts)
  const lender = share ? lenderLines(share, quote.finance!.termMonths, false) : []
  const ofLender = noteOf('BALANCE', 'MTF')
  return [
    ...tradeIn.map(({ label, cents, when }): Row => [label, formatMoney(cents), when]),
    ...(depositCents > 0
      ? [['Deposit, to pay', formatMoney(depositCents), noteOf('DEPOSIT')] as Row]
      : []),
    ...lender.map(({ label, cents, note }, index): Row => [
      label,
      formatMoney(cents),
      // The last one is what it pays in all.
      ofLender && index === lender.length - 1 ? `${note} ${ofLender}.` : note,
    ]),
    balanceRow(quote, outstandingCents('BALANCE', facts), noteOf('BALANCE')),
  ]
}
