import type { Kysely } from 'kysely'
import type { PaymentType } from '#lib/contract/shapes/codes.ts'
import type {
  CreditDecision,
  JourneyMetadata,
  OwnerDetails,
  PaymentMetadata,
  PurchaseJourney,
  TradeVehicle,
} from '#lib/contract/shapes/journey.ts'
import type { PurchaseCar } from '#lib/contract/shapes/hand-over.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'
import {
  creditObstacle,
  creditTrouble,
  lacksApplication,
  NOTHING_TO_PAY_YET,
} from '#lib/domain/credit.ts'
import { aucklandDay } from '#lib/domain/dates.ts'
import { dealSums, paymentFacts, type DealSums } from '#lib/domain/deal-sums.ts'
import {
  isFinance,
  isReservation,
  lenderShare,
  outstandingCents,
  tradeInEquity,
  type PaymentJourneyFacts,
} from '#lib/domain/pay-options.ts'
import { shownReference } from '#lib/domain/purchase-reference.ts'
import { findCustomer } from '../db/customers.ts'
import type { Database } from '../db/database.ts'
import type { PaymentRow } from '../db/tables/payment.ts'
import type { PurchaseJourneyRow } from '../db/tables/purchase.ts'
import { findCheckedPayments } from '../db/payments.ts'
import { findQuotes } from '../db/quotes.ts'
import { findCarOf } from '../db/stock-cars.ts'
import { findTradeVehicles, toTradeVehicle } from '../db/trade-vehicles.ts'
import type { Deps } from '../deps.ts'
import { referenceOfRound } from '../ids.ts'
import type { Keys } from '../keys.ts'
import { seal, unseal } from './encryption.ts'
import { paymentNews } from './open-payment.ts'
import { openTradeInsOf } from './open-trade-ins.ts'
import { offersOf } from './purchase-offers.ts'
import { saidDelivery } from './purchase-delivery.ts'
import { sealedPlace } from './sealed-places.ts'

type Db = Kysely<Database>

/** A journey with everything that its money depends on. */
export interface Deal {
  journey: PurchaseJourneyRow
  originalQuote: Quote
  currentQuote: Quote
  vehicles: TradeVehicle[]
  /** Those that say something about what is paid or on its way. */
  payments: PaymentRow[]
  /** Those that were under review and of which nothing came. */
  missing: PaymentRow[]
}

/** The deals of journeys, in their order, but of those deleted since they were read. */
export async function findDeals(db: Db, journeys: PurchaseJourneyRow[]): Promise<Deal[]> {
  if (journeys.length === 0) return []
  const ids = journeys.map(({ purchase_journey_id }) => purchase_journey_id)
  const quotes = await findQuotes(
    db,
    journeys.flatMap((row) => [row.original_quote_id, row.current_quote_id]),
  )
  const vehicles = await findTradeVehicles(db, ids)
  const checked = await findCheckedPayments(db, ids)
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
      missing: payments.filter(({ status }) => status === 'FAILED'),
    }
  })
}

export const findDeal = async (db: Db, journey: PurchaseJourneyRow): Promise<Deal> =>
  (await findDeals(db, [journey]))[0]!

/**
 * What decides what can be paid. A card page that is merely open is no obstacle to another try; money that
 * is under way, or that somebody has to look at, is.
 */
export function payFacts({ journey, currentQuote, vehicles, payments }: Deal): PaymentJourneyFacts {
  const paid = (type: PaymentType) =>
    payments
      .filter((row) => row.type === type && row.status === 'PAID' && row.duplicate === 0)
      .filter(isCustomers)
      .reduce((cents, { amount_cents }) => cents + amount_cents, 0)
  return {
    status: journey.status,
    deal: currentQuote,
    equityCents: tradeInEquity(vehicles),
    paid: { DEPOSIT: paid('DEPOSIT') + journey.credited_cents, BALANCE: paid('BALANCE') },
    pending: payments
      .filter(({ status }) => status !== 'PAID')
      .filter(isCustomers)
      .map(({ type }) => type),
  }
}

/** The sums of a deal as it stands now. */
export function sumsOf(deal: Deal): DealSums {
  const { equityCents, paid } = payFacts(deal)
  return dealSums({ deal: deal.currentQuote, equityCents, paidCents: paid.DEPOSIT + paid.BALANCE })
}

/** What the lender of a deal has still to pay, in cents. */
export const lenderOutstandingCents = ({ currentQuote, payments }: Deal): number =>
  (lenderShare(currentQuote)?.amountFinancedCents ?? 0) -
  payments
    .filter(
      // What goes back to it has paid nothing.
      ({ source, status, duplicate }) => source === 'MTF' && status === 'PAID' && duplicate === 0,
    )
    .reduce((cents, { amount_cents }) => cents + amount_cents, 0)

const lenderPaid = (deal: Deal): boolean =>
  isFinance(deal.currentQuote.payOption) && lenderOutstandingCents(deal) <= 0

const creditFacts = (deal: Deal, today: string) =>
  [
    creditDecisionOf(deal.journey),
    deal.currentQuote,
    { status: deal.journey.status, lenderPaid: lenderPaid(deal), today },
  ] as const

/** Why the lender lets a confirmed purchase not be gone through with; `null` where it does. */
export const creditTroubleOf = (deal: Deal, today: string) =>
  creditTrouble(...creditFacts(deal, today))

/** Why the lender lets nothing be agreed on; `null` where it does. */
export const creditObstacleOf = (deal: Deal, today: string) =>
  creditObstacle(...creditFacts(deal, today))

const moneyFacts = (deal: Deal): PaymentMetadata => ({
  ...paymentFacts(payFacts(deal)),
  ...(lenderPaid(deal) && { lenderPaid: true }),
})

/**
 * Why a confirmed purchase takes no money yet: what it would be for is refused by the lender. Once the agreement is
 * signed what is left of it is due.
 */
export const payRefusal = (deal: Deal, today: string): string | null => {
  const trouble = deal.journey.status === 'CONFIRMED' ? creditTroubleOf(deal, today) : null
  return trouble && `${trouble.sentence} ${NOTHING_TO_PAY_YET}`
}

/** What a lender pays stands beside what the customer pays. */
const isCustomers = ({ source }: PaymentRow): boolean => source !== 'MTF'

/**
 * Whether a purchase owes a deposit that its car is kept for. A lease owes none, and the time of a reservation is its
 * own (decisions 41 and 42).
 */
export const owesDeposit = (deal: Deal): boolean =>
  !isReservation(deal.currentQuote.payOption) && outstandingCents('DEPOSIT', payFacts(deal)) > 0

function metadataOf(deal: Deal): JourneyMetadata {
  const { status, furthest_step, delivery_status, agreement_id, deposit_due_at } = deal.journey
  const { transfer_announced_at } = deal.journey
  const isKept = status === 'CONFIRMED' && owesDeposit(deal)
  const depositDueBy = isKept || status === 'EXPIRED' ? deposit_due_at : null
  return {
    furthestStep: furthest_step,
    ...(delivery_status !== null && { deliveryStatus: delivery_status }),
    ...(agreement_id !== null && { hasAgreement: true }),
    ...(depositDueBy !== null && { depositDueBy }),
    ...(isKept && transfer_announced_at !== null && { isTransferExpected: true }),
  }
}

const confirmedDateOf = ({ confirmed_at }: PurchaseJourneyRow): string | null =>
  confirmed_at === null ? null : aucklandDay(confirmed_at)

/** What a lender, or a person for it, has said; `null` while nobody was asked. */
export const creditDecisionOf = ({
  credit_decision,
}: Pick<PurchaseJourneyRow, 'credit_decision'>): CreditDecision | null =>
  credit_decision === null ? null : (JSON.parse(credit_decision) as CreditDecision)

/** The reference of a purchase as people see it. */
export const referenceOf = (
  { catalogue }: Pick<Deps, 'catalogue'>,
  { purchase_journey_id, reference }: PurchaseJourneyRow,
): string =>
  shownReference(
    catalogue.brand.referencePrefix,
    reference ?? referenceOfRound(purchase_journey_id, 0),
  )

/** Which of the staff confirmed a purchase on its customer’s behalf. */
export const staffSigner = ({ signed_by, signature_name }: PurchaseJourneyRow): string | null =>
  signed_by?.startsWith('staff:') ? signature_name : null

/** A journey as its owner sees it. */
export async function viewJourney(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<PurchaseJourney> {
  const deal = await findDeal(db, journey)
  const customer = await findCustomer(db, journey.customer_id)
  const confirmedBy = staffSigner(journey)
  const car = await carOf(db, journey)
  return {
    ...(await deliveryFact(deps, db, deal)),
    id: journey.purchase_journey_id,
    purchaseJourneyId: journey.purchase_journey_id,
    reference: referenceOf(deps, journey),
    status: { purchaseJourneyStatusCode: journey.status },
    created: journey.created_at,
    lastActivity: journey.last_activity_at,
    originalQuote: deal.originalQuote,
    currentQuote: deal.currentQuote,
    currentQuoteRequest: deal.currentQuote.request,
    customer: customer!,
    metadata: metadataOf(deal),
    paymentMetadata: moneyFacts(deal),
    ...paymentNews(deps, deal, payFacts(deal)),
    hasConfirmedOwnerDetails: journey.owner_details_confirmed === 1,
    hasAppliedForFinancePreApproval: journey.finance_applied === 1,
    confirmedDate: confirmedDateOf(journey),
    ...(confirmedBy && { confirmedBy }),
    ...(car && { car }),
    offers: offersOf(deps, journey, deal.currentQuote),
    tradeInformation: { vehicles: deal.vehicles },
    ownerDetails: openOwnerDetails(deps.keys, journey),
    creditDecision: creditDecisionOf(journey),
    outletCode: journey.outlet_code,
    version: journey.version,
  }
}

/** The very car of a purchase; `null` until it has one whose numbers are known. */
export async function carOf(
  db: Db,
  { purchase_journey_id, confirmed_at }: PurchaseJourneyRow,
): Promise<PurchaseCar | null> {
  // Nothing is allocated before.
  const car = confirmed_at === null ? null : await findCarOf(db, purchase_journey_id)
  return car && { stockNumber: car.stock_number, vin: car.vin, outletCode: car.outlet_code }
}

/** Nothing is said of a day while the lender lets the purchase not be gone through with. */
async function deliveryFact(
  deps: Deps,
  db: Db,
  deal: Deal,
): Promise<Pick<PurchaseJourney, 'delivery'>> {
  if (creditTroubleOf(deal, aucklandDay(deps.now()))) return {}
  const delivery = await saidDelivery(deps, db, deal.journey, deal.currentQuote)
  return delivery === undefined ? {} : { delivery }
}

/** A journey as a line of its customer's list. */
export async function summariseForOwner(deps: Deps, deal: Deal) {
  const today = aucklandDay(deps.now())
  const trouble = creditTroubleOf(deal, today)
  return {
    ...summariseDeal(deps, deal),
    ...(lacksApplication(creditDecisionOf(deal.journey), deal.currentQuote, today) && {
      needsFinanceApplication: true,
    }),
    ...(trouble && { creditTrouble: trouble.sentence }),
    ...(await deliveryFact(deps, deps.db, deal)),
  }
}

/** A journey as a line of a list. */
export function summariseDeal(deps: Pick<Deps, 'catalogue' | 'now'>, deal: Deal) {
  return {
    purchaseJourneyId: deal.journey.purchase_journey_id,
    reference: referenceOf(deps, deal.journey),
    status: { purchaseJourneyStatusCode: deal.journey.status },
    quote: deal.currentQuote,
    originalQuoteId: deal.originalQuote.quoteId,
    paymentMetadata: moneyFacts(deal),
    ...paymentNews(deps, deal, payFacts(deal)),
    metadata: metadataOf(deal),
    created: deal.journey.created_at,
    confirmedDate: confirmedDateOf(deal.journey),
    ...openTradeInsOf(deal),
  }
}

type Sealed = 'owner_details' | 'finance_application'

const placeOf = (column: Sealed, journey: { purchase_journey_id: string }) =>
  sealedPlace('purchase_journey', column, journey.purchase_journey_id)

/** Encrypts what a journey keeps secret, for its column. */
export const sealFor = (
  keys: Keys,
  journey: { purchase_journey_id: string },
  column: Sealed,
  value: unknown,
): string => seal(keys, placeOf(column, journey), JSON.stringify(value))

/** What a journey keeps secret in a column, or `null`. */
export function openFrom<T>(keys: Keys, journey: PurchaseJourneyRow, column: Sealed): T | null {
  const sealed = journey[column]
  return sealed === null ? null : (JSON.parse(unseal(keys, placeOf(column, journey), sealed)) as T)
}

export const openOwnerDetails = (keys: Keys, journey: PurchaseJourneyRow): OwnerDetails | null =>
  openFrom<OwnerDetails>(keys, journey, 'owner_details')
