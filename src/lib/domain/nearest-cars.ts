import type { Quote } from '#lib/contract/shapes/quote.ts'

/** A car as it is compared with another: the words of its quote, and where it stands in the range. */
export interface ComparedCar {
  vehicle: Pick<Quote['vehicle'], 'modelName' | 'variantName' | 'colourName' | 'interiorName'>
  optionName: string
  bodyType: string
  driveAwayCents: number
}

export interface Difference {
  what: 'Model' | 'Grade' | 'Option' | 'Colour' | 'Interior'
  ordered: string
  here: string
}

const FACTS: readonly [Difference['what'], (car: ComparedCar) => string][] = [
  ['Model', ({ vehicle }) => vehicle.modelName],
  ['Grade', ({ vehicle }) => vehicle.variantName],
  ['Option', ({ optionName }) => optionName],
  ['Colour', ({ vehicle }) => vehicle.colourName],
  ['Interior', ({ vehicle }) => vehicle.interiorName],
]

/** What differs from the ordered car, the most important first. Another model has other grades: they go without saying. */
export const differencesFrom = (ordered: ComparedCar, here: ComparedCar): Difference[] => {
  const all = FACTS.map(([what, of]) => ({ what, ordered: of(ordered), here: of(here) })).filter(
    (fact) => fact.ordered !== fact.here,
  )
  const what = all[0]?.what
  const isImplied = (fact: Difference) =>
    (what === 'Model' && (fact.what === 'Grade' || fact.what === 'Option')) ||
    (what === 'Grade' && fact.what === 'Option')
  return all
    .map((fact) =>
      fact.what === 'Model'
        ? {
            what: 'Model' as const,
            ordered: ordered.vehicle.variantName,
            here: here.vehicle.variantName,
          }
        : fact,
    )
    .filter((fact) => !isImplied(fact))
}

/** How far a car is from the ordered one; what is of another kind of body is no alternative. */
function distance(ordered: ComparedCar, here: ComparedCar): number {
  if (here.bodyType !== ordered.bodyType && here.vehicle.modelName !== ordered.vehicle.modelName)
    return Infinity
  const kind = FACTS.findIndex(([, of]) => of(ordered) !== of(here))
  return FACTS.length - (kind === -1 ? FACTS.length : kind)
}

/** The cars nearest to an ordered one: by what they are, then by price. */
export const nearestTo = <Car extends ComparedCar>(
  ordered: ComparedCar,
  cars: readonly Car[],
  most: number,
): Car[] =>
  cars
    .map((car) => ({
      car,
      far: distance(ordered, car),
      dearer: Math.abs(car.driveAwayCents - ordered.driveAwayCents),
    }))
    .filter(({ far }) => far !== Infinity)
    .sort((a, b) => a.far - b.far || a.dearer - b.dearer)
    .slice(0, most)
    .map(({ car }) => car)
