import type { RenderOptions } from '#lib/art/car-art.ts'
import { viewBox } from '#lib/art/car-art.ts'
import type { Model } from '#lib/art/model.ts'
import { models as drawings } from '#lib/art/models.ts'

/**
 * Which picture shows a car: the one place of this choice. Pages, messages and cards for sharing ask here, by the model's
 * slug, and never look into `src/lib/art/models` themselves. The nearest that exists is taken. Photographs of the brand's
 * folder come in here, before the drawing: of the colour and grade, of the colour, of the model.
 */
export function drawingOf(slug: string): Model {
  const model = drawings.find((candidate) => candidate.slug === slug)
  if (!model) throw new Error(`src/lib/art/models has no drawing for “${slug}”`)
  return model
}

/** Width and height of a model's drawing in its own units (1 unit = 1 mm), for `<img width height>`. */
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
