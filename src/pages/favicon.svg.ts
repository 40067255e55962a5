import type { APIRoute } from 'astro'
import { brandArt } from '#content/brand-art.ts'
import { catalogue } from '#content/catalogue.ts'
import { icon } from '#lib/art/drawing.ts'

export const GET: APIRoute = () =>
  new Response(icon(brandArt.icon, catalogue.brand.colours.primary, 'rounded'), {
    headers: { 'content-type': 'image/svg+xml' },
  })
