import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import sharp from 'sharp'
import { catalogue } from '#content/catalogue.ts'
import { drawingOf } from '#content/model-pictures.ts'
import type { CatalogueModel } from '#content/schema/model.ts'
import { storyDrawing } from '#content/story.ts'
import { CARD_WIDTHS, NARROW_PX, SCENE_WIDTHS } from '#lib/art/art-paths.ts'
import { BACKDROPS, backdrop } from '#lib/art/backdrops.ts'
import { renderCar } from '#lib/art/car-art.ts'
import { carLook } from '#lib/art/car-look.ts'

/** Drawings as pictures for small screens, at the addresses of `asPictures`. */
export const getStaticPaths = (() => {
  const scenes = [
    ...BACKDROPS.map((name) => ({
      name: `backdrop-${name}`,
      svg: backdrop(name),
      narrow: cropped(2, 0.74),
    })),
    ...catalogue.models.flatMap(storyScenes),
  ]
  return [
    ...catalogue.models.map(onCards).flatMap(inWidths(CARD_WIDTHS)),
    ...scenes.flatMap(inWidths(SCENE_WIDTHS)),
    ...scenes.map(({ name, svg, narrow }) => ({
      params: { picture: `${name}-narrow` },
      props: { svg, ...narrow, effort: 4 },
    })),
  ]
}) satisfies GetStaticPaths

const inWidths =
  (widthsPx: readonly number[]) =>
  ({ name, svg }: { name: string; svg: string }) =>
    widthsPx.map((widthPx) => ({
      params: { picture: `${name}-${widthPx}` },
      props: { svg, widthPx, shownShare: 1, effort: 2 },
    }))

/**
 * What the narrowest screens show of a picture that covers a part of a scene.
 *
 * @param aspect Width by height.
 * @param height Which share of the scene's height it takes (Story.astro).
 */
const cropped = (aspect: number, height: number) => ({
  widthPx: SCENE_WIDTHS[0],
  shownShare: NARROW_PX / (SCENE_HEIGHT_PX * height * aspect),
})

function onCards({ slug, signatureColourCode }: CatalogueModel) {
  const colour = catalogue.colours.find(({ code }) => code === signatureColourCode)!
  return {
    name: `${slug}-${signatureColourCode}`,
    svg: renderCar(drawingOf(slug), { uid: 'c', ...carLook(colour, catalogue.colours) }),
  }
}

const storyScenes = (model: CatalogueModel) =>
  (model.story ?? []).map((scene) => ({
    name: `${model.slug}-story-${scene.view}`,
    svg: storyDrawing(model, scene, catalogue),
    narrow: scene.view === 'cabin' ? cropped(16 / 9, 1) : { widthPx: 1080, shownShare: 1 },
  }))

type Props = InferGetStaticPropsType<typeof getStaticPaths>

/** At which a unit of a drawing is a pixel. */
const DPI = 72

/** Of Story.astro: how high a scene is on a phone, and where along their width its pictures are cropped. */
const SCENE_HEIGHT_PX = 480
const FOCUS = 0.7

export const GET: APIRoute<Props> = async ({ props: { svg, widthPx, shownShare, effort } }) => {
  const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg)!.map(Number)
  const size = { width: widthPx, height: Math.round((widthPx * height!) / width!) }
  const shownPx = Math.ceil(widthPx * shownShare)
  const picture = await sharp(Buffer.from(svg), { density: (DPI * widthPx) / width! })
    .resize(size)
    .extract({ ...size, top: 0, width: shownPx, left: Math.floor(FOCUS * (widthPx - shownPx)) })
    .avif({ quality: 40, effort, chromaSubsampling: '4:2:0' })
    .toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/avif' } })
}
