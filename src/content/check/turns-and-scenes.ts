import type { ModelPhotographs } from '#lib/pictures/photographs.ts'
import { besideDrawings, carPictureOf } from '../model-photographs.ts'
import { fromPriceCar } from '../model-view.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import { storyPicture } from '../story.ts'

/** Says which photographed models turn in another colour than they open in, and which of their scenes are drawn. */
export function turnsAndScenes(
  catalogue: Catalogue,
  photographs: Record<string, ModelPhotographs>,
): string[] {
  const cards = besideDrawings(photographs)
  return catalogue.models.flatMap((model) => {
    const { pictures, spins } = photographs[model.slug] ?? { pictures: [], spins: [] }
    const { colourCode } = fromPriceCar(model, catalogue)
    const turned = spins.map((spin) => spin.colourCode)
    const codes = model.variants.flatMap((variant) => variant.colourCodes)
    const isPhotographed = codes.some((code) =>
      carPictureOf(cards[model.slug]?.pictures ?? [], [code]),
    )
    const drawn = (model.story ?? [])
      .filter((scene) => isPhotographed && !storyPicture(model, scene, pictures))
      .map(({ view }) => (view === 'cabin' ? 'interior' : view))
    return [
      ...(turned.length === 0 || turned.includes(colourCode)
        ? []
        : [
            `${model.name} opens in ${colourCode}, but turns in ${turned.join(', ')}: add spin/${colourCode}.`,
          ]),
      ...(drawn.length === 0
        ? []
        : [
            `${model.name} has photographs, but these scenes are drawn: ${drawn.join(', ')}. Add pictures with these names.`,
          ]),
    ]
  })
}
