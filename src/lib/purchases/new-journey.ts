import { NEW_JOURNEY_ID, PLACEHOLDER_CUSTOMER_ID } from '#lib/shared/constants.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import type { TradeVehicleInput } from './forms.ts'
import type { PurchaseJourney } from './shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { withPatch } from './journey-patch.ts'
import { paymentFacts } from '#lib/payments/deal-sums.ts'

const PLACEHOLDER_CUSTOMER: Customer = {
  id: PLACEHOLDER_CUSTOMER_ID,
  customerType: 'INDIVIDUAL',
  name: { firstName: '', lastName: '' },
  email: '',
  mobilePhone: null,
  homePhone: null,
  workPhone: null,
  postalAddress: null,
  webAccountStatus: 'VERIFYPEND',
  marketingConsent: false,
}

/** A purchase that is not saved yet, in the shape of one (specification §3). */
export function newJourney(
  quote: Quote,
  purchase: { furthestStep: string; outletCode: string | null; vehicles: TradeVehicleInput[] },
): PurchaseJourney {
  const nowText = new Date().toISOString()
  const blank: PurchaseJourney = {
    id: NEW_JOURNEY_ID,
    purchaseJourneyId: NEW_JOURNEY_ID,
    reference: '',
    status: { purchaseJourneyStatusCode: 'STARTED' },
    created: nowText,
    lastActivity: nowText,
    originalQuote: quote,
    currentQuote: quote,
    currentQuoteRequest: quote.request,
    customer: PLACEHOLDER_CUSTOMER,
    metadata: { furthestStep: purchase.furthestStep },
    paymentMetadata: paymentFacts({
      status: 'STARTED',
      deal: quote,
      equityCents: 0,
      paid: { DEPOSIT: 0, BALANCE: 0 },
      pending: [],
    }),
    hasConfirmedOwnerDetails: false,
    hasAppliedForFinancePreApproval: false,
    confirmedDate: null,
    tradeInformation: { vehicles: [] },
    ownerDetails: null,
    ...(quote.delivery !== undefined && { delivery: quote.delivery }),
    creditDecision: null,
    outletCode: purchase.outletCode,
    version: 0,
  }
  return withPatch(blank, { tradeInformation: { vehicles: purchase.vehicles } })
}
