import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import sharp from 'sharp'
import { brandArt } from '#content/brand-art.ts'
import { catalogue } from '#content/catalogue.ts'
import { LOGO_PICTURE, logoPicture } from '#lib/art/still-pictures.ts'

export const getStaticPaths = (() => [
  {
    params: { ground: 'brand' },
    props: { svg: logoPicture(brandArt.logoOnDark, catalogue.brand.colours.primary) },
  },
  { params: { ground: 'white' }, props: { svg: logoPicture(brandArt.logo, '#fff') } },
]) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = async ({ props: { svg } }) => {
  const picture = await sharp(Buffer.from(svg))
    .resize(LOGO_PICTURE)
    .png({ palette: true })
    .toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } })
}
