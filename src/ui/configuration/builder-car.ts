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

/** As `findCar`, with what the screen shows of it. The configuration always names a car of the catalogue. */
export function findBuilderCar(kdcd: string, { models }: BuilderCatalogue): Car {
  for (const model of models)
    for (const variant of model.variants)
      for (const option of variant.options)
        if (option.kdcd === kdcd) return { model, variant, option }
  throw new RangeError(`${kdcd} is not in the catalogue`)
}

/** Another grade keeps the option of the same name, where it has it. */
export const matchingOption = (
  variant: BuilderVariant,
  optionName: string | undefined,
): BuilderOption | undefined =>
  variant.options.find(({ name }) => name === optionName) ?? variant.options[0]

/** The rows of these codes, in the order of the codes. */
export const rowsByCode = <Row extends { code: string }>(
  codes: readonly string[],
  rows: readonly Row[],
) => codes.flatMap((code) => rows.find((row) => row.code === code) ?? [])
