/** The choice of the photograph of a model: the nearest that there is. Without one it is drawn (model-pictures.ts). */
import type { CarPhotographs } from '#lib/pictures/car-photographs.ts'
import {
  focusClass,
  galleryViews,
  HERO,
  nearestPicture,
  nearestSpin,
  OUTSIDE,
  type ModelPhotographs,
  type ModelPicture,
} from '#lib/pictures/photographs.ts'
import type { Slide, TurnSlide } from '#ui/gallery/Gallery.tsx'
import type { Catalogue } from './schema/catalogue.ts'
import type { CatalogueModel } from './schema/model.ts'

type Photographs = Readonly<Record<string, ModelPhotographs>>

/** The picture by which a car is shown where it has only one. */
export const carPictureOf = (
  pictures: readonly ModelPicture[],
  codes: readonly string[],
): ModelPicture | null => {
  for (const view of OUTSIDE) {
    const found = nearestPicture(pictures, view, codes)
    if (found) return found
  }
  return null
}

/** The photographs that may be shown beside drawn cars: those of a studio may not. Models without any are left out. */
export const besideDrawings = (all: Photographs): Photographs =>
  Object.fromEntries(
    Object.entries(all).flatMap(([slug, { pictures, spins }]) => {
      const others = pictures.filter(({ photograph }) => !photograph.isStudio)
      return others.length + spins.length > 0 ? [[slug, { pictures: others, spins }]] : []
    }),
  )

/** The table that cards, quotes and purchases find a car's picture in: only what differs from the line before it. */
export function carPhotographTable(models: Catalogue['models'], all: Photographs): CarPhotographs {
  const photographs = besideDrawings(all)
  return Object.fromEntries(
    models.flatMap((model) => {
      const pictures = photographs[model.slug]?.pictures ?? []
      const table = new Map<string, ModelPicture>()
      const add = (key: string, codes: string[], without: ModelPicture | undefined) => {
        const found = carPictureOf(pictures, codes) ?? undefined
        if (found && found !== without) table.set(key, found)
        return found
      }
      const own = add('', [], undefined)
      for (const { variant, option } of optionsOf(model))
        for (const colour of option.colourCodes) {
          const inColour = add(colour, [colour], own)
          add(`${colour} ${option.kdcd}`, [colour, option.kdcd, variant.grade], inColour)
        }
      if (table.size === 0) return []
      const rows = [...table].map(([key, { photograph }]) => [key, photograph] as const)
      return [[model.slug, Object.fromEntries(rows)]]
    }),
  )
}

/** The wide picture of a model behind words, or what comes nearest: a studio that is not made for words may be light. */
export const heroPictureOf = (
  all: Photographs,
  modelSlug: string,
  colourCode: string,
): ModelPicture | null => {
  const pictures = all[modelSlug]?.pictures ?? []
  return (
    nearestPicture(pictures, HERO, [colourCode]) ??
    carPictureOf(
      pictures.filter(({ photograph }) => !photograph.isStudio),
      [colourCode],
    )
  )
}

/**
 * The styles of photographs, after those of the brand. `.focus-{x}-{y}` keeps a place in sight where a picture is cropped.
 * Beside the radios of `.paints` it shows only what is in the chosen colour (`data-colours`), without script.
 */
export function photographCss({ colours }: Pick<Catalogue, 'colours'>, all: Photographs): string {
  const pictures = Object.values(all).flatMap((model) => model.pictures)
  if (pictures.length === 0) return ''
  const focal = pictures.flatMap(({ photograph }) => (photograph.focus ? [photograph.focus] : []))
  const rules = [
    ...focal.map(
      ([x, y]) => `.photo.${focusClass([x, y])}:not(.photo--cut-out){object-position:${x}% ${y}%}`,
    ),
    // Until a browser has read which colour is chosen, it would fetch the pictures of all.
    '.paints:not(:has(input:checked)) [data-colours]{display:none}',
    ...colours.map(
      ({ code }) =>
        `.paints:has(input[value="${code}"]:checked) [data-colours]:not([data-colours~="${code}"]){display:none}`,
    ),
  ]
  return `\n${[...new Set(rules)].join('\n')}`
}

/** A gallery on the page of a model: the pictures of a view for each colour, in one slide. */
export interface PaintedGallery {
  slides: Slide[]
  turns: TurnSlide[]
  /** The colours without a photograph from outside: the car is drawn in them. */
  drawnColours: string[]
}

/**
 * What the gallery of a model's page shows: of each view the picture of each colour, of the interior one for each choice
 * of it, then the car that is turned.
 *
 * @param option The car of its from-price, for pictures of a grade or an option.
 * @param firstColour The colour it has at first.
 */
export function paintedGallery(
  { variants }: CatalogueModel,
  { pictures, spins }: ModelPhotographs,
  colours: readonly { code: string; name: string }[],
  [variant, option]: [CatalogueModel['variants'][number], { kdcd: string }],
  firstColour: string,
): PaintedGallery {
  const trim = [option.kdcd, variant.grade]
  const interiors = [...new Set(variants.flatMap(({ interiorCodes }) => interiorCodes))]
  const every = colours.map(({ code }) => code)
  /** Colours to show something in; all of them are not said. */
  const shownIn = (codes: readonly string[]) =>
    codes.length === every.length ? undefined : codes.join(' ')
  const drawnColours = every.filter((code) => !carPictureOf(pictures, [code, ...trim]))

  const slideOf = (view: string, interior: string[]): Slide[] => {
    const found = new Map<ModelPicture, string[]>()
    for (const code of every) {
      const picture = nearestPicture(pictures, view, [code, ...interior, ...trim])
      if (picture) found.set(picture, [...(found.get(picture) ?? []), code])
    }
    const all = [...found]
    if (!all[0]) return []
    return [
      {
        key: [view, ...interior].join('-'),
        colours: shownIn(all.flatMap(([, codes]) => codes)),
        caption: all[0][0].caption,
        pictures: all.map(([{ photograph, alt }, codes]) => ({
          photograph,
          alt,
          colours: shownIn(codes),
        })),
      },
    ]
  }
  const seen = new Set<string>()
  const slides = galleryViews(pictures)
    .flatMap((view) =>
      view === 'interior' ? interiors.flatMap((code) => slideOf(view, [code])) : slideOf(view, []),
    )
    // Interiors may have one picture.
    .filter((slide) => {
      const shown = slide.pictures.map(({ photograph }) => photograph.path).join(' ')
      return !seen.has(shown) && seen.add(shown)
    })
  const lead = slides
    .flatMap((slide) => slide.pictures)
    .find((picture) => !picture.colours || picture.colours.split(' ').includes(firstColour))
  if (lead && !drawnColours.includes(firstColour)) lead.isFirst = true
  const turned = every.map((code) => ({ code, spin: nearestSpin(spins, code) }))
  const turns = spins.flatMap((spin): TurnSlide[] => {
    const own = [spin.colourCode]
    const others = turned.flatMap(({ code, spin: nearest }) =>
      nearest === spin && !own.includes(code) ? [code] : [],
    )
    const otherColour = colours.find(({ code }) => code === spin.colourCode)?.name
    return [
      { spin, colours: shownIn(own) },
      ...(others.length > 0 ? [{ spin, colours: shownIn(others), otherColour }] : []),
    ]
  })
  return { slides, turns, drawnColours }
}

const optionsOf = ({ variants }: CatalogueModel) =>
  variants.flatMap((variant) => variant.options.map((option) => ({ variant, option })))
