/** Landscapes for behind a car, 1600 x 800. The left half stays calm and dark enough for white text; the ground starts at y = 640. */
import { alpine } from './backdrops/alpine.ts'
import { city } from './backdrops/city.ts'
import { coast } from './backdrops/coast.ts'
import { forest } from './backdrops/forest.ts'
import { plains } from './backdrops/plains.ts'
import { GROUND, H, W, horizontal, rect, type ColourStop } from './backdrops/shapes.ts'

export const BACKDROPS = ['coast', 'alpine', 'city', 'forest', 'plains'] as const
export type BackdropName = (typeof BACKDROPS)[number]

/** Calms the left side, so that white text has contrast. */
const veilStops: ColourStop[] = [
  [0, '#0a1622', 0.68],
  [0.42, '#0a1622', 0.44],
  [0.66, '#0a1622', 0],
]

const DRAW: Record<BackdropName, (prefix: string) => [string, string]> = {
  coast,
  alpine,
  city,
  forest,
  plains,
}

/** The landscape as SVG. `uid` prefixes the ids: give each inlined copy its own. */
export function backdrop(name: BackdropName, uid: string = name): string {
  const p = `${uid}-`,
    [defs, body] = DRAW[name](p)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><defs>${defs}${horizontal(`${p}v`, veilStops)}</defs>${body}${rect(0, GROUND, `url(#${p}v)`)}</svg>`
}
