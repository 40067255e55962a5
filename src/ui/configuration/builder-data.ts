import type { StockLevel } from '#lib/codes.ts'
import type { AskedConfiguration } from '#lib/catalogue/configuration.ts'
import { listed } from '#lib/shared/numbers.ts'
import type { Car3d } from '#lib/pictures/cars-3d.ts'
import type { ModelPhotographs } from '#lib/pictures/photographs.ts'
import type { OfferDays } from '#lib/catalogue/offers.ts'
import type {
  PricingAccessory,
  PricingCatalogue,
  PricingColour,
  PricingDiscount,
  PricingGift,
  PricingInterior,
  PricingModel,
  PricingOption,
  PricingServicePlan,
  PricingVariant,
} from '#lib/pricing/pricing-catalogue.ts'
import type { EnergyPrices, RunningCar } from '#lib/catalogue/running-costs.ts'
import { energyLabel } from '#lib/catalogue/showroom.ts'

/** Changes some choices. Choices that no longer fit are replaced, and a notice says so. */
export type Change = (choices: Partial<AskedConfiguration>, notices?: string[]) => void

/** The catalogue and texts of the builder, made at build time by {@link builderProps}. */
export interface BuilderProps {
  catalogue: BuilderCatalogue
  words: BuilderWords
}

/** The catalogue as pricing needs it, with the texts a visitor sees. */
export interface BuilderCatalogue extends PricingCatalogue {
  models: readonly BuilderModel[]
  accessories: readonly (PricingAccessory & { category: string })[]
  servicePlans: readonly BuilderPlan[]
  financeProducts: readonly BuilderProduct[]
  /** Offers that change a price, whenever they run. */
  offers: readonly (OfferDays &
    Pick<PricingGift, 'modelSlugs' | 'accessoryCodes'> &
    Pick<PricingDiscount, 'slug' | 'heading'> & {
      discount?: Pick<PricingDiscount, 'cents' | 'variantCodes'> | undefined
    })[]
  running: {
    prices: EnergyPrices & { annualDistanceKm: number }
    /** The price of a year's service. */
    serviceCents: { electric: number; other: number }
    /** Explains the prices, in words. */
    note: string
  }
}

export interface BuilderModel extends PricingModel {
  tagline: string
  signatureColourCode: string
  /** Size of the drawing in its own units, so that nothing moves when it arrives. */
  picture: { width: number; height: number }
  photographs?: ModelPhotographs
  car3d?: Car3d
  variants: readonly BuilderVariant[]
}

export interface BuilderVariant extends PricingVariant, RunningCar {
  /** Where the model has photographs, which may be of a grade. */
  grade?: string
  stockLevel: StockLevel
  /** The level in words, with how many of its colours are in stock. */
  stockText: string
  /** With a braked trailer, in kg. */
  towKg: number
  /** The energy label as text: label and value. */
  energy: readonly (readonly [label: string, value: string])[]
  options: readonly BuilderOption[]
}

export interface BuilderOption extends PricingOption {
  stockLevel: StockLevel
  /** The level in words, with the colours that are in stock. */
  stockText: string
  /** Colour codes in stock, and those that cannot be ordered; all others are built to order. */
  inStock: readonly string[]
  unavailable: readonly string[]
}

type BuilderPlan = PricingServicePlan & {
  fairTradingActExtendedWarranty?: boolean
  /** The notice that the law requires with such a plan. */
  warrantyNote?: string
}

export type BuilderProduct = PricingCatalogue['financeProducts'][number] & {
  name: string
  description?: string
  includes?: readonly string[]
  /** Charged for each kilometre above the agreed distance. */
  excessKmCents?: number
}

interface BuilderWords {
  steps: Readonly<Record<string, string>>
  disclaimers: Readonly<Record<'price' | 'finance' | 'energy' | 'lease' | 'reservation', string>>
}

type Energy = Parameters<typeof energyLabel>[0]

/** Fair Trading Act 1986, extended warranties: comparison with the Act's rights, and the right to cancel. */
const EXTENDED_WARRANTY =
  'You have rights under the Consumer Guarantees Act 1993 without it, for a reasonable time and at no cost. You can cancel it within 5 working days of buying it.'

/** The service that the yearly running costs include. */
const YEARLY_SERVICE = 'ANNUAL'

/** The part of the content that the builder uses. */
interface Content extends Omit<PricingCatalogue, 'models'> {
  models: readonly (Omit<BuilderModel, 'picture' | 'variants'> & {
    variants: readonly (Omit<
      BuilderVariant,
      'energy' | 'options' | 'stockText' | 'grade' | 'towKg' | keyof RunningCar
    > & {
      grade: string
      powertrain: string
      specs: { brakedTowKg: number }
      energyEconomy: Energy
      options: readonly Omit<BuilderOption, 'inStock' | 'unavailable' | 'stockText'>[]
    })[]
  })[]
  offers: BuilderCatalogue['offers']
  stock: readonly { kdcd: string; colourCode: string; level: StockLevel }[]
  accessories: BuilderCatalogue['accessories']
  servicePlans: readonly BuilderPlan[]
  financeProducts: readonly BuilderProduct[]
  economyAssumptions: BuilderCatalogue['running']['prices']
  service: { types: readonly { code: string; priceCents: number; evPriceCents: number }[] }
  cms: {
    buildAndQuote: {
      steps: readonly { key: string; title: string }[]
      disclaimers: BuilderWords['disclaimers']
    }
  }
}

interface Pictures {
  photographs: Readonly<Record<string, ModelPhotographs>>
  cars3d: Readonly<Record<string, Car3d>>
}

type Stocked = Pick<BuilderOption, 'kdcd' | 'stockLevel' | 'colourCodes'>

/**
 * Makes the builder's data from the content.
 * It is sent with the page, so it holds only what the builder shows or prices.
 *
 * @param note The prices that the running costs use, in words (`energyNote`).
 * @param pictures Photographs and cars in 3D of the brand, by the model's slug.
 * @param sizeOf Returns the width and height of a model's drawing by its slug (`carSize`).
 */
export function builderProps(
  content: Content,
  sizeOf: (slug: string) => BuilderModel['picture'],
  note: string,
  { photographs, cars3d }: Pictures = { photographs: {}, cars3d: {} },
): BuilderProps {
  const coloursOf = (wanted: string, at: StockLevel) =>
    content.stock.flatMap(({ kdcd, colourCode, level }) =>
      kdcd === wanted && level === at ? [colourCode] : [],
    )
  const optionStock = ({ kdcd, stockLevel, colourCodes }: Stocked): string => {
    const codes = coloursOf(kdcd, 'In stock')
    const nameOf = (wanted: string) =>
      content.colours.find(({ code }) => code === wanted)?.name ?? wanted
    const others = colourCodes.filter((code) => !codes.includes(code))
    if (stockLevel !== 'In stock' || others.length === 0) return stockLevel
    return others.length < codes.length
      ? `In stock, but not in ${listed(others.map(nameOf), 'or')}`
      : `In stock in ${listed(codes.map(nameOf))}`
  }
  const gradeStock = ({
    stockLevel,
    options,
  }: {
    stockLevel: string
    options: readonly Stocked[]
  }) => {
    const all = new Set(options.flatMap(({ colourCodes }) => colourCodes)).size
    const there = new Set(options.flatMap(({ kdcd }) => coloursOf(kdcd, 'In stock'))).size
    return stockLevel !== 'In stock' || there === all
      ? stockLevel
      : `In stock in ${there} of ${all} colours`
  }
  const service = content.service.types.find(({ code }) => code === YEARLY_SERVICE)
  const { steps, disclaimers } = content.cms.buildAndQuote
  return {
    catalogue: {
      models: content.models.map((model) => ({
        code: model.code,
        slug: model.slug,
        name: model.name,
        tagline: model.tagline,
        signatureColourCode: model.signatureColourCode,
        picture: sizeOf(model.slug),
        ...(photographs[model.slug] && { photographs: photographs[model.slug]! }),
        ...(cars3d[model.slug] && { car3d: cars3d[model.slug]! }),
        variants: model.variants.map((variant) => ({
          code: variant.code,
          name: variant.name,
          ...(photographs[model.slug] && { grade: variant.grade }),
          powertrain: variant.powertrain,
          towKg: variant.specs.brakedTowKg,
          stockLevel: variant.stockLevel,
          stockText: gradeStock(variant),
          guaranteedFutureValuePct: variant.guaranteedFutureValuePct,
          fuelLitresPer100Km: variant.energyEconomy.fuelLitresPer100Km,
          electricityKwhPer100Km: variant.energyEconomy.electricityKwhPer100Km,
          energy: energyLabel(
            variant.energyEconomy,
            content.economyAssumptions.annualDistanceKm,
          ).map(({ label, value }) => [label, value] as const),
          options: variant.options.map((option) => ({
            kdcd: option.kdcd,
            name: option.name,
            priceDeltaCents: option.priceDeltaCents,
            totalPriceCents: option.totalPriceCents,
            includes: option.includes,
            colourCodes: option.colourCodes,
            interiorCodes: option.interiorCodes,
            stockLevel: option.stockLevel,
            stockText: optionStock(option),
            inStock: coloursOf(option.kdcd, 'In stock'),
            unavailable: coloursOf(option.kdcd, 'Unavailable'),
          })),
        })),
      })),
      colours: content.colours.map(({ code, name, finish, premiumCents }): PricingColour => ({
        code,
        name,
        finish,
        premiumCents,
      })),
      interiors: content.interiors.map(({ code, name, premiumCents }): PricingInterior => ({
        code,
        name,
        premiumCents,
      })),
      accessories: content.accessories.map((row) => ({
        code: row.code,
        name: row.name,
        category: row.category,
        priceCents: row.priceCents,
        modelCodes: row.modelCodes,
        powertrains: row.powertrains,
        fittingIncluded: row.fittingIncluded,
        ...(row.requires?.length && { requires: row.requires }),
        ...(row.excludes?.length && { excludes: row.excludes }),
        ...(row.includedIn?.length && { includedIn: row.includedIn }),
      })),
      servicePlans: content.servicePlans.map((plan) => ({
        ...plan,
        ...(plan.fairTradingActExtendedWarranty && { warrantyNote: EXTENDED_WARRANTY }),
      })),
      onRoadCosts: content.onRoadCosts,
      deposits: content.deposits,
      financeProducts: content.financeProducts,
      offers: content.offers.flatMap(
        ({ slug, heading, from, until, modelSlugs, accessoryCodes, discount }) =>
          discount || accessoryCodes.length > 0
            ? [{ slug, heading, from, until, modelSlugs, accessoryCodes, discount }]
            : [],
      ),
      running: {
        prices: content.economyAssumptions,
        serviceCents: { electric: service?.evPriceCents ?? 0, other: service?.priceCents ?? 0 },
        note,
      },
    },
    words: {
      disclaimers,
      steps: Object.fromEntries(steps.map(({ key, title }) => [key, title])),
    },
  }
}
