import { z } from '#lib/shared/zod.ts'
import { StockLevel } from '#lib/codes.ts'
import { Address } from '#lib/customers/shapes.ts'

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
  /** Whom buyers ask while they wait. */
  adviser: z.optional(z.object({ name: z.string(), phone: z.optional(z.string()) })),
})
export type Dealer = z.infer<typeof Dealer>
