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

/** How wide, in px, the pictures are that small screens show instead of a car's drawing on a card, and of a scene's. */
export const CARD_WIDTHS = [320, 640, 960] as const
export const SCENE_WIDTHS = [1440] as const

/** Below this width a scene is cropped to `narrowPicture`. Its scenes are 480 px high (Story.astro), so wider phones show more. */
export const NARROW_PX = 450

/** What a phone shows of a story's drawing, made at build: the rest would be a third of the bytes. */
export const narrowPicture = (drawingPath: string): string =>
  drawingPath.replace(/\.svg$/, '-narrow.avif')

/**
 * A drawing as pictures (AVIF), as the `srcset` of a `<source>`. A drawing has some 300 shapes, and a browser reads and
 * paints each of them on the thread that also answers presses: the six of home's first screens take a phone a third of
 * a second. Made at build for signature colours, stories and landscapes.
 */
export const asPictures = (drawingPath: string, widthsPx: readonly number[]): string =>
  widthsPx.map((px) => `${drawingPath.replace(/\.svg$/, `-${px}.avif`)} ${px}w`).join(', ')

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
