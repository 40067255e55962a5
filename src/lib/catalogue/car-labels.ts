import type { Quote } from '#lib/quotes/shapes.ts'

/** The chosen option, such as a pack; `null` for the plain grade. */
export const optionName = ({ lines }: Pick<Quote, 'lines'>): string | null =>
  lines.find(({ kind }) => kind === 'OPTION')?.label ?? null

/** A grade without its model’s name, for where the model is named beside it: `Standard Range`. */
export const gradeName = ({
  modelName,
  variantName,
}: Pick<Quote['vehicle'], 'modelName' | 'variantName'>): string =>
  variantName.startsWith(`${modelName} `) ? variantName.slice(modelName.length + 1) : variantName

/** The choices for a grade, in a line: `Touring Pack, white, black cloth`. */
export const carInALine = (quote: Pick<Quote, 'lines' | 'vehicle'>): string =>
  [optionName(quote), quote.vehicle.colourName, quote.vehicle.interiorName]
    .filter(Boolean)
    .join(', ')
