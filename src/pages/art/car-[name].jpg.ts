import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import sharp from 'sharp'
import { catalogue } from '#content/catalogue.ts'
import { drawingOf, trimOf } from '#content/model-pictures.ts'
import { CAR_PICTURE, carPicture } from '#lib/art/still-pictures.ts'
import { carPhotograph } from '#lib/pictures/car-photograph.ts'
import { cropped } from './_cropped.ts'

/** Each grade in each of its colours, with its own wheels, for messages and documents. */
export const getStaticPaths = (() =>
  catalogue.models.flatMap((model) =>
    model.variants.flatMap((variant) =>
      variant.colourCodes.map((colourCode) => ({
        params: { name: `${model.slug}-${variant.code}-${colourCode}` },
        props: { model, variant, colourCode },
      })),
    ),
  )) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = async ({ props }) => {
  const { model, variant, colourCode } = props
  const photograph = carPhotograph(model.slug, colourCode, variant.options[0]?.kdcd)
  const picture = photograph ? await cropped(photograph, CAR_PICTURE, 82) : await drawn(props)
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/jpeg' } })
}

function drawn({ model, variant, colourCode }: Props): Promise<Buffer> {
  const colour = catalogue.colours.find(({ code }) => code === colourCode)!
  const trim = trimOf(model.slug, variant, variant.options[0]!)
  const svg = carPicture(drawingOf(model.slug), colour, catalogue.colours, trim)
  return sharp(Buffer.from(svg)).resize(CAR_PICTURE).jpeg({ quality: 82 }).toBuffer()
}
