import type { APIRoute } from 'astro'
import { catalogue } from '#content/catalogue.ts'
import { basePath, sitePaths } from '#lib/shared/site-paths.ts'

const { brand, pages } = catalogue
const base = import.meta.env.BASE_URL

export const GET: APIRoute = () => {
  const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `${basePath(base)}/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    name: pages.home.title,
    short_name: brand.name,
    description: brand.description,
    lang: 'en-NZ',
    start_url: sitePaths(base).home,
    scope: sitePaths(base).home,
    display: 'browser',
    background_color: brand.colours.surface,
    theme_color: brand.colours.surface,
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json' },
  })
}
