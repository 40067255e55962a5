import type { APIRoute } from 'astro'
import { basePath } from '#lib/shared/site-paths.ts'

/** Areas that are somebody's own, and what is no page. */
const LEFT_OUT = ['api', 'customer', 'staff', 'purchase', 'quote', 'demo', 'art']

/**
 * The rules that every page names in its header: a page that a link is about to open is fetched ahead, when the pointer
 * rests on the link or goes down. Fetched, not run: a page that is never opened counts for nothing.
 */
export const GET: APIRoute = () => {
  const root = basePath(import.meta.env.BASE_URL)
  const rules = {
    prefetch: [
      {
        where: {
          and: [
            { href_matches: `${root}/*` },
            ...LEFT_OUT.map((area) => ({ not: { href_matches: `${root}/${area}/*` } })),
          ],
        },
        eagerness: 'moderate',
      },
    ],
  }
  return new Response(JSON.stringify(rules), {
    headers: { 'content-type': 'application/speculationrules+json' },
  })
}
