import type { Problem } from '../content-error.ts'
import type { Catalogue } from '../schema/catalogue.ts'

/** Codes that nothing sells: a name that was misspelt elsewhere, or is left over. */
export function orphanProblems({ colours, interiors, models, accessories }: Catalogue): Problem[] {
  const variants = models.flatMap((model) => model.variants)
  const left = (file: string, rows: { code: string }[], used: string[], by: string): Problem[] =>
    rows.flatMap(({ code }, i) =>
      used.includes(code)
        ? []
        : [
            {
              file,
              path: `[${i}].code`,
              reason: `no ${by} has ${code}: add it to one, or remove it`,
            },
          ],
    )
  return [
    ...left(
      'colours.json',
      colours,
      variants.flatMap(({ colourCodes }) => colourCodes),
      'grade',
    ),
    ...left(
      'interiors.json',
      interiors,
      variants.flatMap(({ interiorCodes }) => interiorCodes),
      'grade',
    ),
    ...accessories.flatMap(({ code, modelCodes }, i) =>
      modelCodes.length > 0
        ? []
        : [
            {
              file: 'accessories.json',
              path: `[${i}].modelCodes`,
              reason: `${code} fits no model: add the codes of those it fits, or remove it`,
            },
          ],
    ),
  ]
}
