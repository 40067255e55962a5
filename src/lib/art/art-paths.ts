import type { BackdropName } from './backdrops.ts'
import type { StoryView } from './story/views.ts'
import { basePath } from '#lib/shared/site-paths.ts'

/** The side from which a car is drawn. Both views have the same frame, so one can replace the other. */
export type View = 'side' | 'front'

const file = (name: string, view: View): string => (view === 'side' ? name : `${name}-${view}`)

/**
 * The drawing of a model in a colour, as an address for `<img>`. Made at build for every
 * colour the model is sold in (src/pages/art). Give the element the size from `carSize`, so that nothing
 * moves, and load a colour before it is chosen (on hover or focus) by `new Image().src`.
 *
 * @param base The build's base path: `import.meta.env.BASE_URL`.
 */
export const carArtPath = (
  base: string,
  modelSlug: string,
  colourCode: string,
  view: View = 'side',
): string => `${basePath(base)}/art/${file(`${modelSlug}-${colourCode}`, view)}.svg`

/** How wide the pictures are, in px, that cards show instead of drawings on a small screen. */
export const CARD_CAR_WIDTHS = [320, 640, 960] as const

/**
 * A model in its signature colour as a picture (AVIF). A drawing has some 300 shapes, and a browser reads and paints each
 * of them on the thread that also answers presses, which takes a phone a tenth of a second for a row of cards.
 */
export const cardCarPath = (base: string, modelSlug: string, widthPx: number): string =>
  `${basePath(base)}/art/${modelSlug}-${widthPx}.avif`

/**
 * An overlay for that drawing with the wheels of an option (from the front, its tyres) and its roof rails. It has no
 * colour, so a change of colour does not load wheels, and a change of grade does not load a car.
 */
export const trimArtPath = (base: string, kdcd: string, view: View = 'side'): string =>
  `${basePath(base)}/art/${file(kdcd, view)}.svg`

/** A landscape, as an address for `<img>`. */
export const backdropPath = (base: string, name: BackdropName): string =>
  `${basePath(base)}/art/backdrop-${name}.svg`

/** A model in its signature colour, in the light of its scene (`scene` in src/content/models), as an address for `<img>`. */
export const sceneCarPath = (base: string, modelSlug: string): string =>
  `${basePath(base)}/art/${modelSlug}-scene.svg`

/** A scene of a model's story, as an address for `<img>` over its landscape. */
export const storyPath = (base: string, modelSlug: string, view: StoryView): string =>
  `${basePath(base)}/art/${modelSlug}-story-${view}.svg`

/** The car of the home page's band for owners, in the light of its backdrop, as an address for `<img>`. */
export const ownersCarPath = (base: string): string => `${basePath(base)}/art/owners-car.svg`
