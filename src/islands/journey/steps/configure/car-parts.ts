import { gradeName, optionName } from '#lib/catalogue/car-labels.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'

/** The parts of a car that a buyer chooses, by what the summary calls them, with what is chosen. */
export const CAR_PARTS = {
  Model: ({ vehicle }) => [vehicle.modelName],
  Grade: ({ vehicle }) => [gradeName(vehicle)],
  Option: (quote) => [optionName(quote) ?? 'None'],
  Colour: ({ vehicle }) => [vehicle.colourName],
  Interior: ({ vehicle }) => [vehicle.interiorName],
  Extras: ({ lines }) => {
    const extras = lines.filter(({ kind }) => kind === 'ACCESSORY' || kind === 'SERVICE_PLAN')
    return extras.length > 0
      ? extras.map(
          ({ label, amountCents }) =>
            `${label}, ${amountCents === 0 ? 'free' : formatMoney(amountCents)}`,
        )
      : ['None']
  },
} satisfies Record<string, (quote: Quote) => readonly string[]>

export type CarPart = keyof typeof CAR_PARTS
