import { formatDay } from '#lib/shared/dates.ts'
import type {
  PricingAccessory,
  PricingCatalogue,
  PricingModel,
  PricingOption,
  PricingVariant,
} from './pricing-catalogue.ts'

export interface CatalogueCar {
  model: PricingModel
  variant: PricingVariant
  option: PricingOption
}

/** The model and variant an orderable code belongs to, or `null` for an unknown code. */
export const findCar = (kdcd: string, catalogue: PricingCatalogue): CatalogueCar | null => {
  for (const model of catalogue.models)
    for (const variant of model.variants)
      for (const option of variant.options)
        if (option.kdcd === kdcd) return { model, variant, option }
  return null
}

/** Whether an accessory is made for a car. */
export const fitsCar = (accessory: PricingAccessory, { model, variant }: CatalogueCar): boolean =>
  accessory.modelCodes.includes(model.code) &&
  (accessory.powertrains?.includes(variant.powertrain) ?? true)

/** Whether a car already comes with an accessory, so that it is not sold twice. */
export const comesWith = ({ option }: CatalogueCar, accessory: PricingAccessory): boolean =>
  accessory.includedIn?.includes(option.kdcd) ?? false

/** Accessories made for a car, in the catalogue's order, without those it comes with. */
export const offeredAccessories = (
  car: CatalogueCar,
  { accessories }: PricingCatalogue,
): PricingAccessory[] => accessories.filter((row) => fitsCar(row, car) && !comesWith(car, row))

/** Why an accessory currently costs nothing for a car, as a sentence; `undefined` where it has its price. */
export const givenBy = (
  code: string,
  { model }: CatalogueCar,
  { gifts = [] }: PricingCatalogue,
): string | undefined =>
  gifts
    .filter(
      ({ modelSlugs, accessoryCodes }) =>
        accessoryCodes.includes(code) && (!modelSlugs.length || modelSlugs.includes(model.slug)),
    )
    .map(({ heading, until }) => `Free with the offer “${heading}” until ${formatDay(until)}.`)[0]

export interface AccessoryConflict {
  code: string
  /** Goes on from `Accessory codes`: `include Roof box, which needs Roof cross bars`. */
  message: string
  /** The accessory it needs or cannot be combined with. */
  other?: string
}

/** The conflicts of accessories with a car and with each other. */
export function accessoryConflicts(
  codes: readonly string[],
  car: CatalogueCar,
  catalogue: PricingCatalogue,
): AccessoryConflict[] {
  const byCode = new Map(catalogue.accessories.map((accessory) => [accessory.code, accessory]))
  const nameOf = (code: string) => byCode.get(code)?.name ?? code
  const onCar = (code: string) => {
    const accessory = byCode.get(code)
    return codes.includes(code) || (accessory !== undefined && comesWith(car, accessory))
  }

  return [...new Set(codes)].flatMap((code): AccessoryConflict[] => {
    const accessory = byCode.get(code)
    if (!accessory) return [{ code, message: `include ${code}, which is not in the catalogue` }]
    const { name, requires = [], excludes = [] } = accessory
    if (!fitsCar(accessory, car))
      return [{ code, message: `include ${name}, which is not made for this car` }]
    if (comesWith(car, accessory))
      return [{ code, message: `include ${name}, which already comes with ${car.option.name}` }]
    return [
      ...requires
        .filter((other) => !onCar(other))
        .map((other) => ({
          code,
          other,
          message: `include ${name}, which needs ${nameOf(other)}`,
        })),
      ...excludes.filter(onCar).map((other) => ({
        code,
        other,
        message: `include ${name}, which cannot be combined with ${nameOf(other)}`,
      })),
    ]
  })
}
