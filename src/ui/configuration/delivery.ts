import { shopNowMs } from '#lib/shared/clock.ts'
import type { StockLevel } from '#lib/sign-in/code-shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { deliveryEstimate, monthsAfter, moveWords, type Days } from '#lib/catalogue/delivery.ts'
import type { BuilderOption, BuilderVariant } from './builder-data.ts'
import { matchingOption, type Car } from './builder-car.ts'

/** When each car would be ready, as far as the server has said, by option and colour. */
export type KnownDelivery = (kdcd: string, colourCode: string) => Days | null | undefined

/** What each choice that is not the chosen one does to the delivery, in words, by its code. */
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

/** When a car would be ready: as the server said, else by the page's own stock and the next month's build. */
export function deliveryOf(
  option: BuilderOption,
  colourCode: string,
  known: KnownDelivery,
): Days | null {
  const said = known(option.kdcd, colourCode)
  return said === undefined ? deliveryFor(stockLevelOf(option, colourCode)) : said
}

function deliveryFor(level: StockLevel): Days | null {
  const today = aucklandDay(shopNowMs())
  if (level === 'In stock') return deliveryEstimate({ kind: 'STOCK', etaWeeks: 0 }, today)
  const [month] = monthsAfter(today, 1)
  return level === 'On order' && month ? deliveryEstimate({ kind: 'BUILD', month }, today) : null
}

/** What the other grades, options and colours do to the delivery of the chosen car (decision 66). */
export function deliveryMoves(
  { model, variant, option }: Car,
  colourCode: string,
  known: KnownDelivery,
): DeliveryMoves {
  const now = deliveryOf(option, colourCode, known)
  const words = (other: BuilderOption | undefined, colour = colourCode) => {
    if (!other) return null
    // A colour that it does not come in gives way to its first.
    const code = other.colourCodes.includes(colour) ? colour : other.colourCodes[0]
    return moveWords(now, deliveryOf(other, code ?? '', known))
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
      const said = words(row)
      return said ? [[codeOf(row), said]] : []
    }),
  )
