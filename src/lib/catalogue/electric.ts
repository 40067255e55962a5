interface Range {
  brand: string
  models: readonly { name: string; variants: readonly { powertrain: string }[] }[]
}

/**
 * Whether a car runs without an engine, by the name of its model alone: the record of an owner's car says no more.
 *
 * @returns `null` for a model of both kinds, and for one that is not in the range.
 */
export function isElectricModel(
  { brand, models }: Range,
  car: { make: string; model: string },
): boolean | null {
  if (!isSame(car.make, brand)) return null
  const kinds = models
    .filter(({ name }) => isSame(name, car.model))
    .flatMap(({ variants }) => variants.map(({ powertrain }) => powertrain === 'EV'))
  const [kind = null] = kinds
  return kinds.every((each) => each === kind) ? kind : null
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
