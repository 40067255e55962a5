import { viewBox, type RenderOptions } from '#lib/art/car-art.ts'
import type { Model } from '#lib/art/model.ts'
import { models as DRAWINGS } from '#lib/art/models.ts'
import { silhouette } from '#lib/art/silhouette.ts'
import { catalogue } from './catalogue.ts'

/**
 * Which picture shows a car: the one place of this choice. Pages, messages and cards for sharing ask here, by the model's
 * slug, and never look into `src/lib/art/models` themselves. The nearest that exists is taken. Photographs
 * come before it (model-photographs.ts). At last there is a plain car of the body type and the dimensions, so that no model
 * is without a picture.
 */
export function drawingOf(slug: string): Model {
  return DRAWINGS.find((drawn) => drawn.slug === slug) ?? silhouetteOf(slug)
}

const silhouettes = new Map<string, Model>()

function silhouetteOf(slug: string): Model {
  const made = silhouettes.get(slug)
  if (made) return made
  const model = catalogue.models.find((one) => one.slug === slug)
  if (!model) throw new Error(`there is no model with the slug ${slug}`)
  const narrowest = model.variants
    .map(({ specs }) => specs.tyres)
    .toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b))[0]!
  const drawn = silhouette({ ...model, measures: model.dimensions }, narrowest)
  silhouettes.set(slug, drawn)
  return drawn
}

/** Width and height of a model's picture in the units of its drawing (1 unit = 1 mm), for `<img width height>`. */
export function carSize(slug: string): { width: number; height: number } {
  const [, , width, height] = viewBox(drawingOf(slug))
  return { width, height }
}

interface Variant {
  grade: string
  specs: { tyres: string }
}
interface Option {
  kdcd: string
  includes: string[]
}

/** The wheels of an option, those of its grade, or the model's; and roof rails where it includes them. */
export function trimOf(
  slug: string,
  { grade, specs }: Variant,
  { kdcd, includes }: Option,
): Pick<RenderOptions, 'wheel' | 'wheelTone' | 'rimInches' | 'tyreWidth' | 'roofRails'> {
  const { trims, wheel, wheelTone, roofRails = false } = drawingOf(slug)
  const trim = trims[kdcd] ?? trims[grade] ?? { wheel, tone: wheelTone }
  return {
    wheel: trim.wheel,
    wheelTone: trim.tone ?? 'silver',
    rimInches: trim.rimInches ?? Number(/R(\d+)/.exec(specs.tyres)?.[1]),
    tyreWidth: Number.parseInt(specs.tyres),
    roofRails: roofRails || includes.includes('Roof rails'),
  }
}
