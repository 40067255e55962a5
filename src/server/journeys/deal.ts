import type { PaymentType } from '#lib/codes.ts'
import type { CreditDecision, TradeVehicle } from '#lib/purchases/shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import {
  creditObstacle,
  creditStanding,
  creditTrouble,
  isLeaseToDecide,
  lacksApplication,
  leaseObstacle,
  NOTHING_TO_PAY_YET,
} from '#lib/finance/credit.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import { dealSums, type DealSums } from '#lib/payments/deal-sums.ts'
import {
  isFinance,
  isLease,
  isReservation,
  lenderShare,
  outstandingCents,
  tradeInEquity,
  type PaymentJourneyFacts,
} from '#lib/payments/pay-options.ts'
import { lastInstantOf } from '#lib/service/times.ts'
import { isLeftOut, isUndecided, takesTradeIn } from '#lib/trade-in/trade-in-offers.ts'
import type { Db } from '#server/database.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import type { PaymentRow } from '#server/payments/tables.ts'
import type { PurchaseJourneyRow } from './tables.ts'
import { findCheckedPayments } from '#server/payments/queries.ts'
import { findQuotes } from '#server/quotes/queries.ts'
import { findTradeVehicles, toTradeVehicle } from '#server/trade-in/queries.ts'

/** A journey with everything that its money depends on. */
export interface Deal {
  journey: PurchaseJourneyRow
  originalQuote: Quote
  currentQuote: Quote
  vehicles: TradeVehicle[]
  /** Payments that are paid or on their way. */
  payments: PaymentRow[]
  /** The fee of the reservation that it took over, in cents, unless the bank has taken it back. */
  creditCents: number
  /** Payments whose review found that nothing came. */
  missing: PaymentRow[]
}

/** The deals of journeys, in their order, without those deleted since they were read. */
export async function findDeals(db: Db, journeys: PurchaseJourneyRow[]): Promise<Deal[]> {
  if (journeys.length === 0) return []
  const ids = journeys.map(({ purchase_journey_id }) => purchase_journey_id)
  const quotes = await findQuotes(
    db,
    journeys.flatMap((row) => [row.original_quote_id, row.current_quote_id]),
  )
  const vehicles = await findTradeVehicles(db, ids)
  const creditors = journeys.flatMap(({ credited_from }) => credited_from ?? [])
  const checked = await findCheckedPayments(db, [...ids, ...creditors])
  const of = <Row extends { purchase_journey_id: string }>(rows: Row[], id: string) =>
    rows.filter(({ purchase_journey_id }) => purchase_journey_id === id)
  return journeys.flatMap((journey) => {
    const originalQuote = quotes.get(journey.original_quote_id)
    const currentQuote = quotes.get(journey.current_quote_id)
    if (!originalQuote || !currentQuote) return []
    const payments = of(checked, journey.purchase_journey_id)
    return {
      journey,
      originalQuote,
      currentQuote,
      vehicles: of(vehicles, journey.purchase_journey_id).map(toTradeVehicle),
      payments: payments.filter(({ status }) => status !== 'FAILED'),
      creditCents: counted(of(checked, journey.credited_from ?? '')),
      missing: payments.filter(({ status }) => status === 'FAILED'),
    }
  })
}

/** @throws {ApiProblem} 404 for a purchase that was deleted since it was read. */
export async function findDeal(db: Db, journey: PurchaseJourneyRow): Promise<Deal> {
  const [deal] = await findDeals(db, [journey])
  if (!deal) throw notFound()
  return deal
}

/** The sum of payments that count, in cents. Duplicates go back. */
const counted = (payments: PaymentRow[]): number =>
  payments
    .filter(({ status, duplicate }) => status === 'PAID' && duplicate === 0)
    .reduce((cents, { amount_cents }) => cents + amount_cents, 0)

/**
 * The facts that decide which payments are possible. An open card page does not stop another attempt; money on its way
 * or under review does.
 */
export function payFacts({
  journey,
  currentQuote,
  vehicles,
  payments,
  creditCents,
}: Deal): PaymentJourneyFacts {
  const paid = (type: PaymentType) =>
    counted(payments.filter((row) => row.type === type && isCustomers(row)))
  return {
    status: journey.status,
    deal: currentQuote,
    equityCents: tradeInEquity(vehicles),
    paidOutCents: journey.paid_out_cents ?? 0,
    paid: { DEPOSIT: paid('DEPOSIT') + creditCents, BALANCE: paid('BALANCE') },
    pending: payments
      .filter(({ status }) => status !== 'PAID')
      .filter(isCustomers)
      .map(({ type }) => type),
  }
}

/** The unpaid part of the deposit or the balance, in cents. */
export const dueCents = (deal: Deal, type: PaymentType): number =>
  outstandingCents(type, payFacts(deal))

/** The sums of a deal as it is now. */
export function sumsOf(deal: Deal): DealSums {
  const { equityCents, paidOutCents, paid } = payFacts(deal)
  return dealSums({
    deal: deal.currentQuote,
    equityCents,
    paidCents: paid.DEPOSIT + paid.BALANCE,
    balancePaidCents: paid.BALANCE,
    paidOutCents,
  })
}

/** Cents that the lender of a deal has still to pay. */
export const lenderOutstandingCents = ({ currentQuote, payments }: Deal): number =>
  (lenderShare(currentQuote)?.amountFinancedCents ?? 0) -
  counted(payments.filter(({ source }) => source === 'MTF'))

export const lenderPaid = (deal: Deal): boolean =>
  isFinance(deal.currentQuote.payOption) && lenderOutstandingCents(deal) <= 0

const creditFacts = (deal: Deal, today: string) =>
  [
    creditDecisionOf(deal.journey),
    deal.currentQuote,
    { status: deal.journey.status, lenderPaid: lenderPaid(deal), today },
  ] as const

/** Why the lender stops a confirmed purchase; `null` where it does not. */
export const creditTroubleOf = (deal: Deal, today: string) =>
  creditTrouble(...creditFacts(deal, today))

/** Why the lender stops the sale agreement; `null` where it does not. */
export const creditObstacleOf = (deal: Deal, today: string) =>
  creditObstacle(...creditFacts(deal, today))

/** Why its leased car cannot be handed over; `null` where nothing stops it. */
export const leaseObstacleOf = (deal: Deal, today: string) =>
  leaseObstacle(...creditFacts(deal, today))

/** Whether staff record the lender’s decision on a lease that was not applied for here. */
export const isLeaseToDecideOf = (deal: Deal, today: string) =>
  isLeaseToDecide(...creditFacts(deal, today))

/**
 * Why a confirmed purchase takes no money yet: the lender refuses it. Once the agreement is signed, the balance is due.
 */
export const payRefusal = (deal: Deal, today: string): string | null => {
  const trouble = deal.journey.status === 'CONFIRMED' ? creditTroubleOf(deal, today) : null
  return trouble && `${trouble.sentence} ${NOTHING_TO_PAY_YET}`
}

/** The lender's payments do not count as the customer's. */
const isCustomers = ({ source }: PaymentRow): boolean => source !== 'MTF'

/**
 * The payment that a purchase still owes to keep its car reserved (decision 64): the deposit, the fee of a reservation,
 * or the first rent of a lease, unless the lender is deciding about it. `null` where nothing is owed.
 */
export function owedToKeep(deal: Deal): PaymentType | null {
  const isLeased = isLease(deal.currentQuote.payOption)
  // A lender who was asked for a loan decides nothing about a lease.
  const isAsked = () => !lacksApplication(creditDecisionOf(deal.journey), deal.currentQuote, '')
  if (isLeased && deal.journey.referred_at !== null && isAsked()) return null
  const type = isLeased ? 'BALANCE' : 'DEPOSIT'
  return dueCents(deal, type) > 0 ? type : null
}

/** The amount of {@link owedToKeep}, in cents. */
export function owedCents(deal: Deal): number {
  const type = owedToKeep(deal)
  return type === null ? 0 : dueCents(deal, type)
}

/** Cents that have come of payments that are not complete. */
export const partsCents = (
  { payments }: Deal,
  isOf: (payment: PaymentRow) => boolean = () => true,
): number =>
  payments
    .filter((row) => row.status === 'PENDING' && isOf(row))
    .reduce((cents, { received_cents }) => cents + (received_cents ?? 0), 0)

/** The same less what has come of it: what a customer has still to pay to keep the car. */
export function leftToKeepCents(deal: Deal): number {
  const type = owedToKeep(deal)
  const isPart = (row: PaymentRow) => row.type === type && isCustomers(row)
  return owedCents(deal) - partsCents(deal, isPart)
}

/** Whether a purchase has a car, or waits for one, without a payment for it. */
export const isUnpaid = (deal: Deal): boolean => {
  const { paid } = payFacts(deal)
  return owedToKeep(deal) !== null || (paid.DEPOSIT + paid.BALANCE === 0 && !lenderPaid(deal))
}

/** The end of the approval that a lease was confirmed with, ISO 8601; `null` where it has none. */
export function approvedUntil({ journey, currentQuote }: Deal, today: string): string | null {
  const decision = creditDecisionOf(journey)
  return decision?.validUntil &&
    isLease(currentQuote.payOption) &&
    creditStanding(decision, currentQuote, today) === 'holds'
    ? lastInstantOf(decision.validUntil)
    : null
}

/** The decision of the lender, or of staff in its place; `null` before the application. */
export const creditDecisionOf = ({
  credit_decision,
}: Pick<PurchaseJourneyRow, 'credit_decision'>): CreditDecision | null =>
  credit_decision === null ? null : (JSON.parse(credit_decision) as CreditDecision)

/**
 * Whether a purchase takes money: it has its car. What the bank takes back after the hand-over can be paid again; the
 * fee of a reservation that was bought is paid with that purchase.
 */
export const takesMoney = ({ journey, currentQuote }: Deal): boolean =>
  nextStatus(journey.status, 'deposit-settled') !== null &&
  !(journey.status === 'COMPLETE' && isReservation(currentQuote.payOption))

/** Whether a confirmed purchase still takes a trade-in. */
export const isTradeInOpen = ({ journey, currentQuote }: Deal): boolean =>
  takesTradeIn({
    status: journey.status,
    payOption: currentQuote.payOption,
  })

/** The trade-ins of a purchase that are not accepted, and still may be. */
export const openTradeInsOf = (deal: Deal) => {
  const openTradeIns = isTradeInOpen(deal)
    ? deal.vehicles.filter((vehicle) => isUndecided(vehicle) || isLeftOut(vehicle))
    : []
  return openTradeIns.length > 0 && { openTradeIns }
}

/** The member of staff who confirmed a purchase on the customer’s behalf, by name. */
export const staffSigner = ({ signed_by, signature_name }: PurchaseJourneyRow): string | null =>
  signed_by?.startsWith('staff:') ? signature_name : null
