/** How a scene of a model's story is shown: by a photograph of its view, else drawn. */
import { carLook } from '#lib/art/car-look.ts'
import { renderCabin } from '#lib/art/story/cabin.ts'
import { renderStory } from '#lib/art/story/story.ts'
import { nearestPicture, type ModelPicture } from '#lib/pictures/photographs.ts'
import { drawingOf } from './model-pictures.ts'
import type { Catalogue } from './schema/catalogue.ts'
import type { CatalogueModel, StoryScene } from './schema/model.ts'

type Look = Pick<Catalogue, 'colours' | 'interiors'>

export function storyDrawing(
  model: CatalogueModel,
  { view, backdrop: light }: StoryScene,
  { colours, interiors }: Look,
): string {
  const { slug, variants, signatureColourCode } = model
  if (view === 'cabin')
    return renderCabin({
      upholstery: lightestInterior(model, interiors),
      light,
      isManual: variants.every(({ specs }) => /manual/i.test(specs.transmission)),
    })
  const colour = colours.find(({ code }) => code === signatureColourCode)!
  return renderStory(view, {
    drawing: drawingOf(slug),
    look: carLook(colour, colours),
    light,
    brakedTowKg: Math.max(...variants.map(({ specs }) => specs.brakedTowKg)),
  })
}

/** Black seats would be lost in a drawing. */
function lightestInterior({ variants }: CatalogueModel, interiors: Look['interiors']): string {
  const sold = new Set(variants.flatMap(({ interiorCodes }) => interiorCodes))
  const lightness = (hex: string) =>
    [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(hex.slice(at, at + 2), 16), 0)
  return interiors
    .filter(({ code }) => sold.has(code))
    .map(({ hex }) => hex)
    .toSorted((a, b) => lightness(b) - lightness(a))[0]!
}

/** The photograph of a scene: that of its view, for the cabin one of the interior. */
export const storyPicture = (
  { variants, signatureColourCode }: CatalogueModel,
  { view }: StoryScene,
  pictures: readonly ModelPicture[],
): ModelPicture | null =>
  nearestPicture(pictures, view === 'cabin' ? 'interior' : view, [
    signatureColourCode,
    ...variants.flatMap(({ interiorCodes }) => interiorCodes),
  ])
