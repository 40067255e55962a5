import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import { catalogue } from '#content/catalogue.ts'
import { renderCar } from '#lib/art/car-art.ts'
import { carLook, drawingOf } from '#lib/art/car-look.ts'

/** Every model in every colour it is sold in, for `<img>`: see `carArtPath`. */
export const getStaticPaths = (() =>
  catalogue.models.flatMap(({ slug, variants }) => {
    const sold = new Set(variants.flatMap((variant) => variant.colourCodes))
    return catalogue.colours
      .filter((colour) => sold.has(colour.code))
      .map((colour) => ({ params: { car: `${slug}-${colour.code}` }, props: { slug, colour } }))
  })) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = ({ props: { slug, colour } }) =>
  new Response(renderCar(drawingOf(slug), { uid: 'c', ...carLook(colour, catalogue.colours) }), {
    headers: { 'content-type': 'image/svg+xml' },
  })
