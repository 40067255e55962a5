import { DeliveryStatus, JourneyStatus, PayOption } from '#lib/codes.ts'
import { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { Quote, QuoteFinance, QuoteLine, QuoteTotals } from '#lib/quotes/shapes.ts'
import { z } from '#lib/shared/zod.ts'
import { PersonRole } from './forms.ts'

export const PersonState = z.enum([
  /** The invitation is not accepted yet. */
  'INVITED',
  /** The invitation has ended without being accepted. */
  'LAPSED',
  'JOINED',
  'APPROVED',
  /** They want something changed before they approve. */
  'CHANGE',
  /** They approved, and the car or its price has changed since. */
  'OUTDATED',
])
export type PersonState = z.infer<typeof PersonState>

/** A person whom the buyer has invited to a purchase. */
export const Person = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  role: PersonRole,
  state: PersonState,
  /** When the invitation ends, or ended; `null` once it is accepted. */
  invitationEnds: z.nullable(z.string()),
  /** When they signed the agreement that counts; `null` until then. */
  signedAt: z.nullable(z.string()),
})
export type Person = z.infer<typeof Person>

export const PersonEventKind = z.enum([
  'INVITED',
  'SENT_AGAIN',
  'JOINED',
  'COMMENT',
  'APPROVED',
  'CHANGE',
  'OUTDATED',
  'SIGNED',
  'REMOVED',
  'LEFT',
])
export type PersonEventKind = z.infer<typeof PersonEventKind>

/** A comment, or something that a person of a purchase did. */
export const PersonEvent = z.object({
  eventId: z.string(),
  at: z.string(),
  kind: PersonEventKind,
  /** Who did it; the brand, where one of its staff did. */
  by: z.string(),
  /** The reader of this answer did it. */
  isOwn: z.boolean(),
  /** Whom it is about, where that is another. */
  about: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** The drive-away price that was approved. */
  cents: z.nullable(z.int()),
})
export type PersonEvent = z.infer<typeof PersonEvent>

/** The people of a purchase, as its buyer and staff see them. */
export const People = z.object({
  people: z.array(Person),
  /** The last two hundred, in order. */
  events: z.array(PersonEvent),
  /** How many there may be at once. */
  most: z.int(),
  canInvite: z.boolean(),
  canComment: z.boolean(),
  /** Why the purchase cannot be confirmed yet; `null` where nobody’s approval is missing. */
  waitsFor: z.nullable(z.string()),
})
export type People = z.infer<typeof People>

/** An invitation, for anyone who has its link: the car, and nothing about its buyer. */
export const Invitation = z.object({
  role: PersonRole,
  modelName: z.string(),
  variantName: z.string(),
  colourName: z.string(),
  colourCode: z.string(),
  kdcd: z.string(),
  ends: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

/** A purchase that somebody else shares, as a line of a list. */
export const SharedPurchaseLine = z.object({
  sharedPurchaseId: z.string(),
  role: PersonRole,
  state: PersonState,
  buyerName: z.string(),
  status: JourneyStatus,
  vehicle: Quote.shape.vehicle,
  colourCode: z.string(),
  driveAwayCents: z.int(),
})
export type SharedPurchaseLine = z.infer<typeof SharedPurchaseLine>

/**
 * A purchase that somebody else shares: the car, its price and where it is. It is copied field by field, so that finance
 * answers, a lender’s decision, owner details and files are never in it.
 */
export const SharedPurchase = z.object({
  ...SharedPurchaseLine.shape,
  reference: z.string(),
  /** Marks the car and its price. An answer names the mark that was read. */
  priceMark: z.string(),
  payOption: PayOption,
  /** What the way to pay is called, such as a lease with its care. */
  payName: z.string(),
  /** The kilometres a year of a lease. */
  annualKm: z.optional(z.int()),
  lines: z.array(QuoteLine),
  totals: QuoteTotals,
  finance: z.nullable(QuoteFinance),
  money: z.object({
    depositCents: z.int(),
    balanceCents: z.int(),
    paidCents: z.int(),
    tradeInCents: z.optional(z.int()),
  }),
  delivery: PurchaseJourney.shape.delivery,
  deliveryStatus: z.nullable(DeliveryStatus),
  outletName: z.nullable(z.string()),
  /** The others whom the buyer has invited. */
  others: z.array(z.object({ name: z.string(), role: PersonRole, state: PersonState })),
  events: z.array(PersonEvent),
  canComment: z.boolean(),
  canAnswer: z.boolean(),
  /** The agreement of a joint buyer; `null` where there is none, or they do not sign. */
  agreement: z.nullable(z.enum(['TO_SIGN', 'SIGNED', 'NOT_SIGNED'])),
  /** The last instant at which it can be read; `null` while the purchase goes on. */
  readableUntil: z.nullable(z.string()),
})
export type SharedPurchase = z.infer<typeof SharedPurchase>
