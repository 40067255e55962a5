import type {
  BuilderCatalogue,
  BuilderModel,
  BuilderOption,
  BuilderVariant,
} from './builder-data.ts'

export interface Car {
  model: BuilderModel
  variant: BuilderVariant
  option: BuilderOption
}

/**
 * The model, variant and option of a `kdcd`, with the texts the builder shows.
 *
 * @throws {RangeError} When the catalogue has no such option. A configuration always names one that exists.
 */
export function findBuilderCar(kdcd: string, { models }: BuilderCatalogue): Car {
  for (const model of models)
    for (const variant of model.variants)
      for (const option of variant.options)
        if (option.kdcd === kdcd) return { model, variant, option }
  throw new RangeError(`${kdcd} is not in the catalogue`)
}

/**
 * The car that the builder opens with: the first that is in stock in its model's own colour, which is the colour of its
 * thumbnail. `null` where there is none.
 */
export function firstInStock({
  models,
}: BuilderCatalogue): { kdcd: string; colourCode: string } | null {
  for (const { signatureColourCode: colourCode, variants } of models)
    for (const { options } of variants)
      for (const { kdcd, inStock } of options)
        if (inStock.includes(colourCode)) return { kdcd, colourCode }
  return null
}

/** The option of the same name in another grade, else its first one. */
export const matchingOption = (
  variant: BuilderVariant,
  optionName: string | undefined,
): BuilderOption | undefined =>
  variant.options.find(({ name }) => name === optionName) ?? variant.options[0]

/** The rows with these codes, in the order of the codes. */
export const rowsByCode = <Row extends { code: string }>(
  codes: readonly string[],
  rows: readonly Row[],
) => codes.flatMap((code) => rows.find((row) => row.code === code) ?? [])
