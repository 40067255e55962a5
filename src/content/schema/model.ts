import { BACKDROPS } from '#lib/art/backdrops.ts'
import { STORY_VIEWS } from '#lib/art/story/views.ts'
import { BODY_TYPES } from '#lib/art/silhouette.ts'
import { StockLevel } from '#lib/codes.ts'
import { z } from '#lib/shared/zod.ts'
import {
  cents,
  code,
  count,
  hex,
  list,
  pctByNumber,
  percent,
  positive,
  signedCents,
  slug,
  stars,
  text,
} from './values.ts'

export const Powertrain = z.enum(['PETROL', 'HYBRID', 'PHEV', 'EV', 'DIESEL'])
export type Powertrain = z.infer<typeof Powertrain>

const BodyType = z.enum(BODY_TYPES)
export type BodyType = z.infer<typeof BodyType>

export const Colour = z.strictObject({
  code,
  name: text,
  hex,
  /** The roof of a two-tone car. */
  secondaryHex: z.nullable(hex),
  finish: z.enum(['SOLID', 'METALLIC', 'PEARL', 'MATTE', 'TWO_TONE']),
  premiumCents: cents,
})
export type Colour = z.infer<typeof Colour>

export const Interior = z.strictObject({ code, name: text, hex, premiumCents: cents })
export type Interior = z.infer<typeof Interior>

const dimensions = {
  lengthMm: count,
  widthMm: count,
  heightMm: count,
  wheelbaseMm: count,
  groundClearanceMm: count,
  bootLitres: z.optional(count),
  frunkLitres: z.optional(count),
  /** Left out where the model's grades differ. */
  seats: z.optional(count),
  doors: count,
  turningCircleM: positive,
  trayLengthMm: z.optional(count),
  trayWidthMm: z.optional(count),
}

const Specs = z.strictObject({
  ...dimensions,
  seats: count,
  engine: text,
  displacementCc: z.optional(count),
  powerKw: count,
  torqueNm: count,
  transmission: text,
  drive: z.enum(['FWD', 'RWD', 'AWD', '4WD']),
  batteryKwh: z.optional(positive),
  acChargeKw: z.optional(positive),
  dcChargeKw: z.optional(positive),
  dc10To80Min: z.optional(count),
  connector: z.optional(text),
  v2lKw: z.optional(positive),
  kerbMassKg: count,
  gvmKg: z.optional(count),
  payloadKg: z.optional(count),
  tankLitres: z.optional(count),
  brakedTowKg: count,
  zeroTo100S: positive,
  tyres: text,
})
export type Specs = z.infer<typeof Specs>

/** The figures of the energy label. */
const EnergyEconomy = z.strictObject({
  testCycle: text,
  fuelLitresPer100Km: z.nullable(positive),
  electricityKwhPer100Km: z.nullable(positive),
  co2GramsPerKm: z.nullable(count),
  electricRangeKm: z.nullable(count),
  energyStars: z.nullable(stars),
  co2Stars: z.nullable(stars),
  yearlyCostCents: z.nullable(cents),
  yearlyCostIncludesRuc: z.boolean(),
  illustrative: z.boolean(),
})
export type EnergyEconomy = z.infer<typeof EnergyEconomy>

/** The unit that is ordered: a grade with one pack of equipment. `kdcd` is the model variant option code. */
const CatalogueOption = z.strictObject({
  kdcd: code,
  name: text,
  priceDeltaCents: signedCents,
  totalPriceCents: cents,
  includes: z.array(text),
  interiorCodes: list(code),
  colourCodes: list(code),
  stockLevel: StockLevel,
})
export type CatalogueOption = z.infer<typeof CatalogueOption>

export const CatalogueVariant = z.strictObject({
  code,
  name: text,
  /** In the names of its wheels and pictures; customers read `name`. */
  grade: code,
  modelYear: count,
  powertrain: Powertrain,
  priceCents: cents,
  priceExGstCents: cents,
  stockLevel: StockLevel,
  specs: Specs,
  energyEconomy: EnergyEconomy,
  standardEquipment: list(text),
  safety: list(text),
  colourCodes: list(code),
  interiorCodes: list(code),
  /** Percent of the price that the flexi loan guarantees, by months. */
  guaranteedFutureValuePct: pctByNumber,
  options: list(CatalogueOption),
})
export type CatalogueVariant = z.infer<typeof CatalogueVariant>

/** A full-width picture of a model's page with a line over it. */
const StoryScene = z.strictObject({
  view: z.enum(STORY_VIEWS),
  backdrop: z.enum(BACKDROPS),
  line: text,
  text,
})
export type StoryScene = z.infer<typeof StoryScene>

export const CatalogueModel = z.strictObject({
  code,
  /** Part of the page's address, and the name of the drawing in `src/lib/art`. */
  slug,
  name: text,
  bodyType: BodyType,
  segment: text,
  tagline: text,
  description: text,
  /** The colour it is shown in until another is chosen. */
  signatureColourCode: code,
  /** The section of its page that shows it on the road. */
  scene: z.strictObject({ backdrop: z.enum(BACKDROPS), heading: text, text }),
  /** Scenes after its key figures. */
  story: z.optional(list(StoryScene)),
  dimensions: z.strictObject(dimensions),
  variants: list(CatalogueVariant),
})
export type CatalogueModel = z.infer<typeof CatalogueModel>

export const Accessory = z.strictObject({
  code,
  name: text,
  priceCents: cents,
  category: text,
  modelCodes: list(code),
  /** Null: for every powertrain of those models. */
  powertrains: z.nullable(list(Powertrain)),
  fitted: z.boolean(),
  fittingIncluded: z.boolean(),
  /** Accessories that must be on the car too, chosen or included in the option. */
  requires: z.array(code),
  /** Accessories that cannot be on the same car. */
  excludes: z.array(code),
  /** Options (kdcd) that already come with it: it is not sold twice. */
  includedIn: z.array(code),
})
export type Accessory = z.infer<typeof Accessory>

export const ServicePlan = z.strictObject({
  code,
  name: text,
  months: count,
  km: count,
  priceCents: cents,
  evPriceCents: cents,
  covers: list(text),
  fairTradingActExtendedWarranty: z.optional(z.boolean()),
})
export type ServicePlan = z.infer<typeof ServicePlan>

export const Warranty = z.strictObject({
  vehicle: z.strictObject({ years: count, km: count, commercialUseYears: count }),
  hybridBattery: z.strictObject({ years: count, km: count }),
  tractionBattery: z.strictObject({ years: count, km: count, minCapacityPct: percent }),
  corrosionYears: count,
  paintYears: count,
  roadsideYears: count,
  note: text,
})
export type Warranty = z.infer<typeof Warranty>
