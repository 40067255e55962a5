import type { Quote } from '#lib/quotes/shapes.ts'
import { gradeName } from '#lib/catalogue/car-labels.ts'

/** The facts by which cars are compared: the names in its quote, and its place in the range. */
export interface ComparedCar {
  vehicle: Pick<Quote['vehicle'], 'modelName' | 'variantName' | 'colourName' | 'interiorName'>
  optionName: string
  bodyType: string
  powertrain: string
  powerKw: number
  driveAwayCents: number
}

export interface Difference {
  what: 'Model' | 'Grade' | 'Option' | 'Colour' | 'Interior'
  ordered: string
  here: string
}

const FACTS: readonly [Difference['what'], (car: ComparedCar) => string][] = [
  ['Model', ({ vehicle }) => vehicle.modelName],
  ['Grade', ({ vehicle }) => gradeName(vehicle)],
  ['Option', ({ optionName }) => optionName],
  ['Colour', ({ vehicle }) => vehicle.colourName],
  ['Interior', ({ vehicle }) => vehicle.interiorName],
]

/** The differences from the ordered car, the most important first, without the grade of another model. */
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

const isWithinQuarter = (asked: number, here: number): boolean =>
  Math.abs(here - asked) * 4 <= asked

/** Whether a car is similar to the ordered one: in body and price, and for another model also in performance. */
const isOfSameKind = (ordered: ComparedCar, here: ComparedCar): boolean =>
  here.bodyType === ordered.bodyType &&
  isWithinQuarter(ordered.driveAwayCents, here.driveAwayCents) &&
  (here.vehicle.modelName === ordered.vehicle.modelName ||
    isWithinQuarter(ordered.powerKw, here.powerKw))

/** Ranks how different a car is: by its most important difference, then powertrain, performance and price. */
function distance(ordered: ComparedCar, here: ComparedCar): number[] {
  const first = FACTS.findIndex(([, of]) => of(ordered) !== of(here))
  return [
    first === -1 ? 0 : FACTS.length - first,
    here.powertrain === ordered.powertrain ? 0 : 1,
    Math.abs(here.powerKw - ordered.powerKw),
    Math.abs(here.driveAwayCents - ordered.driveAwayCents),
  ]
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : a[at]! - b[at]!
}

/** The cars of the same kind that are nearest to an ordered one. */
export const nearestTo = <Car extends ComparedCar>(
  ordered: ComparedCar,
  cars: readonly Car[],
  most: number,
): Car[] =>
  cars
    .filter((car) => isOfSameKind(ordered, car))
    .map((car) => ({ car, far: distance(ordered, car) }))
    .sort((a, b) => compare(a.far, b.far))
    .slice(0, most)
    .map(({ car }) => car)
