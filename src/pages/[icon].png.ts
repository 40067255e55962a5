import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import sharp from 'sharp'
import { appIcon, favicon } from '#lib/art/brand.ts'

/** Icons as home screens want them: the manifest names them. */
export const getStaticPaths = (() =>
  [
    { icon: 'icon-192', svg: favicon(), size: 192 },
    { icon: 'icon-512', svg: favicon(), size: 512 },
    { icon: 'icon-maskable-512', svg: appIcon(), size: 512 },
    { icon: 'apple-touch-icon', svg: appIcon(), size: 180 },
  ].map(({ icon, ...props }) => ({ params: { icon }, props }))) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = async ({ props: { svg, size } }) => {
  const picture = await sharp(Buffer.from(svg), { density: 72 * (size / 64) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } })
}
