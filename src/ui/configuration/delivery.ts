import { serverNowMs } from '#lib/shared/server-clock.ts'
import type { StockLevel } from '#lib/codes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import {
  deliveryEstimate,
  monthsAfter,
  deliveryChangeText,
  type Days,
} from '#lib/catalogue/delivery.ts'
import type { BuilderOption, BuilderVariant } from './builder-data.ts'
import { matchingOption, type Car } from './builder-car.ts'

/** The delivery window the server gave for an option and colour: `undefined` while unknown, `null` for none. */
export type KnownDelivery = (kdcd: string, colourCode: string) => Days | null | undefined

/** How each other choice would change the delivery, in words, by its code. */
export interface DeliveryMoves {
  grades: Readonly<Record<string, string>>
  options: Readonly<Record<string, string>>
  colours: Readonly<Record<string, string>>
}

export const NO_MOVES: DeliveryMoves = { grades: {}, options: {}, colours: {} }

export const stockLevelOf = (option: BuilderOption, colourCode: string): StockLevel =>
  option.inStock.includes(colourCode)
    ? 'In stock'
    : option.unavailable.includes(colourCode)
      ? 'Unavailable'
      : 'On order'

/** The same by a delivery window, which the server gives by the stock that is left. */
export const stockLevelAt = (delivery: Days | null): StockLevel =>
  delivery === null
    ? 'Unavailable'
    : delivery.from <= deliveryFor('In stock')!.from
      ? 'In stock'
      : 'On order'

/** The delivery window of a car: the server's answer, else an estimate from the page's stock and next month's build. */
export function deliveryOf(
  option: BuilderOption,
  colourCode: string,
  known: KnownDelivery,
): Days | null {
  const given = known(option.kdcd, colourCode)
  return given === undefined ? deliveryFor(stockLevelOf(option, colourCode)) : given
}

function deliveryFor(level: StockLevel): Days | null {
  const today = aucklandDay(serverNowMs())
  if (level === 'In stock') return deliveryEstimate({ kind: 'STOCK', etaWeeks: 0 }, today)
  const [month] = monthsAfter(today, 1)
  return level === 'On order' && month ? deliveryEstimate({ kind: 'BUILD', month }, today) : null
}

/** How other grades, options and colours would change the delivery of the chosen car (decision 66). */
export function deliveryMoves(
  { model, variant, option }: Car,
  colourCode: string,
  known: KnownDelivery,
): DeliveryMoves {
  const now = deliveryOf(option, colourCode, known)
  const words = (other: BuilderOption | undefined, colour = colourCode) => {
    if (!other) return null
    // An option without this colour falls back to its first colour.
    const code = other.colourCodes.includes(colour) ? colour : other.colourCodes[0]
    return deliveryChangeText(now, deliveryOf(other, code ?? '', known))
  }
  return {
    grades: wordsBy(
      model.variants,
      ({ code }) => code,
      (row: BuilderVariant) => words(matchingOption(row, option.name)),
    ),
    options: wordsBy(
      variant.options,
      ({ kdcd }) => kdcd,
      (row) => words(row),
    ),
    colours: wordsBy(
      option.colourCodes,
      (code) => code,
      (code) => words(option, code),
    ),
  }
}

const wordsBy = <Row>(
  rows: readonly Row[],
  codeOf: (row: Row) => string,
  words: (row: Row) => string | null,
): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const text = words(row)
      return text ? [[codeOf(row), text]] : []
    }),
  )
