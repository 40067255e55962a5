import type { RenderOptions } from './car-art.ts'
import type { FinishName } from './finishes.ts'

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
