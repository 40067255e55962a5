import type { APIRoute } from 'astro'
import { basePath } from '#lib/shared/site-paths.ts'

/** Personal areas and the API are not for search engines. */
const CLOSED = ['api', 'customer', 'staff', 'purchase', 'demo']

export const GET: APIRoute = ({ site }) => {
  const root = basePath(import.meta.env.BASE_URL)
  const rules = [
    'User-agent: *',
    ...CLOSED.map((folder) => `Disallow: ${root}/${folder}/`),
    '',
    `Sitemap: ${new URL(`${root}/sitemap.xml`, site).href}`,
    '',
  ]
  return new Response(rules.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
