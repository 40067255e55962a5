import type { PaymentMethod } from '#lib/codes.ts'
import type { TradeVehicleInput } from '#lib/purchases/forms.ts'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import {
  hasFields,
  isListOf,
  isNumber,
  isObject,
  isOneOf,
  isRecordOf,
  isText,
  isWhole,
  orMissing,
  orNull,
} from '#stores/site/stored-checks.ts'

const OWNER_TEXTS = [
  'firstName',
  'lastName',
  'companyName',
  'nzbn',
  'email',
  'mobilePhone',
  'homePhone',
  'workPhone',
] as const
const ADDRESS_TEXTS = ['line1', 'line2', 'suburb', 'city', 'postcode', 'addressId'] as const

/**
 * Owner details as far as they are typed. Licence and date of birth are not fields of it, so they cannot be stored.
 */
export type OwnerDraft = Partial<Record<(typeof OWNER_TEXTS)[number], string>> & {
  customerType?: 'INDIVIDUAL' | 'COMPANY'
  postalAddress?: Partial<Record<(typeof ADDRESS_TEXTS)[number], string>>
}

/** The typed details that may be stored. */
export const ownerDraftOf = ({
  customerType,
  postalAddress,
  ...details
}: OwnerDraft): OwnerDraft => ({
  ...pick(details, OWNER_TEXTS),
  ...(customerType && { customerType }),
  ...(postalAddress && { postalAddress: pick(postalAddress, ADDRESS_TEXTS) }),
})

const pick = <T extends object, K extends keyof T>(value: T, fields: readonly K[]) =>
  Object.fromEntries(
    fields.filter((field) => field in value).map((field) => [field, value[field]]),
  ) as Pick<T, K>

/** A purchase that the server does not know yet. */
export interface NewPurchase {
  /** The parameters of the address, to recognise the same purchase. */
  startKdcd: string
  startQuoteId: string
  /** The current quote. */
  quoteId: string
  /** The request of the quote, to calculate it again when it can no longer be read. */
  request: QuoteRequest
  outletCode: string | null
  vehicles: TradeVehicleInput[]
  furthestStep: string
  /** When it or its owner draft was last changed: it goes a day later, also if another person has signed in. */
  savedAtMs: number
}

/** Changes of a journey that the server has not acknowledged. */
interface PendingChange {
  patch: JourneyPatch
  /** The fields as they were, as far as they may be kept. */
  base: Partial<
    Pick<
      PurchaseJourney,
      | 'currentQuoteRequest'
      | 'outletCode'
      | 'tradeInformation'
      | 'ownerDetails'
      | 'hasConfirmedOwnerDetails'
    >
  >
  version: number
}

export interface PurchaseSlice {
  newPurchase: NewPurchase | null
  /** Typed owner details by journey id. */
  ownerDrafts: Record<string, OwnerDraft>
  pending: Record<string, PendingChange>
  /** The card provider's session of the last payment started, by journey id. */
  paymentSessions: Record<string, string>
  /** How the last payment was started, by journey id. */
  paymentMethods?: Record<string, PaymentMethod>
  /** When it was last changed: the details of a visitor don't stay long (`old-input.ts`). */
  savedAtMs?: number
}

const textsOf = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, orMissing(isText)]))

/** A rough check: the server checks every request by the contract. */
const isSlice = hasFields({
  newPurchase: orNull(
    hasFields({
      startKdcd: isText,
      startQuoteId: isText,
      quoteId: isText,
      request: hasFields({ kdcd: isText, payOption: isText }),
      outletCode: orNull(isText),
      vehicles: isListOf(
        hasFields({
          registration: isText,
          make: isText,
          model: isText,
          year: isWhole,
          odometerKm: isNumber,
          owingCents: isNumber,
        }),
      ),
      furthestStep: isText,
    }),
  ),
  ownerDrafts: isRecordOf(
    hasFields({
      ...textsOf(OWNER_TEXTS),
      customerType: orMissing(isOneOf('INDIVIDUAL', 'COMPANY')),
      postalAddress: orMissing(hasFields(textsOf(ADDRESS_TEXTS))),
    }),
  ),
  pending: isRecordOf(hasFields({ patch: isObject, base: isObject, version: isWhole })),
  paymentSessions: isRecordOf(isText),
  paymentMethods: orMissing(isRecordOf(isOneOf('STRIPE', 'POLI'))),
})

const EMPTY: PurchaseSlice = {
  newPurchase: null,
  ownerDrafts: {},
  pending: {},
  paymentSessions: {},
}

/** Storage outlives our code: anything that is not a valid purchase slice reads as empty. */
export function decodeSlice(stored: string | undefined): PurchaseSlice {
  if (stored === undefined) return EMPTY
  try {
    const value: unknown = JSON.parse(stored)
    return isSlice(value) ? (value as PurchaseSlice) : EMPTY
  } catch {
    return EMPTY
  }
}

/** A record with an entry set, or taken out with `undefined`. */
export function withEntry<T>(record: Record<string, T>, key: string, value: T | undefined) {
  const { [key]: _old, ...rest } = record
  return value === undefined ? rest : { ...rest, [key]: value }
}
