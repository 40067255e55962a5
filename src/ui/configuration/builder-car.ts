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
