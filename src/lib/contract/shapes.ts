import { isNzbn } from '#lib/domain/nzbn.ts'
import { z } from '#lib/zod.ts'

/**
 * The shapes that travel: what the specification fixes and what our contract adds. Input shapes are
 * strict (an unknown field is refused by name); answer shapes may grow.
 *
 * Money is integer NZ cents with GST. Days are `yyyy-mm-dd` in Pacific/Auckland, instants ISO 8601.
 */

// Enumerations (specification §3)

export const PAY_OPTIONS = [
  'CASH',
  'FINANCE',
  'LEASE',
  'LEASELC',
  'LEASETC',
  'LEASEUC',
  'LOANCLASIC',
  'LOANFLEXI',
  'RESERVATION',
] as const
export const PayOption = z.enum(PAY_OPTIONS)
export type PayOption = z.infer<typeof PayOption>

export const PaymentMethod = z.enum(['POLI', 'STRIPE'])
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const PaymentSource = z.enum(['BANKTRF', 'CREDITCARD', 'MTF'])
export type PaymentSource = z.infer<typeof PaymentSource>

export const PaymentType = z.enum(['DEPOSIT', 'BALANCE'])
export type PaymentType = z.infer<typeof PaymentType>

export const PaymentStatus = z.enum([
  'CREATED',
  'PENDING',
  'PAID',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
  'NEEDS_REVIEW',
  'REFUNDED',
])
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const Frequency = z.enum(['Weekly', 'Fortnightly', 'Monthly'])
export type Frequency = z.infer<typeof Frequency>

export const Gender = z.enum(['MALE', 'FEMALE', 'UNKNOWN'])
export type Gender = z.infer<typeof Gender>

export const DriverLicenceType = z.enum(['FULL', 'RSTRD', 'LEARN'])
export type DriverLicenceType = z.infer<typeof DriverLicenceType>

export const CreditDecisionCode = z.enum(['AUTOAPPR', 'CONDITIONL', 'DECLINE', 'MANUWRITE'])
export type CreditDecisionCode = z.infer<typeof CreditDecisionCode>

export const DeliveryStatus = z.enum(['ONORDER', 'SHIPPED', 'LANDED', 'DISPATCHED', 'AVAIL4PKUP'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const TradeStatus = z.enum([
  'TRADE_ADDED',
  'APPRAISAL_REQUESTED',
  'APPRAISAL_DONE',
  'APPRAISAL_ACCEPTED',
])
export type TradeStatus = z.infer<typeof TradeStatus>

export const WebAccountStatus = z.enum(['ACTIVE', 'VERIFYPEND', 'PROBLEM', 'DEACTIVE'])
export type WebAccountStatus = z.infer<typeof WebAccountStatus>

export const StockLevel = z.enum(['In stock', 'On order', 'Unavailable'])
export type StockLevel = z.infer<typeof StockLevel>

export const CustomerType = z.enum(['INDIVIDUAL', 'COMPANY', 'STAFF'])
export type CustomerType = z.infer<typeof CustomerType>

export const CurrentUserType = z.enum(['CUSTOMER', 'STAFF', 'APICLIENT'])
export type CurrentUserType = z.infer<typeof CurrentUserType>

export const CustomerSearchField = z.enum(['name', 'rego', 'phone', 'email'])
export type CustomerSearchField = z.infer<typeof CustomerSearchField>

export const JOURNEY_STATUSES = [
  'STARTED',
  'CONFIRMED',
  'AGREEMENT',
  'NOCARAVAIL',
  'COMPLETE',
  'CANCELLED',
  'EXPIRED',
] as const
export const JourneyStatus = z.enum(JOURNEY_STATUSES)
export type JourneyStatus = z.infer<typeof JourneyStatus>

export const NewUsed = z.enum(['NEW', 'USED'])
export type NewUsed = z.infer<typeof NewUsed>

// Building blocks of input: every text has a length limit, checked before anything else reads it.

/** Text of at most `max` characters, of which at least one is not a space. */
export const text = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'is required'),
      z.maxLength(max, `is too long (at most ${max} characters)`),
    )

/** Text that may be empty, of at most `max` characters. */
export const textOrEmpty = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `is too long (at most ${max} characters)`))

/** A New Zealand Business Number, typed with or without spaces; empty for none. */
export const nzbn = z.string().check(
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^(94\d{11})?$/, 'must be 13 digits starting with 94'),
  z.refine((typed) => typed.length !== 13 || isNzbn(typed), 'has a wrong digit. Please check it'),
)

/** A code of the catalogue, or an opaque id: letters, digits, `-` and `_`. */
export const code = z
  .string()
  .check(
    z.minLength(1, 'is required'),
    z.maxLength(64, 'is too long'),
    z.regex(/^[\w-]+$/, 'is not a code'),
  )

/** An e-mail address by the specification's rule (§5): text, an at sign, text. At most 254 characters. */
export const emailAddress = z.string().check(
  z.trim(),
  z.maxLength(254, 'Please enter a valid email address'),
  z.refine((value) => {
    const at = value.indexOf('@', 1)
    return at > 0 && at < value.length - 1 && !/[\s\p{Cc}<>,;"]/u.test(value)
  }, 'Please enter a valid email address'),
)

/** Whole cents from 0 to ten million dollars. */
export const cents = z
  .int('must be a whole number of cents')
  .check(z.gte(0, 'must not be negative'), z.lte(1_000_000_000, 'is too large'))

/** Of a list that can grow: how many to answer with, and where the page before ended. */
export const limit = z.optional(
  z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, 'must be a whole number from 1 to 200')),
)
export const cursor = z.optional(
  z.string().check(z.regex(/^[\w.:~-]{1,80}$/, 'is not a cursor of this list')),
)
/** For the next page; `null` at the end. */
export const nextCursor = z.nullable(z.string())
/** How many a list answers with that was not told. */
export const DEFAULT_LIMIT = 50

export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date, yyyy-mm-dd'))

// Customers

export const Address = z.strictObject({
  line1: text(100),
  line2: z.optional(textOrEmpty(100)),
  suburb: textOrEmpty(60),
  city: text(60),
  postcode: z.string().check(z.regex(/^\d{4}$/, 'must be four digits')),
  country: z.literal('NZ'),
  addressId: z.optional(z.string().check(z.maxLength(64))),
})
export type Address = z.infer<typeof Address>

export const Name = z.strictObject({ firstName: text(60), lastName: text(60) })
export type Name = z.infer<typeof Name>

export const Customer = z.object({
  id: z.int(),
  customerType: CustomerType,
  name: z.object({ firstName: z.string(), lastName: z.string() }),
  companyName: z.optional(z.string()),
  nzbn: z.optional(z.string()),
  email: z.string(),
  mobilePhone: z.nullable(z.string()),
  homePhone: z.nullable(z.string()),
  workPhone: z.nullable(z.string()),
  postalAddress: z.nullable(Address),
  webAccountStatus: WebAccountStatus,
  marketingConsent: z.boolean(),
})
export type Customer = z.infer<typeof Customer>

export const Staff = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
})
export type Staff = z.infer<typeof Staff>

export const CurrentUser = z.object({
  type: CurrentUserType,
  staff: z.nullable(Staff),
  customer: z.nullable(Customer),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** For whom a member of staff's session acts. It ends at `endsAt` unless there is a call before; never later than 4 hours on. */
export const Acting = z.object({
  customerId: z.int(),
  startedAt: z.string(),
  endsAt: z.string(),
})
export type Acting = z.infer<typeof Acting>

// What staff read

/** A row of the audit, as staff read it. */
export const AuditEntry = z.object({
  /** Its number in the whole audit. */
  number: z.int(),
  at: z.string(),
  actor: z.object({ type: z.enum(['STAFF', 'APICLIENT', 'SYSTEM']), name: z.string() }),
  /** The call's name, or what came to an end. */
  action: z.string(),
  /** While acting for this very customer. */
  isActing: z.boolean(),
  outcome: z.enum(['ALLOWED', 'REFUSED']),
  /** The names of what was looked for or changed; never the values. */
  fields: z.array(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What a visitor wrote to us. */
export const Message = z.object({
  messageId: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** The customer whose account has this address: nobody has proven that they wrote. */
  customerId: z.nullable(z.int()),
  created: z.string(),
  /** When a member of staff was done with it, and who. */
  done: z.nullable(z.object({ at: z.string(), by: z.string() })),
})
export type Message = z.infer<typeof Message>

// Catalogue

export const EnergyEconomy = z.object({
  testCycle: z.string(),
  fuelLitresPer100Km: z.nullable(z.number()),
  electricityKwhPer100Km: z.nullable(z.number()),
  co2GramsPerKm: z.nullable(z.number()),
  electricRangeKm: z.nullable(z.number()),
  energyStars: z.nullable(z.number()),
  co2Stars: z.nullable(z.number()),
  yearlyCostCents: z.nullable(z.int()),
})
export type EnergyEconomy = z.infer<typeof EnergyEconomy>

export const VariantOption = z.object({
  kdcd: z.string(),
  name: z.string(),
  priceCents: z.int(),
  stockLevel: StockLevel,
  includes: z.array(z.string()),
  colourCodes: z.array(z.string()),
  interiorCodes: z.array(z.string()),
})
export type VariantOption = z.infer<typeof VariantOption>

export const Variant = z.object({
  code: z.string(),
  name: z.string(),
  grade: z.string(),
  powertrain: z.string(),
  priceCents: z.int(),
  stockLevel: StockLevel,
  energyEconomy: z.nullable(EnergyEconomy),
  options: z.array(VariantOption),
})
export type Variant = z.infer<typeof Variant>

export const Model = z.object({
  code: z.string(),
  name: z.string(),
  bodyType: z.string(),
  tagline: z.string(),
  fromPriceCents: z.int(),
  stockLevel: StockLevel,
  variants: z.array(Variant),
})
export type Model = z.infer<typeof Model>

export const Dealer = z.object({
  outletCode: z.string(),
  name: z.string(),
  region: z.string(),
  address: Address,
  latitude: z.number(),
  longitude: z.number(),
  phone: z.string(),
  email: z.string(),
  services: z.array(z.string()),
  hours: z.record(z.string(), z.nullable(z.string())),
})
export type Dealer = z.infer<typeof Dealer>

// Quotes

export const FinanceInputs = z.strictObject({
  depositCents: cents,
  termMonths: z.int('must be a whole number').check(z.gte(1), z.lte(120)),
  frequency: Frequency,
  annualKm: z.optional(z.int('must be a whole number').check(z.gte(0), z.lte(200_000))),
})
export type FinanceInputs = z.infer<typeof FinanceInputs>

export const QuoteRequest = z.strictObject({
  kdcd: code,
  colourCode: z.optional(code),
  interiorCode: z.optional(code),
  accessoryCodes: z.optional(z.array(code).check(z.maxLength(40, 'are too many'))),
  servicePlanCode: z.optional(z.nullable(code)),
  newUsed: z.optional(NewUsed),
  payOption: PayOption,
  outletCode: z.optional(code),
  finance: z.optional(FinanceInputs),
  // The next four travel because the specification says so; they never decide who owns a quote.
  customerId: z.optional(z.nullable(z.int())),
  anonymousQuote: z.optional(z.boolean()),
  customerName: z.optional(textOrEmpty(121)),
  customerEmail: z.optional(textOrEmpty(254)),
})
export type QuoteRequest = z.infer<typeof QuoteRequest>

export const QuoteLine = z.object({
  code: z.string(),
  kind: z.string(),
  label: z.string(),
  amountCents: z.int(),
  reason: z.string(),
})
export type QuoteLine = z.infer<typeof QuoteLine>

export const QuoteTotals = z.object({
  vehicleCents: z.int(),
  accessoriesCents: z.int(),
  onRoadCents: z.int(),
  driveAwayCents: z.int(),
  gstCents: z.int(),
  depositDueCents: z.int(),
})
export type QuoteTotals = z.infer<typeof QuoteTotals>

export const QuoteFinance = z.object({
  product: PayOption,
  amountFinancedCents: z.int(),
  termMonths: z.int(),
  frequency: Frequency,
  paymentCount: z.int(),
  paymentCents: z.int(),
  lastPaymentCents: z.int(),
  accountFeePerPaymentCents: z.int(),
  annualRatePct: z.number(),
  feesCents: z.int(),
  balloonCents: z.int(),
  totalPayableCents: z.int(),
  estimate: z.literal(true),
})
export type QuoteFinance = z.infer<typeof QuoteFinance>

export const Quote = z.object({
  quoteId: z.string(),
  payOption: PayOption,
  newUsed: NewUsed,
  customerId: z.nullable(z.int()),
  anonymousQuote: z.boolean(),
  customerName: z.string(),
  customerEmail: z.string(),
  request: QuoteRequest,
  vehicle: z.object({
    kdcd: z.string(),
    modelName: z.string(),
    variantName: z.string(),
    colourName: z.string(),
    interiorName: z.string(),
  }),
  lines: z.array(QuoteLine),
  totals: QuoteTotals,
  finance: z.nullable(QuoteFinance),
  catalogueVersion: z.string(),
  created: z.string(),
  expires: z.string(),
  version: z.int(),
})
export type Quote = z.infer<typeof Quote>

// Purchase journeys

/** A registration as people write it: spaces and hyphens do not matter, nor does case. */
export const plate = z
  .string()
  .check(z.regex(/^(?=.{1,40}$)[\s-]*(?:[A-Za-z0-9][\s-]*){1,6}$/, 'is not a registration'))

/** What a client writes of a trade-in vehicle; the rest of {@link TradeVehicle} is the server's. */
export const TradeVehicleInput = z.strictObject({
  id: z.optional(code),
  registration: plate,
  vin: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(/^([A-HJ-NPR-Za-hj-npr-z0-9]{17})?$/, 'is not a VIN'),
      ),
  ),
  make: text(40),
  model: text(60),
  year: z.int('must be a year').check(z.gte(1900, 'must be a year'), z.lte(2100, 'must be a year')),
  odometerKm: z
    .int('must be a whole number')
    .check(z.gte(0, 'must not be negative'), z.lte(2_000_000, 'is too large')),
  condition: z.optional(textOrEmpty(500)),
  owingCents: cents,
  photos: z.optional(z.array(code).check(z.maxLength(12, 'are too many'))),
  request: z.optional(z.enum(['APPRAISAL', 'ACCEPT'])),
})
export type TradeVehicleInput = z.infer<typeof TradeVehicleInput>

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
  confirmedDate: z.nullable(z.string()),
})
export type TradeVehicle = z.infer<typeof TradeVehicle>

export const TradeInformationInput = z.strictObject({
  vehicles: z.array(TradeVehicleInput).check(z.maxLength(5, 'are too many')),
})
export type TradeInformationInput = z.infer<typeof TradeInformationInput>

export const OwnerDetails = z.strictObject({
  customerType: z.enum(['INDIVIDUAL', 'COMPANY']),
  firstName: text(60),
  lastName: text(60),
  companyName: z.optional(textOrEmpty(100)),
  nzbn: z.optional(nzbn),
  email: emailAddress,
  mobilePhone: text(30),
  homePhone: z.optional(textOrEmpty(30)),
  workPhone: z.optional(textOrEmpty(30)),
  postalAddress: Address,
  driverLicence: z.optional(
    z.strictObject({
      number: z.string().check(z.regex(/^[A-Z]{2}\d{6}$/, 'must be two letters and six digits')),
      version: z.string().check(z.regex(/^\d{3}$/, 'must be three digits')),
      type: DriverLicenceType,
    }),
  ),
  dateOfBirth: z.optional(day),
})
export type OwnerDetails = z.infer<typeof OwnerDetails>

export const CreditDecision = z.object({
  code: CreditDecisionCode,
  limitCents: z.optional(z.int()),
  annualRatePct: z.optional(z.number()),
  validUntil: z.optional(z.string()),
  conditions: z.array(z.string()),
  answerBy: z.optional(z.string()),
})
export type CreditDecision = z.infer<typeof CreditDecision>

export const PaymentMetadata = z.object({
  canPayDeposit: z.boolean(),
  canPayBalance: z.boolean(),
  depositPaid: z.boolean(),
  depositCents: z.int(),
  balanceCents: z.int(),
  paidCents: z.int(),
})
export type PaymentMetadata = z.infer<typeof PaymentMetadata>

export const JourneyMetadata = z.object({
  furthestStep: z.string(),
  deliveryStatus: z.optional(DeliveryStatus),
})
export type JourneyMetadata = z.infer<typeof JourneyMetadata>

export const PurchaseJourney = z.object({
  id: z.string(),
  purchaseJourneyId: z.string(),
  status: z.object({ purchaseJourneyStatusCode: JourneyStatus }),
  created: z.string(),
  lastActivity: z.string(),
  originalQuote: Quote,
  currentQuote: Quote,
  currentQuoteRequest: QuoteRequest,
  customer: Customer,
  metadata: JourneyMetadata,
  paymentMetadata: PaymentMetadata,
  hasConfirmedOwnerDetails: z.boolean(),
  hasAppliedForFinancePreApproval: z.boolean(),
  confirmedDate: z.nullable(z.string()),
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
  status: PurchaseJourney.shape.status,
  quote: Quote,
  /** What the purchase was started from; `quote` is another one once the car was changed. */
  originalQuoteId: z.optional(z.string()),
  paymentMetadata: PurchaseJourney.shape.paymentMetadata,
  metadata: PurchaseJourney.shape.metadata,
  created: z.string(),
  confirmedDate: z.nullable(z.string()),
})

// Finance application by the specification's sub-steps

const years = z.number().check(z.gte(0), z.lte(80))
const count = z.int('must be a whole number').check(z.gte(0), z.lte(30))
const perMonth = cents

export const FinanceApplication = z.strictObject({
  residence: z.strictObject({
    dateOfBirth: day,
    gender: z.optional(Gender),
    dependants: count,
    livingSituation: z.enum(['OWN', 'MORTGAGE', 'RENT', 'BOARD', 'FAMILY']),
    yearsAtAddress: years,
    residency: z.enum(['CITIZEN', 'RESIDENT', 'VISA']),
    driverLicenceType: DriverLicenceType,
  }),
  employment: z.strictObject({
    type: z.enum(['FULL_TIME', 'PART_TIME', 'CASUAL', 'SELF_EMPLOYED', 'BENEFIT', 'RETIRED']),
    employer: textOrEmpty(100),
    role: textOrEmpty(100),
    years: years,
  }),
  income: z.strictObject({
    incomeAfterTaxCents: cents,
    incomeFrequency: Frequency,
    otherIncomePerMonthCents: perMonth,
    partnerSharePerMonthCents: perMonth,
  }),
  assets: z.strictObject({
    homeValueCents: cents,
    savingsCents: cents,
    vehiclesCents: cents,
    kiwiSaverCents: cents,
  }),
  liabilities: z.strictObject({
    housingPerMonthCents: perMonth,
    loansPerMonthCents: perMonth,
    cardLimitsCents: cents,
    buyNowPayLaterPerMonthCents: perMonth,
    livingCostsPerMonthCents: perMonth,
  }),
  declarations: z.strictObject({
    isTrue: z.literal(true, 'must be accepted'),
    creditCheckConsent: z.literal(true, 'must be accepted'),
    electronicConsent: z.literal(true, 'must be accepted'),
  }),
  signature: z.strictObject({ method: z.enum(['TYPED']), name: text(121) }),
})
export type FinanceApplication = z.infer<typeof FinanceApplication>

/** What has been filled in so far. */
export const FinanceApplicationDraft = z.partial(
  z.strictObject({
    residence: z.partial(FinanceApplication.shape.residence),
    employment: z.partial(FinanceApplication.shape.employment),
    income: z.partial(FinanceApplication.shape.income),
    assets: z.partial(FinanceApplication.shape.assets),
    liabilities: z.partial(FinanceApplication.shape.liabilities),
  }),
)
export type FinanceApplicationDraft = z.infer<typeof FinanceApplicationDraft>

/** What a client may change of a journey (decision 30). */
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

// Payments

export const PaymentCheck = z.object({
  paymentId: z.string(),
  purchaseJourneyId: z.string(),
  paymentType: PaymentType,
  statusCode: PaymentStatus,
  message: z.string(),
})
export type PaymentCheck = z.infer<typeof PaymentCheck>

/** A payment as staff see it. */
export const Payment = z.object({
  paymentId: z.string(),
  purchaseJourneyId: z.string(),
  paymentType: PaymentType,
  method: z.nullable(PaymentMethod),
  source: PaymentSource,
  amountCents: z.int(),
  /** What has come so far of one that comes in parts. */
  receivedCents: z.nullable(z.int()),
  status: PaymentStatus,
  reviewReason: z.nullable(z.string()),
})
export type Payment = z.infer<typeof Payment>

export const Reservation = z.object({
  purchaseJourneyId: z.string(),
  quote: Quote,
  status: JourneyStatus,
  heldUntil: z.string(),
  depositPaid: z.boolean(),
})
export type Reservation = z.infer<typeof Reservation>

// Accounts

/** A wish to have the account deleted, and until when it can be taken back. */
export const DeletionRequest = z.object({ requestedAt: z.string(), dueAt: z.string() })

/** Where a marketing consent was given or taken back: creating the account, the profile, or by our people for them. */
export const ConsentSource = z.enum(['REGISTRATION', 'PROFILE', 'STAFF'])
export type ConsentSource = z.infer<typeof ConsentSource>

const MarketingConsent = z.object({
  isGiven: z.boolean(),
  /** When it was given or taken back last; `null`: never asked. */
  at: z.nullable(z.string()),
  source: z.nullable(ConsentSource),
})

export const AccountState = z.object({
  hasPassword: z.boolean(),
  /** The address that was asked for and is not proven yet. */
  pendingEmail: z.nullable(z.string()),
  marketing: MarketingConsent,
  deletion: z.nullable(DeletionRequest),
})
export type AccountState = z.infer<typeof AccountState>

export const SignedInDevice = z.object({
  sessionId: z.string(),
  /** Browser and system, `Chrome on Windows`; empty where the browser does not say. */
  device: z.string(),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  /** The one that asks. */
  isThis: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

export const PurchaseRecord = z.object({
  delivery: z.object({
    status: z.nullable(DeliveryStatus),
    /** The stages it has been through and when, in order. */
    history: z.array(z.object({ status: DeliveryStatus, at: z.string() })),
    /** Between which days the car should be ready (`yyyy-mm-dd`); `null` where none is held, or it is ready. */
    estimate: z.nullable(z.object({ from: z.string(), to: z.string() })),
  }),
  /** What was paid, in order; refunds have their own list. */
  payments: z.array(
    z.object({
      paymentId: z.string(),
      paymentType: PaymentType,
      source: PaymentSource,
      amountCents: z.int(),
      status: PaymentStatus,
      at: z.string(),
    }),
  ),
  refunds: z.array(z.object({ amountCents: z.int(), isDone: z.boolean(), at: z.string() })),
  cancellation: z.object({
    /** Whether the customer can cancel on line now. */
    isOpen: z.boolean(),
    /** The instant at which that ends; `null`: not by itself. */
    until: z.nullable(z.string()),
  }),
})
export type PurchaseRecord = z.infer<typeof PurchaseRecord>

// Errors

export const MessageType = z.enum(['INFO', 'WARNING', 'ERROR'])
export type MessageType = z.infer<typeof MessageType>

export const PROBLEM_CODES = [
  'Validation',
  'ServerError',
  'InvalidQuoteInfo',
  'InvalidToken',
  'InvalidRecallInfo',
  'InvalidEmailQuoteInfo',
  'NotFound',
  'NotPermitted',
  'NotLoggedIn',
  'Conflict',
  'TooManyRequests',
  'TooLarge',
  'Unavailable',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** RFC 9457 members and ours. `messages` name the fields at fault. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(PROBLEM_CODES),
  message: z.string(),
  messages: z.array(
    z.object({ type: MessageType, property: z.optional(z.string()), message: z.string() }),
  ),
  requestId: z.string(),
  /** On a 409 of confirm-purchase: what the purchase costs now. */
  newTotalCents: z.optional(z.int()),
})
export type Problem = z.infer<typeof Problem>
