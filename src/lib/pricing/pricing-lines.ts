import type { QuoteLine } from '#lib/quotes/shapes.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { inWords } from '#lib/shared/in-words.ts'
import { capitalised } from '#lib/shared/words.ts'
import type { CatalogueCar } from './pricing-cars.ts'
import type {
  PricingAccessory,
  PricingCatalogue,
  PricingColour,
  PricingInterior,
  PricingServicePlan,
} from './pricing-catalogue.ts'

/** The lines of a price, each with its reason. */

export const optionLines = ({ variant, option }: CatalogueCar): QuoteLine[] => [
  {
    code: variant.code,
    kind: 'VARIANT',
    label: variant.name,
    amountCents: option.totalPriceCents - option.priceDeltaCents,
    reason: 'The list price of this grade.',
  },
  ...(option.priceDeltaCents !== 0 || option.includes.length > 0
    ? [
        {
          code: option.kdcd,
          kind: 'OPTION',
          label: option.name,
          amountCents: option.priceDeltaCents,
          reason: `Adds ${inWords(option.includes)}.`,
        },
      ]
    : []),
]

const FINISH_REASON: Record<string, string> = {
  SOLID: 'Solid paint, included in the price.',
  METALLIC: 'Metallic paint.',
  PEARL: 'Three-coat pearl paint.',
  MATTE: 'Matte paint.',
  TWO_TONE: 'Two-tone paint.',
}

export const colourLine = ({ code, name, premiumCents, finish }: PricingColour): QuoteLine => ({
  code,
  kind: 'COLOUR',
  label: name,
  amountCents: premiumCents,
  reason: FINISH_REASON[finish] ?? 'The paint.',
})

export const interiorLine = ({ code, name, premiumCents }: PricingInterior): QuoteLine => ({
  code,
  kind: 'INTERIOR',
  label: name,
  amountCents: premiumCents,
  reason: premiumCents === 0 ? 'Included in the price.' : 'Extra cost of this trim.',
})

/** Discounts of offers: the only negative lines. */
export const discountLines = ({ variant }: CatalogueCar, { discounts = [] }: PricingCatalogue) =>
  discounts
    .filter(({ variantCodes }) => variantCodes.includes(variant.code))
    .map(({ slug, heading, until, cents }): QuoteLine => ({
      code: slug,
      kind: 'OFFER',
      label: heading,
      amountCents: -cents,
      reason: `Offer on this grade until ${formatDay(until)}.`,
    }))

export const accessoryLine = (accessory: PricingAccessory, given?: string): QuoteLine => ({
  code: accessory.code,
  kind: 'ACCESSORY',
  label: accessory.name,
  amountCents: given ? 0 : accessory.priceCents,
  reason:
    (given ? `${given} ` : '') +
    (accessory.fittingIncluded
      ? 'Fitted before you collect the car.'
      : 'Installation isn’t included.'),
})

export const planLine = (plan: PricingServicePlan, { variant }: CatalogueCar): QuoteLine => ({
  code: plan.code,
  kind: 'SERVICE_PLAN',
  label: plan.name,
  amountCents: variant.powertrain === 'EV' ? plan.evPriceCents : plan.priceCents,
  reason: `${capitalised(inWords(plan.covers))} for ${plan.months} months or ${formatNumber(plan.km)} km, whichever comes first.`,
})

export const onRoadLine = (
  { variant }: CatalogueCar,
  { onRoadCosts }: PricingCatalogue,
): QuoteLine => ({
  code: 'ONROAD',
  kind: 'ON_ROAD',
  label: 'On-road costs',
  amountCents: onRoadCosts.byPowertrain[variant.powertrain] ?? onRoadCosts.standardCents,
  reason: `${capitalised(inWords(onRoadCosts.includes))}.`,
})
