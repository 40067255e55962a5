import type { JourneyStatus, PaymentType, PayOption } from '#lib/codes.ts'
import type { PaymentMetadata } from '#lib/purchases/shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'

/** The four ways to pay that rules distinguish. Every pay option is exactly one of them. */
export type PayKind = 'cash' | 'finance' | 'lease' | 'reservation'

const KINDS: Record<PayOption, PayKind> = {
  CASH: 'cash',
  FINANCE: 'finance',
  LOANCLASIC: 'finance',
  LOANFLEXI: 'finance',
  LEASE: 'lease',
  LEASELC: 'lease',
  LEASETC: 'lease',
  LEASEUC: 'lease',
  RESERVATION: 'reservation',
}

/** Whether a code of the catalogue is a pay option of the specification. */
export const isPayOption = (code: string): code is PayOption => Object.hasOwn(KINDS, code)

export const payKind = (payOption: PayOption): PayKind => KINDS[payOption]
export const isFinance = (payOption: PayOption) => KINDS[payOption] === 'finance'
export const isLease = (payOption: PayOption) => KINDS[payOption] === 'lease'
export const isReservation = (payOption: PayOption) => KINDS[payOption] === 'reservation'

const TAKES_TRADE_IN: Record<PayKind, boolean> = {
  cash: true,
  finance: true,
  lease: false,
  reservation: false,
}

/** Whether a trade-in counts towards it. */
export const countsTradeIn = (payOption: PayOption): boolean => TAKES_TRADE_IN[KINDS[payOption]]

/** The parts of a quote that decide the amounts; a whole {@link Quote} has them. */
export interface DealFacts {
  payOption: PayOption
  totals: Pick<Quote['totals'], 'driveAwayCents' | 'depositDueCents'>
  finance: Pick<
    NonNullable<Quote['finance']>,
    'paymentCents' | 'amountFinancedCents' | 'feesCents'
  > | null
}

/** Cents of a deal, given the equity of accepted trade-ins (negative when more is owing on them than offered). */
type Amount = (deal: DealFacts, equityCents: number) => number

const nothing: Amount = () => 0
const quotedDeposit: Amount = ({ totals }) => totals.depositDueCents
export const notBelowZero = (cents: number) => Math.max(0, cents)

/** The deposit and the balance (decision 41). The lender's part is never paid online, so it is not here. */
const DEPOSIT: Record<PayKind, Amount> = {
  cash: quotedDeposit,
  // Debt beyond an offer is settled with the balance: the deposit may be paid already.
  finance: (deal, equityCents) => notBelowZero(quotedDeposit(deal, 0) - notBelowZero(equityCents)),
  lease: nothing,
  reservation: quotedDeposit,
}

const BALANCE: Record<PayKind, Amount> = {
  cash: ({ totals }, equityCents) =>
    notBelowZero(totals.driveAwayCents - totals.depositDueCents - equityCents),
  finance: (_, equityCents) => notBelowZero(-equityCents),
  // The first rent, before hand-over.
  lease: ({ finance }) => finance?.paymentCents ?? 0,
  reservation: nothing,
}

/** The whole deposit of a deal, in cents; 0 when none is asked. */
export const depositDue: Amount = (deal, equityCents) =>
  DEPOSIT[payKind(deal.payOption)](deal, equityCents)

/** The whole balance of a deal, in cents, without the deposit and the lender's part. */
export const balanceDue: Amount = (deal, equityCents) =>
  BALANCE[payKind(deal.payOption)](deal, equityCents)

/**
 * The equity of accepted trade-ins, in cents: the offers less the debt on them.
 * A vehicle whose offer is not accepted brings nothing.
 */
export const tradeInEquity = (
  vehicles: readonly { status: string; offerCents?: number; owingCents: number }[],
): number =>
  vehicles
    .filter(({ status }) => status === 'APPRAISAL_ACCEPTED')
    .reduce((sum, { offerCents = 0, owingCents }) => sum + offerCents - owingCents, 0)

export interface PaymentJourneyFacts {
  status: JourneyStatus
  deal: DealFacts
  equityCents: number
  /** Paid to the buyer at the hand-over, in cents. */
  paidOutCents?: number
  /** Settled so far, in cents. */
  paid: Record<PaymentType, number>
  /** Types with an attempt that may still succeed without the customer doing anything more. */
  pending: readonly PaymentType[]
}

type OfEach = Record<PaymentType, number>

/** A trade-in can leave more paid of one, which counts towards the other. */
const unpaidOf = (type: PaymentType, due: OfEach, paid: OfEach): number => {
  const left = { DEPOSIT: due.DEPOSIT - paid.DEPOSIT, BALANCE: due.BALANCE - paid.BALANCE }
  const other = type === 'DEPOSIT' ? 'BALANCE' : 'DEPOSIT'
  return notBelowZero(left[type] + Math.min(0, left[other]))
}

/** The unpaid part of the deposit or the balance, in cents. */
export const outstandingCents = (
  type: PaymentType,
  {
    deal,
    equityCents,
    paidOutCents = 0,
    paid,
  }: Pick<PaymentJourneyFacts, 'deal' | 'equityCents' | 'paidOutCents' | 'paid'>,
): number => {
  // What was paid out is no longer there to pay with.
  const keptEquityCents = equityCents - paidOutCents
  const due = {
    DEPOSIT: depositDue(deal, keptEquityCents),
    BALANCE: balanceDue(deal, keptEquityCents),
  }
  return unpaidOf(type, due, paid)
}

/** The lender's part, and how it is made up. */
export interface LenderShare {
  /** The price less the deposit, no matter how much of the deposit a trade-in covers. */
  restCents: number
  /** The lender's one-off fees: a part of the loan, and not of the price. */
  feesCents: number
  /** Both together. */
  amountFinancedCents: number
}

type Financed = Pick<Quote, 'payOption'> & {
  finance: Pick<NonNullable<Quote['finance']>, 'amountFinancedCents' | 'feesCents'> | null
}

/** The lender's part of the price (decision 41); `null` where there is no lender. */
export const lenderShare = ({ payOption, finance }: Financed): LenderShare | null => {
  if (!finance || !isFinance(payOption)) return null
  const { amountFinancedCents, feesCents } = finance
  return { restCents: amountFinancedCents - feesCents, feesCents, amountFinancedCents }
}

/** Whether the payment that keeps the car is still to come. */
export const owesDeposit = ({
  depositCents,
  depositPaid,
}: Pick<PaymentMetadata, 'depositCents' | 'depositPaid'>): boolean =>
  depositCents > 0 && !depositPaid

/** The payments of a purchase, by what they pay. */
export const paidByType = ({
  paidCents,
  balancePaidCents = 0,
}: Pick<PaymentMetadata, 'paidCents' | 'balancePaidCents'>): OfEach => ({
  DEPOSIT: paidCents - balancePaidCents,
  BALANCE: balancePaidCents,
})

type DueAndPaid = Pick<
  PaymentMetadata,
  'depositCents' | 'balanceCents' | 'paidCents' | 'balancePaidCents'
>

const leftOf =
  (type: PaymentType) =>
  (money: DueAndPaid): number =>
    unpaidOf(type, { DEPOSIT: money.depositCents, BALANCE: money.balanceCents }, paidByType(money))

/** The unpaid part of the deposit, in cents; for a reservation, of its fee. */
export const depositLeftCents = leftOf('DEPOSIT')

/** The unpaid part of the balance, in cents. */
export const balanceLeftCents = leftOf('BALANCE')

/** How long after it is confirmed an unpaid purchase keeps its car, in words. */
export const afterConfirming = (hours: number): string =>
  `within ${hours} ${hours === 1 ? 'hour' : 'hours'} of confirming`
