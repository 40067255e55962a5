import { z } from '#lib/zod.ts'

/**
 * What the files of this folder may hold. Money is integer NZ cents with GST unless a name ends in
 * `ExGst…`; lengths are millimetres, distances kilometres, masses kilograms.
 *
 * Objects are strict: a misspelt field is a fault, not a field that is silently ignored.
 */

const text = z.string().check(z.minLength(1))
const code = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]*$/, 'must be a code of A-Z, 0-9 and -'))
const slug = z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'must be lower case, as in an address'))
const hex = z.string().check(z.regex(/^#[0-9A-F]{6}$/, 'must be a colour such as #1E3A5F'))
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date, yyyy-mm-dd'))
const cents = z.int().check(z.gte(0))
const signedCents = z.int()
const count = z.int().check(z.gte(0))
const positive = z.number().check(z.gt(0))
const percent = z.number().check(z.gte(0), z.lte(100))
const stars = z.number().check(z.gte(0.5), z.lte(6), z.multipleOf(0.5))
const list = <T extends z.core.$ZodType>(item: T) => z.array(item).check(z.minLength(1))
/** Percentages by a whole number: a term in months, or kilometres a year. */
const pctByNumber = z.record(z.string().check(z.regex(/^\d+$/)), z.number())

export const StockLevel = z.enum(['In stock', 'On order', 'Unavailable'])
export type StockLevel = z.infer<typeof StockLevel>

export const Powertrain = z.enum(['PETROL', 'HYBRID', 'PHEV', 'EV', 'DIESEL'])
export type Powertrain = z.infer<typeof Powertrain>

export const Grade = z.enum(['PURE', 'PLUS', 'PREMIUM', 'SPORT'])
export type Grade = z.infer<typeof Grade>

export const BodyType = z.enum(['HATCHBACK', 'SUV', 'WAGON', 'CROSSOVER', 'UTE'])
export type BodyType = z.infer<typeof BodyType>

// The brand

export const Address = z.strictObject({
  line1: text,
  line2: z.optional(text),
  suburb: z.string(),
  city: text,
  postcode: z.string().check(z.regex(/^\d{4}$/, 'must be four digits')),
  country: z.literal('NZ'),
})
export type Address = z.infer<typeof Address>

export const Brand = z.strictObject({
  name: text,
  legalName: text,
  strapline: text,
  description: text,
  domain: text,
  email: text,
  privacyEmail: text,
  phone: text,
  phoneHours: text,
  address: Address,
  colours: z.strictObject({ primary: hex, accent: hex, ink: hex, surface: hex }),
  motorVehicleTraderNumber: text,
  nzbn: text,
  legalLines: z.array(text),
})
export type Brand = z.infer<typeof Brand>

// Models

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

export const Specs = z.strictObject({
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

/** What the energy label says (kept as figures, shown as text). */
export const EnergyEconomy = z.strictObject({
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

/** The orderable thing: a grade with one pack of equipment. `kdcd` is the model variant option code. */
export const CatalogueOption = z.strictObject({
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
  grade: Grade,
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

export const CatalogueModel = z.strictObject({
  code,
  /** Part of the page's address, and the name of the drawing in `src/lib/art`. */
  slug,
  name: text,
  bodyType: BodyType,
  segment: text,
  tagline: text,
  description: text,
  /** The colour it is shown in where nobody has chosen one. */
  signatureColourCode: code,
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

// What a purchase costs

export const OnRoadCosts = z.strictObject({
  standardCents: cents,
  byPowertrain: z.record(Powertrain, cents),
  includes: list(text),
})
export type OnRoadCosts = z.infer<typeof OnRoadCosts>

const fixedDeposit = z.strictObject({ kind: z.literal('FIXED'), cents })
const shareDeposit = z.strictObject({
  kind: z.literal('PCT_OF_TOTAL'),
  pct: percent,
  minCents: cents,
})
export const Deposits = z.strictObject({
  cash: fixedDeposit,
  finance: shareDeposit,
  lease: fixedDeposit,
  reservation: fixedDeposit,
})
export type Deposits = z.infer<typeof Deposits>

export const OnRoadFile = z.strictObject({ onRoadCosts: OnRoadCosts, deposits: Deposits })

export const EconomyAssumptions = z.strictObject({
  petrolPerLitreCents: cents,
  dieselPerLitreCents: cents,
  electricityPerKwhCents: cents,
  annualDistanceKm: count,
  rucEvPer1000KmCents: cents,
  rucDieselPer1000KmCents: cents,
  rucPhevPer1000KmCents: cents,
  note: text,
})
export type EconomyAssumptions = z.infer<typeof EconomyAssumptions>

const product = { code, payOption: code, name: text }
const fees = z.strictObject({
  establishmentCents: cents,
  dealerOriginationCents: cents,
  ppsrCents: cents,
  accountFeePerMonthCents: cents,
  earlyRepaymentAdminCents: cents,
  missedPaymentCents: cents,
})

export const LoanProduct = z.strictObject({
  ...product,
  kind: z.literal('LOAN'),
  description: text,
  annualInterestRatePct: percent,
  termsMonths: list(count),
  minDepositPct: percent,
  frequencies: list(z.enum(['Weekly', 'Fortnightly', 'Monthly'])),
  balloon: z.enum(['NONE', 'GUARANTEED_FUTURE_VALUE']),
  kmPerYear: z.optional(list(count)),
  gfvAdjustPctByKm: z.optional(pctByNumber),
  excessKmCents: z.optional(cents),
  minAmountFinancedCents: z.optional(cents),
  maxAmountFinancedCents: z.optional(cents),
  fees,
})
export type LoanProduct = z.infer<typeof LoanProduct>

export const LeaseProduct = z.strictObject({
  ...product,
  kind: z.literal('LEASE'),
  annualMoneyRatePct: percent,
  termsMonths: list(count),
  kmPerYear: list(count),
  includes: list(text),
  services: z.optional(z.array(text)),
  monthlyServiceCents: cents,
  upfrontPayments: count,
  excessKmCents: cents,
  residualPctByTerm: pctByNumber,
  residualAdjustPctByKm: pctByNumber,
  residualBase: text,
})
export type LeaseProduct = z.infer<typeof LeaseProduct>

export const FinanceProduct = z.discriminatedUnion('kind', [
  z.strictObject({ ...product, kind: z.literal('CASH'), description: text }),
  z.strictObject({
    ...product,
    kind: z.enum(['LOAN_GROUP', 'LEASE_GROUP']),
    description: text,
    members: list(code),
  }),
  LoanProduct,
  LeaseProduct,
  z.strictObject({
    ...product,
    kind: z.literal('RESERVATION'),
    description: text,
    feeCents: cents,
    refundable: z.boolean(),
    holdDays: count,
  }),
])
export type FinanceProduct = z.infer<typeof FinanceProduct>

// Where cars are

const hours = z.nullable(
  z.string().check(z.regex(/^\d{2}:\d{2}-\d{2}:\d{2}$/, 'must be as 08:00-17:30')),
)

export const Dealer = z.strictObject({
  outletCode: code,
  name: text,
  address: Address,
  region: text,
  latitude: z.number().check(z.gte(-48), z.lte(-34)),
  longitude: z.number().check(z.gte(166), z.lte(179)),
  phone: text,
  email: text,
  services: list(z.enum(['SALES', 'SERVICE', 'PARTS'])),
  hours: z.strictObject({
    mon: hours,
    tue: hours,
    wed: hours,
    thu: hours,
    fri: hours,
    sat: hours,
    sun: hours,
  }),
  evCertified: z.boolean(),
  motorVehicleTraderNumber: text,
})
export type Dealer = z.infer<typeof Dealer>

// What is done with cars later

const halfHours = z.nullable(
  z.string().check(z.regex(/^\d{2}:[03]0-\d{2}:[03]0$/, 'must be as 07:30-17:00, in half hours')),
)

/** Something a workshop does for a price, in whole half hours of one bay. */
export const ServiceType = z.strictObject({
  code,
  name: text,
  text,
  minutes: z.int().check(z.gte(30), z.multipleOf(30)),
  /** 0: costs nothing. */
  priceCents: cents,
  /** Of a car without an engine. */
  evPriceCents: cents,
  includes: list(text),
})
export type ServiceType = z.infer<typeof ServiceType>

/** A dealer's workshop: when cars are brought in, and how many are worked on at a time. */
export const Workshop = z.strictObject({
  outletCode: code,
  bays: z.int().check(z.gte(1), z.lte(50)),
  hours: z.strictObject({
    mon: halfHours,
    tue: halfHours,
    wed: halfHours,
    thu: halfHours,
    fri: halfHours,
    sat: halfHours,
    sun: halfHours,
  }),
})
export type Workshop = z.infer<typeof Workshop>

export const Service = z.strictObject({
  /** A booking is made at least so long before it begins. */
  leadHours: count,
  /** And at most so many days ahead. */
  horizonDays: z.int().check(z.gte(7), z.lte(366)),
  types: list(ServiceType),
  workshops: list(Workshop),
})
export type Service = z.infer<typeof Service>

/** What the stock table of a new database starts with. */
export const StockLine = z.strictObject({
  kdcd: code,
  colourCode: code,
  level: StockLevel,
  quantity: count,
  etaWeeks: z.nullable(count),
  outletCode: z.nullable(code),
})
export type StockLine = z.infer<typeof StockLine>

/** Cars that may be promised each month beyond stock, by model code. */
export const BuildSlots = z.strictObject({
  perMonthByModel: z.record(code, count),
  horizonMonths: count,
})
export type BuildSlots = z.infer<typeof BuildSlots>

// Sample answers of outside registers

const named = z.strictObject({ description: text })

export const RegisterVehicle = z.strictObject({
  registration: z.string().check(z.regex(/^[A-Z0-9]{1,6}$/)),
  vin: z.string().check(z.regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'must be 17 characters without I, O, Q')),
  make: named,
  model: named,
  submodel: text,
  year: count,
  bodyStyle: text,
  fuelType: text,
  ccRating: z.nullable(count),
  mainColour: text,
  latestOdometerKm: count,
  seats: count,
  transmission: text,
  wofExpiry: day,
  licenceExpiry: day,
  registrationStatus: z.enum(['ACTIVE', 'LICENCE_LAPSED']),
  reportedStolen: z.boolean(),
  securityInterestRegistered: z.boolean(),
  importStatus: z.enum(['NZ_NEW', 'USED_IMPORT']),
  tradeInGuide: z.strictObject({ lowCents: cents, midCents: cents, highCents: cents }),
  note: z.nullable(text),
})
export type RegisterVehicle = z.infer<typeof RegisterVehicle>

export const Recall = z.strictObject({
  recallNumber: text,
  title: text,
  description: text,
  remedy: text,
  severity: z.enum(['COMPULSORY', 'SAFETY']),
  published: day,
  source: text,
  applies: z.strictObject({ modelCode: code, fromYear: count, toYear: count }),
  vins: z.array(text),
  completedVins: z.optional(z.array(text)),
})
export type Recall = z.infer<typeof Recall>

/** A row of the national address data set, in its column names. */
export const SampleAddress = z.strictObject({
  address_id: count,
  full_address_number: text,
  full_road_name: text,
  suburb_locality: text,
  town_city: text,
  postcode: z.string().check(z.regex(/^\d{4}$/)),
  region: text,
  full_address: text,
  shape_X: z.number(),
  shape_Y: z.number(),
  sample: z.literal(true),
})
export type SampleAddress = z.infer<typeof SampleAddress>

export const Country = z.strictObject({ code: z.string().check(z.regex(/^[A-Z]{2}$/)), name: text })
export type Country = z.infer<typeof Country>

// Words of pages

export const BuildAndQuotePage = z.strictObject({
  heading: text,
  intro: text,
  steps: list(
    z.strictObject({
      key: z.enum(['model', 'variant', 'colour', 'accessories', 'pay']),
      title: text,
    }),
  ),
  disclaimers: z.strictObject({
    price: text,
    finance: text,
    energy: text,
    lease: text,
    reservation: text,
  }),
})
export type BuildAndQuotePage = z.infer<typeof BuildAndQuotePage>

export const HomePage = z.strictObject({
  title: text,
  hero: z.strictObject({
    modelSlug: slug,
    colourCode: code,
    backdrop: z.enum(['coast', 'alpine', 'city']),
    kicker: text,
    heading: text,
    text,
    action: text,
  }),
  range: z.strictObject({ heading: text, text }),
  waysToPay: z.strictObject({
    heading: text,
    text,
    ways: list(z.strictObject({ payOption: code, heading: text, text })),
  }),
  owners: z.strictObject({
    heading: text,
    text,
    serviceAction: text,
    action: text,
    recalls: text,
  }),
  dealers: z.strictObject({ heading: text, text }),
})
export type HomePage = z.infer<typeof HomePage>

export const ServicePage = z.strictObject({
  title: text,
  hero: z.strictObject({ modelSlug: slug, colourCode: code }),
  lead: text,
  kinds: z.strictObject({ heading: text, text }),
  good: z.strictObject({
    heading: text,
    points: list(z.strictObject({ heading: text, text })),
  }),
})
export type ServicePage = z.infer<typeof ServicePage>

export const RecallsPage = z.strictObject({
  title: text,
  heading: text,
  text,
  whereHeading: text,
  where: list(text),
  othersHeading: text,
  others: text,
  othersLinks: list(
    z.strictObject({ text, href: z.string().check(z.regex(/^https:\/\//, 'must be https')) }),
  ),
})
export type RecallsPage = z.infer<typeof RecallsPage>

export const LegalPage = z.strictObject({
  title: text,
  /** Changes with every change of the text: an acceptance names the version that was accepted. */
  version: day,
  intro: text,
  sections: list(
    z.strictObject({
      heading: text,
      points: z.optional(list(text)),
      paragraphs: z.optional(list(text)),
    }),
  ),
})
export type LegalPage = z.infer<typeof LegalPage>

/** Everything, as pages and server see it. Field names follow the files. */
export interface Catalogue {
  brand: Brand
  economyAssumptions: EconomyAssumptions
  colours: Colour[]
  interiors: Interior[]
  models: CatalogueModel[]
  accessories: Accessory[]
  servicePlans: ServicePlan[]
  warranty: Warranty
  onRoadCosts: OnRoadCosts
  deposits: Deposits
  financeProducts: FinanceProduct[]
  dealers: Dealer[]
  service: Service
  stock: StockLine[]
  buildSlots: BuildSlots
  sampleRegistryVehicles: RegisterVehicle[]
  recalls: Recall[]
  sampleAddresses: SampleAddress[]
  countries: Country[]
  cms: { buildAndQuote: BuildAndQuotePage }
  pages: {
    home: HomePage
    service: ServicePage
    recalls: RecallsPage
    terms: LegalPage
    privacy: LegalPage
  }
}
