import { carPhotographs } from './car-photographs.ts'
import type { Photograph } from './photographs.ts'

/**
 * The photograph of a car for a card or a line, where the brand has one; else it is drawn.
 *
 * @param kdcd The option, where it is known.
 */
export function carPhotograph(
  modelSlug: string,
  colourCode: string,
  kdcd?: string,
): Photograph | undefined {
  const ofModel = carPhotographs[modelSlug]
  return ofModel?.[`${colourCode} ${kdcd}`] ?? ofModel?.[colourCode] ?? ofModel?.['']
}
