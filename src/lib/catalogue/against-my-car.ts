import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { myCarPowertrain, type MyCar } from '#lib/trade-in/my-car.ts'
import type { ComparedCar, ComparedFacts } from './compare.ts'
import { yearlyCosts, type EnergyPrices } from './running-costs.ts'

/** What a year of driving is worked out from. */
export interface YearOfDriving {
  prices: EnergyPrices
  km: number
}

interface FactRow {
  label: string
  /** Why it may not be known of the visitor's car. */
  unknown: string
  /** Facts are rounded to a multiple of it before they are compared, so that the figures add up. */
  unit: number
  text: (fact: number) => string
}

const FACT_ROWS: Readonly<Record<keyof ComparedFacts, FactRow>> = {
  bootLitres: {
    label: 'Boot',
    unknown: 'yours: not in the register',
    unit: 1,
    text: (litres) => `${formatNumber(litres)} L`,
  },
  powerKw: {
    label: 'Power',
    unknown: 'yours: not in the register',
    unit: 1,
    text: (kW) => `${formatNumber(kW)} kW`,
  },
  yearlyCents: {
    label: 'Yearly running costs',
    unknown: 'yours: not known, as its energy use isn’t in the register',
    // As the energy label rounds.
    unit: 10_00,
    text: formatMoney,
  },
}

/** What the register knows of the visitor's car. It knows no boots. */
export const factsOfMyCar = (
  { powerKw, economy, fuelType }: MyCar,
  { prices, km }: YearOfDriving,
): ComparedFacts => {
  const powertrain = myCarPowertrain(fuelType)
  const costs = economy && powertrain && yearlyCosts({ powertrain, ...economy }, prices, km, 0)
  return { bootLitres: null, powerKw, yearlyCents: costs ? costs.totalCents : null }
}

export interface RowAgainst {
  label: string
  /** What is known of the visitor's car, or why it is not. */
  mine: string
  values: string[]
}

/** Row by row, what sets the compared cars apart from the one the visitor drives now. */
export const rowsAgainst = (mine: ComparedFacts, cars: readonly ComparedCar[]): RowAgainst[] =>
  (Object.keys(FACT_ROWS) as (keyof ComparedFacts)[]).map((name) => {
    const { label, unknown, unit, text } = FACT_ROWS[name]
    const rounded = (facts: ComparedFacts) => {
      const fact = facts[name]
      return fact === null ? null : Math.round(fact / unit) * unit
    }
    const own = rounded(mine)
    return {
      label,
      mine: own === null ? unknown : `yours: ${text(own)}`,
      values: cars.map(({ facts }) => {
        const fact = rounded(facts)
        if (fact === null) return ''
        if (own === null) return text(fact)
        return fact === own
          ? `${text(fact)}, the same`
          : `${text(fact)}, ${text(Math.abs(fact - own))} ${fact > own ? 'more' : 'less'}`
      }),
    }
  })
