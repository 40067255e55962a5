import { OUTSIDE, type ModelPhotographs } from '#lib/pictures/photographs.ts'
import type { Catalogue } from '../schema/catalogue.ts'

/** Says which colours of a photographed model have no photograph of the outside, and what pages show instead. */
export function coloursWithoutPhotograph(
  { models, colours }: Pick<Catalogue, 'models' | 'colours'>,
  photographs: Record<string, ModelPhotographs>,
): string[] {
  return models.flatMap(({ slug, name, variants }) => {
    const outside = (photographs[slug]?.pictures ?? []).filter(({ view }) =>
      OUTSIDE.some((one) => one === view),
    )
    const shown = new Set(outside.flatMap(({ codes }) => codes))
    const sold = new Set(variants.flatMap(({ colourCodes }) => colourCodes))
    const left = colours.filter(({ code }) => sold.has(code) && !shown.has(code))
    if (outside.length === 0 || left.length === 0) return []
    const names = left.map((colour) => `${colour.name} (${colour.code})`).join(', ')
    const instead = outside.some(({ codes }) => codes.length === 0)
      ? 'pages show the photograph that names no colour'
      : 'pages draw the car'
    return [`${name} has no photograph of the outside in ${names}: ${instead}.`]
  })
}
