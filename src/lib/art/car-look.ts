import type { RenderOptions } from './car-art.ts'
import type { FinishName } from './finishes.ts'
import type { Model } from './model.ts'
import { models } from './models.ts'
import { viewBox } from './car-art.ts'

interface Colour {
  hex: string
  secondaryHex: string | null
  finish: string
}

const FINISH: Record<string, FinishName> = {
  SOLID: 'solid',
  METALLIC: 'metallic',
  PEARL: 'pearl',
  MATTE: 'matte',
}

/**
 * How a catalogue colour is drawn. A two-tone car has the finish of the single colour of its body.
 *
 * @param colours All colours of the catalogue.
 */
export function carLook(
  colour: Colour,
  colours: Colour[],
): Required<Pick<RenderOptions, 'paint' | 'roof' | 'finish'>> {
  const body =
    colours.find(({ hex, secondaryHex }) => hex === colour.hex && secondaryHex === null) ?? colour
  return {
    paint: colour.hex,
    roof: colour.secondaryHex ?? colour.hex,
    finish: FINISH[body.finish] ?? 'solid',
  }
}

/** @throws {Error} If the model has no drawing: see docs/content.md. */
export function drawingOf(slug: string): Model {
  const model = models.find((candidate) => candidate.slug === slug)
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

/** The wheels of an option, and roof rails where it includes them. */
export function trimOf(
  slug: string,
  { grade, specs }: Variant,
  { kdcd, includes }: Option,
): Pick<RenderOptions, 'wheel' | 'wheelTone' | 'rimInches' | 'tyreWidth' | 'roofRails'> {
  const { trims, roofRails = false } = drawingOf(slug)
  const trim = trims[kdcd] ?? trims[grade]
  if (!trim) throw new Error(`src/lib/art/models/${slug}.ts has no wheels for grade ${grade}`)
  return {
    wheel: trim.wheel,
    wheelTone: trim.tone ?? 'silver',
    rimInches: trim.rimInches ?? Number(/R(\d+)/.exec(specs.tyres)?.[1]),
    tyreWidth: Number.parseInt(specs.tyres),
    roofRails: roofRails || includes.includes('Roof rails'),
  }
}
