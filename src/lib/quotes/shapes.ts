import { z } from '#lib/shared/zod.ts'
import { Frequency, NewUsed, PayOption } from '#lib/codes.ts'
import { cents, code, textOrEmpty } from '#lib/shared/input.ts'

export const FinanceInputs = z.strictObject({
  depositCents: cents,
  termMonths: z.int('must be a whole number').check(z.gte(1), z.lte(120)),
  frequency: Frequency,
  annualKm: z.optional(z.int('must be a whole number').check(z.gte(0), z.lte(200_000))),
  /** A trade-in worth more than the deposit raises it, unless the difference is paid out at hand-over. */
  tradeInSurplus: z.optional(z.literal('PAY_OUT')),
})
export type FinanceInputs = z.infer<typeof FinanceInputs>

export const QuoteRequest = z.strictObject({
  kdcd: code,
  colourCode: z.optional(code),
  interiorCode: z.optional(code),
  accessoryCodes: z.optional(z.array(code).check(z.maxLength(40, 'are limited to 40'))),
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
  /** What each kilometre beyond the yearly distance costs at the end, where it costs anything. */
  excessKmCents: z.optional(z.int()),
  estimate: z.literal(true),
})
export type QuoteFinance = z.infer<typeof QuoteFinance>

/** The days between which a car is ready. */
export const ReadyDays = z.object({ from: z.string(), to: z.string() })

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
  /** Between which days the car would be ready if it were ordered today; `null` when none can be promised. */
  delivery: z.optional(z.nullable(ReadyDays)),
})
export type Quote = z.infer<typeof Quote>

/** A quote's figures, for anyone who has its code: without its id and its customer. */
export const QuoteFigures = z.object({
  payOption: PayOption,
  newUsed: NewUsed,
  request: QuoteRequest,
  vehicle: Quote.shape.vehicle,
  lines: z.array(QuoteLine),
  totals: QuoteTotals,
  finance: z.nullable(QuoteFinance),
  catalogueVersion: z.string(),
  created: z.string(),
  expires: z.string(),
  /** As of a quote: if it were ordered today. */
  delivery: Quote.shape.delivery,
})
export type QuoteFigures = z.infer<typeof QuoteFigures>

/** A document to keep. */
export const PdfFile = z.object({
  name: z.string(),
  mediaType: z.literal('application/pdf'),
  base64: z.string(),
})
export type PdfFile = z.infer<typeof PdfFile>
