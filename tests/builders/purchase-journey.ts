import type { Customer } from '#lib/customers/shapes.ts'
import type { OwnerDetails } from '#lib/purchases/forms.ts'
import type { PurchaseJourney, TradeVehicle } from '#lib/purchases/shapes.ts'
import type { Quote, QuoteFinance } from '#lib/quotes/shapes.ts'
import { paymentFacts } from '#lib/payments/deal-sums.ts'
import { tradeInEquity } from '#lib/payments/pay-options.ts'

/** Things of the contract for tests: whole and plausible, each with what the test says on top. */

export const aCustomer = (facts: Partial<Customer> = {}): Customer => ({
  id: 7,
  customerType: 'INDIVIDUAL',
  name: { firstName: 'Mia', lastName: 'Harris' },
  email: 'mia@example.nz',
  mobilePhone: '+64215550101',
  homePhone: null,
  workPhone: null,
  postalAddress: null,
  webAccountStatus: 'ACTIVE',
  marketingConsent: false,
  ...facts,
})

export const anOwner = (facts: Partial<OwnerDetails> = {}): OwnerDetails => ({
  customerType: 'INDIVIDUAL',
  firstName: 'Mia',
  lastName: 'Harris',
  email: 'mia@example.nz',
  mobilePhone: '021 555 0101',
  postalAddress: {
    line1: '1 Quay Street',
    suburb: '',
    city: 'Auckland',
    postcode: '1010',
    country: 'NZ',
  },
  ...facts,
})

export const aQuote = (facts: Partial<Quote> = {}): Quote => ({
  quoteId: 'quote-1',
  payOption: 'CASH',
  newUsed: 'NEW',
  customerId: 7,
  anonymousQuote: false,
  customerName: 'Mia Harris',
  customerEmail: 'mia@example.nz',
  request: {
    kdcd: 'TN27H-B',
    colourCode: 'RDB',
    interiorCode: 'BLK',
    accessoryCodes: ['ROOFRAIL'],
    servicePlanCode: null,
    payOption: facts.payOption ?? 'CASH',
  },
  vehicle: {
    kdcd: 'TN27H-B',
    modelName: 'Tarn',
    variantName: 'Tarn Hybrid',
    colourName: 'Redbank',
    interiorName: 'Black cloth',
  },
  lines: [
    {
      code: 'TN27H-B',
      kind: 'VEHICLE',
      label: 'Tarn Hybrid',
      amountCents: 4_299_000,
      reason: 'The car.',
    },
    {
      code: 'ROOFRAIL',
      kind: 'ACCESSORY',
      label: 'Roof rails',
      amountCents: 45_000,
      reason: 'Fitted before you collect the car.',
    },
    {
      code: 'ONROAD',
      kind: 'ON_ROAD',
      label: 'On-road costs',
      amountCents: 100_000,
      reason: 'Registration for 12 months.',
    },
  ],
  totals: {
    vehicleCents: 4_299_000,
    accessoriesCents: 45_000,
    onRoadCents: 100_000,
    driveAwayCents: 4_444_000,
    gstCents: 579_652,
    depositDueCents: 100_000,
  },
  finance: null,
  catalogueVersion: 'test',
  created: '2026-11-20T00:00:00.000Z',
  expires: '2026-12-04T00:00:00.000Z',
  version: 1,
  ...facts,
})

export const aLoan = (facts: Partial<QuoteFinance> = {}): QuoteFinance => ({
  product: 'LOANCLASIC',
  amountFinancedCents: 3_684_535,
  termMonths: 48,
  frequency: 'Monthly',
  paymentCount: 48,
  paymentCents: 92_453,
  lastPaymentCents: 92_440,
  accountFeePerPaymentCents: 850,
  annualRatePct: 8.95,
  feesCents: 40_535,
  balloonCents: 0,
  totalPayableCents: 4_437_731,
  estimate: true,
  ...facts,
})

export const aTradeVehicle = (facts: Partial<TradeVehicle> = {}): TradeVehicle => ({
  id: 'trade-1',
  registration: 'TOI101',
  make: 'Coastline',
  model: 'Drifter',
  year: 2018,
  odometerKm: 84_000,
  owingCents: 0,
  photos: [],
  status: 'TRADE_ADDED',
  confirmedDate: '2026-11-20',
  ...facts,
})

/** A saved journey of Mia Harris, just started, unless the facts say otherwise. */
export const aJourney = (facts: Partial<PurchaseJourney> = {}): PurchaseJourney => {
  const currentQuote = facts.currentQuote ?? aQuote()
  const status = facts.status ?? { purchaseJourneyStatusCode: 'STARTED' }
  const tradeInformation = facts.tradeInformation ?? { vehicles: [] }
  return {
    id: 'journey-1',
    purchaseJourneyId: 'journey-1',
    reference: 'TV-7K3Q-XJ',
    status,
    created: '2026-11-20T00:00:00.000Z',
    lastActivity: '2026-11-20T00:00:00.000Z',
    originalQuote: currentQuote,
    currentQuote,
    currentQuoteRequest: currentQuote.request,
    customer: aCustomer(),
    metadata: { furthestStep: 'configure' },
    paymentMetadata: paymentFacts({
      status: status.purchaseJourneyStatusCode,
      deal: currentQuote,
      equityCents: tradeInEquity(tradeInformation.vehicles),
      paid: { DEPOSIT: 0, BALANCE: 0 },
      pending: [],
    }),
    hasConfirmedOwnerDetails: false,
    hasAppliedForFinancePreApproval: false,
    confirmedDate: null,
    tradeInformation,
    ownerDetails: null,
    creditDecision: null,
    outletCode: null,
    version: 1,
    ...facts,
  }
}
