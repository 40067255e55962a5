import type { PaymentMetadata } from '#lib/purchases/shapes.ts'
import {
  balanceDue,
  countsTradeIn,
  depositDue,
  lenderShare,
  notBelowZero,
  outstandingCents,
  paidByType,
  payKind,
  type DealFacts,
  type PaymentJourneyFacts,
} from './pay-options.ts'

/** The source of a part of the price. `owed` and `paid-out` go back to the customer, and are negative. */
export type PartOf =
  | 'trade-in'
  | 'paid'
  | 'deposit'
  | 'balance'
  | 'lender'
  | 'lessor'
  | 'when-bought'
  | 'owed'
  | 'paid-out'

export interface DealPart {
  of: PartOf
  label: string
  cents: number
}

/** A deal in sums, all in cents (decision 63). */
export interface DealSums {
  driveAwayCents: number
  /** The equity of accepted trade-ins; negative when the debt is higher than the offers, 0 where none counts. */
  equityCents: number
  /** Paid by the customer towards the price. The rent of a lease is no part of it. */
  paidCents: number
  depositLeftCents: number
  /** Of a lease the first rent, which is no part of the price. */
  balanceLeftCents: number
  /** Paid to the customer at hand-over. */
  owedCents: number
  /** They add up to `driveAwayCents`; those of nothing are left out. */
  parts: DealPart[]
}

interface SumsFacts {
  deal: DealFacts
  /** The offers for accepted trade-ins, less the debt on them. */
  equityCents: number
  /** All payments of the customer. */
  paidCents: number
  /** Of them, those for the balance. */
  balancePaidCents?: number | undefined
  /** Paid to the customer at the hand-over, out of both. */
  paidOutCents?: number | undefined
}

const LABELS: Record<PartOf, string> = {
  'trade-in': 'Your trade-in',
  paid: 'Paid so far',
  deposit: 'Deposit',
  balance: 'Balance',
  lender: 'From the lender',
  lessor: 'From the lessor',
  'when-bought': 'When you buy the car',
  owed: 'We pay you at hand-over',
  'paid-out': 'We paid you at hand-over',
}

const OWING_LABEL = 'Still owing on your trade-in'

/**
 * The parts of a deal's price: the trade-in, the customer's payments so far and to come, and the lender's part, less the
 * amount owed to the customer. Every screen, email, document and list takes its sums from here.
 */
export function dealSums({
  deal,
  equityCents,
  paidOutCents = 0,
  ...payments
}: SumsFacts): DealSums {
  const { paidCents } = payments
  const { driveAwayCents } = deal.totals
  const kind = payKind(deal.payOption)
  const facts = { deal, equityCents, paidOutCents, paid: paidByType(payments) }
  const depositLeftCents = outstandingCents('DEPOSIT', facts)
  const balanceLeftCents = outstandingCents('BALANCE', facts)
  // A lease and a reservation take no trade-in.
  const takesTradeIn = countsTradeIn(deal.payOption)
  const countedCents = takesTradeIn ? equityCents : 0
  const isLeased = kind === 'lease'
  const fromBuyerCents = {
    paid: isLeased ? 0 : paidCents,
    deposit: depositLeftCents,
    balance: isLeased ? 0 : balanceLeftCents,
  }
  const lenderCents = lenderShare(deal)?.restCents ?? 0
  const together =
    countedCents -
    paidOutCents +
    fromBuyerCents.paid +
    fromBuyerCents.deposit +
    fromBuyerCents.balance +
    lenderCents
  const owedCents = takesTradeIn ? notBelowZero(together - driveAwayCents) : 0
  const cents: Record<PartOf, number> = {
    'trade-in': countedCents,
    ...fromBuyerCents,
    lender: lenderCents,
    lessor: isLeased ? driveAwayCents : 0,
    'when-bought': kind === 'reservation' ? driveAwayCents - together : 0,
    owed: -owedCents,
    'paid-out': -paidOutCents,
  }
  return {
    driveAwayCents,
    equityCents: countedCents,
    paidCents: fromBuyerCents.paid,
    depositLeftCents,
    balanceLeftCents,
    owedCents,
    parts: (Object.keys(LABELS) as PartOf[])
      .filter((of) => cents[of] !== 0)
      .map((of) => ({
        of,
        label: of === 'trade-in' && countedCents < 0 ? OWING_LABEL : LABELS[of],
        cents: cents[of],
      })),
  }
}

/** The sums of a purchase, as every page has its payments. */
export const purchaseSums = (deal: DealFacts, money: PaymentMetadata): DealSums =>
  dealSums({ deal, equityCents: money.tradeInCents ?? 0, ...money })

/**
 * The payments that are possible now (decisions 23 and 41).
 *
 * `depositCents` and `balanceCents` are the whole amounts of the deal, before any payment;
 * {@link outstandingCents} is what to charge. `depositPaid` is false where no deposit is asked.
 */
export const paymentFacts = (facts: PaymentJourneyFacts): PaymentMetadata => {
  const { status, deal, equityCents, paidOutCents = 0, paid, pending } = facts
  const depositLeft = outstandingCents('DEPOSIT', facts) > 0
  const balanceLeft = outstandingCents('BALANCE', facts) > 0
  const depositCents = depositDue(deal, equityCents)
  const paidCents = paid.DEPOSIT + paid.BALANCE
  const sums = dealSums({
    deal,
    equityCents,
    paidOutCents,
    paidCents,
    balancePaidCents: paid.BALANCE,
  })
  return {
    // Past the agreement it is left where the bank has taken it back.
    canPayDeposit:
      (status === 'CONFIRMED' || status === 'AGREEMENT') &&
      depositLeft &&
      !pending.includes('DEPOSIT'),
    canPayBalance:
      (status === 'CONFIRMED' || status === 'AGREEMENT') &&
      !depositLeft &&
      balanceLeft &&
      !pending.includes('BALANCE'),
    depositPaid: depositCents > 0 && !depositLeft,
    depositCents,
    balanceCents: balanceDue(deal, equityCents),
    paidCents,
    ...(paid.BALANCE > 0 && { balancePaidCents: paid.BALANCE }),
    ...(sums.equityCents !== 0 && { tradeInCents: sums.equityCents }),
    ...(sums.owedCents > 0 && { owedCents: sums.owedCents }),
    ...(paidOutCents > 0 && { paidOutCents }),
  }
}
