import type {
  JourneyMetadata,
  PaymentMetadata,
  PurchaseJourney,
  TradeVehicle,
} from '#lib/purchases/shapes.ts'
import { approvalEndsFirst, lacksApplication } from '#lib/finance/credit.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { paymentFacts } from '#lib/payments/deal-sums.ts'
import { referenceOf } from './references.ts'
import { openOwnerDetails } from './sealed-columns.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { Db } from '#server/database.ts'
import type { PurchaseJourneyRow } from './tables.ts'
import { findPurchaseCar } from '#server/stock/car-queries.ts'
import type { Deps } from '#server/deps.ts'
import {
  creditDecisionOf,
  creditTroubleOf,
  findDeal,
  lenderPaid,
  openTradeInsOf,
  owedToKeep,
  payFacts,
  staffSigner,
  type Deal,
} from './deal.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import { isTransferDeadline } from '#server/payments/deposit-deadline.ts'
import { openOrMissingPayment } from '#server/payments/open-payment.ts'
import { offersOf } from './offers.ts'
import { cancelUntilOf } from './promised-times.ts'
import { approvalMissing } from '#server/people/view.ts'
import { storedOpenRecalls } from '#server/vehicles/open-recalls.ts'
import { deliveryToShow } from '#server/delivery/purchase-delivery.ts'

const moneyFacts = (deal: Deal): PaymentMetadata => ({
  ...paymentFacts(payFacts(deal)),
  ...(lenderPaid(deal) && { lenderPaid: true }),
})

function metadataOf(deps: Pick<Deps, 'catalogue'>, deal: Deal): JourneyMetadata {
  const { status, furthest_step, delivery_status, agreement_id, deposit_due_at } = deal.journey
  const isKept = status === 'CONFIRMED' && owedToKeep(deal) !== null
  const depositDueBy = isKept || status === 'EXPIRED' ? deposit_due_at : null
  const cancelUntil = nextStatus(status, 'cancelled') && cancelUntilOf(deal.journey)
  return {
    furthestStep: furthest_step,
    ...(delivery_status !== null && { deliveryStatus: delivery_status }),
    ...(agreement_id !== null && { hasAgreement: true }),
    ...(depositDueBy !== null && { depositDueBy }),
    ...(isKept && isTransferDeadline(deps, deal.journey) && { isTransferExpected: true }),
    ...(cancelUntil !== null && { cancelUntil }),
  }
}

const confirmedDateOf = ({ confirmed_at }: PurchaseJourneyRow): string | null =>
  confirmed_at === null ? null : aucklandDay(confirmed_at)

/** A journey as its owner sees it. */
export async function toPurchaseJourney(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<PurchaseJourney> {
  const deal = await findDeal(db, journey)
  const customer = await findCustomer(db, journey.customer_id)
  const confirmedBy = staffSigner(journey)
  const car = await findPurchaseCar(db, journey)
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
    metadata: { ...metadataOf(deps, deal), ...(await approvalFact(deps, db, deal)) },
    paymentMetadata: moneyFacts(deal),
    ...openOrMissingPayment(deps, deal, payFacts(deal)),
    hasConfirmedOwnerDetails: journey.owner_details_confirmed === 1,
    hasAppliedForFinancePreApproval: journey.finance_applied === 1,
    confirmedDate: confirmedDateOf(journey),
    ...(confirmedBy && { confirmedBy }),
    ...(car && { car }),
    offers: offersOf(deps, journey, deal.currentQuote),
    tradeInformation: { vehicles: await withRecalls(deps, db, deal) },
    ownerDetails: openOwnerDetails(deps.keys, journey),
    creditDecision: creditDecisionOf(journey),
    outletCode: journey.outlet_code,
    version: journey.version,
  }
}

/** Whose approval a started purchase waits for. */
async function approvalFact(
  deps: Deps,
  db: Db,
  deal: Deal,
): Promise<Pick<JourneyMetadata, 'waitsFor'>> {
  if (deal.journey.status !== 'STARTED') return {}
  const waitsFor = await approvalMissing(deps, db, deal)
  return waitsFor === null ? {} : { waitsFor }
}

/** The trade-ins of a deal with the open recalls of each (decision 69). */
async function withRecalls(
  deps: Deps,
  db: Db,
  { journey, vehicles }: Deal,
): Promise<TradeVehicle[]> {
  const shown: TradeVehicle[] = []
  for (const vehicle of vehicles) {
    const { registration, vin } = vehicle
    const car = { customerId: journey.customer_id, registration, vin }
    const openRecalls = await storedOpenRecalls(deps, db, car)
    shown.push({ ...vehicle, ...(openRecalls.length > 0 && { openRecalls }) })
  }
  return shown
}

/** The days of delivery; none while the lender stops the purchase. */
async function deliveryFact(
  deps: Deps,
  db: Db,
  deal: Deal,
): Promise<Pick<PurchaseJourney, 'delivery'>> {
  if (creditTroubleOf(deal, aucklandDay(deps.now()))) return {}
  const delivery = await deliveryToShow(deps, db, deal.journey, deal.currentQuote)
  return delivery === undefined ? {} : { delivery }
}

/** A journey as a line of its customer's list. */
export async function summariseForOwner(deps: Deps, deal: Deal) {
  const today = aucklandDay(deps.now())
  const trouble = creditTroubleOf(deal, today)
  const decision = creditDecisionOf(deal.journey)
  const shown = await deliveryFact(deps, deps.db, deal)
  const lender = deps.catalogue.brand.lender?.name
  const ends = approvalEndsFirst(decision, deal.currentQuote, shown.delivery, today, lender)
  return {
    ...summariseDeal(deps, deal),
    ...(lacksApplication(decision, deal.currentQuote, today) && {
      needsFinanceApplication: true,
    }),
    ...(trouble && { creditTrouble: trouble.sentence }),
    ...shown,
    ...(ends && !lenderPaid(deal) && { approvalEndsFirst: ends }),
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
    ...openOrMissingPayment(deps, deal, payFacts(deal)),
    metadata: metadataOf(deps, deal),
    created: deal.journey.created_at,
    confirmedDate: confirmedDateOf(deal.journey),
    ...openTradeInsOf(deal),
  }
}
