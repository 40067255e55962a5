/** Photographs of models: what is known of each, their addresses, and the choice of the nearest. */
import { basePath } from '#lib/shared/site-paths.ts'

/** A photograph in the sizes and formats that the build makes of it. */
export interface Photograph {
  /** The model's slug and the name of its file, as in `kea/side-RDB`. */
  path: string
  /** Names its content and how it is made into files. */
  hash: string
  width: number
  height: number
  /** What stays in sight where it is cropped: percent from the left and the top. In the middle when left out. */
  focus?: readonly [x: number, y: number]
  /** A car without a ground, which is never cropped. */
  isCutOut?: true
  /** Of a studio: never beside drawn cars, so only on the model's page and behind words. */
  isStudio?: true
}

/** A car that can be turned: photographs from all round, of one shape. */
export interface Spin extends Photograph {
  frames: number
  colourCode: string
  alt: string
}

export interface ModelPicture {
  view: string
  /** The colour, interior, grade or option that it shows; none when it is the model's own. */
  codes: readonly string[]
  photograph: Photograph
  alt: string
  caption?: string
}

export interface ModelPhotographs {
  pictures: readonly ModelPicture[]
  spins: readonly Spin[]
}

/** The views from outside, in the order in which one of them is the model's picture on a card. */
export const OUTSIDE = ['side', 'three-quarter', 'front', 'rear'] as const
export const VIEWS = [...OUTSIDE, 'interior'] as const
/** A wide picture behind words. */
export const HERO = 'hero'

export const FORMATS = ['avif', 'webp', 'jpg'] as const
export type Format = (typeof FORMATS)[number]

const WIDTHS = [320, 480, 768, 1152, 1600, 1920]
const FRAME_WIDTHS = [480, 960]
/** The least width in pixels that a picture may have, so that it is sharp wherever a page shows it. */
export const LEAST_WIDTH = { picture: 1600, hero: 1920, frame: 960 }

export const widthsOf = (photograph: Photograph): number[] =>
  ('frames' in photograph ? FRAME_WIDTHS : WIDTHS).filter((width) => width <= photograph.width)

/** The path below the base. */
export const photographPath = ({ path, hash }: Photograph, width: number, format: Format): string =>
  `/pictures/${path}-${width}-${hash}.${format}`

/** A photograph of a spin, counted from 0. */
export const frameOf = (spin: Spin, index: number): Spin => ({
  ...spin,
  path: `${spin.path}/${String(index + 1).padStart(2, '0')}`,
})

const TYPES: Record<Format, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/**
 * The attributes of a `<picture>`: its sources, best first, and its `<img>`.
 *
 * @param base The build's base path: `import.meta.env.BASE_URL`.
 */
export function pictureParts(base: string, photograph: Photograph) {
  const widths = widthsOf(photograph)
  const at = (width: number, format: Format) =>
    basePath(base) + photographPath(photograph, width, format)
  const srcSet = (format: Format) =>
    widths.map((width) => `${at(width, format)} ${width}w`).join(', ')
  const { width, height, focus, isCutOut, isStudio } = photograph
  return {
    sources: FORMATS.slice(0, -1).map((format) => ({
      type: TYPES[format],
      srcSet: srcSet(format),
    })),
    img: { src: at(widths.at(-1)!, 'jpg'), srcSet: srcSet('jpg'), width, height },
    className: [
      'photo',
      isCutOut && 'photo--cut-out',
      isStudio && 'photo--studio',
      focus && focusClass(focus),
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/** The class that keeps a place of a picture in sight (src/content/brand-css.ts). */
export const focusClass = ([x, y]: readonly [number, number]): string =>
  `focus-${x}-${y}`.replaceAll('.', '_')

/**
 * The picture of a view that comes nearest to a car.
 *
 * @param codes What the car has, most important first: colour, interior, option, grade.
 * @returns `null` if every picture of the view shows something that the car has not.
 */
export function nearestPicture(
  pictures: readonly ModelPicture[],
  view: string,
  codes: readonly string[],
): ModelPicture | null {
  const worth = (picture: ModelPicture) =>
    picture.codes.reduce((sum, code) => sum + 2 ** -codes.indexOf(code), 0)
  const fitting = pictures.filter(
    (picture) => picture.view === view && picture.codes.every((code) => codes.includes(code)),
  )
  return fitting.toSorted((a, b) => worth(b) - worth(a))[0] ?? null
}

/** What a gallery shows of a car: the nearest picture of each view, then of each detail. */
export const galleryOf = (
  pictures: readonly ModelPicture[],
  codes: readonly string[],
): ModelPicture[] =>
  galleryViews(pictures).flatMap((view) => nearestPicture(pictures, view, codes) ?? [])

/** The views of a gallery in their order. The picture behind words is seen there. */
export const galleryViews = (pictures: readonly ModelPicture[]): string[] => [
  ...new Set([...VIEWS, ...pictures.map(({ view }) => view)].filter((view) => view !== HERO)),
]

/** The car that is turned: in its colour, or in one that there is. */
export const nearestSpin = (spins: readonly Spin[], colourCode: string): Spin | undefined =>
  spins.find((spin) => spin.colourCode === colourCode) ?? spins[0]
