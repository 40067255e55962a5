import type { Frequency } from '#lib/codes.ts'

/**
 * The parts of a catalogue that pricing needs, in the field names of its files. Money is integer NZ cents with GST.
 *
 * A whole catalogue is one of these; a page may carry only the models it sells.
 */
export interface PricingCatalogue {
  models: readonly PricingModel[]
  colours: readonly PricingColour[]
  interiors: readonly PricingInterior[]
  accessories: readonly PricingAccessory[]
  servicePlans: readonly PricingServicePlan[]
  onRoadCosts: {
    standardCents: number
    byPowertrain: Readonly<Record<string, number>>
    includes: readonly string[]
  }
  deposits: {
    cash: { cents: number }
    finance: { pct: number; minCents: number }
    lease: { cents: number }
    reservation: { cents: number }
  }
  /** Leave RESERVATION out while its flag is off. */
  financeProducts: readonly (PricingProduct | ProductGroup)[]
  /** Current discounts (`withRunningOffers`). Without them a car has its list price. */
  discounts?: readonly PricingDiscount[]
  /** Current gifts, from the same. */
  gifts?: readonly PricingGift[]
}

/** A discount of an offer on some grades. */
export interface PricingDiscount {
  slug: string
  heading: string
  /** Its last day, `yyyy-mm-dd` in New Zealand. */
  until: string
  cents: number
  variantCodes: readonly string[]
}

/** Accessories that come with a car: they cost nothing in a quote, and come with the car even if left out of it. */
export interface PricingGift {
  heading: string
  /** Its last day, `yyyy-mm-dd` in New Zealand. */
  until: string
  /** Empty for every model. */
  modelSlugs: readonly string[]
  accessoryCodes: readonly string[]
}

export interface PricingModel {
  code: string
  slug: string
  name: string
  variants: readonly PricingVariant[]
}

export interface PricingVariant {
  code: string
  name: string
  powertrain: string
  /** Per cent of the price of the car with its option, by months. */
  guaranteedFutureValuePct: Readonly<Record<string, number>>
  options: readonly PricingOption[]
}

export interface PricingOption {
  kdcd: string
  name: string
  priceDeltaCents: number
  totalPriceCents: number
  includes: readonly string[]
  colourCodes: readonly string[]
  interiorCodes: readonly string[]
}

export interface PricingColour {
  code: string
  name: string
  finish: string
  premiumCents: number
}

export interface PricingInterior {
  code: string
  name: string
  premiumCents: number
}

export interface PricingAccessory {
  code: string
  name: string
  priceCents: number
  modelCodes: readonly string[]
  /** `null`: for every powertrain of those models. */
  powertrains: readonly string[] | null
  fittingIncluded: boolean
  requires?: readonly string[]
  excludes?: readonly string[]
  /** Options (kdcd) that already come with it. */
  includedIn?: readonly string[]
}

export interface PricingServicePlan {
  code: string
  name: string
  months: number
  km: number
  priceCents: number
  evPriceCents: number
  covers: readonly string[]
}

interface ProductGroup {
  code: string
  kind: 'LOAN_GROUP' | 'LEASE_GROUP'
  members: readonly string[]
}

export type PricingProduct =
  { code: string; kind: 'CASH' | 'RESERVATION' } | LoanProduct | LeaseProduct

export interface LoanProduct {
  code: string
  kind: 'LOAN'
  annualInterestRatePct: number
  termsMonths: readonly number[]
  minDepositPct: number
  frequencies: readonly Frequency[]
  balloon: 'NONE' | 'GUARANTEED_FUTURE_VALUE'
  kmPerYear?: readonly number[]
  /** Points added to the guaranteed future value, by kilometres a year. */
  gfvAdjustPctByKm?: Readonly<Record<string, number>>
  excessKmCents?: number | undefined
  minAmountFinancedCents?: number
  maxAmountFinancedCents?: number
  fees: {
    establishmentCents: number
    dealerOriginationCents: number
    ppsrCents: number
    accountFeePerMonthCents: number
  }
}

export interface LeaseProduct {
  code: string
  kind: 'LEASE'
  annualMoneyRatePct: number
  termsMonths: readonly number[]
  kmPerYear: readonly number[]
  monthlyServiceCents: number
  excessKmCents?: number | undefined
  /** Per cent of the drive-away price, by months. */
  residualPctByTerm: Readonly<Record<string, number>>
  /** Points added to the residual, by kilometres a year. */
  residualAdjustPctByKm: Readonly<Record<string, number>>
}
