import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import sharp from 'sharp'
import { catalogue } from '#content/catalogue.ts'
import { drawingOf, trimOf } from '#content/model-pictures.ts'
import { CAR_PICTURE, carPicture } from '#lib/art/still-pictures.ts'
import { carPhotograph } from '#lib/pictures/car-photograph.ts'
import { cropped } from './_cropped.ts'

/** Each model in each of its colours, for messages and documents. */
export const getStaticPaths = (() =>
  catalogue.models.flatMap((model) =>
    [...new Set(model.variants.flatMap(({ colourCodes }) => colourCodes))].map((colourCode) => ({
      params: { name: `${model.slug}-${colourCode}` },
      props: { model, colourCode },
    })),
  )) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = async ({ props: { model, colourCode } }) => {
  const photograph = carPhotograph(model.slug, colourCode)
  const picture = photograph
    ? await cropped(photograph, CAR_PICTURE, 82)
    : await drawn(model, colourCode)
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/jpeg' } })
}

function drawn(model: Props['model'], colourCode: string): Promise<Buffer> {
  const colour = catalogue.colours.find(({ code }) => code === colourCode)!
  const variant =
    model.variants.find(({ colourCodes }) => colourCodes.includes(colourCode)) ?? model.variants[0]!
  const trim = trimOf(model.slug, variant, variant.options[0]!)
  const svg = carPicture(drawingOf(model.slug), colour, catalogue.colours, trim)
  return sharp(Buffer.from(svg)).resize(CAR_PICTURE).jpeg({ quality: 82 }).toBuffer()
}
