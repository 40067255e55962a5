import { computed } from 'nanostores'
import { JourneyPatch, PurchaseJourney, TradeVehicleInput } from '#lib/contract/shapes/journey.ts'
import { QuoteRequest } from '#lib/contract/shapes/quote.ts'
import { z } from '#lib/zod.ts'
import { $storedPurchase } from './session.ts'

/**
 * Owner details as far as they are typed. Licence and date of birth have no place here, so they cannot be stored.
 */
export const OwnerDraft = z.partial(
  z.object({
    customerType: z.enum(['INDIVIDUAL', 'COMPANY']),
    firstName: z.string(),
    lastName: z.string(),
    companyName: z.string(),
    nzbn: z.string(),
    email: z.string(),
    mobilePhone: z.string(),
    homePhone: z.string(),
    workPhone: z.string(),
    postalAddress: z.partial(
      z.object({
        line1: z.string(),
        line2: z.string(),
        suburb: z.string(),
        city: z.string(),
        postcode: z.string(),
        addressId: z.string(),
      }),
    ),
  }),
)
export type OwnerDraft = z.infer<typeof OwnerDraft>

/** A purchase that the server does not know yet. */
const NewPurchase = z.object({
  /** What the address asked for, to know the same purchase again. */
  startKdcd: z.string(),
  startQuoteId: z.string(),
  /** The quote as it stands now. */
  quoteId: z.string(),
  /** What the quote was made from, to make it again when it can no longer be read. */
  request: QuoteRequest,
  outletCode: z.nullable(z.string()),
  vehicles: z.array(TradeVehicleInput),
  furthestStep: z.string(),
})
export type NewPurchase = z.infer<typeof NewPurchase>

/** Changes of a journey that the server has not acknowledged. */
const PendingChange = z.object({
  patch: JourneyPatch,
  /** The fields as they were, as far as they may be kept. */
  base: z.partial(
    z.pick(PurchaseJourney, {
      currentQuoteRequest: true,
      outletCode: true,
      tradeInformation: true,
      ownerDetails: true,
      hasConfirmedOwnerDetails: true,
    }),
  ),
  version: z.int(),
})
export type PendingChange = z.infer<typeof PendingChange>

const PurchaseSlice = z.object({
  newPurchase: z.nullable(NewPurchase),
  /** Typed owner details by journey id. */
  ownerDrafts: z.record(z.string(), OwnerDraft),
  pending: z.record(z.string(), PendingChange),
  /** The card provider's session of the last payment started, by journey id. */
  paymentSessions: z.record(z.string(), z.string()),
})
export type PurchaseSlice = z.infer<typeof PurchaseSlice>

const EMPTY: PurchaseSlice = {
  newPurchase: null,
  ownerDrafts: {},
  pending: {},
  paymentSessions: {},
}

/** Storage outlives our code: what does not read as a purchase slice is none. */
export function decodeSlice(stored: string | undefined): PurchaseSlice {
  if (stored === undefined) return EMPTY
  try {
    return PurchaseSlice.parse(JSON.parse(stored))
  } catch {
    return EMPTY
  }
}

/** What of purchases is kept in this browser (decision 11): all of it is forgotten with the session. */
export const $purchaseSlice = computed($storedPurchase, decodeSlice)

/** Changes the slice by what `change` makes of it; other tabs' journeys in it stay as they are. */
export function changeSlice(change: (slice: PurchaseSlice) => Partial<PurchaseSlice>) {
  const slice = $purchaseSlice.get()
  $storedPurchase.set(JSON.stringify({ ...slice, ...change(slice) }))
}

/** A record with an entry set, or taken out with `undefined`. */
export function withEntry<T>(record: Record<string, T>, key: string, value: T | undefined) {
  const { [key]: _old, ...rest } = record
  return value === undefined ? rest : { ...rest, [key]: value }
}
