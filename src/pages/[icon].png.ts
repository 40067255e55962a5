import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import sharp from 'sharp'
import { brandArt } from '#content/brand-art.ts'
import { catalogue } from '#content/catalogue.ts'
import { icon } from '#lib/art/drawing.ts'

/** The icon for home screens, by name: its side in pixels, and its shape. */
const ICONS = {
  'apple-touch-icon': [180, 'full'],
  'icon-192': [192, 'rounded'],
  'icon-512': [512, 'rounded'],
  'icon-maskable-512': [512, 'full'],
} as const

export const getStaticPaths = (() =>
  Object.entries(ICONS).map(([name, [side, shape]]) => ({
    params: { icon: name },
    props: { side, shape },
  }))) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = async ({ props: { side, shape } }) => {
  const svg = icon(brandArt.icon, catalogue.brand.colours.primary, shape)
  const picture = await sharp(Buffer.from(svg), { density: (72 * side) / 64 })
    .resize(side, side)
    .png({ palette: true })
    .toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } })
}
