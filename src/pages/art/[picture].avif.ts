import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import sharp from 'sharp'
import { catalogue } from '#content/catalogue.ts'
import { carSize, drawingOf } from '#content/model-pictures.ts'
import { CARD_CAR_WIDTHS } from '#lib/art/art-paths.ts'
import { renderCar } from '#lib/art/car-art.ts'
import { carLook } from '#lib/art/car-look.ts'

/** Each model in its signature colour, for cards. */
export const getStaticPaths = (() =>
  catalogue.models.flatMap((model) =>
    CARD_CAR_WIDTHS.map((widthPx) => ({
      params: { picture: `${model.slug}-${widthPx}` },
      props: { model, widthPx },
    })),
  )) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

/** Of the density of an SVG one of whose units is a pixel. */
const DPI = 72

export const GET: APIRoute<Props> = async ({ props: { model, widthPx } }) => {
  const { slug, signatureColourCode } = model
  const colour = catalogue.colours.find(({ code }) => code === signatureColourCode)!
  const svg = renderCar(drawingOf(slug), { uid: 'c', ...carLook(colour, catalogue.colours) })
  const picture = await sharp(Buffer.from(svg), { density: (DPI * widthPx) / carSize(slug).width })
    .resize(widthPx)
    .avif({ quality: 50, effort: 2 })
    .toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/avif' } })
}
