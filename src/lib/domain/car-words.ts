import type { Quote } from '#lib/contract/shapes/quote.ts'

/** The option that was chosen, such as a pack; `null` for the grade as it is. */
export const optionName = ({ lines }: Pick<Quote, 'lines'>): string | null =>
  lines.find(({ kind }) => kind === 'OPTION')?.label ?? null

/** What was chosen of a grade, in a line: `Touring Pack, Surf White, Charcoal cloth`. */
export const carInALine = (quote: Pick<Quote, 'lines' | 'vehicle'>): string =>
  [optionName(quote), quote.vehicle.colourName, quote.vehicle.interiorName]
    .filter(Boolean)
    .join(', ')
