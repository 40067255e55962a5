import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import sharp from 'sharp'
import { catalogue } from '#content/catalogue.ts'
import { drawingOf } from '#content/model-pictures.ts'
import type { CatalogueModel } from '#content/schema/model.ts'
import { storyDrawing } from '#content/story.ts'
import { CARD_WIDTHS, SCENE_WIDTHS } from '#lib/art/art-paths.ts'
import { BACKDROPS, backdrop } from '#lib/art/backdrops.ts'
import { renderCar } from '#lib/art/car-art.ts'
import { carLook } from '#lib/art/car-look.ts'

/** Drawings as pictures for small screens, at the addresses of `asPictures`. */
export const getStaticPaths = (() =>
  [
    ...catalogue.models.flatMap((model) => [onCards(model), ...scenes(model)]),
    ...BACKDROPS.map((name) => ({
      name: `backdrop-${name}`,
      svg: backdrop(name),
      widthsPx: SCENE_WIDTHS,
    })),
  ].flatMap(({ name, svg, widthsPx }) =>
    widthsPx.map((widthPx) => ({
      params: { picture: `${name}-${widthPx}` },
      props: { svg, widthPx },
    })),
  )) satisfies GetStaticPaths

function onCards({ slug, signatureColourCode }: CatalogueModel) {
  const colour = catalogue.colours.find(({ code }) => code === signatureColourCode)!
  return {
    name: `${slug}-${signatureColourCode}`,
    svg: renderCar(drawingOf(slug), { uid: 'c', ...carLook(colour, catalogue.colours) }),
    widthsPx: CARD_WIDTHS,
  }
}

const scenes = (model: CatalogueModel) =>
  (model.story ?? []).map((scene) => ({
    name: `${model.slug}-story-${scene.view}`,
    svg: storyDrawing(model, scene, catalogue),
    widthsPx: SCENE_WIDTHS,
  }))

type Props = InferGetStaticPropsType<typeof getStaticPaths>

/** At which a unit of a drawing is a pixel. */
const DPI = 72

export const GET: APIRoute<Props> = async ({ props: { svg, widthPx } }) => {
  const [, width] = /viewBox="\S+ \S+ (\S+) /.exec(svg)!
  const picture = await sharp(Buffer.from(svg), { density: (DPI * widthPx) / Number(width) })
    .resize(widthPx)
    .avif({ quality: 40, effort: 2, chromaSubsampling: '4:2:0' })
    .toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/avif' } })
}
