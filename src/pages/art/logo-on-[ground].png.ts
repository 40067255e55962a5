import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import sharp from 'sharp'
import { catalogue } from '#content/catalogue.ts'
import { LOGO_PICTURE, logoPicture } from '#lib/art/still-pictures.ts'

const { primary } = catalogue.brand.colours

export const getStaticPaths = (() => [
  {
    params: { ground: 'brand' },
    props: { svg: logoPicture(primary, ['#fff', '#fff', '#E8743A']) },
  },
  {
    params: { ground: 'white' },
    props: { svg: logoPicture('#fff', ['#121417', primary, '#C8541C']) },
  },
]) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = async ({ props: { svg } }) => {
  const picture = await sharp(Buffer.from(svg))
    .resize(LOGO_PICTURE)
    .png({ palette: true })
    .toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } })
}
