import { z } from '#lib/shared/zod.ts'
import {
  CreditDecisionCode,
  DeliveryStatus,
  JourneyStatus,
  PaymentType,
  PayOption,
  TradeStatus,
} from '#lib/codes.ts'
import { Customer } from '#lib/customers/shapes.ts'
import { FinanceApplicationDraft } from '#lib/finance/shapes.ts'
import { OwnerDetails, TradeInformationInput } from './forms.ts'
import { PurchaseCar } from './hand-over-shapes.ts'
import { PurchaseOffer } from '#lib/catalogue/offer-shapes.ts'
import { code } from '#lib/shared/input.ts'
import { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { Quote, QuoteRequest, ReadyDays } from '#lib/quotes/shapes.ts'

export const TradeVehicle = z.object({
  id: z.string(),
  registration: z.string(),
  vin: z.optional(z.string()),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  odometerKm: z.int(),
  condition: z.optional(z.string()),
  owingCents: z.int(),
  photos: z.array(z.string()),
  request: z.optional(z.enum(['APPRAISAL', 'ACCEPT'])),
  status: TradeStatus,
  guide: z.optional(z.object({ lowCents: z.int(), highCents: z.int() })),
  offerCents: z.optional(z.int()),
  offerExpires: z.optional(z.string()),
  /** `RULES` for a firm offer made at once, for the car as described. */
  offeredBy: z.optional(z.enum(['RULES', 'STAFF'])),
  /** The day by which the requested offer is promised. */
  offerDue: z.optional(z.string()),
  /** The open recalls of the car, where it has any. */
  openRecalls: z.optional(z.array(OpenRecall)),
  confirmedDate: z.nullable(z.string()),
})
export type TradeVehicle = z.infer<typeof TradeVehicle>

export const CreditDecision = z.object({
  code: CreditDecisionCode,
  limitCents: z.optional(z.int()),
  annualRatePct: z.optional(z.number()),
  validUntil: z.optional(z.string()),
  conditions: z.array(z.string()),
  answerBy: z.optional(z.string()),
  /** Who decided, where the lender says its name. */
  lenderName: z.optional(z.string()),
  /** The terms that were applied for; the purchase may have changed since. */
  appliedFor: z.optional(z.object({ payOption: PayOption, amountFinancedCents: z.int() })),
  /** The dealer arranged this lease: what was applied for here was a loan, or nothing. */
  isArranged: z.optional(z.boolean()),
})
export type CreditDecision = z.infer<typeof CreditDecision>

/** A check that an approval has one of its limit, rate and last day. */
export const neededWhenApproved = <F extends 'limitCents' | 'annualRatePct' | 'validUntil'>(
  field: F,
) =>
  z.refine<Pick<CreditDecision, 'code' | F>>(
    (decision) =>
      decision[field] !== undefined || !['AUTOAPPR', 'CONDITIONL'].includes(decision.code),
    { path: [field], error: 'is required' },
  )

export const PaymentMetadata = z.object({
  canPayDeposit: z.boolean(),
  canPayBalance: z.boolean(),
  depositPaid: z.boolean(),
  depositCents: z.int(),
  balanceCents: z.int(),
  paidCents: z.int(),
  /** Of `paidCents`, paid as the balance, left out where nothing is; the rest was paid as the deposit. */
  balancePaidCents: z.optional(z.int()),
  /** Accepted offers for trade-ins less the debt on them; left out at 0 and where none counts. */
  tradeInCents: z.optional(z.int()),
  /** Paid to the customer at hand-over; left out where nothing is. */
  owedCents: z.optional(z.int()),
  /** Paid to the buyer at the hand-over; left out for nothing. */
  paidOutCents: z.optional(z.int()),
  /** A lender has paid all of its part; left out until it has. */
  lenderPaid: z.optional(z.boolean()),
})
export type PaymentMetadata = z.infer<typeof PaymentMetadata>

/** A payment of the customer's that has no result yet. */
export const OpenPayment = z.object({
  paymentType: PaymentType,
  statusCode: z.enum(['PENDING', 'NEEDS_REVIEW']),
  amountCents: z.int(),
  /** The amount received so far, for a payment in parts. */
  receivedCents: z.nullable(z.int()),
  /** For a payment under review: whom to call, and when the answer is promised. */
  review: z.nullable(
    z.object({
      phone: z.string(),
      phoneHours: z.string(),
      answerBy: z.string(),
      /** That time has passed. */
      isOverdue: z.boolean(),
    }),
  ),
})
export type OpenPayment = z.infer<typeof OpenPayment>

/** A payment that staff have checked and did not find. */
export const MissingPayment = z.object({
  paymentId: z.string(),
  paymentType: PaymentType,
  amountCents: z.int(),
  phone: z.string(),
  phoneHours: z.string(),
})
export type MissingPayment = z.infer<typeof MissingPayment>

export const JourneyMetadata = z.object({
  furthestStep: z.string(),
  deliveryStatus: z.optional(DeliveryStatus),
  /** A sale agreement was issued. */
  hasAgreement: z.optional(z.boolean()),
  /** Until when the car is reserved without the deposit, or was until it expired; left out without a deadline. */
  depositDueBy: z.optional(z.string()),
  /** The deposit comes by bank transfer, so the car is reserved for longer; left out otherwise. */
  isTransferExpected: z.optional(z.boolean()),
  /** Until when it can be cancelled online, and is refunded in full; left out while it waits for a car. */
  cancelUntil: z.optional(z.string()),
  /** Why it cannot be confirmed yet: an approver whom the buyer invited has not approved it. Left out otherwise. */
  waitsFor: z.optional(z.string()),
})
export type JourneyMetadata = z.infer<typeof JourneyMetadata>

export const PurchaseJourney = z.object({
  id: z.string(),
  purchaseJourneyId: z.string(),
  /** For people to read out: `TV-7K3Q-XJ`. */
  reference: z.string(),
  status: z.object({ purchaseJourneyStatusCode: JourneyStatus }),
  created: z.string(),
  lastActivity: z.string(),
  originalQuote: Quote,
  currentQuote: Quote,
  currentQuoteRequest: QuoteRequest,
  customer: Customer,
  metadata: JourneyMetadata,
  paymentMetadata: PaymentMetadata,
  openPayment: z.optional(OpenPayment),
  /** The last one that was checked; left out once the amount is paid, or another payment is on its way. */
  missingPayment: z.optional(MissingPayment),
  hasConfirmedOwnerDetails: z.boolean(),
  hasAppliedForFinancePreApproval: z.boolean(),
  confirmedDate: z.nullable(z.string()),
  /**
   * The days between which the car is ready: as promised, or before confirming, if confirmed now. `null` when
   * no car can be had; left out when there is nothing to say.
   */
  delivery: z.optional(z.nullable(ReadyDays)),
  /** The member of staff who confirmed it on the customer's instruction; left out where the customer did. */
  confirmedBy: z.optional(z.string()),
  /** Once one is allocated whose numbers are known. */
  car: z.optional(PurchaseCar),
  /** Offers beyond the price: as of the day it was confirmed, and of today until then. */
  offers: z.optional(z.array(PurchaseOffer)),
  tradeInformation: z.object({ vehicles: z.array(TradeVehicle) }),
  ownerDetails: z.nullable(OwnerDetails),
  creditDecision: z.nullable(CreditDecision),
  outletCode: z.nullable(z.string()),
  version: z.int(),
})
export type PurchaseJourney = z.infer<typeof PurchaseJourney>

/** A purchase as a line of a list. */
export const JourneySummary = z.object({
  purchaseJourneyId: z.string(),
  reference: z.string(),
  status: PurchaseJourney.shape.status,
  quote: Quote,
  /** The quote that started the purchase; `quote` is another one once the car was changed. */
  originalQuoteId: z.optional(z.string()),
  paymentMetadata: PurchaseJourney.shape.paymentMetadata,
  openPayment: PurchaseJourney.shape.openPayment,
  missingPayment: PurchaseJourney.shape.missingPayment,
  metadata: PurchaseJourney.shape.metadata,
  /** Trade-ins that wait for an offer, or for its answer, once it is confirmed; left out where none does. */
  openTradeIns: z.optional(z.array(TradeVehicle)),
  /** Why the lender's decision blocks the purchase as it is paid; left out where it does not. */
  creditTrouble: z.optional(z.string()),
  /** A warning where the car may come after the lender's approval has ended; left out otherwise. */
  approvalEndsFirst: z.optional(z.string()),
  /** Its finance has not been applied for here; left out where it has, or where none is needed. */
  needsFinanceApplication: z.optional(z.boolean()),
  delivery: PurchaseJourney.shape.delivery,
  created: z.string(),
  confirmedDate: z.nullable(z.string()),
})

/** The fields of a journey that a client may change (decision 30). */
export const JourneyPatch = z.partial(
  z.strictObject({
    currentQuoteRequest: QuoteRequest,
    outletCode: z.nullable(code),
    tradeInformation: TradeInformationInput,
    ownerDetails: OwnerDetails,
    hasConfirmedOwnerDetails: z.literal(true, 'can only be set'),
    financeApplication: FinanceApplicationDraft,
    metadata: z.strictObject({
      furthestStep: z.enum([
        'configure',
        'quote',
        'trade-in',
        'owner-details',
        'finance',
        'confirm',
        'payment',
        'complete',
      ]),
    }),
  }),
)
export type JourneyPatch = z.infer<typeof JourneyPatch>
