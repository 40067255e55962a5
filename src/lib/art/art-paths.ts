import type { BackdropName } from './backdrops.ts'
import { basePath } from '#lib/site-paths.ts'

/**
 * The drawing of a model in a colour, side view, as an address for `<img>`. Made at build for every
 * colour the model is sold in (src/pages/art). Give the element the size from `carSize`, so that nothing
 * moves, and load a colour before it is chosen (on hover or focus) by `new Image().src`.
 *
 * @param base The build's base path: `import.meta.env.BASE_URL`.
 */
export const carArtPath = (base: string, modelSlug: string, colourCode: string): string =>
  `${basePath(base)}/art/${modelSlug}-${colourCode}.svg`

/**
 * What an option changes of that drawing, to lie over it: its wheels, and roof rails where it has them. It has no
 * colour, so that another colour fetches no wheels, and another grade no car.
 */
export const trimArtPath = (base: string, kdcd: string): string =>
  `${basePath(base)}/art/${kdcd}.svg`

/** A landscape, as an address for `<img>`. */
export const backdropPath = (base: string, name: BackdropName): string =>
  `${basePath(base)}/art/backdrop-${name}.svg`

/** A model in its signature colour, in the light of its scene (`scene` in src/content/models), as an address for `<img>`. */
export const sceneCarPath = (base: string, modelSlug: string): string =>
  `${basePath(base)}/art/${modelSlug}-scene.svg`

/** The car of the home page's band for owners, in the light of its backdrop, as an address for `<img>`. */
export const ownersCarPath = (base: string): string => `${basePath(base)}/art/owners-car.svg`
